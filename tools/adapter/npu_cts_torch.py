#!/usr/bin/env python3
"""Runs npu-cts cases on torch_npu. One file, Python >= 3.8, the standard library and torch alone (numpy is not needed).

  npu-cts run QUERY --driver 'exec:python3 npu_cts_torch.py'    here: npu-cts starts this file and talks to it
  python3 npu_cts_torch.py BUNDLE RESULTS                       elsewhere: runs what 'npu-cts export' wrote

What a call is called, its parameters and their order come from the spec: from 'npu-cts export --signatures', or from the
bundle. Nothing about an operator is written here. A RuntimeError, TypeError or ValueError of the call is a refusal; one
that comes when the device is waited for is a failure, as the call was accepted. See README.md beside this file.
"""

import argparse
import ctypes
import importlib
import itertools
import json
import os
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time

PROTOCOL = 1
CHANNEL = 3
MOST_HEADER = 1 << 20
MOST_BODY = 1 << 28
MOST_RANK = 16
MOST_TOLD = 20
RESULTS = "results.json"
BUNDLE = 1  # the version of manifests that is read here
DTYPE = re.compile(r"(bool)|(u?int|b?float)(8|16|32|64)(_\w+)?")  # a name says all that is asked of a dtype here
NUMPY_FLOATS = ("float16", "float32", "float64")
WORDS = {1: "B", 2: "H", 4: "I", 8: "Q"}  # what elements are moved as
LAYOUTS = ("contiguous", "strided", "transposed")
FORMATS = {"ND": None, "NCHW": 0, "FRACTAL_NZ": 29}  # torch_npu's numbers; ND is what a tensor has of itself
MODES = ("eager", "graph_static", "graph_dynamic")
OUTCOMES = ("completed", "refused", "unsupported", "failed", "crashed", "timed_out")
BLOCK_ROWS, BLOCK_BYTES = 16, 32  # of FRACTAL_NZ
REFUSALS = {161001, 161002, 561001, 561002}  # the vendor's codes before a launch
NOT_SUPPORTED = {561003, 561112, 207000}
TIMEOUTS = {507014, 507046}


class Bad(Exception):
    """Something that was read is not what it must be: what, the place, why it must be otherwise, and how to fix it."""

    code = 3  # of this program, as npu-cts has it for what it is given

    def __init__(self, what, at="", why="", hint=""):
        super().__init__(what)
        self.what, self.at, self.why, self.hint = what, at, why, hint

    def with_defaults(self, at, why, hint):
        return Bad(self.what, self.at or at, self.why or why, self.hint or hint)

    def told(self):
        """The lines for a person; what cannot be printed is escaped."""
        lines = "%s: error: %s" % (self.at or "npu_cts_torch.py", self.what)
        for word, text in (("why", self.why), ("hint", self.hint)):
            lines += "\n  %s: %s" % (word, text) if text else ""
        return "".join(one if one.isprintable() or one == "\n" else "\\x%02x" % ord(one) for one in lines)


class NotStarted(Bad):
    """No call could be made: the worker did not start."""

    code = 4  # as npu-cts has it for a driver


class Wrong(Exception):
    """Everything that is wrong with a bundle, as a list of Bad."""

    code = Bad.code

    def __init__(self, errors):
        super().__init__("%d errors" % len(errors))
        self.errors = errors

    def told(self):
        more = len(self.errors) - MOST_TOLD
        return "\n".join([one.told() for one in self.errors[:MOST_TOLD]] + (["and %d more" % more] if more > 0 else []))


def need(holds, what, **more):
    if not holds:
        raise Bad(what, **more)


# ---------------------------------------------------------------------------------------------- what was read, checked


def load_json(text, what):
    """The JSON object in text; every key once."""

    def once(pairs):
        keys = [key for key, _ in pairs]
        need(len(keys) == len(set(keys)), "%s: a key stands twice in one object" % what)
        return dict(pairs)

    try:
        value = json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise Bad("%s is no JSON: %s" % (what, error)) from None
    need(isinstance(value, dict), "%s is no JSON object" % what)
    return value


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63


