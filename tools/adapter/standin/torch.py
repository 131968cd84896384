# SPDX-License-Identifier: Apache-2.0
"""A stand-in for torch that holds tensors and computes nothing: just what npu_cts_torch.py asks of torch, as torch has it."""

import ctypes
import re

__version__ = "stand-in"


class dtype:
    def __init__(self, name, size):
        self.name, self.itemsize = name, size

    def __repr__(self):
        return "torch." + self.name


def __getattr__(name):
    """torch.int8 and the like: what a dtype is stands in its name."""
    named = re.fullmatch(r"bool|(?:u?int|b?float)(8|16|32|64)(?:_\w+)?", name)
    if not named:
        raise AttributeError(name)
    globals()[name] = dtype(name, int(named.group(1) or 8) // 8)
    return globals()[name]



def strides_of(shape):
    strides = [1] * len(shape)
    for axis in reversed(range(len(shape) - 1)):
        strides[axis] = strides[axis + 1] * shape[axis + 1]
    return strides


def places(shape, strides, offset):
    """The place of each element, row-major."""
    found = [offset]
    for size, stride in zip(shape, strides):
        found = [place + i * stride for place in found for i in range(size)]
    return found


class Tensor:
    def __init__(self, memory, kind, shape, strides, offset=0, format="ND"):
        self.memory, self.dtype, self.shape, self.strides = memory, kind, tuple(shape), list(strides)
        self.offset, self.format = offset, format

    @property
    def data(self):
        return self

    @data.setter
    def data(self, other):
        self.__dict__.update(other.__dict__)

    def data_ptr(self):
        return ctypes.addressof(self.memory) + self.offset * self.dtype.itemsize

    def to(self, device):
        if device != "npu":
            raise RuntimeError("no such device: " + device)
        return self

    def cpu(self):
        return self

    def stride(self):
        return tuple(self.strides)

    def as_strided(self, shape, strides, offset):
        return Tensor(self.memory, self.dtype, shape, strides, offset)

    def transpose(self, one, other):
        shape, strides = list(self.shape), list(self.strides)
        shape[one], shape[other] = shape[other], shape[one]
        strides[one], strides[other] = strides[other], strides[one]
        return Tensor(self.memory, self.dtype, shape, strides, self.offset, self.format)

    def reshape(self, shape):
        return Tensor(self.memory, self.dtype, shape, strides_of(shape), self.offset)

    def contiguous(self):
        return from_bytes(self.values(), self.dtype, self.shape)

    def values(self):
        size, raw = self.dtype.itemsize, ctypes.string_at(ctypes.addressof(self.memory), len(self.memory))
        return b"".join(raw[p * size:(p + 1) * size] for p in places(self.shape, self.strides, self.offset))

    def write(self, values):
        size = self.dtype.itemsize
        for i, place in enumerate(places(self.shape, self.strides, self.offset)):
            ctypes.memmove(ctypes.addressof(self.memory) + place * size, values[i * size:(i + 1) * size], size)


def from_bytes(values, kind, shape):
    tensor = Tensor(ctypes.create_string_buffer(len(values) + 1), kind, shape, strides_of(shape))
    ctypes.memmove(tensor.memory, values, len(values))
    return tensor


def empty(count, dtype):
    return from_bytes(b"\x5a" * (count * dtype.itemsize), dtype, (count,))


class nn:
    class Module:
        def __call__(self, *inputs, **words):
            return self.forward(*inputs, **words)


def compile(model, backend, dynamic, fullgraph):
    if backend != "npu graphs":
        raise RuntimeError("an unknown backend")
    return model
