# SPDX-License-Identifier: Apache-2.0
"""QuantConv2d: an int8 convolution, its bias, its scale, and float16."""

from typing import List, NamedTuple, Tuple

import trans_quant_param
from floats import FLOAT32, Number, add, decode, multiply, of_integer, round_to
from lanes import products
from narrow import float16_bits
from tensors import Argument, Arguments, Tensor
from variants import Variants

Pair = Tuple[int, int]


class Window(NamedTuple):
    """How the kernel moves. Units: elements, (along h, along w)."""

    stride: Pair
    padding: Pair
    dilation: Pair
    pad_value: int


def pair_of(argument: Argument, default: int) -> Pair:
    """A number stands for both axes."""
    if argument is None:
        return default, default
    if isinstance(argument, int):
        return argument, argument
    return (argument[0], argument[-1])


def output_size(size: int, kernel: int, window: Window, axis: int) -> int:
    """(size + 2 padding - dilation (kernel - 1) - 1) / stride + 1. Source: DOMAIN 2.5."""
    reach = window.dilation[axis] * (kernel - 1) + 1
    return (size + 2 * window.padding[axis] - reach) // window.stride[axis] + 1


def pad(input: Tensor, window: Window) -> Tensor:
    """The feature map with a border of the pad value. Shapes: (n, c, h, w) to (n, c, h + 2 p, w + 2 q).

    Source: page of 26.1.0, offset_x and its figure.
    """
    batches, channels, height, width = input.shape
    down, right = window.padding
    row_width = width + 2 * right
    blank, side = [window.pad_value] * row_width, [window.pad_value] * right
    words: List[int] = []
    for plane in range(batches * channels):
        words += blank * down
        for row in range(plane * height, (plane + 1) * height):
            words += side + list(input.words[row * width:(row + 1) * width]) + side
        words += blank * down
    return Tensor(input.dtype, (batches, channels, height + 2 * down, row_width), words)


def taps(padded: Tensor, batch: int, kernel: Pair, window: Window) -> List[List[int]]:
    """What each weight of a filter meets, at every place of the output. Shapes: (c kh kw, oh ow)."""
    _, channels, height, width = padded.shape
    tops = range(0, height - window.dilation[0] * (kernel[0] - 1), window.stride[0])
    beyond = width - window.dilation[1] * (kernel[1] - 1)
    met: List[List[int]] = []
    for channel in range(channels):
        plane = (batch * channels + channel) * height
        for i in range(kernel[0]):
            rows = [(plane + top + i * window.dilation[0]) * width for top in tops]
            for j in range(kernel[1]):
                shift = j * window.dilation[1]
                met.append([value for row in rows for value in padded.words[row + shift:row + shift + beyond:window.stride[1]]])
    return met


def convolve(input: Tensor, weight: Tensor, window: Window) -> Tensor:
    """The exact sums. Shapes: (n, c, h, w) and (o, c, kh, kw) to (n, o, oh, ow)."""
    filters, channels, rows, columns = weight.shape
    out_h = output_size(input.shape[2], rows, window, 0)
    out_w = output_size(input.shape[3], columns, window, 1)
    size = channels * rows * columns
    weights = [list(weight.words[o * size:(o + 1) * size]) for o in range(filters)]
    padded = pad(input, window)
    sums: List[int] = []
    for batch in range(input.shape[0]):
        for of_filter in products(weights, taps(padded, batch, (rows, columns), window)):
            sums += of_filter
    return Tensor("int32", (input.shape[0], filters, out_h, out_w), sums)


def scales_of(scale: Tensor, variants: Variants) -> List[Number]:
    """The channels' scales: the low 32 bits of an int64, or a float32; as FP19 or with all their bits.

    Source: DOMAIN 2.5; the variant `scale_bits`.
    """
    mask = 0xFFFFFFFF if variants["scale_bits"] == "full" else trans_quant_param.FP19_MASK
    return [decode(FLOAT32, word & mask) for word in scale.words]


def scaled(total: int, bias: int, scale: Number, variants: Variants) -> Number:
    """(total + bias) * scale as float32, or total * scale + bias where the variant `bias_order` says so.

    Source: page of 26.1.0, formula (an image); DOMAIN 2.5 and C08.
    """
    if variants["bias_order"] == "before":
        return round_to(FLOAT32, multiply(round_to(FLOAT32, of_integer(total + bias)), scale))
    product = round_to(FLOAT32, multiply(round_to(FLOAT32, of_integer(total)), scale))
    return round_to(FLOAT32, add(product, round_to(FLOAT32, of_integer(bias))))


def compute(arguments: Arguments, variants: Variants) -> Tensor:
    """The convolution in float16.

    Shapes: quant_conv2d_input (n, c, h, w), weight (o, c, kh, kw), scale and bias (o,), out (n, o, oh, ow).
    Units: scale in reals per step.
    Errors: sums beyond int32 are not specified (DOMAIN 1.5, UB6).
    Source: page of 26.1.0; DOMAIN 2.5.
    """
    input, weight, scale = (arguments[name] for name in ("quant_conv2d_input", "weight", "scale"))
    assert isinstance(input, Tensor) and isinstance(weight, Tensor) and isinstance(scale, Tensor)
    window = Window(pair_of(arguments.get("stride"), 1), pair_of(arguments.get("padding"), 0), pair_of(arguments.get("dilation"), 1),
                    int(arguments.get("offset_x") or 0))
    sums = convolve(input, weight, window)
    scales, bias = scales_of(scale, variants), arguments.get("bias_values")
    biases = list(bias.words) if isinstance(bias, Tensor) and arguments.get("bias", True) else None
    plane = sums.shape[2] * sums.shape[3]
    words: List[int] = []
    for i, total in enumerate(sums.words):
        channel = i // plane % len(scales)
        number = scaled(total, biases[channel], scales[channel], variants) if biases else scaled(total, 0, scales[channel], PLAIN)
        words.append(float16_bits(number, variants))
    return Tensor("float16", sums.shape, words)


PLAIN = {"bias_order": "before"}  # without a bias both orders are the same