def check_fields(value, fields, what):
    """Exactly these fields, each of its type."""
    need(isinstance(value, dict), "%s is no object" % what)
    for name, kind in fields.items():
        need(name in value, "%s: '%s' is missing" % (what, name))
        holds = is_integer(value[name]) if kind is int else isinstance(value[name], kind)
        need(holds, "%s: '%s' is of a wrong type" % (what, name))
    for name in value:
        need(name in fields, "%s: '%s' is unknown" % (what, name))


def check_integers(values, most, what):
    need(isinstance(values, list) and len(values) <= most and all(is_integer(one) for one in values),
         "%s is no list of at most %d integers" % (what, most))


def count_of(shape):
    count = 1
    for size in shape:
        count *= size
    return count


def is_dtype(name):
    return isinstance(name, str) and DTYPE.fullmatch(name) is not None


def size_of(dtype):
    """The bytes of an element."""
    return int(DTYPE.fullmatch(dtype).group(3) or 8) // 8


def npy_code(dtype):
    """numpy's name of the words that a dtype travels in; a float that numpy does not have travels as its bits."""
    size = size_of(dtype)
    letter = "f" if dtype in NUMPY_FLOATS else "u" if "float" in dtype else dtype[0]
    return "%s%s%d" % ("|" if size == 1 else "<", letter, size)


def check_shape(shape, what):
    check_integers(shape, MOST_RANK, what)
    need(all(size >= 0 for size in shape) and count_of(shape) <= 1 << 40, "%s is %s" % (what, shape))


