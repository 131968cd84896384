#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs slurm.sh on a Slurm of this host: a controller and three nodes. Then one shard is lost, named, and run alone.
#
#   slurm_test.sh NPU-CTS SCRATCH        skipped where Debian's slurm-wlm is not installed, or the user is not root
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 scratch=$2
for needed in slurmctld slurmd sbatch munged; do
  command -v "$needed" > /dev/null || { echo "skipped: no $needed here; apt-get install slurm-wlm munge"; exit 0; }
done
[ "$(id -u)" -eq 0 ] || { echo "skipped: nodes of Slurm are started by root"; exit 0; }

rm -rf "$scratch" && mkdir -p "$scratch"/{state,results,munge} && cd "$scratch"
chmod 755 munge
started=()
trap 'kill "${started[@]}" 2> /dev/null; wait 2> /dev/null' EXIT
dd if=/dev/urandom of=munge/key bs=1024 count=1 2> /dev/null && chmod 400 munge/key
munged --foreground --force --key-file=munge/key --socket="$scratch/munge/socket" --pid-file=munge/pid --log-file=munge/log --seed-file=munge/seed &
started+=($!)
cat > slurm.conf << END
ClusterName=test
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
SlurmctldPort=16817
AuthType=auth/munge
AuthInfo=socket=$scratch/munge/socket
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool.%n
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/slurmd.%n.pid
SlurmctldLogFile=$scratch/slurmctld.log
SlurmdLogFile=$scratch/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SelectType=select/linear
NodeName=n1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=16821 CPUs=1
NodeName=n2 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=16822 CPUs=1
NodeName=n3 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=16823 CPUs=1
PartitionName=all Nodes=n1,n2,n3 Default=YES State=UP
END
export SLURM_CONF=$scratch/slurm.conf
PATH=$(dirname "$program"):$PATH
export PATH
slurmctld -D > slurmctld.out 2>&1 &
started+=($!)
for node in n1 n2 n3; do
  slurmd -D -N "$node" > "slurmd.$node.out" 2>&1 &
  started+=($!)
done

fail() { echo "$1"; tail -n 20 "$scratch"/*.log "$scratch"/*.out 2> /dev/null; exit 1; }
for _ in $(seq 120); do
  [ "$(sinfo -h -N -t idle -o %N 2> /dev/null | wc -l)" -eq 3 ] && break
  sleep 0.5
done
[ "$(sinfo -h -N -t idle -o %N | wc -l)" -eq 3 ] || fail "the three nodes of Slurm do not come up"

words=("npu_quant_scatter_/atlas_a2/26.1.0/eager/*" --spec "$here/../../spec" --jobs 1)
submit() { timeout 120 sbatch --wait --output="$scratch/task.%a.log" "$@" "$here/slurm.sh" "$scratch/results" "${words[@]}"; }
submit --array=1-3 > submitted || fail "the job array fails"
[ "$(ls results)" = "$(printf 'shard-%s.jsonl\n' 1 2 3)" ] || fail "the shards left other journals: $(ls results)"
npu-cts report results/*.jsonl --spec "$here/../../spec" --out report --exit-code > /dev/null || fail "the report of three shards fails"

# Three shards give the tables of one run, to the byte.
npu-cts run "${words[@]}" --journal whole.jsonl -q > /dev/null
npu-cts report whole.jsonl --spec "$here/../../spec" --out whole > /dev/null
is_as_whole() { cmp "report/report.csv" "whole/report.csv" && cmp "report/faults.md" "whole/faults.md"; }
is_as_whole || fail "one run and three shards have other tables"

# A lost shard is named, and run alone.
rm -r results/shard-2.jsonl report
! npu-cts report results/*.jsonl --spec "$here/../../spec" --out report > lost.txt 2>&1 || fail "a report without shard 2 is written"
grep -q -- '--shard 2/3' lost.txt || fail "shard 2 is not named: $(cat lost.txt)"
submit --array=2 --export=ALL,NPU_CTS_SHARDS=3 > submitted || fail "shard 2 alone fails"
npu-cts report results/*.jsonl --spec "$here/../../spec" --out report --exit-code > /dev/null || fail "the report with shard 2 fails"
is_as_whole || fail "one run and three shards, one of them again, have other tables"
echo "slurm: three nodes, three shards, one of them again: as one run"
