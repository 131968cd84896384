// SPDX-License-Identifier: Apache-2.0
// Calls of npu_quant_matmul and QuantConv2d as ONNX graphs. What cannot be said so is unsupported.
'use strict';

const {FLOAT, UINT8, INT8, INT32, INT64, FLOAT16, model} = require('./onnx_model.js');

class Unsupported extends Error {}
class Refused extends Error {}
const claim = (holds, what) => { if (!holds) throw new Unsupported(what); };
const need = (holds, what) => { if (!holds) throw new Refused(what); };

const BYTES = {int8: 1, float16: 2, bfloat16: 2, int32: 4, float32: 4, int64: 8};
const count = (shape) => shape.reduce((a, b) => a * b, 1);
const last = (shape, back) => shape[shape.length - back];

const is_plain = (tensor) => tensor.layout === 'contiguous' && tensor.format === 'ND';

// Returns the bytes of a tensor's elements in row-major order.
function dense(tensor, body) {
  const size = BYTES[tensor.dtype];
  claim(size !== undefined && tensor.format !== 'FRACTAL_NZ', 'a dtype or a format');
  const storage = body.subarray(tensor.at[0], tensor.at[0] + tensor.at[1]);
  const values = Buffer.alloc(count(tensor.shape) * size);
  let to = 0;
  const copy = (axis, at) => {
    if (axis === tensor.shape.length) {
      storage.copy(values, to, at * size, (at + 1) * size);
      to += size;
      return;
    }
    for (let i = 0; i < tensor.shape[axis]; ++i) copy(axis + 1, at + i * tensor.strides[axis]);
  };
  if (values.length > 0) copy(0, tensor.offset);
  return values;
}

const typed = (Type, values) => new Type(values.buffer.slice(values.byteOffset, values.byteOffset + values.length));

// A float32 as the vendor's packed scales keep it: without the low 13 bits.
function cut(scales) {
  const bits = new Uint32Array(scales.buffer.slice(0));
  return new Float32Array(bits.map((one) => (one & ~0x1fff) >>> 0).buffer);
}

function words(tensor, body) {
  if (tensor.dtype === 'float32') return {scales: typed(Float32Array, dense(tensor, body)), offsets: null};
  claim(tensor.dtype === 'int64', 'another scale');
  const all = Array.from(typed(BigInt64Array, dense(tensor, body)));
  const low = new Uint32Array(all.map((one) => Number(BigInt.asUintN(32, one))));
  return {scales: new Float32Array(low.buffer), offsets: all.map((one) => Number(BigInt.asIntN(9, one >> 37n)))};
}

// A graph while it is made: its inputs with their values, and its nodes.
class Graph {
  constructor() {
    this.inputs = [];
    this.values = {};
    this.nodes = [];
  }
  input(name, type, dims, data) {
    this.inputs.push({name, type, dims});
    this.values[name] = {type, dims, data};
    return name;
  }
  node(operator, from, attributes) {
    const to = `t${this.nodes.length}`;
    this.nodes.push([operator, from, to, attributes]);
    return to;
  }
  finish(from, type, dims) {
    this.nodes.push(['Identity', [from], 'out']);
    return {model: model(this.nodes, this.inputs, {name: 'out', type, dims}), values: this.values};
  }
}

function batch_of(a, b) {
  const batch = [];
  for (let i = Math.max(a.length, b.length); i > 2; --i) {
    const [x, y] = [last(a, i) ?? 1, last(b, i) ?? 1];
    need(x === y || x === 1 || y === 1, 'the batch axes of x1 and x2 broadcast');
    batch.push(x === 1 ? y : x);
  }
  return batch;
}

function check_matmul({x1, x2, scale, offset, pertoken_scale, bias}) {
  for (const {shape} of [x1, x2]) {
    need(shape.length >= 2 && shape.length <= 6, 'x1 and x2 have 2 to 6 axes');
    need(count(shape) > 0 && last(shape, 1) <= 65535, 'x1 and x2 have elements, at most 65535 in the last axis');
  }
  need(last(x1.shape, 1) === last(x2.shape, 2), 'x1 and x2 have the same k');
  const [batch, m, n] = [batch_of(x1.shape, x2.shape), last(x1.shape, 2), last(x2.shape, 1)];
  const is_vector = ({shape}, ...lengths) => shape.length === 1 && lengths.includes(shape[0]);
  for (const one of [scale, offset]) need(!one || is_vector(one, 1, n), 'scale and offset have one element or n');
  need(!pertoken_scale || is_vector(pertoken_scale, m), 'pertoken_scale has m elements');
  const is_batch = bias && batch.length === 1 && String(bias.shape) === String([batch[0], 1, n]);
  need(!bias || is_vector(bias, n) || is_batch, 'bias has n elements, or is (batch, 1, n)');
  return [...batch, m, n];
}

