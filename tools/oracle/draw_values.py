# SPDX-License-Identifier: Apache-2.0
"""Seeded values that aim at roundings, limits and special numbers."""

from random import Random
from typing import Callable, Dict, List, Sequence

from floats import FLOATS, encode, of_integer, round_to
from tensors import Shape, Tensor, count_of

EDGES: Dict[str, List[int]] = {
    "float32": [0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007FFFFF, 0x007FE000, 0x00800000, 0x3F7FFFFF, 0x3F800000, 0x3F800FFF,
                0x3F801000, 0x3F801001, 0x3F803000, 0x3FFFF000, 0x3FFFFFFF, 0xBF801000, 0x7F7FE000, 0x7F7FF000, 0x7F7FFFFF, 0xFF7FFFFF,
                0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001, 0xFFFFFFFF, 0x3F8CCCCD, 0x40533333, 0xBF546000],
    "float16": [0x0000, 0x8000, 0x0001, 0x8001, 0x03FF, 0x0400, 0x3800, 0x3BFF, 0x3C00, 0x3C01, 0xBC00, 0x3E00, 0x7BFF, 0xFBFF, 0x7C00,
                0xFC00, 0x7E00],
    "bfloat16": [0x0000, 0x8000, 0x0001, 0x8001, 0x007F, 0x0080, 0x3F00, 0x3F7F, 0x3F80, 0x3F81, 0xBF80, 0x7F7F, 0xFF7F, 0x7F80, 0xFF80,
                 0x7FC0],
}
INTEGERS = {"int8": 8, "int32": 32}


class Values:
    """Words of any dtype from one seeded generator."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def any_bits(self, dtype: str) -> int:
        """Any pattern: mostly numbers far from 1, sometimes infinities and NaN."""
        bits = 1 + sum(FLOATS[dtype])
        return self.random.getrandbits(bits)

    def edge(self, dtype: str) -> int:
        return self.random.choice(EDGES[dtype])

    def near_one(self, dtype: str) -> int:
        """A magnitude in [2^-8, 2^4), any sign and fraction."""
        exponent_bits, fraction_bits = FLOATS[dtype]
        stored = (1 << (exponent_bits - 1)) - 1 + self.random.randrange(-8, 4)
        sign = self.random.getrandbits(1) << (exponent_bits + fraction_bits)
        return sign | stored << fraction_bits | self.random.getrandbits(fraction_bits)

    def half_step(self, dtype: str) -> int:
        """A multiple of 1/2 up to 320: a tie in every second place."""
        number = of_integer(self.random.randrange(-640, 641))
        return encode(FLOATS[dtype], round_to(FLOATS[dtype], number._replace(exponent=-1)))

    def power(self, dtype: str) -> int:
        """A power of two near 1: products stay ties."""
        number = of_integer(self.random.choice([-1, 1]))
        return encode(FLOATS[dtype], number._replace(exponent=self.random.randrange(-8, 3)))

    def float_word(self, dtype: str) -> int:
        """One of all these kinds."""
        kinds: Sequence[Callable[[str], int]] = (self.any_bits, self.edge, self.near_one, self.near_one, self.half_step, self.power)
        return self.random.choice(kinds)(dtype)

    def usual_word(self, dtype: str) -> int:
        """A finite number near 1, so that most results are no limits."""
        return self.random.choice([self.near_one, self.near_one, self.power, self.half_step])(dtype)

    def integer(self, bits: int) -> int:
        """Any value of so many bits, small ones and both ends more often."""
        least, most = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
        return self.random.choice([self.random.randint(least, most), self.random.randint(-5, 5), least, most])

    def floats(self, dtype: str, shape: Shape) -> Tensor:
        """Special numbers among usual ones, or usual ones alone."""
        word = self.random.choice([self.float_word, self.usual_word, self.usual_word])
        return Tensor(dtype, shape, [word(dtype) for _ in range(count_of(shape))])

    def usual(self, dtype: str, shape: Shape) -> Tensor:
        return Tensor(dtype, shape, [self.usual_word(dtype) for _ in range(count_of(shape))])

    def integers(self, dtype: str, shape: Shape) -> Tensor:
        """Small values, or all of them."""
        bits = self.random.choice([3, INTEGERS[dtype]])
        return Tensor(dtype, shape, [self.integer(bits) for _ in range(count_of(shape))])

    def any_words(self, shape: Shape) -> Tensor:
        """int32 words of 8 int4 values each."""
        return Tensor("int32", shape, [self.random.getrandbits(32) - (1 << 31) for _ in range(count_of(shape))])

    def bias(self, shape: Shape) -> Tensor:
        """int32 values that no sum here carries beyond int32."""
        return Tensor("int32", shape, [self.integer(self.random.choice([4, 12, 25])) for _ in range(count_of(shape))])
