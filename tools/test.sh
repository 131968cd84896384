#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds everything and runs every test.
#
#   tools/test.sh [CTEST-ARGUMENT...]
#
# Installs missing Debian packages, configures build/release, builds, and runs CTest: unit tests, gates, conformance
# on the reference and the mock, self-proof. A second run takes seconds plus the tests. Arguments go to ctest:
#   tools/test.sh -L unit        only the unit tests
#   tools/test.sh -R layers      only tests of that name
# Exit code: 0 when every test passed, 1 otherwise.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/help.sh

tools/setup.sh build
echo "test: configuring build/release"
cmake --preset release --log-level=WARNING > /dev/null
echo "test: building"
cmake --build --preset release -- --quiet
echo "test: running the tests"
ctest --preset release "$@" || exit 1
