#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The gate of a plugin's project, for any CI: unpacks npu-cts, builds the project, runs its conformance tests, writes a report.
#
#   gate.sh TARBALL [PROJECT]        TARBALL: npu-cts-VERSION-Linux-x86_64.tar.gz or the folder it was unpacked to
#
# PROJECT (default: the current folder) is a CMake project that calls npu_cts_add_conformance. Everything is written to
# PROJECT/build/conformance: one journal a gate, and per gate a folder with report.html, report.md and report.junit.xml.
# Exit code: 0 all gates pass, 1 a gate fails, 3 wrong usage or a project that does not build.
set -euo pipefail

if [ $# -lt 1 ] || [ $# -gt 2 ] || [ "$1" = -h ] || [ "$1" = --help ]; then
  sed -n '3,9s/^# \{0,1\}//p' "$0"
  [ "${1-}" = -h ] || [ "${1-}" = --help ] || exit 3
  exit 0
fi
package=$1
project=${2-.}
build=$project/build/conformance

mkdir -p "$build"
if [ -f "$package" ]; then
  mkdir -p "$build/npu-cts"
  tar -xzf "$package" -C "$build/npu-cts" --strip-components=1 || exit 3
  package=$build/npu-cts
fi
package=$(cd "$package" && pwd)
[ -x "$package/bin/npu-cts" ] || { echo "gate.sh: no bin/npu-cts in '$package'; give the tarball or its folder" >&2; exit 3; }

cmake -S "$project" -B "$build" -DCMAKE_PREFIX_PATH="$package" || exit 3
cmake --build "$build" || exit 3
code=0
ctest --test-dir "$build" -L conformance --no-tests=error --output-on-failure || code=1
github=()
[ -z "${GITHUB_STEP_SUMMARY-}" ] || github=(--github)
for journal in "$build"/conformance.*.jsonl; do
  rm -rf "${journal%.jsonl}"  # of an earlier run
  "$package/bin/npu-cts" report "$journal" --out "${journal%.jsonl}" "${github[@]}" > "$build/report.log" || code=1
  grep '^::' "$build/report.log" || true
done
exit "$code"
