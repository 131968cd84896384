#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures what npu-cts costs: work and yardstick take turns in one run, and each row is a median with its lowest and highest.
#
#   tools/bench.sh [--rows REGEX] [--out FILE] [--against FILE]      four minutes; --against names what grew by over 10 %
#   tools/bench.sh --record                                          five minutes: keeps the run, and writes README.md
#   tools/bench.sh --page FILE.md                                    writes the page of the newest run that is kept
#   tools/bench.sh --readme                                          writes the table of README.md from that run
#
# Installs missing Debian packages and builds what it measures in build/release first. NPU_CTS_CPU chooses the kernels.
# Exit code: 0, 1 when a ratio grew by over 10 %, 3 for wrong usage or when something cannot be measured.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/help.sh
case ${1-} in
  --page* | --readme) ;;
  *)
    tools/setup.sh build bench
    cmake --preset release --log-level=WARNING > /dev/null
    cmake --build --preset release --target npu-cts npu-cts-suite npu-cts-worker reference_plugin npu-cts-bench -- --quiet
    ;;
esac
exec python3 -B tools/bench/bench.py "$@"
