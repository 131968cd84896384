# SPDX-License-Identifier: Apache-2.0
"""Where results differ: bit for bit, except that every NaN is the same."""

from typing import Optional

from floats import FLOATS, decode, is_nan
from operators import Results
from tensors import Tensor


def same_word(dtype: str, one: int, other: int) -> bool:
    if one == other:
        return True
    format = FLOATS.get(dtype)
    return format is not None and is_nan(decode(format, one)) and is_nan(decode(format, other))


def difference(got: Tensor, want: Tensor) -> Optional[str]:
    """What is different, in words, or None."""
    if (got.dtype, got.shape) != (want.dtype, want.shape):
        return "%s%s instead of %s%s" % (got.dtype, list(got.shape), want.dtype, list(want.shape))
    if list(got.words) == list(want.words):
        return None
    places = [i for i, (a, b) in enumerate(zip(got.words, want.words)) if not same_word(want.dtype, a, b)]
    if not places:
        return None
    first = places[0]
    return "%d of %d elements; element %d is %#x instead of %#x" % (len(places), len(want.words), first, got.words[first],
                                                                   want.words[first])


def first_difference(got: Results, want: Results) -> Optional[str]:
    """What is different in the first result that is, or None. Of several results it is named."""
    if set(got) != set(want):
        return "%s instead of %s" % (sorted(got), sorted(want))
    for name in want:
        what = difference(got[name], want[name])
        if what is not None:
            return what if len(want) == 1 else "%s: %s" % (name, what)
    return None
