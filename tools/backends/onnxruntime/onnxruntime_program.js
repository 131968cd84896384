// SPDX-License-Identifier: Apache-2.0
// ONNX Runtime behind the protocol of tools/plugin/README.md, for `--driver 'exec:node --expose-gc onnxruntime_program.js'`.
// Its package, onnxruntime-node, is found as Node finds packages: NODE_PATH, or a node_modules folder above this file.
'use strict';

const fs = require('fs');
const ort = require('onnxruntime-node');
const {Unsupported, Refused, plans} = require('./calls.js');
const {version} = require('onnxruntime-node/package.json');
const {FLOAT, UINT8, INT8, INT32, INT64} = require('./onnx_model.js');

const CHANNEL = 3;
const WORDS = {[FLOAT]: 'float32', [UINT8]: 'uint8', [INT8]: 'int8', [INT32]: 'int32', [INT64]: 'int64'};

function send(header, body = Buffer.alloc(0)) {
  const text = Buffer.from(JSON.stringify(header));
  const prefix = Buffer.alloc(8);
  prefix.writeUInt32LE(text.length, 0);
  prefix.writeUInt32LE(body.length, 4);
  const frame = Buffer.concat([prefix, text, body]);
  for (let at = 0; at < frame.length;) at += fs.writeSync(CHANNEL, frame, at);
}

function read(length) {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length;) {
    const got = fs.readSync(CHANNEL, bytes, at, length - at, null);
    if (got === 0) process.exit(0);
    at += got;
  }
  return bytes;
}

function receive() {
  const prefix = read(8);
  const header = JSON.parse(read(prefix.readUInt32LE(0)).toString());
  return [header, read(prefix.readUInt32LE(4))];
}

async function compute(plan) {
  const session = await ort.InferenceSession.create(plan.model, {intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 4});
  const feeds = {};
  for (const [name, {type, dims, data}] of Object.entries(plan.values)) feeds[name] = new ort.Tensor(WORDS[type], data, dims);
  const {data} = (await session.run(feeds)).out;
  await session.release();
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}

async function answer(message, body, target) {
  const finished = {type: 'finished', kind: 'completed', code: 0, message: '', outputs: []};
  try {
    const make = plans[message.op];
    if (make === undefined) throw new Unsupported('another operator');
    const plan = make(message.arguments, body, target);
    const data = await compute(plan);
    finished.outputs = [{name: plan.name, alias: '', dtype: plan.dtype, shape: plan.dims, at: [0, data.length]}];
    send(finished, data);
  } catch (error) {
    const kind = error instanceof Unsupported ? 'unsupported' : error instanceof Refused ? 'refused' : 'failed';
    send({...finished, kind, message: error.message.slice(0, 400)});
  }
}

async function serve() {
  send({type: 'hello', protocol: 1, name: 'ONNX Runtime', version, tensors: 'inline', note: ''});
  let target = {};
  for (;;) {
    const [message, body] = receive();
    if (message.type === 'bye') return;
    if (message.type === 'open') {
      target = message;
      send({type: 'opened', trouble: ''});
    } else {
      await answer(message, body, target);
      if (body.length > 65536) global.gc?.();  // what is not collected would be taken for a leak
    }
  }
}

serve().then(() => process.exit(0));
