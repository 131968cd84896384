# SPDX-License-Identifier: Apache-2.0
"""npu_quant_matmul with a scale for each group of k: int4 operands, releases 7.2.0 to 26.0.0."""

from operator import mul
from typing import List, NamedTuple, Sequence

from floats import FLOAT16, FLOAT32, Format, Number, add, decode, is_finite, multiply, of_integer, round_to
from tensors import Arguments, Tensor
from variants import Variants

FLOAT64 = Format(11, 52)


class Group(NamedTuple):
    """Units: begin and end in elements of k; scale in reals per step, offset in steps of x2."""

    begin: int
    end: int
    scale: Number
    offset: Number


def group_size(arguments: Arguments, k: int) -> int:
    """How many elements of k share a scale: what the call says, else k over the number of groups. Source: page of 7.2.0, scale."""
    sizes = arguments.get("group_sizes")
    if isinstance(sizes, list) and sizes[-1] > 0:
        return sizes[-1]
    return -(-k // arguments["scale"].shape[0])


def groups_of(scale: Tensor, offset: Tensor, size: int) -> List[List[Group]]:
    """The groups of each column. Shapes: scale and offset (ceil(k / size), n)."""
    rows, columns = scale.shape
    scales = [decode(FLOAT32, word) for word in scale.words]
    offsets = [decode(FLOAT16, word) for word in offset.words]
    return [[Group(g * size, (g + 1) * size, scales[g * columns + j], offsets[g * columns + j]) for g in range(rows)]
            for j in range(columns)]


def element(row: Sequence[int], column: Sequence[int], groups: List[Group], variants: Variants) -> Number:
    """The sum over groups of scale * (x1 @ (x2 - offset)), before the per-token scale. Source: DOMAIN 2.3.7 and E3."""
    format = FLOAT64 if variants["group_sum"] == "float64" else FLOAT32
    total = of_integer(0)
    for group in groups:
        total = round_to(format, add(total, part(row[group.begin:group.end], column[group.begin:group.end], group, format, variants)))
    return total


def part(row: Sequence[int], column: Sequence[int], group: Group, format: Format, variants: Variants) -> Number:
    """What one group adds."""
    inner = of_integer(sum(map(mul, row, column)))
    if variants["group_offset"] == "added":
        return round_to(format, add(round_to(format, multiply(inner, group.scale)), group.offset))
    offset = group.offset
    if variants["group_offset"] == "truncated" and is_finite(offset):
        offset = toward_zero(offset)
    shift = multiply(of_integer(-sum(row)), offset)
    return round_to(format, multiply(round_to(format, add(inner, shift)), group.scale))


def toward_zero(number: Number) -> Number:
    """The finite number without its fraction."""
    if number.exponent >= 0:
        return number
    return Number(number.sign, number.magnitude >> -number.exponent, 0)


def times_token(number: Number, token: Number) -> Number:
    """The element times the scale of its row, as float32."""
    return round_to(FLOAT32, multiply(number, token))
