# SPDX-License-Identifier: Apache-2.0
"""Seeded legal calls of npu_quant_matmul: a row of the dtype table, sizes, batches, layouts and blocks."""

from random import Random
from typing import List, NamedTuple, Tuple

from calls import Call, Layouts
from draw_values import Values
from tensors import Arguments, Shape, Tensor

NEWEST, GROUPED = "26.1.0", "26.0.0"


class Row(NamedTuple):
    """A row of the dtype table of Atlas A2: what each argument may be."""

    operand: str
    scale: List[str]
    offset: List[str]
    bias: List[str]
    token: List[str]
    result: List[str]


ROWS = [
    Row("int8", ["int64", "float32"], ["none"], ["int32", "none"], ["none"], ["float16"]),
    Row("int8", ["int64", "float32"], ["float32", "none"], ["int32", "none"], ["none"], ["int8", "none"]),
    Row("int8", ["float32", "bfloat16"], ["none"], ["int32", "bfloat16", "float32", "none"], ["float32", "none"], ["bfloat16"]),
    Row("int8", ["float32"], ["none"], ["int32", "float32", "none"], ["float32"], ["float16"]),
    Row("int32", ["int64", "float32"], ["none"], ["int32", "none"], ["none"], ["float16"]),
    Row("int8", ["float32", "bfloat16"], ["none"], ["int32", "none"], ["none"], ["int32"]),
]
GROUPED_ROW = Row("int32", ["float32"], ["float16"], ["none"], ["float32"], ["bfloat16", "float16"])


class Sizes(NamedTuple):
    left: Shape  # batches of x1
    right: Shape
    both: Shape
    m: int
    k: int
    n: int


def sizes_of(random: Random, packed: bool, count: int) -> Sizes:
    """Sizes whose product of m, n and batches is about the count."""
    batch = () if packed or random.randrange(2) else (random.randrange(2, 4),)
    total = max(4, count // (batch[0] if batch else 1))
    m = random.choice([1, 2, random.randrange(2, 40), max(1, int(total**0.5))])
    n = max(2, min(total // m, 3000))
    k = random.choice([2, 15, 33, random.randrange(2, 100)])
    if packed:
        n, k = -(-n // 8) * 8, -(-k // 8) * 8
    sides = random.choice([(batch, batch), (batch, ()), ((), batch), (batch, (1,) * len(batch))])
    return Sizes(sides[0], sides[1], batch, m, k, n)


def operands(values: Values, row: Row, sizes: Sizes) -> Tuple[Arguments, Layouts]:
    """x1 and x2 with their layouts. Packed operands and transposed ones are as the page allows them."""
    random = values.random
    layout, format = random.choice(["contiguous", "transposed"]), random.choice(["ND", "FRACTAL_NZ"])
    if row.operand == "int8":
        x1 = values.integers("int8", sizes.left + (sizes.m, sizes.k))
        x2 = values.integers("int8", sizes.right + (sizes.k, sizes.n))
        return {"x1": x1, "x2": x2}, {"x1": (random.choice(["contiguous", "strided"]), "ND"), "x2": (layout, format)}
    shape = (sizes.k // 8, sizes.n) if layout == "transposed" else (sizes.k, sizes.n // 8)
    if min(shape) == 1:
        format = "ND"
    return {"x1": values.any_words((sizes.m, sizes.k // 8)), "x2": values.any_words(shape)}, {"x2": (layout, format)}


def scale(values: Values, dtype: str, shape: Shape) -> Tensor:
    """A scale; an int64 one is packed with an offset, as npu_trans_quant_param does it."""
    if dtype != "int64":
        return values.floats(dtype, shape)
    floats = values.floats("float32", shape)
    return Tensor("int64", shape, [word & 0xFFFFE000 | 1 << 46 | values.random.getrandbits(9) << 37 for word in floats.words])


def bias(values: Values, dtype: str, sizes: Sizes) -> Tensor:
    """Shapes: (n,), or (batch, 1, n) where the result has three axes."""
    shape: Shape = (sizes.n,)
    if len(sizes.both) == 1 and values.random.randrange(2):
        shape = sizes.both + (1, sizes.n)
    return values.bias(shape) if dtype == "int32" else values.floats(dtype, shape)


def draw(values: Values, count: int) -> Call:
    """A call of any row of the newest page."""
    random = values.random
    row = random.choice(ROWS)
    sizes = sizes_of(random, row.operand == "int32", count)
    arguments, layouts = operands(values, row, sizes)
    arguments["scale"] = scale(values, random.choice(row.scale), (random.choice([1, sizes.n, sizes.n]),))
    offset, extra, token, result = (random.choice(one) for one in (row.offset, row.bias, row.token, row.result))
    if offset != "none":
        arguments["offset"] = values.floats(offset, (random.choice([1, sizes.n]),))
    if extra != "none":
        arguments["bias"] = bias(values, extra, sizes)
    if token != "none":
        arguments["pertoken_scale"] = values.floats(token, (sizes.m,))
    if result != "none":
        arguments["output_dtype"] = result
    return Call("npu_quant_matmul", NEWEST, "eager", arguments, layouts)


def draw_grouped(values: Values, count: int) -> Call:
    """A call of the row with a scale and an offset for each group of k. Shapes: scale (g, n), pertoken_scale (m, 1)."""
    random = values.random
    groups, size = random.randrange(1, 5), 8 * random.randrange(1, 4)
    if groups * size == 8:  # one row of words: whether it is transposed shows in no stride
        size = 16
    m = random.choice([1, 3, 17])
    sizes = Sizes((), (), (), m, groups * size, 8 * max(1, count // m // 8))
    arguments, layouts = operands(values, GROUPED_ROW, sizes)
    shape = (groups, sizes.n)
    offsets = [values.float_word("float16") for _ in range(groups * sizes.n)]
    arguments.update(scale=values.floats("float32", shape), offset=Tensor("float16", shape, offsets),
                     pertoken_scale=values.floats("float32", (m, 1)), output_dtype=random.choice(GROUPED_ROW.result))
    return Call("npu_quant_matmul", GROUPED, "eager", arguments, layouts)
