# SPDX-License-Identifier: Apache-2.0
"""Functions of numpy as an implementation: `npu-cts run --driver python:FILE` runs what FILE marks with `@backend.op(NAME)`.

A function gets its arguments by the keys of the spec: tensors as arrays, dtypes by their names, the rest as it is. It returns
an array, or a dict of arrays by the names of the outputs. An argument that it has written in place is returned itself.

ValueError, TypeError, IndexError and AssertionError refuse a call. NotImplementedError says that it is not supported. Any
other error is a failure. bfloat16 comes as float32, which holds it exactly, and goes as `bfloat16(values)`.
"""

import traceback
from types import SimpleNamespace

import numpy

from .dtypes import count_of, is_dtype, size_of
from .memory import from_blocks, is_turned, stored_shape

REFUSALS = (ValueError, TypeError, IndexError, AssertionError)
FUNCTIONS = {}

#: The call that runs: op, product, release, mode, and the dtype and the format of each tensor by its key.
call = SimpleNamespace(op="", product="", release="", mode="", dtypes={}, formats={})


def op(name):
    """Marks the function that implements an operator."""

    def mark(function):
        FUNCTIONS[name] = function
        return function

    return mark


class Refused(Exception):
    """The function refused its call; the cause says why."""


class BFloat16:
    """An output of bfloat16: the bits, rounded to nearest even."""

    def __init__(self, values):
        words = numpy.array(values, dtype=numpy.float32, order="C").view(numpy.uint32)
        rounded = (words + 0x7FFF + (words >> 16 & 1)) >> 16
        self.bits = numpy.where(numpy.isnan(values), words >> 16 | 0x40, rounded).astype(numpy.uint16)


def bfloat16(values):
    """An output of bfloat16 with these values."""
    return BFloat16(values)


def array_of(tensor, storage):
    """The array that a tensor describes: a view of its storage, or a copy that cannot be written."""
    dtype, words = tensor["dtype"], "uint16" if tensor["dtype"] == "bfloat16" else tensor["dtype"]
    if not hasattr(numpy, words if words != "bool" else "bool_"):
        raise NotImplementedError("numpy has no %s" % dtype)
    if tensor["format"] == "FRACTAL_NZ":
        array = numpy.frombuffer(from_blocks(bytes(storage), tensor), words).reshape(stored_shape(tensor))
        array = array.swapaxes(-1, -2) if is_turned(tensor) else array
    else:
        flat = numpy.frombuffer(storage, words)[tensor["offset"]:]
        strides = [stride * size_of(dtype) for stride in tensor["strides"]]
        is_empty = count_of(tensor["shape"]) == 0
        array = numpy.empty(tensor["shape"], words) if is_empty else numpy.lib.stride_tricks.as_strided(flat, tensor["shape"], strides)
    if dtype == "bfloat16":
        shifted = numpy.left_shift(array, 16, dtype=numpy.uint32)
        array = numpy.asarray(shifted).view(numpy.float32)  # a tensor without axes becomes a number on the way
        array.flags.writeable = False
    return array


def is_same(one, other):
    """Whether both are one piece of memory, seen alike."""
    return one is other or (one.size > 0 and one.dtype == other.dtype and one.shape == other.shape and one.strides == other.strides
                            and one.ctypes.data == other.ctypes.data)


class Functions:
    """Makes the calls of the protocol."""

    target = None

    def call(self, name, arguments):
        """How the call ended, and its outputs as (description, bytes)."""
        if name not in FUNCTIONS:
            return ended("unsupported", "no function is marked with @backend.op(\"%s\")" % name), []
        try:
            return self.made(name, arguments)
        except NotImplementedError as error:
            return ended("unsupported", error), []
        except Exception as error:  # noqa: BLE001: whatever a function raises is how its call ended
            kind, said = "refused" if isinstance(error, Refused) else "failed", error.__cause__ or error
        traceback.print_exception(type(said), said, said.__traceback__)
        return ended(kind, "%s: %s" % (type(said).__name__, said)), []

    def made(self, name, arguments):
        storages = {key: bytearray(value[1]) for key, value in arguments.items() if isinstance(value, tuple)}
        given = {key: array_of(value[0], storages[key]) if key in storages else plain(value) for key, value in arguments.items()}
        vars(call).update(op=name, product=self.target[0], release=self.target[1], mode=self.target[2],
                          dtypes={key: arguments[key][0]["dtype"] for key in storages},
                          formats={key: arguments[key][0]["format"] for key in storages})
        try:
            results = FUNCTIONS[name](**given)
        except REFUSALS as error:  # of the function alone: what goes wrong around it is no refusal
            raise Refused from error
        outputs, aliases = [], set()
        for output, result in (results if isinstance(results, dict) else {"out": results}).items():
            outputs.append(output_of(output, result, {key: given[key] for key in storages}, storages))
            aliases.add(outputs[-1][0]["alias"])
        for key, storage in storages.items():
            if key not in aliases and storage != arguments[key][1]:
                return ended("failed", "input modified: argument '%s'" % key), []
        return ended("completed", ""), outputs


def ended(kind, said):
    return {"kind": kind, "code": 0, "message": str(said)[:4000]}


def plain(value):
    """An argument that is no tensor; a dtype by its name."""
    return value["dtype"] if isinstance(value, dict) else value


def output_of(name, result, arrays, storages):
    """The description and the bytes of an output."""
    if isinstance(result, BFloat16):
        return {"name": name, "alias": "", "dtype": "bfloat16", "shape": list(result.bits.shape)}, result.bits.tobytes()
    if isinstance(result, (tuple, list)):
        raise RuntimeError("a function with several results returns a dict of them by the names of the outputs, not a %s" % type(result).__name__)
    if not isinstance(result, numpy.ndarray) or not is_dtype(str(result.dtype)):
        got = "an array of %s" % result.dtype if isinstance(result, numpy.ndarray) else "a " + type(result).__name__
        raise RuntimeError("output '%s' is %s, not an array of a dtype of the spec" % (name, got))
    alias = next((key for key, array in arrays.items() if array.flags.writeable and is_same(array, result)), "")
    data = bytes(storages[alias]) if alias else result.tobytes()
    return {"name": name, "alias": alias, "dtype": str(result.dtype), "shape": list(result.shape)}, data
