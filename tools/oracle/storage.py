# SPDX-License-Identifier: Apache-2.0
"""How elements lie in memory: int4 in int32 words, blocks of FRACTAL_NZ, strided and transposed views."""

from array import array
from typing import Dict, Iterator, List, NamedTuple, Sequence, Tuple

from tensors import LETTERS, Shape, Tensor, bytes_of, count_of, places_of, row_major_strides, size_of, swap_last_two, words_of

BLOCK_ROWS = 16
BLOCK_ROW_BYTES = 32


class Stored(NamedTuple):
    """A tensor in memory. Units: strides and offset in elements; `data` is the whole storage."""

    dtype: str
    shape: Shape
    layout: str  # contiguous, strided, transposed
    format: str  # ND, NCHW, FRACTAL_NZ
    strides: Sequence[int]
    offset: int
    data: bytes


def unpack_word(word: int) -> List[int]:
    """The 8 int4 values of an int32, the lowest four bits first, two's complement.

    Source: DOMAIN 2.2, "element i occupies bits 4i..4i+3 (low nibble first)".
    """
    return [((word >> (4 * i)) & 0xF ^ 8) - 8 for i in range(8)]


def pack_word(values: Sequence[int]) -> int:
    """The int32 that holds 8 int4 values."""
    word = sum((value & 0xF) << (4 * i) for i, value in enumerate(values))
    return (word ^ (1 << 31)) - (1 << 31)


def unpack_last_axis(tensor: Tensor) -> Tensor:
    """Shapes: (*b, r, c) words to (*b, r, 8c) values."""
    values = array("b")
    for word in tensor.words:
        values.extend(unpack_word(word))
    return Tensor("int4", tensor.shape[:-1] + (tensor.shape[-1] * 8,), values)


def unpack_rows(tensor: Tensor) -> Tensor:
    """A transposed view of packed rows. Shapes: (*b, r, c) words to (*b, 8r, c) values."""
    return swap_last_two(unpack_last_axis(swap_last_two(tensor)))


def block_rows(shape: Shape, per_row: int) -> Iterator[Tuple[int, int, int]]:
    """The pieces of rows that lie together in FRACTAL_NZ: place in row-major order, place in the storage, length.

    Element (i, j) lies at [j / c][i / 16][i % 16][j % c], where c elements fill 32 bytes. Units: elements.
    Source: DOMAIN 2.2.
    """
    rows, columns = shape[-2:]
    down, right = -(-rows // BLOCK_ROWS), -(-columns // per_row)
    for batch in range(count_of(shape[:-2])):
        for i in range(rows):
            for block in range(right):
                begin = block * per_row
                row = ((batch * right + block) * down + i // BLOCK_ROWS) * BLOCK_ROWS + i % BLOCK_ROWS
                yield (batch * rows + i) * columns + begin, row * per_row, min(per_row, columns - begin)


def block_count(shape: Shape, per_row: int) -> int:
    """The elements of the storage, padding included."""
    rows, columns = shape[-2:]
    return count_of(shape[:-2]) * -(-rows // BLOCK_ROWS) * BLOCK_ROWS * -(-columns // per_row) * per_row


def to_blocks(tensor: Tensor) -> bytes:
    """The FRACTAL_NZ storage of row-major matrices; padding is zero."""
    per_row = BLOCK_ROW_BYTES // size_of(tensor.dtype)
    words = [0] * block_count(tensor.shape, per_row)
    for value, place, length in block_rows(tensor.shape, per_row):
        words[place:place + length] = tensor.words[value:value + length]
    return bytes_of(tensor.dtype, words)


def from_blocks(dtype: str, shape: Shape, data: bytes) -> Tensor:
    """The matrices of a FRACTAL_NZ storage."""
    per_row = BLOCK_ROW_BYTES // size_of(dtype)
    words = words_of(dtype, data)
    if len(words) != block_count(shape, per_row):
        raise ValueError("a FRACTAL_NZ storage of %d elements for the shape %s" % (len(words), list(shape)))
    values = array(LETTERS[dtype])
    for _, place, length in block_rows(shape, per_row):
        values += words[place:place + length]
    return Tensor(dtype, shape, values)


def row_slices(stored: Stored) -> Iterator[slice]:
    """Where each row of the last axis lies in the storage, in row-major order."""
    length, step = stored.shape[-1], stored.strides[-1]
    for start in places_of(stored.shape[:-1], stored.strides[:-1], stored.offset):
        yield slice(start, start + (length - 1) * step + 1, step)


def read_stored(stored: Stored) -> Tensor:
    """The logical values of a tensor in memory. Errors: ValueError if the storage has another size."""
    if stored.format == "FRACTAL_NZ":
        if stored.layout != "transposed":
            return from_blocks(stored.dtype, stored.shape, stored.data)
        turned = stored.shape[:-2] + (stored.shape[-1], stored.shape[-2])
        return swap_last_two(from_blocks(stored.dtype, turned, stored.data))
    words, values = words_of(stored.dtype, stored.data), array(LETTERS[stored.dtype])
    for row in row_slices(stored):
        values += words[row]
    return Tensor(stored.dtype, stored.shape, values)


def write_stored(stored: Stored, values: Tensor) -> bytes:
    """The storage of `stored` with other values; what lies between them stays. The format is ND."""
    words, length = list(words_of(stored.dtype, stored.data)), stored.shape[-1]
    for number, row in enumerate(row_slices(stored)):
        words[row] = values.words[number * length:(number + 1) * length]
    return bytes_of(stored.dtype, words)


def store(tensor: Tensor, layout: str, format: str, before: int = 0) -> Stored:
    """The tensor in memory as a call file asks for it; gaps hold a pattern. Units: strides and `before` in elements."""
    if format == "FRACTAL_NZ":
        base = swap_last_two(tensor) if layout == "transposed" else tensor
        return Stored(tensor.dtype, tensor.shape, layout, format, [], 0, to_blocks(base))
    strides, offset = strides_of(tensor.shape, layout)
    offset += before
    size = offset + 1 + sum((n - 1) * stride for n, stride in zip(tensor.shape, strides))
    empty = Stored(tensor.dtype, tensor.shape, layout, format, strides, offset, b"\x2b" * (size * size_of(tensor.dtype)))
    return empty._replace(data=write_stored(empty, tensor))


def strides_of(shape: Shape, layout: str) -> Tuple[List[int], int]:
    """Strides and offset of a layout. Units: elements."""
    table: Dict[str, Tuple[List[int], int]] = {"contiguous": (row_major_strides(shape), 0)}
    if layout == "strided":
        table[layout] = ([3 * stride for stride in row_major_strides(shape)], 2)
    if layout == "transposed":
        strides = row_major_strides(shape[:-2] + (shape[-1], shape[-2]))
        table[layout] = (strides[:-2] + [strides[-1], strides[-2]], 0)
    return table[layout]