def check_tensor(value, storage_bytes, what):
    """A tensor's description; every element must lie within storage_bytes bytes."""
    need(is_dtype(value["dtype"]), "%s: unknown dtype '%s'" % (what, value["dtype"]))
    need(value["layout"] in LAYOUTS, "%s: unknown layout '%s'" % (what, value["layout"]))
    need(value["format"] in FORMATS, "%s: unknown format '%s'" % (what, value["format"]))
    check_shape(value["shape"], what + ": 'shape'")
    check_integers(value["strides"], MOST_RANK, what + ": 'strides'")
    size = size_of(value["dtype"])
    need(storage_bytes % size == 0, "%s: half an element" % what)
    if value["format"] == "FRACTAL_NZ":
        matrices, down, right, per_block = blocks_of(value)
        places = matrices * down * right * BLOCK_ROWS * per_block
        need(count_of(value["shape"]) == 0 or places * size == storage_bytes, "%s: storage of another size" % what)
        return
    need(len(value["strides"]) == len(value["shape"]), "%s: not one stride an axis" % what)
    need(value["offset"] >= 0 and all(stride >= 0 for stride in value["strides"]), "%s: a place before the start" % what)
    if count_of(value["shape"]) > 0:
        last = value["offset"] + sum((n - 1) * s for n, s in zip(value["shape"], value["strides"]))
        need(last < storage_bytes // size, "%s: an element beyond the storage" % what)


INLINE = {"dtype": str, "shape": list, "layout": str, "format": str, "strides": list, "offset": int, "at": list}
BUNDLED = {"dtype": str, "shape": list, "layout": str, "format": str, "strides": list, "offset": int, "storage": int, "file": str}


def check_argument(value, what):
    """Any argument that is no tensor. Returns whether it is one."""
    if isinstance(value, dict):
        if set(value) == {"dtype"}:
            need(is_dtype(value["dtype"]), "%s: unknown dtype" % what)
            return False
        return True
    if isinstance(value, list):
        check_integers(value, 1 << 16, what)
    else:
        need(value is None or isinstance(value, (bool, str)) or is_integer(value), "%s is no value" % what)
    return False


# ------------------------------------------------------------------------------------------- how elements lie in memory


def moved(data, size):
    return memoryview(data).cast("B").cast(WORDS[size])


def swap_last_two(data, shape, size):
    """The bytes of an array of this shape with its last two axes swapped."""
    rows, columns = shape[-2:]
    view = moved(data, size)
    parts = []
    for matrix in range(count_of(shape[:-2])):
        start = matrix * rows * columns
        parts += [view[start + c:start + rows * columns:columns].tobytes() for c in range(columns)]
    return b"".join(parts)


def strided_rows(tensor):
    """Where each row of the last axis begins, with its place in row-major order."""
    shape, strides = tensor["shape"], tensor["strides"]
    for row, index in enumerate(itertools.product(*(range(n) for n in shape[:-1]))):
        yield row, tensor["offset"] + sum(i * s for i, s in zip(index, strides))


def to_strided(values, tensor, places):
    """A storage of so many places whose view by strides has these values; A5 between them."""
    size = size_of(tensor["dtype"])
    storage = bytearray(b"\xa5" * (places * size))
    if not values:
        return bytes(storage)
    source, target = moved(values, size), moved(storage, size)
    length = tensor["shape"][-1] if tensor["shape"] else 1
    step = tensor["strides"][-1] if tensor["shape"] else 1
    for row, start in strided_rows(tensor):
        if step == 0:
            target[start] = source[row * length]
        else:
            target[start:start + (length - 1) * step + 1:step] = source[row * length:(row + 1) * length]
    return bytes(storage)


def from_strided(storage, tensor):
    """The values that the view by strides has."""
    size = size_of(tensor["dtype"])
    if count_of(tensor["shape"]) == 0:
        return b""
    source = moved(storage, size)
    length = tensor["shape"][-1] if tensor["shape"] else 1
    step = tensor["strides"][-1] if tensor["shape"] else 1
    rows = []
    for _, start in strided_rows(tensor):
        rows.append(source[start:start + (length - 1) * step + 1:step].tobytes() if step else source[start:start + 1].tobytes() * length)
    return b"".join(rows)


def is_turned(tensor):
    return tensor["layout"] == "transposed" and len(tensor["shape"]) >= 2


def stored_shape(tensor):
    """The shape that lies in blocks: of a transposed view, the tensor it is a view of."""
    shape = list(tensor["shape"])
    if is_turned(tensor):
        shape[-1], shape[-2] = shape[-2], shape[-1]
    return shape


def blocks_of(tensor):
    shape = [1, 1] + stored_shape(tensor)
    per_block = BLOCK_BYTES // size_of(tensor["dtype"])
    return count_of(shape[:-2]), -(-shape[-2] // BLOCK_ROWS), -(-shape[-1] // per_block), per_block


def block_rows(tensor):
    """For each piece of a row that lies in one block: its place among the values, in the storage, its length; in bytes."""
    size = size_of(tensor["dtype"])
    matrices, down, right, per_block = blocks_of(tensor)
    rows, columns = ([1, 1] + stored_shape(tensor))[-2:]
    for matrix in range(matrices):
        for r in range(rows):
            for j in range(right):
                piece = min(per_block, columns - j * per_block)
                value = (matrix * rows + r) * columns + j * per_block
                block = (matrix * right + j) * down + r // BLOCK_ROWS
                yield value * size, (block * BLOCK_ROWS + r % BLOCK_ROWS) * BLOCK_BYTES, piece * size


def to_blocks(values, tensor):
    """The storage of FRACTAL_NZ of a tensor with these (logical) values; padding is zero."""
    if is_turned(tensor):
        values = swap_last_two(values, tensor["shape"], size_of(tensor["dtype"]))
    matrices, down, right, _ = blocks_of(tensor)
    storage = bytearray(matrices * down * right * BLOCK_ROWS * BLOCK_BYTES)
    for value, place, length in block_rows(tensor):
        storage[place:place + length] = values[value:value + length]
    return bytes(storage)


def from_blocks(storage, tensor):
    """The values of stored_shape(tensor) in row-major order."""
    return b"".join(storage[place:place + length] for _, place, length in block_rows(tensor))


# -------------------------------------------------------------------------------------------------------- the framework


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
        if self.target[2] == "eager":
            return model
        try:
            torchair = importlib.import_module("torchair")
        except ImportError:
            raise NotImplementedError("graph mode needs torchair") from None
        dynamo = getattr(self.torch.torch, "_dynamo", None)
        if dynamo is not None:
            dynamo.reset()  # after a few graphs of one function it would fall back to eager in silence
        backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
        return self.torch.torch.compile(model, backend=backend, dynamic=self.target[2] == "graph_dynamic", fullgraph=True)

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


def read_signatures(document):
    need(isinstance(document.get("signatures"), list), "there are no signatures")
    known = {}
    fields = {"call": str, "product": str, "release": str, "mode": str, "form": str, "import": str, "parameters": list, "outputs": list}
    parameter = {"key": str, "name": str, "group": str, "kind": str, "optional": bool, "keyword_only": bool, "in_place": bool}
    for one in document["signatures"]:
        check_fields(one, fields, "a signature")
        for inner in one["parameters"]:
            check_fields(inner, parameter, "a parameter of '%s'" % one["call"])
            need(inner["group"] in ("arguments", "constructor", "variables"), "an unknown group '%s'" % inner["group"])
        for inner in one["outputs"]:
            check_fields(inner, {"name": str, "alias": str}, "an output of '%s'" % one["call"])
        known[(one["call"], one["product"], one["release"], one["mode"])] = one
    return known


# ---------------------------------------------------------------------------------------------------------- the channel


def frame_of(header, body=b""):
    text = json.dumps(header, separators=(",", ":")).encode("ascii")
    return struct.pack("<II", len(text), len(body)) + text + body


class Channel:
    """Frames over a descriptor: two lengths, a JSON header, a body."""

    def __init__(self, descriptor):
        self.descriptor = descriptor

    def send(self, header, body=b""):
        view = memoryview(frame_of(header, body))
        while view:
            view = view[os.write(self.descriptor, view):]

    def read(self, count, deadline, at_start=False):
        parts, missing = [], count
        while missing:
            if deadline is not None and not select.select([self.descriptor], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError
            try:
                part = os.read(self.descriptor, min(missing, 1 << 20))
            except ConnectionResetError:
                part = b""
            if not part and at_start and missing == count:
                return None
            need(part, "the channel ended within a frame")
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)

    def receive(self, deadline=None):
        """(header, body); nothing at the end."""
        prefix = self.read(8, deadline, at_start=True)
        if prefix is None:
            return None
        header, body = struct.unpack("<II", prefix)
        need(0 < header <= MOST_HEADER and body <= MOST_BODY, "a frame of %d + %d bytes" % (header, body))
        try:
            text = self.read(header, deadline).decode("utf-8")
        except UnicodeDecodeError:
            raise Bad("a header that is no text") from None
        return load_json(text, "a header"), self.read(body, deadline)


def arguments_of(message, body):
    """The arguments of a 'run', each tensor with its bytes."""
    check_fields(message, {"type": str, "op": str, "arguments": dict}, "'run'")
    arguments = {}
    for key, value in message["arguments"].items():
        what = "argument '%s'" % key
        if not check_argument(value, what):
            arguments[key] = value
            continue
        check_fields(value, INLINE, what)
        check_integers(value["at"], 2, what + ": 'at'")
        need(len(value["at"]) == 2, "%s: 'at' is no place" % what)
        start, length = value["at"]
        need(0 <= start and 0 <= length and start + length <= len(body), "%s: 'at' is not within the body" % what)
        check_tensor(value, length, what)
        arguments[key] = (value, body[start:start + length])
    return arguments


def answer_to(caller, message, body):
    """The answer to one message, as (header, body); nothing after 'bye'."""
    kind = message.get("type")
    if kind == "bye":
        return None
    if kind == "open":
        check_fields(message, {"type": str, "product": str, "release": str, "mode": str}, "'open'")
        need(message["mode"] in MODES, "an unknown mode '%s'" % message["mode"])
        caller.target = (message["product"], message["release"], message["mode"])
        return {"type": "opened", "trouble": ""}, b""
    need(kind == "run", "no message is called '%s'" % kind)
    need(caller.target is not None, "'run' before 'open'")
    ended, outputs = caller.call(message["op"] if isinstance(message.get("op"), str) else "", arguments_of(message, body))
    placed, data = [], b""
    for description, values in outputs:
        placed.append(dict(description, at=[len(data), len(values)]))
        data += values
    return dict(ended, type="finished", outputs=placed), data


def serve(options):
    """The worker: answers calls on descriptor 3 until 'bye'."""
    channel = Channel(CHANNEL)
    if options.signatures:
        with open(options.signatures, encoding="utf-8") as file:
            known = read_signatures(load_json(file.read(), options.signatures))
    else:
        known = read_signatures(load_json(ask_signatures(options), "npu-cts export --signatures"))
    caller = Caller(Torch(options.module), known)
    channel.send({"type": "hello", "protocol": PROTOCOL, "name": options.module, "version": caller.torch.version(),
                  "tensors": "inline", "note": ""})
    while True:
        frame = channel.receive()
        answer = answer_to(caller, *frame) if frame else None
        if answer is None:
            return 0
        channel.send(*answer)


def ask_signatures(options):
    """What 'npu-cts export --signatures' prints; npu-cts is the one named, the one that started this, or the one installed."""
    beside = os.path.dirname(os.path.abspath(__file__))
    try:
        parent = os.path.dirname(os.path.realpath("/proc/%d/exe" % os.getppid()))
    except OSError:
        parent = beside
    places = [options.npu_cts, os.path.join(parent, "npu-cts"), os.path.join(beside, "..", "..", "..", "bin", "npu-cts"),
              shutil.which("npu-cts")]
    for program in places:
        if program and os.path.isfile(program):
            spec = ["--spec", options.spec] if options.spec else []
            done = subprocess.run([program, "export", "--signatures"] + spec, stdout=subprocess.PIPE)
            need(done.returncode == 0, "'npu-cts export --signatures' ended with %d" % done.returncode, at=program,
                 why="how a call is written in each release is read from the spec", hint="name the spec's folder with --spec")
            return done.stdout.decode("utf-8")
    raise Bad("there is no npu-cts to ask for the signatures", why="how a call is written in each release is read from the spec",
              hint="name the program with --npu-cts")


# ------------------------------------------------------------------------------------------------------------- a bundle


def path_within(folder, name):
    """The path of a file that must lie in a folder, links followed."""
    outside = "'%s' does not lie in %s" % (name, folder)
    try:
        home, path = os.path.realpath(folder), os.path.realpath(os.path.join(folder, name))
    except ValueError:  # no name that a file can have
        raise Bad(outside) from None
    need(name and not os.path.isabs(name) and ".." not in name.split("/") and path.startswith(home + os.sep), outside)
    return os.path.join(folder, name)


def open_file(path, what):
    """A regular file, open for reading."""
    try:
        need(os.path.exists(path), "%s: there is no such file" % what, at=path)
        need(os.path.isfile(path), "%s: this is no regular file" % what, at=path)
        return open(path, "rb")
    except OSError as error:
        raise Bad("%s: cannot read the file: %s" % (what, error.strerror), at=path) from None


def open_npy(path, dtype, shape, what):
    """A .npy file of this dtype and shape, whole, open where its values begin."""
    file = open_file(path, what)
    try:
        start = file.read(12)
        need(start[:6] == b"\x93NUMPY" and len(start) == 12 and start[6] in (1, 2, 3), "%s: this is no .npy file" % what, at=path)
        begin = 10 if start[6] == 1 else 12
        length = struct.unpack("<H", start[8:10])[0] if start[6] == 1 else struct.unpack("<I", start[8:12])[0]
        file.seek(begin)
        header = file.read(min(length, 1 << 16)).decode("latin-1")
        sizes = "(%s,)" % shape[0] if len(shape) == 1 else "(%s)" % ", ".join(map(str, shape))
        want = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (npy_code(dtype), sizes)
        need(header.strip() == want, "%s: the file holds another dtype or shape than %s %s" % (what, dtype, shape), at=path)
        there, wanted = os.fstat(file.fileno()).st_size - begin - length, count_of(shape) * size_of(dtype)
        need(there == wanted, "%s: the file is not whole: it holds %d bytes of values, and the shape asks for %d"
             % (what, there, wanted), at=path)
        return file
    except BaseException:
        file.close()
        raise


def write_npy(path, dtype, shape, values):
    sizes = "(%s,)" % shape[0] if len(shape) == 1 else "(%s)" % ", ".join(map(str, shape))
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (npy_code(dtype), sizes)
    header += " " * (64 - (len(header) + 11) % 64) + "\n"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode("latin-1") + values)


def check_stored(value, bundle, what):
    """The tensor of a bundle, and its file open where the values begin; they are not read."""
    check_fields(value, BUNDLED, what)
    need(is_dtype(value["dtype"]), "%s: unknown dtype" % what)
    need(0 <= value["storage"] <= MOST_BODY // size_of(value["dtype"]), "%s: 'storage' is %d" % (what, value["storage"]))
    check_tensor(value, value["storage"] * size_of(value["dtype"]), what)
    try:
        path = path_within(bundle, value["file"])
    except Bad as error:
        raise Bad("%s: %s" % (what, error.what)) from None
    return open_npy(path, value["dtype"], value["shape"], what)


def stored_of(value, bundle, what):
    """The tensor of a bundle: its description and its storage."""
    with check_stored(value, bundle, what) as file:
        values = file.read()
    tensor = {name: value[name] for name in INLINE if name != "at"}
    if not values:
        return tensor, b""
    if value["format"] == "FRACTAL_NZ":
        return tensor, to_blocks(values, value)
    return tensor, to_strided(values, value, value["storage"])


CASE = {"id": str, "call": str, "product": str, "release": str, "mode": str, "arguments": dict}


def check_case(case, bundle):
    """A case of a manifest, and that its files are there and whole."""
    name = case.get("id") if isinstance(case, dict) else None
    check_fields(case, CASE, "case '%s'" % name if isinstance(name, str) else "a case")
    need(all(one.isprintable() for one in case["id"]), "case '%s': no id has such characters" % case["id"])
    need(case["mode"] in MODES, "case '%s': unknown mode '%s'" % (case["id"], case["mode"]))
    for key, value in case["arguments"].items():
        what = "case '%s', argument '%s'" % (case["id"], key)
        if check_argument(value, what):
            check_stored(value, bundle, what).close()


def message_of(case, bundle):
    """The 'run' that makes the call of a case, with its body."""
    placed, body = {}, []
    size = 0
    for key, value in case["arguments"].items():
        what = "case '%s', argument '%s'" % (case["id"], key)
        placed[key] = value
        if check_argument(value, what):
            tensor, storage = stored_of(value, bundle, what)
            placed[key] = dict(tensor, at=[size, len(storage)])
            body.append(storage)
            size += len(storage)
    return {"type": "run", "op": case["call"], "arguments": placed}, b"".join(body)


def read_manifest(bundle):
    """The manifest of a bundle whose every case can be run; all that is wrong with it is told at once."""
    path = os.path.join(bundle, "manifest.json")
    rest = (path, "a bundle is run only where it is whole and just what 'npu-cts export' wrote",
            "copy the bundle here again, whole; or export it again")
    try:
        with open_file(path, "the bundle's manifest") as file:
            manifest = load_json(file.read(), "the manifest")
        version = manifest.get("bundle")
        need(is_integer(version), "this is no manifest of a bundle: it does not begin with 'bundle', its version")
        need(version == BUNDLE, "a bundle of version %d; this npu_cts_torch.py runs version %d" % (version, BUNDLE),
             why="another version says the same things in other words",
             hint="run the npu_cts_torch.py that belongs to the npu-cts that exported the bundle (share/npu-cts/adapter of its "
             "installation), or export the bundle with the npu-cts that this one belongs to")
        check_fields(manifest, {"bundle": int, "tool_version": str, "spec_digest": str, "covers": dict, "signatures": list,
                                "cases": list}, "the manifest")
        read_signatures(manifest)
    except Bad as error:
        raise error.with_defaults(*rest) from None
    errors, seen = [], set()
    for case in manifest["cases"]:
        try:
            check_case(case, bundle)
            need(case["id"] not in seen, "case '%s' stands here twice" % case["id"])
            seen.add(case["id"])
        except Bad as error:
            errors.append(error.with_defaults(*rest))
    if errors:
        raise Wrong(errors)
    return manifest


class Worker:
    """This same file in a process of its own, so that what crashes or hangs costs one case."""

    def __init__(self, options, signatures):
        here, there = socket.socketpair()
        command = [sys.executable] + (["-S"] if sys.flags.no_site else []) + [os.path.abspath(__file__), "--module", options.module,
                                                                             "--signatures", signatures, "--channel", str(there.fileno())]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, pass_fds=[there.fileno()])
        there.close()
        self.socket = here
        self.channel = Channel(here.fileno())
        self.target = None
        self.timeout = options.timeout
        try:
            hello = self.ask(None)
            need(hello[0].get("type") == "hello", "the worker did not begin")
        except BaseException:
            self.stop()
            raise
        self.version = str(hello[0].get("version"))

    def ask(self, header, body=b""):
        if header is not None:
            self.channel.send(header, body)
        frame = self.channel.receive(time.monotonic() + self.timeout)
        need(frame is not None, "the worker ended")
        return frame

    def run(self, target, message, body):
        if self.target != target:
            self.ask({"type": "open", "product": target[0], "release": target[1], "mode": target[2]})
            self.target = target
        return self.ask(message, body)

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.socket.close()


def values_of(output, body, arguments):
    """The logical values of an output, and whether the memory between the elements of an argument written in place is as it was."""
    start, length = output["at"]
    data = body[start:start + length]
    if not output["alias"]:
        return data, True
    argument = arguments[output["alias"]]
    values = from_strided(data, argument)
    return values, to_strided(values, argument, length // size_of(argument["dtype"])) == data


class BundleRun:
    """Runs every case of a bundle, one after the other."""

    def __init__(self, options):
        self.options = options
        self.manifest = read_manifest(options.bundle)
        self.was_there = os.path.isdir(options.results)
        self.worker = None
        self.version = ""

    def run(self):
        """Runs all and writes the results; whatever ends it before, no half of them is left."""
        folder = self.options.results
        why = "a folder of results holds those of one run, all of them"
        try:
            os.makedirs(folder, exist_ok=True)
            need(not os.listdir(folder), "the folder for the results is not empty", at=folder, why=why,
                 hint="name a new folder, or empty this one")
        except OSError as error:
            raise Bad("cannot make the folder for the results: %s" % error.strerror, at=folder, why=why,
                      hint="name another place") from None
        try:
            tally = self.run_cases()
        except BaseException as error:
            self.leave_nothing()
            if not isinstance(error, OSError):
                raise
            raise Bad("cannot write the results: %s" % error.strerror, at=folder, why=why,
                      hint="make room there, or name another folder") from None
        finally:
            if self.worker is not None:
                self.worker.stop()
        print(tally)  # the results stand: nothing that happens from here on takes them away
        return 0

    def leave_nothing(self):
        shutil.rmtree(os.path.join(self.options.results, "data"), ignore_errors=True)
        for remove, path in ((os.remove, RESULTS + ".new"), (os.remove, RESULTS), (os.rmdir, "")):
            try:
                if path or not self.was_there:
                    remove(os.path.join(self.options.results, path))
            except OSError:
                pass  # it was not made yet

    def run_cases(self):
        ended = []
        for number, case in enumerate(self.manifest["cases"]):
            ended.append(self.run_case(case))
            if sys.stderr.isatty():
                print("\r%d of %d cases" % (number + 1, len(self.manifest["cases"])), end="", file=sys.stderr)
        lines = ",\n".join(json.dumps(one) for one in ended)
        text = '{"results": 1,\n"driver": %s,\n"driver_version": %s,\n"spec_digest": %s,\n"cases": [\n%s\n]}\n' % (
            json.dumps(self.options.module), json.dumps(self.version), json.dumps(self.manifest["spec_digest"]), lines)
        path = os.path.join(self.options.results, RESULTS)
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(path + ".new", path)
        tally = {kind: sum(one["outcome"] == kind for one in ended) for kind in OUTCOMES}
        return "%s: %d cases: %s" % (path, len(ended), ", ".join("%d %s" % (tally[kind], kind) for kind in OUTCOMES if tally[kind]))

    def run_case(self, case):
        message, body = message_of(case, self.options.bundle)
        target = (case["product"], case["release"], case["mode"])
        ended = {"id": case["id"], "outcome": "failed", "code": 0, "message": "", "altered": [], "outputs": []}
        try:
            if self.worker is None:
                self.worker = Worker(self.options, os.path.join(self.options.bundle, "manifest.json"))
                self.version = self.worker.version
            answer, data = self.worker.run(target, message, body)
        except TimeoutError:
            self.need_started("no answer in %d seconds" % self.options.timeout)
            return self.lost(dict(ended, outcome="timed_out", message="no answer in %d seconds" % self.options.timeout))
        except (Bad, OSError) as error:
            self.need_started(str(error))
            return self.lost(dict(ended, outcome="crashed", message=str(error)))
        ended.update(outcome=answer["kind"], code=answer["code"], message=answer["message"])
        for number, output in enumerate(answer["outputs"]):
            file = "data/%s/%d.npy" % (case_folder(case), number)
            values, clean = values_of(output, data, message["arguments"])
            write_npy(os.path.join(self.options.results, file), output["dtype"], output["shape"], values)
            ended["altered"] += [] if clean else [output["alias"]]
            ended["outputs"].append({name: output[name] for name in ("name", "alias", "dtype", "shape")})
            ended["outputs"][-1]["file"] = file
        return ended

    def need_started(self, what):
        if self.version:
            return
        raise NotStarted(
            "the worker did not start: %s" % what,
            why="calls are made in a second process, which imports torch and %s; what it said stands above" % self.options.module,
            hint="see that '%s -c \"import torch, %s\"' works here; --timeout gives it longer than %g seconds"
            % (sys.executable, self.options.module, self.options.timeout))

    def lost(self, ended):
        if self.worker is not None:
            self.worker.stop()
        self.worker = None
        return ended


def case_folder(case):
    """A folder's name made of the id alone: FNV-1a, 64 bits."""
    value = 0xCBF29CE484222325
    for byte in case["id"].encode("utf-8"):
        value = (value ^ byte) * 0x100000001B3 % (1 << 64)
    return "%016x" % value


ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def end_by(number, _):
    """Ends the program by a signal as by an error: what was begun is cleared away, and no second signal ends that."""
    for one in ENDING:
        signal.signal(one, signal.SIG_IGN)
    sys.exit(128 + number)


def is_open(descriptor):
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def main():
    global CHANNEL
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle", nargs="?", help="folder that 'npu-cts export' wrote; without it, a worker of 'npu-cts run'")
    parser.add_argument("results", nargs="?", help="a new folder for the results")
    parser.add_argument("--module", default="torch_npu", help="what stands for torch_npu")
    parser.add_argument("--npu-cts", help="the npu-cts to ask for the signatures (default: the one that started this)")
    parser.add_argument("--spec", help="the spec it is to read them from")
    parser.add_argument("--signatures", help="a file with the signatures, instead")
    parser.add_argument("--timeout", type=float, default=120, help="seconds that a case of a bundle may take")
    parser.add_argument("--channel", type=int, default=CHANNEL, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.bundle and not options.results:
        parser.error("name the folder for the results too")
    CHANNEL = options.channel
    if not options.bundle and not is_open(CHANNEL):
        parser.error("without a bundle this is a worker, which 'npu-cts run --driver \"exec:python3 npu_cts_torch.py\"' starts; "
                     "by hand, name a bundle of 'npu-cts export' and a folder for the results")
    for number in ENDING if options.bundle else ():
        if signal.getsignal(number) != signal.SIG_IGN:  # as nohup has it
            signal.signal(number, end_by)
    try:
        return BundleRun(options).run() if options.bundle else serve(options)
    except (Bad, Wrong) as error:
        said = error
    except ImportError as error:
        said = Bad("cannot import: %s" % error, why="the calls are those of torch and %s" % options.module,
                   hint="start this with the Python that has them, or name what stands for torch_npu with --module")
    except OSError as error:
        said = Bad(error.strerror or str(error), at=str(error.filename or ""), hint="check the path and the permissions")
    print(said.told(), file=sys.stderr)
    return said.code


if __name__ == "__main__":
    sys.exit(main())
