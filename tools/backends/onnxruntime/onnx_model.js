// SPDX-License-Identifier: Apache-2.0
// ONNX models as bytes: just what the graphs of onnxruntime_program.js need of the format.
'use strict';

const FLOAT = 1, UINT8 = 2, INT8 = 3, INT32 = 6, INT64 = 7, FLOAT16 = 10;

function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 128 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}

const integer = (field, value) => Buffer.concat([varint(field << 3), varint(value)]);
const bytes = (field, content) => {
  const body = Buffer.isBuffer(content) ? content : Buffer.from(content);
  return Buffer.concat([varint((field << 3) | 2), varint(body.length), body]);
};

function attribute(name, value) {
  const values = Array.isArray(value) ? value.map((one) => integer(8, one)) : [integer(3, value)];
  return bytes(5, Buffer.concat([bytes(1, name), ...values, integer(20, Array.isArray(value) ? 7 : 2)]));
}

function described(field, {name, type, dims}) {
  const shape = dims.map((one) => bytes(1, integer(1, one)));
  const tensor = Buffer.concat([integer(1, type), bytes(2, Buffer.concat(shape))]);
  return bytes(field, Buffer.concat([bytes(1, name), bytes(2, bytes(1, tensor))]));
}

// Returns the bytes of a model. nodes: [operator, inputs, output, attributes]; inputs and output: {name, type, dims}.
function model(nodes, inputs, output) {
  const graph = nodes.map(([operator, from, to, attributes = {}]) => bytes(1, Buffer.concat([
    ...from.map((one) => bytes(1, one)), bytes(2, to), bytes(4, operator),
    ...Object.entries(attributes).map(([name, value]) => attribute(name, value))])));
  graph.push(bytes(2, 'call'), ...inputs.map((one) => described(11, one)), described(12, output));
  return Buffer.concat([integer(1, 8), bytes(7, Buffer.concat(graph)), bytes(8, Buffer.concat([bytes(1, ''), integer(2, 17)]))]);
}

module.exports = {FLOAT, UINT8, INT8, INT32, INT64, FLOAT16, model};
