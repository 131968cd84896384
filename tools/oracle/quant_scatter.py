# SPDX-License-Identifier: Apache-2.0
"""npu_quant_scatter_: quantized updates, written into an int8 tensor."""

from typing import Dict, List, Optional, Tuple

from floats import FLOAT16, FLOAT32, FLOATS, Number, add, decode, divide, is_finite, of_integer, round_to, to_integer
from floats import to_integer_within
from tensors import Argument, Arguments, Tensor, places_of, row_major_strides
from variants import Variants

LEAST, MOST = -128, 127


def wrap_to(value: int, bits: int) -> int:
    """The value modulo 2^bits, as a two's complement number."""
    half = 1 << (bits - 1)
    return ((value + half) & ((1 << bits) - 1)) - half


def to_int8(steps: Number, variants: Variants) -> int:
    """A float32 as int8: rounded to even and clipped; NaN is undefined by the documents, and 0 here.

    Source: DOMAIN 2.4. The variant `saturation=wrap` goes through int16 and float16 without saturating. Every float32 from
    2^40 on is a multiple of 2^16 and wraps to 0; the documents say nothing of infinity, which does the same here.
    """
    if variants["saturation"] == "clip":
        return to_integer_within(steps, LEAST, MOST)
    if not is_finite(steps):
        return 0
    half = round_to(FLOAT16, of_integer(wrap_to(to_integer(steps), 16)))
    return wrap_to(to_integer(half), 8)


def quantize(update: Number, scale: Number, zero_point: Optional[Number], variants: Variants) -> int:
    """q = update / scale + zero point: one float32 division and one float32 sum, each rounded once.

    Source: DOMAIN 2.4.
    """
    steps = divide(FLOAT32, update, scale)
    if zero_point is not None:
        steps = round_to(FLOAT32, add(steps, zero_point))
    return to_int8(steps, variants)


def numbers_of(tensor: Tensor) -> List[Number]:
    """The values as float32 numbers: 16-bit floats widen exactly, integers are rounded to float32."""
    if tensor.dtype in FLOATS:
        return [decode(FLOATS[tensor.dtype], word) for word in tensor.words]
    return [round_to(FLOAT32, of_integer(word)) for word in tensor.words]


def rows_of(updates: Tensor, indices: Tensor, input: Tensor, axis: int) -> List[Tuple[int, int]]:
    """Where each row of the last axis begins in the updates and in the input. Units: elements.

    Shapes: indices (b,) are start positions along `axis` of batch i; (b, 2) are pairs of batch and start position.
    Source: page of 26.1.0, constraints; DOMAIN 2.4.
    """
    inner = updates.shape[1:-1]
    from_strides, to_strides = row_major_strides(updates.shape), row_major_strides(input.shape)
    rows = []
    for i in range(updates.shape[0]):
        pair = len(indices.shape) == 2
        batch, start = (indices.words[2 * i], indices.words[2 * i + 1]) if pair else (i, indices.words[i])
        origin = batch * to_strides[0] + start * to_strides[axis]
        sources = places_of(inner, from_strides[1:-1], i * from_strides[0])
        rows += list(zip(sources, places_of(inner, to_strides[1:-1], origin)))
    return rows


def vector(argument: Argument, count: int) -> List[Optional[Number]]:
    """The values of an optional vector; None for each of `count` places without one."""
    return list(numbers_of(argument)) if isinstance(argument, Tensor) else [None] * count


def compute(arguments: Arguments, variants: Variants) -> Tensor:
    """The input with the quantized updates in it.

    Shapes: input and updates of one rank 3 to 8; quant_scales and quant_zero_points have as many elements as the last axis.
    Units: quant_scales in reals per step, zero points in steps.
    Errors: places outside the input are undefined (DOMAIN 1.5, UB1).
    Source: page of 26.1.0, function and constraints; DOMAIN 2.4.
    """
    input, indices, updates, scales = (arguments[name] for name in ("input", "indices", "updates", "quant_scales"))
    assert all(isinstance(one, Tensor) for one in (input, indices, updates, scales))
    axis = arguments.get("axis", -2) % len(input.shape)
    width = updates.shape[-1]
    divisors, zeros = numbers_of(scales), vector(arguments.get("quant_zero_points"), width)
    known: Dict[Tuple[int, int], int] = {}  # few values are different: 16 bits and one channel
    decoded, words = FLOATS[updates.dtype], list(input.words)
    for source, target in rows_of(updates, indices, input, axis):
        for channel in range(width):
            key = (updates.words[source + channel], channel)
            if key not in known:
                known[key] = quantize(decode(decoded, key[0]), divisors[channel], zeros[channel], variants)
            words[target + channel] = known[key]
    return Tensor("int8", input.shape, words)
