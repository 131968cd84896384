# SPDX-License-Identifier: Apache-2.0
"""Seeded legal calls of the four operators, each of about as many results as asked for."""

import math
from random import Random
from typing import Callable, Dict, List, Tuple

import draw_matmul
from calls import Call
from draw_values import Values
from tensors import Arguments, Tensor, count_of

Draw = Callable[[Values, int], Call]
NEWEST = "26.1.0"


def draw_trans_quant_param(values: Values, count: int) -> Call:
    """Shapes: scale (n,) or (1, n) or (1,), offset as long, one element, or none."""
    random = values.random
    arguments: Arguments = {"scale": values.floats("float32", (count,)), "round_mode": random.randrange(2)}
    if random.randrange(4):
        arguments["offset"] = values.floats("float32", (random.choice([1, count, count]),))
    elif random.randrange(2):
        arguments["scale"] = Tensor("float32", (1, count), arguments["scale"].words)
    if random.randrange(5) == 0:
        del arguments["round_mode"]
    return Call("npu_trans_quant_param", NEWEST, random.choice(["eager", "graph_static"]), arguments, {})


def scatter_types(random: Random) -> Tuple[str, str, str]:
    """dtypes of updates, scales and zero points that the documents leave no doubt about."""
    return random.choice([("float16", "float32", "int32"), ("bfloat16", "bfloat16", "bfloat16")])


def draw_quant_scatter(values: Values, count: int) -> Call:
    """Shapes: rank 3 to 5, updates along a middle axis, indices (b,) or (b, 2)."""
    random = values.random
    update_dtype, scale_dtype, zero_dtype = scatter_types(random)
    rank = random.randrange(3, 6)
    axis = random.randrange(1, rank - 1)
    shape = [random.randrange(1, 5) for _ in range(rank)]
    shape[-1] = 16 * random.randrange(1, 9)
    shape[axis] = max(1, count // (count_of(shape) // shape[axis]))
    whole = list(shape)
    whole[0] += random.randrange(3)
    whole[axis] += random.randrange(4)
    starts = [random.randrange(whole[axis] - shape[axis] + 1) for _ in range(shape[0])]
    batches = random.sample(range(whole[0]), shape[0])
    pairs = [word for pair in zip(batches, starts) for word in pair]
    indices = Tensor("int32", (shape[0], 2), pairs) if random.randrange(2) else Tensor("int32", (shape[0],), starts)
    vector = (shape[-1],)
    arguments: Arguments = {"input": values.integers("int8", tuple(whole)), "indices": indices,
                            "updates": values.floats(update_dtype, tuple(shape)), "quant_scales": values.floats(scale_dtype, vector),
                            "axis": axis - random.choice([0, rank]), "quant_axis": -1, "reduce": "update"}
    if random.randrange(3):
        arguments["quant_zero_points"] = zero_points(values, zero_dtype, vector)
    names = [key for key in ("input", "updates") if random.randrange(3) == 0]
    layouts = {key: (random.choice(["strided", "transposed"]), "ND") for key in names}
    return Call("npu_quant_scatter_", NEWEST, "eager", arguments, layouts)


def zero_points(values: Values, dtype: str, shape: Tuple[int]) -> Tensor:
    return values.integers(dtype, shape) if dtype == "int32" else values.floats(dtype, shape)


def draw_conv2d(values: Values, count: int) -> Call:
    """Shapes: (n, c, h, w) and (o, c, kh, kw) with uneven windows."""
    random = values.random
    kernel, stride, dilation = ([random.randrange(1, 4) for _ in range(2)] for _ in range(3))
    padding = [random.randrange(0, 4) for _ in range(2)]
    filters, channels, batch = random.randrange(1, 20), random.randrange(1, 6), random.randrange(1, 3)
    side = max(2, math.isqrt(count // (filters * batch)))
    out = (side, max(2, count // (filters * batch * side)))
    size = [max(1, (n - 1) * s + d * (k - 1) + 1 - 2 * p) for n, s, d, k, p in zip(out, stride, dilation, kernel, padding)]
    scale_dtype = random.choice(["float32", "int64"])
    scale = values.floats("float32", (filters,))
    if scale_dtype == "int64":
        scale = Tensor("int64", (filters,), [word & 0xFFFFE000 | 1 << 46 for word in scale.words])
    biased = random.randrange(2) == 1
    arguments: Arguments = {
        "in_channels": channels, "out_channels": filters, "kernel_size": kernel, "output_dtype": "float16", "stride": stride,
        "padding": padding, "dilation": dilation, "groups": 1, "bias": biased, "offset_x": random.randrange(-128, 128),
        "weight": values.integers("int8", (filters, channels, kernel[0], kernel[1])), "scale": scale,
        "quant_conv2d_input": values.integers("int8", (batch, channels, size[0], size[1]))}
    if biased:
        arguments["bias_values"] = values.bias((filters,))
    layouts = {key: ("contiguous", "NCHW") for key in ("weight", "quant_conv2d_input")}
    return Call("QuantConv2d", NEWEST, "graph_static", arguments, layouts, module=True)


DRAWS: Dict[str, Draw] = {
    "npu_trans_quant_param": draw_trans_quant_param,
    "npu_quant_matmul": draw_matmul.draw,
    "npu_quant_scatter_": draw_quant_scatter,
    "QuantConv2d": draw_conv2d,
}

CHOICES: Dict[str, List[str]] = {  # the behaviours that a result of each operator may depend on
    "npu_trans_quant_param": ["offset_rounding", "rint19"],
    "npu_quant_matmul": ["epilogue", "requantization", "scale_order", "float16_overflow", "offset_source", "scalar_scale"],
    "npu_quant_scatter_": ["saturation"],
    "QuantConv2d": ["bias_order", "float16_overflow", "scale_bits"],
}
