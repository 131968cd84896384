# SPDX-License-Identifier: Apache-2.0
"""Calls that bring every edge value of an operator together with every other."""

from typing import Iterator, List, NamedTuple, Sequence, Tuple

from calls import Call
from draw_values import EDGES
from draws import DRAWS
from floats import FLOAT32, Number, encode, of_integer, round_to
from tensors import Arguments, Tensor

NEWEST = "26.1.0"
FRACTIONS = [0, 1, 0xFFF, 0x1000, 0x1001, 0x1FFF, 0x2000, 0x2FFF, 0x3000, 0x3001, 0x400000, 0x7FE000, 0x7FEFFF, 0x7FF000, 0x7FFFFF]
TOTALS = [0, 1, -1, 3, -5, 255, 256, 257, -256, -257, 1000, 65504, 65520, 16777217, -16777219, (1 << 31) - 1, -(1 << 31)]
ONE = 0x3F800000
ALWAYS = 1 << 46


class Edge(NamedTuple):
    """A call, and the implementation-defined behaviours that its result may depend on."""

    call: Call
    behaviours: Tuple[str, ...]


def float32_of(value: int, exponent: int = 0) -> int:
    """The float32 bits of value * 2^exponent."""
    number = of_integer(value)
    return encode(FLOAT32, round_to(FLOAT32, Number(number.sign, number.magnitude, exponent)))


def packed(scale: int, offset: int) -> int:
    return scale & 0xFFFFE000 | ALWAYS | (offset & 0x1FF) << 37


