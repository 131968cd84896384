# SPDX-License-Identifier: Apache-2.0
"""Exact integer products, many at a time: one large integer holds a row of numbers, 64 bits for each."""

import struct
from typing import List, Sequence, Tuple

LANE_BITS = 64
MIDDLE = 1 << (LANE_BITS - 1)  # makes every lane positive


def middles(count: int) -> int:
    """MIDDLE in each of so many lanes."""
    return ((1 << (LANE_BITS * count)) - 1) // ((1 << LANE_BITS) - 1) * MIDDLE


def to_lanes(values: Sequence[int]) -> int:
    """The sum of value * 2^(64 i)."""
    shifted = struct.pack("<%dQ" % len(values), *[value + MIDDLE for value in values])
    return int.from_bytes(shifted, "little") - middles(len(values))


def from_lanes(total: int, count: int) -> Tuple[int, ...]:
    """The values of which to_lanes made the total, each within 63 bits and its sign."""
    data = (total + middles(count)).to_bytes(count * LANE_BITS // 8, "little")
    return tuple(lane - MIDDLE for lane in struct.unpack("<%dQ" % count, data))


def products(left: Sequence[Sequence[int]], right: Sequence[Sequence[int]]) -> List[Tuple[int, ...]]:
    """The exact matrix product. Shapes: rows (m, k) and (k, n) to (m, n)."""
    sums = [0] * len(left)
    for i, row in enumerate(right):
        lanes = to_lanes(row)
        for place, factors in enumerate(left):
            sums[place] += factors[i] * lanes
    return [from_lanes(total, len(right[0])) for total in sums]
