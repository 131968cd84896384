#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the pictures of the README again, in docs/pictures: the report of oneDNN, and the page of npu_quant_matmul.
#
#   tools/pictures.sh [BUILD]     BUILD: a release build with onednn_plugin.so (default: build/release)
#
# Installs Chromium and pngquant if they are missing. Exit code: 0 when both pictures are written.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/help.sh

build=$(realpath "${1-build/release}") spec=$PWD/spec
tools/setup.sh pictures
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# From the plugin's folder: the page shows the path of the driver. Exit code 1 is a verdict.
(cd "$build/lib" && "$build/bin/npu-cts" run 'npu_quant_matmul/atlas_a2/26.1.0/*/data/*' --driver plugin:./onednn_plugin.so \
  --unsupported allow --timeout 300 --reproducible --spec "$spec" --journal "$scratch/onednn.jsonl" -q > "$scratch/run.txt") || [ $? -eq 1 ]
"$build/bin/npu-cts" report "$scratch/onednn.jsonl" --spec spec --out "$scratch" > /dev/null
"$build/bin/npu-cts" matrix --spec spec --out "$scratch" > /dev/null

picture() {  # picture PAGE NAME
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1400,1000 "--user-data-dir=$scratch/profile" \
    "--screenshot=$scratch/$2.png" "file://$scratch/$1.html" 2> "$scratch/chromium.txt"
  pngquant --force --strip --speed 1 --output "docs/pictures/$2.png" 128 "$scratch/$2.png"
}
picture report report
picture npu_quant_matmul operator
