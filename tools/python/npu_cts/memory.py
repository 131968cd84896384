# SPDX-License-Identifier: Apache-2.0
"""How the elements of a tensor lie in memory: strides, and the blocks of FRACTAL_NZ."""

import itertools

from .dtypes import count_of, size_of

WORDS = {1: "B", 2: "H", 4: "I", 8: "Q"}  # what elements are moved as
BLOCK_ROWS, BLOCK_BYTES = 16, 32  # of FRACTAL_NZ


def moved(data, size):
    return memoryview(data).cast("B").cast(WORDS[size])


def swap_last_two(data, shape, size):
    """The bytes of an array of this shape with its last two axes swapped."""
    rows, columns = shape[-2:]
    view = moved(data, size)
    parts = []
    for matrix in range(count_of(shape[:-2])):
        start = matrix * rows * columns
        parts += [view[start + c:start + rows * columns:columns].tobytes() for c in range(columns)]
    return b"".join(parts)


def strided_rows(tensor):
    """Where each row of the last axis begins, with its place in row-major order."""
    shape, strides = tensor["shape"], tensor["strides"]
    for row, index in enumerate(itertools.product(*(range(n) for n in shape[:-1]))):
        yield row, tensor["offset"] + sum(i * s for i, s in zip(index, strides))


def to_strided(values, tensor, places):
    """A storage of so many places whose view by strides has these values; A5 between them."""
    size = size_of(tensor["dtype"])
    storage = bytearray(b"\xa5" * (places * size))
    if not values:
        return bytes(storage)
    source, target = moved(values, size), moved(storage, size)
    length = tensor["shape"][-1] if tensor["shape"] else 1
    step = tensor["strides"][-1] if tensor["shape"] else 1
    for row, start in strided_rows(tensor):
        if step == 0:
            target[start] = source[row * length]
        else:
            target[start:start + (length - 1) * step + 1:step] = source[row * length:(row + 1) * length]
    return bytes(storage)


def from_strided(storage, tensor):
    """The values that the view by strides has."""
    size = size_of(tensor["dtype"])
    if count_of(tensor["shape"]) == 0:
        return b""
    source = moved(storage, size)
    length = tensor["shape"][-1] if tensor["shape"] else 1
    step = tensor["strides"][-1] if tensor["shape"] else 1
    rows = []
    for _, start in strided_rows(tensor):
        rows.append(source[start:start + (length - 1) * step + 1:step].tobytes() if step else source[start:start + 1].tobytes() * length)
    return b"".join(rows)


def is_turned(tensor):
    return tensor["layout"] == "transposed" and len(tensor["shape"]) >= 2


def stored_shape(tensor):
    """The shape that lies in blocks: of a transposed view, the tensor it is a view of."""
    shape = list(tensor["shape"])
    if is_turned(tensor):
        shape[-1], shape[-2] = shape[-2], shape[-1]
    return shape


def blocks_of(tensor):
    shape = [1, 1] + stored_shape(tensor)
    per_block = BLOCK_BYTES // size_of(tensor["dtype"])
    return count_of(shape[:-2]), -(-shape[-2] // BLOCK_ROWS), -(-shape[-1] // per_block), per_block


def block_rows(tensor):
    """For each piece of a row that lies in one block: its place among the values, in the storage, its length; in bytes."""
    size = size_of(tensor["dtype"])
    matrices, down, right, per_block = blocks_of(tensor)
    rows, columns = ([1, 1] + stored_shape(tensor))[-2:]
    for matrix in range(matrices):
        for r in range(rows):
            for j in range(right):
                piece = min(per_block, columns - j * per_block)
                value = (matrix * rows + r) * columns + j * per_block
                block = (matrix * right + j) * down + r // BLOCK_ROWS
                yield value * size, (block * BLOCK_ROWS + r % BLOCK_ROWS) * BLOCK_BYTES, piece * size


def to_blocks(values, tensor):
    """The storage of FRACTAL_NZ of a tensor with these (logical) values; padding is zero."""
    if is_turned(tensor):
        values = swap_last_two(values, tensor["shape"], size_of(tensor["dtype"]))
    matrices, down, right, _ = blocks_of(tensor)
    storage = bytearray(matrices * down * right * BLOCK_ROWS * BLOCK_BYTES)
    for value, place, length in block_rows(tensor):
        storage[place:place + length] = values[value:value + length]
    return bytes(storage)


def from_blocks(storage, tensor):
    """The values of stored_shape(tensor) in row-major order."""
    return b"".join(storage[place:place + length] for _, place, length in block_rows(tensor))
