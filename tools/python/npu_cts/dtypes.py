# SPDX-License-Identifier: Apache-2.0
"""What the name of a dtype says."""

import re

DTYPE = re.compile(r"(bool)|(u?int|b?float)(8|16|32|64)(_\w+)?")  # a name says all that is asked of a dtype here
NUMPY_FLOATS = ("float16", "float32", "float64")


def count_of(shape):
    count = 1
    for size in shape:
        count *= size
    return count


def is_dtype(name):
    return isinstance(name, str) and DTYPE.fullmatch(name) is not None


def size_of(dtype):
    """The bytes of an element."""
    return int(DTYPE.fullmatch(dtype).group(3) or 8) // 8


def npy_code(dtype):
    """numpy's name of the words that a dtype travels in; a float that numpy does not have travels as its bits."""
    size = size_of(dtype)
    letter = "f" if dtype in NUMPY_FLOATS else "u" if "float" in dtype else dtype[0]
    return "%s%s%d" % ("|" if size == 1 else "<", letter, size)
