# SPDX-License-Identifier: Apache-2.0
"""Checks of what was read: JSON, dtypes, tensors, arguments."""

import json

from .dtypes import count_of, is_dtype, size_of
from .errors import Bad, need
from .memory import BLOCK_ROWS, blocks_of

MOST_RANK = 16
LAYOUTS = ("contiguous", "strided", "transposed")
FORMATS = {"ND": None, "NCHW": 0, "FRACTAL_NZ": 29}  # torch_npu's numbers; ND is what a tensor has of itself


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
