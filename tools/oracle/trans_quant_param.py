# SPDX-License-Identifier: Apache-2.0
"""npu_trans_quant_param: a float32 scale and an offset, packed into 64 bits."""

from typing import Optional

from floats import FLOAT32, FP19, Number, clamp, decode, encode, is_finite, is_nan, round_to, to_integer, to_integer_away
from tensors import Arguments, Tensor
from variants import Variants

FP19_MASK = 0xFFFFE000
LOST_BITS = 13
OFFSET_SHIFT, OFFSET_MASK = 37, 0x1FF
OFFSET_LEAST, OFFSET_MOST = -256, 255
ALWAYS = 1 << 46


def truncate_scale(bits: int) -> int:
    """The high 19 bits of a float32, the rest zero. Source: page of 26.1.0, formula 3."""
    return bits & FP19_MASK


def round_scale(bits: int, variants: Variants) -> int:
    """The nearest FP19, ties to even, as float32 bits; infinities and NaN only lose their low bits.

    Source: DOMAIN 2.1, mode 1. Whether a subnormal becomes a zero is the variant `rint19`.
    """
    number = decode(FLOAT32, bits)
    if not is_finite(number):
        return truncate_scale(bits)
    if bits & 0x7F800000 == 0 and variants["rint19"] == "flush_subnormals":
        return bits & 0x80000000
    return encode(FP19, round_to(FP19, number)) << LOST_BITS


def round_offset(offset: Number, variants: Variants) -> int:
    """The offset as an integer of 9 bits. NaN is undefined by the documents, and 0 here.

    Source: page of 26.1.0, formula 4; DOMAIN 2.1 (half to even), the variant `offset_rounding` (half away, V1).
    """
    if is_nan(offset):
        return 0
    if not is_finite(offset):
        return OFFSET_LEAST if offset.sign else OFFSET_MOST
    nearest = to_integer_away(offset) if variants["offset_rounding"] == "half_away" else to_integer(offset)
    return clamp(nearest, OFFSET_LEAST, OFFSET_MOST)


def pack(scale_bits: int, offset: Optional[int]) -> int:
    """The word of an FP19 scale and an offset of 9 bits. Source: page of 26.1.0, formulas 3 and 4."""
    word = scale_bits | ALWAYS
    if offset is None:
        return word
    return (word & 0x4000FFFFFFFF) | ((offset & OFFSET_MASK) << OFFSET_SHIFT)


def scale_in(word: int) -> int:
    """The float32 bits of the FP19 scale in a packed word."""
    return word & FP19_MASK


def offset_in(word: int) -> int:
    """The offset in a packed word, bits 37 to 45 with their sign."""
    field = (word >> OFFSET_SHIFT) & OFFSET_MASK
    return (field ^ 0x100) - 0x100


def compute(arguments: Arguments, variants: Variants) -> Tensor:
    """The packed words.

    Shapes: scale (t,) and offset (s,) give (max(t, s),), where a size of 1 repeats; scale (1, n) or (g, n) gives its shape.
    Units: scale in reals per step, offset in steps.
    Source: page of 26.1.0, formula and constraints.
    """
    scale, offset = arguments["scale"], arguments.get("offset")
    assert isinstance(scale, Tensor)
    rounds = arguments.get("round_mode", 0) == 1 or ("round_mode" not in arguments and variants["fp19"] == "round")
    bits = [round_scale(one, variants) if rounds else truncate_scale(one) for one in scale.words]
    if not isinstance(offset, Tensor):
        return Tensor("int64", scale.shape, [pack(one, None) for one in bits])
    fields = [round_offset(decode(FLOAT32, one), variants) for one in offset.words]
    count = max(len(bits), len(fields))
    shape = scale.shape if len(scale.shape) == 2 else (count,)
    bits, fields = bits * (count // len(bits)), fields * (count // len(fields))
    return Tensor("int64", shape, [pack(one, field) for one, field in zip(bits, fields)])
