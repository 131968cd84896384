# SPDX-License-Identifier: Apache-2.0
"""A call with its values: as a call file for 'npu-cts eval', as a message of the protocol, and for the oracle itself."""

import os
from typing import Any, Dict, List, NamedTuple, Tuple

from npy import write_npy
from operators import Results, results_of
from storage import Stored, read_stored, store
from tensors import Argument, Arguments, Tensor
from variants import Variants

Layouts = Dict[str, tuple]  # of an argument: layout, format, and the elements before it in its storage where there are some


class Call(NamedTuple):
    """Arguments by their keys in the protocol. `module` says that the call file has three maps of arguments."""

    op: str
    release: str
    mode: str
    arguments: Arguments
    layouts: Layouts
    module: bool = False


PRODUCT = "atlas_a2"
VARIABLES = {"weight": "weight", "scale": "scale", "bias_values": "bias"}
DTYPE_KEYS = ("output_dtype", "dtype")


def stored_arguments(call: Call) -> Dict[str, Stored]:
    """The tensors of a call in memory."""
    return {key: store(value, *call.layouts.get(key, ("contiguous", "ND")))
            for key, value in call.arguments.items() if isinstance(value, Tensor)}


def expected(call: Call, variants: Variants) -> Results:
    """What the second oracle says. Its tensors are written to memory and read from it first."""
    stored = stored_arguments(call)
    arguments: Arguments = {key: read_stored(stored[key]) if key in stored else value for key, value in call.arguments.items()}
    return results_of(call.op, call.mode, arguments, variants)


def text_of(value: Argument, key: str, call: Call, data: str) -> str:
    """An argument in a call file."""
    if isinstance(value, Tensor):
        layout, format, *before = call.layouts.get(key, ("contiguous", "ND"))
        offset = "storage_offset: %d, " % before[0] if before else ""
        return "{dtype: %s, shape: %s, layout: %s, format: %s, %sdata: %s}" % (
            value.dtype, list(value.shape), layout, format, offset, data)
    return {None: "none", True: "true", False: "false"}[value] if value is None or isinstance(value, bool) else str(value)


def write_call(call: Call, folder: str) -> str:
    """Writes the call file and its data. Returns its path."""
    maps: Dict[str, List[str]] = {"arguments": []}
    if call.module:
        maps = {"constructor": [], "variables": [], "arguments": []}
    for key, value in call.arguments.items():
        data = "%s.npy" % key
        if isinstance(value, Tensor):
            write_npy(os.path.join(folder, data), value)
        place = "arguments"
        if call.module:
            place = "variables" if key in VARIABLES else "arguments" if isinstance(value, Tensor) else "constructor"
        maps[place].append("  %s: %s" % (VARIABLES.get(key, key), text_of(value, key, call, data)))
    lines = ["call: %s" % call.op, "product: %s" % PRODUCT, 'release: "%s"' % call.release, "mode: %s" % call.mode]
    for name, entries in maps.items():
        lines += ["%s:" % name] + entries
    path = os.path.join(folder, "call.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return path


def message_of(call: Call) -> Tuple[Dict[str, Any], bytes]:
    """The protocol's 'run' of a call, with its body."""
    body, arguments = b"", {}
    stored = stored_arguments(call)
    for key, value in call.arguments.items():
        if isinstance(value, Tensor):
            one = stored[key]
            arguments[key] = {"dtype": one.dtype, "shape": list(one.shape), "layout": one.layout, "format": one.format,
                              "strides": list(one.strides), "offset": one.offset, "at": [len(body), len(one.data)]}
            body += one.data
        else:
            arguments[key] = {"dtype": value} if key in DTYPE_KEYS and value is not None else value
    return {"type": "run", "op": call.op, "arguments": arguments}, body
