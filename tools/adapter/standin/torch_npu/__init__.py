# SPDX-License-Identifier: Apache-2.0
"""A stand-in for torch_npu that computes every call with `npu-cts eval`, and refuses what that refuses.

NPU_CTS_STANDIN_EVAL is the npu-cts to ask, NPU_CTS_STANDIN_TARGET the device: product/release/mode. NPU_CTS_STANDIN_FAULT
makes it misbehave: 'off-by-one' adds one to the first byte of each result, 'exit' ends the process in a call, 'input'
writes to the first argument, 'late' raises only when the device is waited for, 'hang' never ends a call but the first.
NPU_CTS_STANDIN_KEPT is a folder of answers that tests keep, for asking takes long; without it each call is asked anew.
"""

import ast
import hashlib
import os
import shutil
import subprocess
import tempfile
import time

import torch

__version__ = "stand-in"
FORMATS = {0: "NCHW", 2: "ND", 29: "FRACTAL_NZ"}
WORDS = {"i": "int", "u": "uint", "f": "float"}
FAULT = os.environ.get("NPU_CTS_STANDIN_FAULT", "")
for name in ("NPU_CTS_STANDIN_EVAL", "NPU_CTS_STANDIN_TARGET"):
    if not os.environ.get(name):
        raise ImportError("the stand-in for torch_npu does not know whom to ask: set " + name)
called = []


class npu:
    late = []

    @staticmethod
    def synchronize():
        if npu.late:
            raise RuntimeError(npu.late.pop())


def npu_format_cast(tensor, number):
    copy = torch.from_bytes(tensor.values(), tensor.dtype, tensor.shape)
    if number == 0:  # NCHW keeps its strides
        copy = torch.Tensor(tensor.memory, tensor.dtype, tensor.shape, tensor.strides, tensor.offset)
    copy.format = FORMATS[number]
    return copy


def layout_of(tensor):
    shape = list(tensor.shape)
    if tensor.strides == torch.strides_of(shape):
        return "contiguous"
    if len(shape) >= 2:
        turned = torch.strides_of(shape[:-2] + [shape[-1], shape[-2]])
        if tensor.strides == turned[:-2] + [turned[-1], turned[-2]]:
            return "transposed"
    return "strided"


def npy_code(dtype):
    bits = dtype.name == "bfloat16"
    return "%s%s%d" % ("|" if dtype.itemsize == 1 else "<", "u" if bits else dtype.name[0], dtype.itemsize)


def text_of(value, name, folder):
    if value is None:
        return "none"
    if isinstance(value, torch.Tensor):
        values = value.values()
        header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (npy_code(value.dtype), repr(tuple(value.shape)))
        header += " " * (63 - (10 + len(header)) % 64) + "\n"
        with open(os.path.join(folder, name), "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + values)
        return "{dtype: %s, shape: %s, layout: %s, format: %s, data: %s}" % (
            value.dtype.name, list(value.shape), layout_of(value), value.format, name)
    if isinstance(value, torch.dtype):
        return value.name
    return str(value).lower() if value is True or value is False else str(value)


def read_result(path):
    with open(path, "rb") as file:
        data = file.read()
    length = int.from_bytes(data[8:10], "little")
    header = ast.literal_eval(data[10:10 + length].decode())
    letter, size = header["descr"][1], int(header["descr"][2:])
    name = "bfloat16" if header["descr"] == "<u2" else "bool" if letter == "b" else WORDS[letter] + str(8 * size)
    values = bytearray(data[10 + length:])
    if FAULT == "off-by-one" and values:
        values[0] = (values[0] + 1) % 256
    return torch.from_bytes(bytes(values), getattr(torch, name), header["shape"])


def evaluate(op, **groups):
    """The result of a call, or the error that refuses it."""
    product, release, mode = os.environ["NPU_CTS_STANDIN_TARGET"].split("/")
    with tempfile.TemporaryDirectory() as folder:
        text = 'call: %s\nproduct: %s\nrelease: "%s"\nmode: %s\n' % (op, product, release, mode)
        for group, values in groups.items():
            text += "%s:%s\n" % (group, "" if values else " {}")
            for name, value in values.items():
                text += "  %s: %s\n" % (name, text_of(value, group + "." + name + ".npy", folder))
        with open(os.path.join(folder, "call.yaml"), "w") as file:
            file.write(text)
        answer = answer_of(folder)
        if answer.endswith(".npy"):
            return read_result(answer)
        with open(answer) as file:
            code, said = file.read().split(" ", 1)
    raise (RuntimeError if code == "1" else TypeError)(said)


def answer_of(folder):
    """The file of the answer to the call in the folder: its output, or the exit code and what refuses it."""
    digest = hashlib.sha256()
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            digest.update(name.encode() + file.read())
    kept = os.path.join(os.environ.get("NPU_CTS_STANDIN_KEPT") or folder, digest.hexdigest())
    for answer in (kept + ".npy", kept + ".txt"):
        if os.path.exists(answer):
            return answer
    done = subprocess.run([os.environ["NPU_CTS_STANDIN_EVAL"], "eval", os.path.join(folder, "call.yaml"), "--out", folder],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if done.returncode == 0:
        return shutil.move(os.path.join(folder, "out.npy"), kept + ".npy")
    said = os.path.join(folder, "said.txt")
    with open(said, "w") as file:
        file.write("%d %s" % (done.returncode, done.stderr.decode().splitlines()[0].split("error: ")[-1]))
    return said if done.returncode < 0 else shutil.move(said, kept + ".txt")  # what a signal ended may end well the next time


def named(names, inputs, words):
    given = dict(zip(names, inputs))
    if len(inputs) > len(names) or set(given) & set(words):
        raise TypeError("too many arguments")
    return dict(given, **words)


def misbehave(first):
    called.append(first)
    if FAULT == "hang" and len(called) > 1:
        time.sleep(600)
    if FAULT == "exit":
        os._exit(3)
    if FAULT == "input" and first.shape:
        first.write(bytes(255 - byte for byte in first.values()))
    if FAULT == "late":
        npu.late.append("the device is lost, error code is 507899")


def npu_trans_quant_param(*inputs, **words):
    result = evaluate("npu_trans_quant_param", arguments=named(["scale", "offset"], inputs, words))
    misbehave(inputs[0])
    return result


def npu_quant_matmul(*inputs, **words):
    result = evaluate("npu_quant_matmul", arguments=named(["x1", "x2", "scale"], inputs, words))
    misbehave(inputs[0])
    return result


def npu_quant_scatter_(*inputs, **words):
    given = named(["input", "indices", "updates", "quant_scales", "quant_zero_points"], inputs, words)
    result = evaluate("npu_quant_scatter_", arguments=given)
    given["input"].write(result.values())
    misbehave(given["indices"])
    return given["input"]
