# SPDX-License-Identifier: Apache-2.0
"""Tensors as the oracle sees them: shape and row-major words, and how words travel as bytes."""

import sys
from array import array
from itertools import product
from typing import Dict, List, NamedTuple, Sequence, Tuple, Union

LETTERS = {"bool": "B", "int4": "b", "int8": "b", "uint8": "B", "int16": "h", "float16": "H", "bfloat16": "H", "int32": "i", "float32": "I",
           "int64": "q", "uint64": "Q"}

Shape = Tuple[int, ...]


class Tensor(NamedTuple):
    """Words in row-major order: of an integer dtype its values, of a float dtype its bits."""

    dtype: str
    shape: Shape
    words: Sequence[int]


Argument = Union[None, bool, int, str, List[int], Tensor]
Arguments = Dict[str, Argument]


def count_of(shape: Sequence[int]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count


def size_of(dtype: str) -> int:
    """The bytes of an element."""
    return array(LETTERS[dtype]).itemsize


def words_of(dtype: str, data: bytes) -> "array[int]":
    """The words in little-endian bytes."""
    words = array(LETTERS[dtype])
    words.frombytes(data)
    return in_order(words)


def bytes_of(dtype: str, words: Sequence[int]) -> bytes:
    """The little-endian bytes of words."""
    return in_order(array(LETTERS[dtype], words)).tobytes()


def in_order(words: "array[int]") -> "array[int]":
    """The words with their bytes swapped where the processor's order is another."""
    if sys.byteorder == "big":
        words.byteswap()
    return words


def row_major_strides(shape: Sequence[int]) -> List[int]:
    """How far apart neighbours of each axis lie. Units: elements."""
    strides = [1] * len(shape)
    for axis in range(len(shape) - 2, -1, -1):
        strides[axis] = strides[axis + 1] * shape[axis + 1]
    return strides


def places_of(shape: Sequence[int], strides: Sequence[int], offset: int) -> List[int]:
    """The place of each element of a view, in row-major order. Units: elements."""
    places = [offset]
    for size, stride in zip(shape, strides):
        places = [place + i * stride for place in places for i in range(size)]
    return places


def swap_last_two(tensor: Tensor) -> Tensor:
    """The transposed matrices of a batch. Shapes: (*b, r, c) to (*b, c, r)."""
    rows, columns = tensor.shape[-2:]
    words = array(LETTERS[tensor.dtype])
    for start in range(0, len(tensor.words), max(1, rows * columns)):
        matrix = tensor.words[start:start + rows * columns]
        for column in range(columns):
            words.extend(matrix[column::columns])
    return Tensor(tensor.dtype, tensor.shape[:-2] + (columns, rows), words)


def broadcast_batches(one: Shape, other: Shape) -> Tuple[Shape, List[Tuple[int, int]]]:
    """The broadcast shape of two batches, and for each of its matrices which one of each side it takes.

    Shapes: sizes of an axis are equal, or one of them is 1; a missing axis in front is 1.
    """
    rank = max(len(one), len(other))
    left, right = (1,) * (rank - len(one)) + one, (1,) * (rank - len(other)) + other
    shape = tuple(max(a, b) for a, b in zip(left, right))
    pairs = []
    for index in product(*(range(size) for size in shape)):
        pairs.append((pick(index, left), pick(index, right)))
    return shape, pairs


def pick(index: Sequence[int], shape: Sequence[int]) -> int:
    """The row-major number of an index, where axes of size 1 repeat."""
    number = 0
    for i, size in zip(index, shape):
        number = number * size + (0 if size == 1 else i)
    return number
