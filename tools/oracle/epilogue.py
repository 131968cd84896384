# SPDX-License-Identifier: Apache-2.0
"""What becomes of one exact sum of npu_quant_matmul: its scales, offset and bias, in float32."""

from typing import NamedTuple, Optional

from floats import FLOAT32, Number, add, clamp, multiply, of_integer, round_to, to_integer_within
from trans_quant_param import OFFSET_LEAST, OFFSET_MOST, round_offset
from variants import Variants

LEAST, MOST = -128, 127


class Factors(NamedTuple):
    """Units: scale and token in reals per step, bias in reals."""

    scale: Number
    token: Optional[Number]
    bias: Optional[Number]


def product(a: Number, b: Number) -> Number:
    """The float32 product."""
    return round_to(FLOAT32, multiply(a, b))


def plus(a: Number, b: Number, bias: Number, variants: Variants) -> Number:
    """a * b + bias in float32: rounded twice, or once where the variant `epilogue` is fused."""
    exact = multiply(a, b)
    return round_to(FLOAT32, add(exact if variants["epilogue"] == "fused" else round_to(FLOAT32, exact), bias))


def real(total: int, factors: Factors, variants: Variants) -> Number:
    """total * scale * token + bias as a float32 number.

    Source: DOMAIN 2.3.5 (int32 to float32, scale, per-token scale, bias); the variants `scale_order` and `epilogue`.
    """
    first, second = round_to(FLOAT32, of_integer(total)), factors.scale
    if factors.token is not None:
        order = variants["scale_order"]
        if order == "merged":
            second = product(factors.scale, factors.token)
        elif order == "scale_first":
            first, second = product(first, factors.scale), factors.token
        else:
            first = product(first, factors.token)
    return product(first, second) if factors.bias is None else plus(first, second, factors.bias, variants)


def quantized(total: int, scale: Number, packed: Optional[int], given: Optional[Number], variants: Variants) -> int:
    """The int8 result of a sum.

    Units: packed is the offset in the scale's word, given the one of the tensor, in steps.
    Source: DOMAIN 2.3.2, the variants `requantization`: s9 saturates to 9 bits before the offset, document follows the formula.
    """
    first = round_to(FLOAT32, of_integer(total))
    if variants["requantization"] == "s9":
        steps = to_integer_within(product(first, scale), OFFSET_LEAST, OFFSET_MOST)
        return clamp(steps + offset_of(packed, given, variants), LEAST, MOST)
    offset = round_to(FLOAT32, of_integer(offset_of(packed, given, variants)))
    return to_integer_within(plus(first, scale, offset, variants), LEAST, MOST)


def offset_of(packed: Optional[int], given: Optional[Number], variants: Variants) -> int:
    """The offset that counts, as an integer of 9 bits. A float32 scale is packed with the tensor's offset first.

    Source: DOMAIN 2.3.3, the variant `offset_source`.
    """
    tensor = 0 if given is None else round_offset(given, variants)
    if packed is None or (variants["offset_source"] == "tensor" and given is not None):
        return tensor
    return packed + (tensor if variants["offset_source"] == "sum" else 0)
