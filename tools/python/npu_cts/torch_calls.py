# SPDX-License-Identifier: Apache-2.0
"""Calls of torch and of what stands for torch_npu."""

import ctypes
import importlib
import re

from .checks import FORMATS
from .dtypes import count_of, is_dtype, size_of
from .errors import Bad
from .memory import from_blocks, is_turned, stored_shape

REFUSALS = {161001, 161002, 561001, 561002}  # the vendor's codes before a launch
NOT_SUPPORTED = {561003, 561112, 207000}
TIMEOUTS = {507014, 507046}
IS_DYNAMIC = {"graph_static": False, "graph_dynamic": True}  # of a graph: is it made for calls of all sizes

class Torch:
    """torch and what stands for torch_npu: bytes to tensors on the device, and back."""

    def __init__(self, module):
        self.torch = importlib.import_module("torch")
        self.npu = importlib.import_module(module)
        self.module = module
        self.device = getattr(self.npu, "npu_cts_device", "npu")

    def version(self):
        return "torch %s, %s %s" % (getattr(self.torch, "__version__", "?"), self.module, getattr(self.npu, "__version__", "?"))

    def dtype(self, name):
        found = getattr(self.torch, name, None)
        if found is None:
            raise NotImplementedError("this torch has no dtype %s" % name)
        return found

    def flat(self, data, name):
        """A tensor of one axis on the device that holds these bytes."""
        tensor = self.torch.empty(len(data) // size_of(name), dtype=self.dtype(name))
        if data:
            ctypes.memmove(tensor.data_ptr(), data, len(data))
        return tensor.to(self.device)

    def make(self, tensor, storage):
        """The tensor that is described, on the device; and the flat one that it is a view of, where it is one."""
        if tensor["format"] == "FRACTAL_NZ":
            shape = stored_shape(tensor)
            flat = self.flat(from_blocks(storage, tensor), tensor["dtype"])
            made = self.npu.npu_format_cast(flat.reshape(shape), FORMATS["FRACTAL_NZ"])
            return (made.transpose(-1, -2) if is_turned(tensor) else made), None
        flat = self.flat(storage, tensor["dtype"])
        made = flat.as_strided(tensor["shape"], tensor["strides"], tensor["offset"])
        number = FORMATS[tensor["format"]]
        return (made if number is None else self.npu.npu_format_cast(made, number)), (flat if number is None else None)

    def bytes_of(self, tensor):
        """The tensor's values, row-major."""
        host = tensor.cpu().contiguous()
        count = count_of(list(host.shape))
        size = size_of(self.name_of(tensor))
        return ctypes.string_at(host.data_ptr(), count * size) if count else b""

    def name_of(self, tensor):
        name = str(tensor.dtype).split(".")[-1]
        if not is_dtype(name):
            raise Bad("a result of dtype %s" % name)
        return name

    def is_tensor(self, value):
        return isinstance(value, self.torch.Tensor)

    def wait(self):
        npu = getattr(self.npu, "npu", None)
        if npu is not None and hasattr(npu, "synchronize"):
            npu.synchronize()


def code_in(text):
    """The vendor's six-digit status that an error's text tells, or 0."""
    found = re.search(r"(?:error ?code|ret(?:urn)?(?: code)?|status)\D{0,12}(\d{6})\b", text, re.IGNORECASE)
    return int(found.group(1)) if found else 0


def meaning_of(error, launched):
    """The outcome that an exception of a call stands for."""
    text = str(error)[:4000]
    code = code_in(text)
    if code in TIMEOUTS:
        kind = "timed_out"
    elif launched or "out of memory" in text.lower():
        kind = "failed"
    elif isinstance(error, NotImplementedError) or code in NOT_SUPPORTED:
        kind = "unsupported"
    else:
        kind = "refused" if code in REFUSALS or not 100000 <= code <= 599999 else "failed"
    return {"kind": kind, "code": code if kind in ("refused", "unsupported") else 0,
            "message": "%s: %s" % (type(error).__name__, text)}


SAID_NO = (RuntimeError, TypeError, ValueError, IndexError, AttributeError, AssertionError)


class Caller:
    """Makes calls as the signature of a release has them."""

    def __init__(self, torch, signatures):
        self.torch = torch
        self.signatures = signatures
        self.target = None

    def call(self, op, arguments):
        """How the call ended, and its outputs as (description, bytes)."""
        signature = self.signatures.get((op,) + self.target)
        if signature is None:
            return {"kind": "failed", "code": 0, "message": "no signature of %s on %s" % (op, "/".join(self.target))}, []
        unknown = sorted(set(arguments) - {one["key"] for one in signature["parameters"]})
        if unknown:
            return {"kind": "failed", "code": 0, "message": "the signature of %s has no '%s'" % (op, unknown[0])}, []
        try:
            made = {key: self.make(value) for key, value in arguments.items()}
        except SAID_NO as error:
            return {"kind": "unsupported", "code": 0, "message": "cannot make the arguments: %s" % error}, []
        try:
            given = self.invoke(signature, {key: one[0] for key, one in made.items()})
        except SAID_NO as error:
            return meaning_of(error, launched=False), []
        try:
            self.torch.wait()
            return self.collect(signature, arguments, made, given)
        except SAID_NO as error:
            return meaning_of(error, launched=True), []

    def make(self, value):
        """(what the function is given, the flat tensor behind it, its bytes before)"""
        if isinstance(value, tuple):
            made, flat = self.torch.make(*value)
            return made, flat, value[1] if flat is not None else self.torch.bytes_of(made)
        if isinstance(value, dict):
            return self.torch.dtype(value["dtype"]), None, None
        return value, None, None

    def invoke(self, signature, values):
        where = signature["import"]
        if where == "torch_npu" or where.startswith("torch_npu."):
            where = self.torch.module + where[len("torch_npu"):]
        try:
            thing = getattr(importlib.import_module(where), signature["call"], None)
        except ImportError as error:
            raise NotImplementedError("cannot import %s: %s" % (where, error)) from None
        if thing is None:
            raise NotImplementedError("%s has no %s" % (where, signature["call"]))
        groups = {"constructor": {}, "variables": {}, "arguments": {}}
        for one in signature["parameters"]:
            if one["key"] in values:
                groups[one["group"]][one["name"]] = values[one["key"]]
        inputs, words = self.positions(signature, values, groups["arguments"])
        if signature["form"] == "module":
            thing = thing(**groups["constructor"])
            for name, value in groups["variables"].items():
                self.assign(thing, name, value)
            return self.compiled(thing)(*inputs, **words)
        if self.target[2] == "eager":
            return thing(*inputs, **words)
        return self.compiled(self.wrapped(thing, words))(*inputs)

    @staticmethod
    def positions(signature, values, words):
        """Required tensors stand first and by position: their names differ between pages and programs, their places not."""
        words, inputs = dict(words), []
        for one in signature["parameters"]:
            if one["group"] != "arguments":
                continue
            if one["kind"] != "tensor" or one["optional"] or one["keyword_only"] or one["key"] not in values:
                break
            inputs.append(words.pop(one["name"]))
        return inputs, words

    def assign(self, module, name, value):
        variable = getattr(module, name, None)
        if variable is not None and self.torch.is_tensor(value):
            variable.data = value
        elif variable is not None or value is not None:
            setattr(module, name, value)

    def wrapped(self, function, words):
        class Model(self.torch.torch.nn.Module):
            def forward(self, *inputs):
                return function(*inputs, **words)

        return Model()

    def compiled(self, model):
        mode = self.target[2]
        if mode == "eager":
            return model
        if mode not in IS_DYNAMIC:
            raise NotImplementedError("mode '%s'" % mode)
        try:
            torchair = importlib.import_module("torchair")
        except ImportError:
            raise NotImplementedError("graph mode needs torchair") from None
        dynamo = getattr(self.torch.torch, "_dynamo", None)
        if dynamo is not None:
            dynamo.reset()  # after a few graphs of one function it would fall back to eager in silence
        backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
        return self.torch.torch.compile(model, backend=backend, dynamic=IS_DYNAMIC[mode], fullgraph=True)

    def collect(self, signature, arguments, made, given):
        given = list(given) if isinstance(given, (tuple, list)) else [given]
        if len(given) != len(signature["outputs"]) or not all(self.torch.is_tensor(one) for one in given):
            return {"kind": "failed", "code": 0, "message": "it gave %d results, some no tensors" % len(given)}, []
        may_change = {one["alias"] for one in signature["outputs"] if one["alias"]}
        after = {}
        for key, (tensor, flat, before) in made.items():
            if before is None:
                continue
            after[key] = self.torch.bytes_of(tensor if flat is None else flat)
            if after[key] != before and key not in may_change:
                return {"kind": "failed", "code": 0, "message": "input modified: argument '%s'" % key}, []
        outputs = []
        for one, tensor in zip(signature["outputs"], given):
            alias = one["alias"] if one["alias"] in made else ""
            if alias and made[alias][1] is not None and tensor.data_ptr() == made[alias][0].data_ptr():
                data = after[alias]
            else:
                alias, data = "", self.torch.bytes_of(tensor)
            outputs.append(({"name": one["name"], "alias": alias, "dtype": self.torch.name_of(tensor),
                             "shape": list(tensor.shape)}, data))
        return {"kind": "completed", "code": 0, "message": ""}, outputs