def trans_quant_param() -> Iterator[Edge]:
    """Every exponent and sign with fractions around the FP19 ties; offsets at every half, and special ones."""
    scales = [sign << 31 | stored << 23 | fraction for sign in (0, 1) for stored in range(256) for fraction in FRACTIONS]
    halves = [float32_of(n, -1) for n in range(-640, 641)] + [float32_of(10**10), float32_of(-(10**10))] + EDGES["float32"]
    offsets = (halves * (len(scales) // len(halves) + 1))[:len(scales)]
    for mode in (0, 1):
        arguments: Arguments = {"scale": Tensor("float32", (len(scales),), scales), "offset": Tensor("float32", (len(scales),), offsets),
                                "round_mode": mode}
        yield Edge(Call("npu_trans_quant_param", NEWEST, "eager", arguments, {}), ("rint19", "offset_rounding"))


def quant_scatter(every: bool) -> Iterator[Edge]:
    """Updates and scales and zero points of every kind; with `every` all 65536 patterns of both 16-bit floats."""
    for dtype, scale_dtype, zero_dtype in (("float16", "float32", "int32"), ("bfloat16", "bfloat16", "bfloat16")):
        updates: Sequence[int] = range(1 << 16) if every else EDGES[dtype] + list(range(0x3C00, 0x3F00, 7))
        scales = (EDGES[scale_dtype] * 2)[:32]
        zeros = [-(1 << 31), (1 << 31) - 1, 0, 127, -128, 16777217, 5, -7] if zero_dtype == "int32" else EDGES[zero_dtype]
        shape = (1, len(updates), len(scales))
        size = shape[1] * shape[2]
        arguments: Arguments = {"input": Tensor("int8", shape, [0] * size), "indices": Tensor("int32", (1,), [0]),
                                "updates": Tensor(dtype, shape, [word for word in updates for _ in scales]),
                                "quant_scales": Tensor(scale_dtype, (len(scales),), scales)}
        yield Edge(Call("npu_quant_scatter_", NEWEST, "eager", dict(arguments), {}), ("saturation",))
        arguments["quant_zero_points"] = Tensor(zero_dtype, (len(scales),), (zeros * 5)[:len(scales)])
        yield Edge(Call("npu_quant_scatter_", NEWEST, "eager", arguments, {}), ("saturation",))


def zero_product(totals: Sequence[int], rows: int) -> Arguments:
    """Operands whose sums are the totals, by columns. Shapes: x1 (rows, 2), x2 (2, len(totals))."""
    columns = len(totals)
    return {"x1": Tensor("int8", (rows, 2), [0] * (2 * rows)), "x2": Tensor("int8", (2, columns), [7] * (2 * columns)),
            "bias": Tensor("int32", (columns,), totals)}


def quant_matmul(every: bool) -> Iterator[Edge]:
    """Totals with scales and per-token scales of every kind; sums with every offset of 9 bits at scale 1 and 1/2."""
    scales = EDGES["float32"]
    totals = [total for total in TOTALS for _ in scales]
    columns = len(totals)
    words = scales * len(TOTALS)
    for dtype, behaviours in (("bfloat16", ("scale_order",)), ("float16", ("scale_order", "float16_overflow"))):
        real = zero_product(totals, len(scales))
        real.update(scale=Tensor("float32", (columns,), words), pertoken_scale=Tensor("float32", (len(scales),), scales),
                    output_dtype=dtype)
        yield Edge(Call("npu_quant_matmul", NEWEST, "eager", real, {}), behaviours)
    for dtype, behaviour in (("float16", "float16_overflow"), ("int8", "requantization")):
        plain = zero_product(totals, 1)
        plain.update(scale=Tensor("int64", (columns,), [packed(word, word >> 9) for word in words]), output_dtype=dtype)
        yield Edge(Call("npu_quant_matmul", NEWEST, "eager", plain, {}), (behaviour,))
    yield from requantized(range(-600, 601), 1) if every else requantized(range(-600, 601, 37), 15)


def requantized(totals: Sequence[int], step: int) -> Iterator[Edge]:
    """Sums, one a row, with each step-th offset of 9 bits. Source: DOMAIN 2.3.2."""
    offsets = range(-256, 256, step)
    for scale in (ONE, float32_of(1, -1)):
        left = [part for total in totals for part in (total // 5, total % 5)]
        right = [5] * len(offsets) + [1] * len(offsets)
        arguments: Arguments = {"x1": Tensor("int8", (len(totals), 2), left), "x2": Tensor("int8", (2, len(offsets)), right),
                                "scale": Tensor("int64", (len(offsets),), [packed(scale, offset) for offset in offsets])}
        yield Edge(Call("npu_quant_matmul", NEWEST, "eager", arguments, {}), ("requantization",))


def conv2d() -> Iterator[Edge]:
    """Totals with scales of every kind, as filters of one output each."""
    scales = EDGES["float32"]
    totals = [total for total in TOTALS for _ in scales]
    filters = len(totals)
    arguments: Arguments = {
        "in_channels": 1, "out_channels": filters, "kernel_size": 1, "output_dtype": "float16", "stride": 1, "padding": 0, "dilation": 1,
        "groups": 1, "bias": True, "offset_x": 0, "weight": Tensor("int8", (filters, 1, 1, 1), [1] * filters),
        "scale": Tensor("float32", (filters,), scales * len(TOTALS)), "bias_values": Tensor("int32", (filters,), totals),
        "quant_conv2d_input": Tensor("int8", (1, 1, 1, 2), [0, 0])}
    layouts = {key: ("contiguous", "NCHW") for key in ("weight", "quant_conv2d_input")}
    call = Call("QuantConv2d", NEWEST, "graph_static", arguments, layouts, module=True)
    yield Edge(call, ("bias_order", "float16_overflow", "scale_bits"))


def calls(op: str, every: bool) -> List[Edge]:
    """The edge calls of an operator; with `every` the long ones too."""
    assert op in DRAWS
    table = {"npu_trans_quant_param": trans_quant_param, "npu_quant_matmul": lambda: quant_matmul(every),
             "npu_quant_scatter_": lambda: quant_scatter(every), "QuantConv2d": conv2d}
    return list(table[op]())