// The zero points of int8 results: one, or one a column.
function zero_points(offset, offsets, body) {
  claim(!(offset && offsets), 'two offsets');
  const all = offset ? Array.from(typed(Float32Array, dense(offset, body))) : offsets ?? [0];
  claim(all.every((one) => Number.isInteger(one) && one >= -128 && one <= 127), 'offsets that are no int8');
  return new Int8Array(all.every((one) => one === all[0]) ? [all[0]] : all);
}

const KEYS = ['x1', 'x2', 'scale', 'offset', 'pertoken_scale', 'bias', 'output_dtype'];
function matmul(call, body, target) {
  claim(target.product === 'atlas_a2' || target.product === 'atlas_a3', 'another product');
  claim(Object.entries(call).every(([key, value]) => KEYS.includes(key) || value === null), 'arguments of some releases');
  const {x1, x2, scale, offset, pertoken_scale, bias} = call;
  claim([x1, x2].every((one) => one && one.dtype === 'int8' && one.format === 'ND') && scale, 'operands that are not int8');
  claim([scale, offset, pertoken_scale, bias].every((one) => !one || is_plain(one)), 'vectors that are not plain');
  claim(!bias || bias.dtype === 'int32', 'a floating bias');
  claim(!offset || offset.dtype === 'float32', 'another offset');
  claim(!pertoken_scale || pertoken_scale.dtype === 'float32', 'another pertoken_scale');
  const out = call.output_dtype ? call.output_dtype.dtype : 'int8';
  const dims = check_matmul(call);
  const graph = new Graph();
  const a = graph.input('x1', INT8, x1.shape, typed(Int8Array, dense(x1, body)));
  const b = graph.input('x2', INT8, x2.shape, typed(Int8Array, dense(x2, body)));
  const sum = () => {
    const sums = graph.node('MatMulInteger', [a, b]);
    if (!bias) return sums;
    return graph.node('Add', [sums, graph.input('bias', INT32, bias.shape, typed(Int32Array, dense(bias, body)))]);
  };
  if (out === 'int32') {
    claim(['float32', 'bfloat16'].includes(scale.dtype) && !offset && !pertoken_scale, 'an int32 result with these');
    return {...graph.finish(sum(), INT32, dims), name: 'out', dtype: out, dims};
  }
  claim(target.mode === 'eager' || scale.dtype === 'int64' || pertoken_scale, 'a float32 scale in a graph');
  const {scales, offsets} = words(scale, body);
  const scaled = (values) => {
    const factor = graph.input('scale', FLOAT, scale.shape, values);
    return graph.node('Mul', [graph.node('Cast', [sum()], {to: FLOAT}), factor]);
  };
  if (out === 'float16') {
    claim(!offset && (!pertoken_scale || scale.dtype === 'float32'), 'a float16 result with these');
    let result = scaled(pertoken_scale ? scales : cut(scales));
    if (pertoken_scale) {
      const rows = graph.input('rows', FLOAT, [...pertoken_scale.shape, 1], typed(Float32Array, dense(pertoken_scale, body)));
      result = graph.node('Mul', [result, rows]);
    }
    return {...graph.finish(graph.node('Cast', [result], {to: FLOAT16}), FLOAT16, dims), name: 'out', dtype: out, dims};
  }
  claim(out === 'int8' && !pertoken_scale, 'another result');
  const zeros = zero_points(offset, offsets, body);
  const factors = cut(scales);
  if (bias || x2.shape.length > 2 || zeros.length > 1 || factors.some((factor) => !(factor > 0))) {
    const shape = zeros.length > 1 ? [zeros.length] : [];
    const ones = graph.input('ones', FLOAT, shape, new Float32Array(zeros.length).fill(1));
    const result = graph.node('QuantizeLinear', [scaled(factors), ones, graph.input('zeros', INT8, shape, zeros)], {axis: dims.length - 1});
    return {...graph.finish(result, INT8, dims), name: 'out', dtype: out, dims};
  }
  const one = graph.input('one', FLOAT, [], new Float32Array([1]));
  const zero = graph.input('zero', INT8, [], zeros);
  const none = graph.input('none', INT8, [], new Int8Array([0]));
  const centres = graph.input('centres', INT8, scale.shape, new Int8Array(factors.length));
  const factor = graph.input('scale', FLOAT, scale.shape, factors);
  const result = graph.node('QLinearMatMul', [a, one, none, b, factor, centres, one, zero]);
  return {...graph.finish(result, INT8, dims), name: 'out', dtype: out, dims};
}

