# SPDX-License-Identifier: Apache-2.0
"""Binary floating point by hand: every value is an exact integer times a power of two, and rounding is one function."""

from typing import NamedTuple

INFINITE = 1 << 30  # exponents that no finite value has
NAN = INFINITE + 1


class Number(NamedTuple):
    """(-1)^sign * magnitude * 2^exponent, exactly; an exponent of INFINITE or NAN says that it is no finite value."""

    sign: int
    magnitude: int
    exponent: int


class Format(NamedTuple):
    """An IEEE 754 binary format. Units: bits."""

    exponent_bits: int
    fraction_bits: int


FLOAT32 = Format(8, 23)
FLOAT16 = Format(5, 10)
BFLOAT16 = Format(8, 7)
FP19 = Format(8, 10)  # the high 19 bits of a float32

QUIET_NAN = Number(0, 0, NAN)
FLOATS = {"float32": FLOAT32, "float16": FLOAT16, "bfloat16": BFLOAT16}


def is_nan(number: Number) -> bool:
    return number.exponent == NAN


def is_infinite(number: Number) -> bool:
    return number.exponent == INFINITE


def is_finite(number: Number) -> bool:
    return number.exponent < INFINITE


def of_integer(value: int) -> Number:
    """The exact number; zero is positive."""
    return Number(1 if value < 0 else 0, abs(value), 0)


def infinity(sign: int) -> Number:
    return Number(sign, 0, INFINITE)


def bias_of(format: Format) -> int:
    return (1 << (format.exponent_bits - 1)) - 1


def decode(format: Format, bits: int) -> Number:
    """The number that `bits` stands for. Every NaN is the same NaN."""
    exponent_bits, fraction_bits = format
    sign = bits >> (exponent_bits + fraction_bits)
    stored = (bits >> fraction_bits) & ((1 << exponent_bits) - 1)
    fraction = bits & ((1 << fraction_bits) - 1)
    if stored == (1 << exponent_bits) - 1:
        return QUIET_NAN if fraction else infinity(sign)
    if stored == 0:
        return Number(sign, fraction, 1 - bias_of(format) - fraction_bits)
    return Number(sign, fraction | (1 << fraction_bits), stored - bias_of(format) - fraction_bits)


def encode(format: Format, number: Number) -> int:
    """The bits of a number that the format has: round it first. A NaN becomes the positive quiet NaN."""
    exponent_bits, fraction_bits = format
    sign, magnitude, exponent = number
    all_ones = (1 << exponent_bits) - 1
    if exponent == NAN:
        return (all_ones << fraction_bits) | (1 << (fraction_bits - 1))
    sign_bit = sign << (exponent_bits + fraction_bits)
    if exponent == INFINITE:
        return sign_bit | (all_ones << fraction_bits)
    if magnitude == 0:
        return sign_bit
    lowest = 1 - bias_of(format) - fraction_bits
    last_bit = max(magnitude.bit_length() - 1 - fraction_bits + exponent, lowest)
    shift = exponent - last_bit
    significand = magnitude << shift if shift >= 0 else magnitude >> -shift
    return sign_bit | (((last_bit - lowest) << fraction_bits) + significand)  # the leading one counts the exponent up


def drop_bits(magnitude: int, count: int) -> int:
    """magnitude / 2^count to the nearest integer, ties to even."""
    if count <= 0:
        return magnitude << -count
    kept, rest, half = magnitude >> count, magnitude & ((1 << count) - 1), 1 << (count - 1)
    return kept + (1 if rest > half or (rest == half and kept & 1) else 0)


def round_to(format: Format, number: Number) -> Number:
    """The nearest number of the format, ties to even; beyond the largest, infinity. Signs of zeros are kept."""
    sign, magnitude, exponent = number
    if exponent >= INFINITE or magnitude == 0:
        return number
    lowest = 1 - bias_of(format) - format.fraction_bits
    excess = max(magnitude.bit_length() - format.fraction_bits - 1, lowest - exponent)
    if excess > 0:
        magnitude, exponent = drop_bits(magnitude, excess), exponent + excess
    if magnitude.bit_length() + exponent > bias_of(format) + 1:
        return infinity(sign)
    return Number(sign, magnitude, exponent)


def multiply(a: Number, b: Number) -> Number:
    """The exact product, with IEEE 754's special cases."""
    sign = a.sign ^ b.sign
    if a.exponent >= INFINITE or b.exponent >= INFINITE:
        if is_nan(a) or is_nan(b) or (is_finite(a) and a.magnitude == 0) or (is_finite(b) and b.magnitude == 0):
            return QUIET_NAN
        return infinity(sign)
    return Number(sign, a.magnitude * b.magnitude, a.exponent + b.exponent)


def add(a: Number, b: Number) -> Number:
    """The exact sum, with IEEE 754's special cases; a zero of opposite signs is positive."""
    if a.exponent >= INFINITE or b.exponent >= INFINITE:
        if is_nan(a) or is_nan(b) or (is_infinite(a) and is_infinite(b) and a.sign != b.sign):
            return QUIET_NAN
        return a if is_infinite(a) else b
    exponent = min(a.exponent, b.exponent)
    total = signed(a, exponent) + signed(b, exponent)
    return Number(a.sign & b.sign if total == 0 else int(total < 0), abs(total), exponent)


def signed(number: Number, exponent: int) -> int:
    """The finite number in units of 2^exponent, which must not be above its own exponent."""
    units = number.magnitude << (number.exponent - exponent)
    return -units if number.sign else units


def divide(format: Format, a: Number, b: Number) -> Number:
    """a / b, rounded once to the format, with IEEE 754's special cases."""
    sign = a.sign ^ b.sign
    if is_nan(a) or is_nan(b) or (is_infinite(a) and is_infinite(b)):
        return QUIET_NAN
    if is_infinite(a):
        return infinity(sign)
    if is_infinite(b):
        return Number(sign, 0, 0)
    if b.magnitude == 0:
        return QUIET_NAN if a.magnitude == 0 else infinity(sign)
    shift = max(0, format.fraction_bits + 3 + b.magnitude.bit_length() - a.magnitude.bit_length())
    quotient, rest = divmod(a.magnitude << shift, b.magnitude)
    sticky = quotient << 1 | (1 if rest else 0)  # one bit below stands for all that was cut off
    return round_to(format, Number(sign, sticky, a.exponent - b.exponent - shift - 1))


def to_integer(number: Number) -> int:
    """The finite number rounded to an integer, ties to even."""
    nearest = drop_bits(number.magnitude, -number.exponent)
    return -nearest if number.sign else nearest


def to_integer_away(number: Number) -> int:
    """The finite number rounded to an integer, ties away from zero."""
    if number.exponent >= 0:
        nearest = number.magnitude << number.exponent
    else:
        nearest = ((number.magnitude >> (-number.exponent - 1)) + 1) >> 1
    return -nearest if number.sign else nearest


def clamp(value: int, low: int, high: int) -> int:
    return max(low, min(high, value))


def to_integer_within(number: Number, low: int, high: int) -> int:
    """The number rounded to an integer, ties to even, and clamped. Infinity is the nearest limit, NaN is 0."""
    if is_nan(number):
        return 0
    if is_infinite(number):
        return low if number.sign else high
    return clamp(to_integer(number), low, high)
