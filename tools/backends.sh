#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the suite on every implementation in tools/backends, and writes one page that compares them to build/backends.
#
#   tools/backends.sh [BUILD]     BUILD: a release build to use as it stands (default: build/release, built first)
#
# Installs what is missing: Debian packages, and ONNX Runtime from npm into build/backends. What cannot be had is left
# out, with a word. Takes minutes. Exit code: 0 when the page is written, whatever the implementations do.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/help.sh

build=${1-}
out=build/backends
mkdir -p "$out"
if [ -z "$build" ]; then
  build=build/release
  tools/setup.sh build
  tools/setup.sh backends || echo "backends: some packages are missing: what needs them is left out"
  cmake --preset release --log-level=WARNING > /dev/null
  cmake --build --preset release --target npu-cts npu-cts-suite npu-cts-worker backends_test -- --quiet
fi
cts=$build/bin/npu-cts
rm -f "$out"/*.jsonl

run() {  # run NAME DRIVER OPTION...: the cases of one product and release
  local code=0
  "$cts" run --op npu_quant_matmul "${@:3}" --product atlas_a2 --release 26.1.0 --unsupported allow --timeout 300 --spec spec \
    --driver "$2" --journal "$out/$1.jsonl" > "$out/$1.txt" 2>&1 || code=$?
  echo "backends: $1 ended with $code"
  [ "$code" -le 1 ] || { tail -n 4 "$out/$1.txt"; rm -f "$out/$1.jsonl"; }
}
left_out() { echo "backends: $1 is left out: $2"; }

for library in onednn gemmlowp xnnpack; do
  if [ -e "$build/lib/${library}_plugin.so" ]; then
    run "$library" "plugin:$build/lib/${library}_plugin.so"
  else
    left_out "$library" "its package is not installed"
  fi
done

python=/usr/bin/python3  # Debian's, which Debian's torch belongs to
if "$python" -c 'import torch' 2> /dev/null; then
  export PYTHONDONTWRITEBYTECODE=1
  for engine in qnnpack onednn; do  # the page prints what stands here
    run "torch-$engine" "exec:env NPU_CTS_TORCH_ENGINE=$engine PYTHONPATH=tools/backends/pytorch $python tools/adapter/npu_cts_torch.py --module torch_cpu"
  done
else
  left_out torch "python3-torch is not installed"
fi

onnxruntime=onnxruntime-node@1.20.1  # holds its library: no script of the package needs to run
if [ -e "$out/node_modules/onnxruntime-node" ] ||
  npm install --prefix "$out" --ignore-scripts --no-audit --no-fund "$onnxruntime" > "$out/npm.txt" 2>&1; then
  # Node maps much more memory than it uses.
  run onnxruntime "exec:env NODE_PATH=$out/node_modules node --expose-gc tools/backends/onnxruntime/onnxruntime_program.js" --op QuantConv2d \
    --memory 1000000
else
  left_out onnxruntime "npm does not have it here: see $out/npm.txt"
fi

rm -f "$out"/compare.*  # of an earlier run
"$cts" compare "$out"/*.jsonl --spec spec --out "$out"
