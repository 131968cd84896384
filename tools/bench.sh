#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the benchmarks and runs them; the last lines are ratios taken side by side in the same run.
#
#   tools/bench.sh [BENCHMARK-ARGUMENT...]        e.g. tools/bench.sh --benchmark_filter=pack
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

case ${1-} in
  -h | --help)
    sed -n '3,5s/^# \{0,1\}//p' tools/bench.sh
    exit 0
    ;;
esac

tools/setup.sh build bench
cmake --preset bench --log-level=WARNING > /dev/null
cmake --build --preset bench -- --quiet
exec build/bench/bin/npu-cts-bench "$@"
