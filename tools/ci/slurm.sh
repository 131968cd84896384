#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One run over many machines, as a Slurm job array. Each task runs the shard of its number.
#
#   sbatch --array=1-8 slurm.sh FOLDER [ARGUMENT of npu-cts run...]     FOLDER: where every node writes its journal
#   sbatch --array=3 --export=ALL,NPU_CTS_SHARDS=8 slurm.sh FOLDER ...  shard 3 of 8 again, alone
#   npu-cts report FOLDER/shard-*.jsonl --out report --exit-code        when all have ended; it names a lost shard
#
# A task that is requeued goes on with what its journal holds. Exit code: that of npu-cts run.
#SBATCH --job-name=npu-cts
#SBATCH --requeue
set -euo pipefail

if [ $# -lt 1 ] || [ -z "${SLURM_ARRAY_TASK_ID-}" ]; then
  sed -n '3,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 3
fi
folder=$1
shift
shards=${NPU_CTS_SHARDS:-$SLURM_ARRAY_TASK_COUNT}
exec npu-cts run "$@" --shard "$SLURM_ARRAY_TASK_ID/$shards" --journal "$folder/shard-$SLURM_ARRAY_TASK_ID.jsonl" --resume
