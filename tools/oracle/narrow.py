# SPDX-License-Identifier: Apache-2.0
"""From a float32 number to the dtype of a result."""

from floats import BFLOAT16, FLOAT16, Number, decode, encode, is_infinite, round_to
from variants import Variants

LARGEST_FLOAT16 = 0x7BFF


def float16_bits(number: Number, variants: Variants) -> int:
    """The nearest float16, ties to even; beyond the largest, infinity or the largest.

    Source: DOMAIN 2.3.4 and 1.5 (UB5), the variant `float16_overflow`.
    """
    rounded = round_to(FLOAT16, number)
    if is_infinite(rounded) and variants["float16_overflow"] == "saturate":
        rounded = decode(FLOAT16, LARGEST_FLOAT16)._replace(sign=rounded.sign)
    return encode(FLOAT16, rounded)


def bfloat16_bits(number: Number) -> int:
    """The nearest bfloat16, ties to even. Source: DOMAIN 2.3.5 (cast RINT)."""
    return encode(BFLOAT16, round_to(BFLOAT16, number))