const pair = (value) => (Array.isArray(value) ? value : [value, value]);
function convolution(call, body, target) {
  claim(target.product !== 'atlas_inference' && target.mode === 'graph_static', 'another target');
  const {weight, scale, bias_values, quant_conv2d_input: image} = call;
  claim([weight, image].every((one) => one && one.dtype === 'int8' && one.layout === 'contiguous') && scale && is_plain(scale),
        'another tensor');
  claim(!bias_values || (bias_values.dtype === 'int32' && is_plain(bias_values)), 'another bias');
  claim(call.output_dtype && call.output_dtype.dtype === 'float16', 'another result');
  const [kernel, stride, padding, dilation] =
      [pair(call.kernel_size), pair(call.stride ?? 1), pair(call.padding ?? 0), pair(call.dilation ?? 1)];
  const within = (values, low, high) => values.length === 2 && values.every((one) => one >= low && one <= high);
  need(within(kernel, 1, 255) && within(stride, 1, 63) && within(padding, 0, 255) && within(dilation, 1, 255), 'sizes in range');
  need((call.groups ?? 1) === 1, 'there is one group');
  need((call.bias ?? true) === Boolean(bias_values), 'bias goes with its variable');
  const channels = [call.out_channels];
  const fits = (tensor, shape) => String(tensor.shape) === String(shape);
  need(fits(weight, [call.out_channels, call.in_channels, ...kernel]) && fits(scale, channels), 'weight and scale fit');
  need((!bias_values || fits(bias_values, channels)) && image.shape.length === 4 && image.shape[1] === call.in_channels, 'shapes fit');
  claim(count(image.shape) > 0 && count(weight.shape) > 0, 'empty images');
  const reach = [0, 1].map((i) => image.shape[2 + i] + 2 * padding[i] - dilation[i] * (kernel[i] - 1) - 1);
  need(reach.every((one) => one >= 0), 'the kernel fits into the padded image');
  const value = call.offset_x ?? 0;
  claim(value >= -128 && value <= 127, 'another padding value');
  const dims = [image.shape[0], call.out_channels, ...reach.map((one, i) => Math.floor(one / stride[i]) + 1)];
  const graph = new Graph();
  const per_channel = [1, call.out_channels, 1, 1];
  // It convolves unsigned bytes only: these have a zero point of 128.
  const unsigned = (tensor) => typed(Uint8Array, dense(tensor, body)).map((one) => one ^ 128);
  const pads = graph.input('pads', INT64, [8], new BigInt64Array([0, 0, ...padding, 0, 0, ...padding].map(BigInt)));
  const filler = graph.input('filler', UINT8, [], new Uint8Array([value + 128]));
  const x = graph.node('Pad', [graph.input('image', UINT8, image.shape, unsigned(image)), pads, filler]);
  const w = graph.input('weight', UINT8, weight.shape, unsigned(weight));
  const centre = graph.input('centre', UINT8, [], new Uint8Array([128]));
  let sums = graph.node('ConvInteger', [x, w, centre, centre], {kernel_shape: kernel, strides: stride, dilations: dilation});
  if (bias_values) {
    sums = graph.node('Add', [sums, graph.input('bias', INT32, per_channel, typed(Int32Array, dense(bias_values, body)))]);
  }
  const factor = graph.input('scale', FLOAT, per_channel, words(scale, body).scales);
  const result = graph.node('Cast', [graph.node('Mul', [graph.node('Cast', [sums], {to: FLOAT}), factor])], {to: FLOAT16});
  return {...graph.finish(result, FLOAT16, dims), name: 'out', dtype: 'float16', dims};
}

module.exports = {Unsupported, Refused, plans: {npu_quant_matmul: matmul, QuantConv2d: convolution}};
