#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks the spec, runs the whole suite on the reference and on the mocked device, and writes the compliance tables to
# build/report.
#
#   tools/conformance.sh
#
# Installs missing Debian packages and builds what it needs in build/release first. A second run takes seconds plus
# the cases. Exit code: that of the first command that does not end with 0 (see `npu-cts --help`); the tables are written
# even when cases failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/help.sh
if [ -n "${1-}" ]; then
  echo "conformance.sh: takes no argument; see --help" >&2
  exit 3
fi

tools/setup.sh build
echo "conformance: configuring build/release"
cmake --preset release --log-level=WARNING > /dev/null
echo "conformance: building"
cmake --build --preset release --target npu-cts npu-cts-suite -- --quiet

cts=build/release/bin/npu-cts
rm -rf build/report
mkdir -p build/report

echo "conformance: checking the spec"
"$cts" check spec

verdict=0
for driver in reference mock; do
  echo "conformance: running the suite on '$driver'"
  code=0
  "$cts" run --spec spec --driver "$driver" --journal "build/report/$driver.jsonl" || code=$?
  [ "$code" -le 1 ] || exit "$code"
  [ "$code" -eq 0 ] || verdict=$code
done

echo "conformance: writing the tables"
"$cts" report build/report/reference.jsonl --spec spec --out build/report
"$cts" report build/report/mock.jsonl --spec spec --out build/report/mock > /dev/null
exit "$verdict"
