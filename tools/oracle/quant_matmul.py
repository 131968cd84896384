# SPDX-License-Identifier: Apache-2.0
"""npu_quant_matmul: an exact product of int8 or int4 matrices, and the ways to scale it."""

from typing import Iterator, List, NamedTuple, Optional, Sequence, Tuple

import grouped_matmul
import storage
import trans_quant_param
from epilogue import Factors, quantized, real
from floats import FLOAT32, FLOATS, Number, decode
from lanes import products
from narrow import bfloat16_bits, float16_bits
from tensors import Arguments, Shape, Tensor, broadcast_batches, count_of
from variants import Variants

OUTPUT_WORDS = {"bfloat16": lambda number, variants: bfloat16_bits(number), "float16": float16_bits}


class Product(NamedTuple):
    """The operands unpacked: rows of x1 and of x2 by matrix, and which of them meet."""

    shape: Shape  # of the result
    left: List[List[Sequence[int]]]
    right: List[List[Sequence[int]]]
    pairs: List[Tuple[int, int]]


class Place(NamedTuple):
    """Where an element of the result stands, and its exact sum."""

    batch: int
    row: int
    column: int
    total: int


def unpack(x1: Tensor, x2: Tensor) -> Tuple[Tensor, Tensor]:
    """The operands as they are multiplied. Packed int4 in x2 runs along k where that makes the sizes of k equal.

    Shapes: x1 (m, k / 8) and x2 (k, n / 8), or x2 (k / 8, n) as a transposed view, become (m, k) and (k, n).
    Source: page of 26.1.0, constraints of int4.
    """
    if x1.dtype != "int32":
        return x1, x2
    along_k = x1.shape[-1] == x2.shape[-2]
    return storage.unpack_last_axis(x1), storage.unpack_rows(x2) if along_k else storage.unpack_last_axis(x2)


def rows_by_matrix(tensor: Tensor) -> List[List[Sequence[int]]]:
    """Shapes: (*b, r, c) to b lists of r lists of c values."""
    rows, columns = tensor.shape[-2:]
    words = tensor.words
    cut = [words[start:start + columns] for start in range(0, len(words), columns)]
    return [cut[start:start + rows] for start in range(0, len(cut), rows)]


def product_of(x1: Tensor, x2: Tensor) -> Product:
    """The product that the call asks for. Shapes: (*b1, m, k) and (*b2, k, n) to (*b, m, n), batches broadcast."""
    left, right = unpack(x1, x2)
    batch, pairs = broadcast_batches(left.shape[:-2], right.shape[:-2])
    shape = batch + (left.shape[-2], right.shape[-1])
    return Product(shape, rows_by_matrix(left), rows_by_matrix(right), pairs)


def places(product: Product) -> Iterator[Place]:
    """Each element of the result in row-major order with its exact sum."""
    for batch, (left, right) in enumerate(product.pairs):
        for i, sums in enumerate(products(product.left[left], product.right[right])):
            for j, total in enumerate(sums):
                yield Place(batch, i, j, total)


def number_at(vector: Optional[List[Number]], index: int) -> Optional[Number]:
    """The element of an optional vector; one element stands for all."""
    return None if vector is None else vector[index if len(vector) > 1 else 0]


def numbers_of(tensor: Optional[Tensor]) -> Optional[List[Number]]:
    return None if tensor is None else [decode(FLOATS[tensor.dtype], word) for word in tensor.words]


def is_real_result(arguments: Arguments) -> bool:
    """Whether scales stay float32: bfloat16 results, and float16 results with a per-token scale. Source: DOMAIN 2.3.5."""
    return arguments.get("output_dtype") == "bfloat16" or isinstance(arguments.get("pertoken_scale"), Tensor)


def scales_of(scale: Tensor, arguments: Arguments, variants: Variants) -> List[Number]:
    """The scales as float32 numbers, cut to FP19 where the device takes them from a packed word.

    Source: DOMAIN 1.7 (a float32 scale is packed first), 2.3.4, and 2.3.5 for one scale (the variant `scalar_scale`).
    """
    if scale.dtype == "bfloat16":
        return [decode(FLOATS["bfloat16"], word) for word in scale.words]
    bias = arguments.get("bias")
    wide_bias = isinstance(bias, Tensor) and bias.dtype in ("bfloat16", "float32")
    one = len(scale.words) == 1 and not wide_bias and variants["scalar_scale"] == "fp19"
    cut = scale.dtype == "int64" or one or not is_real_result(arguments)
    return [decode(FLOAT32, trans_quant_param.scale_in(word) if cut else word) for word in scale.words]


def bias_index(bias: Optional[Tensor], place: Place, columns: int) -> int:
    """The element of a bias (n,) or (batch, 1, n) that is added there."""
    return place.column + (place.batch * columns if bias is not None and len(bias.shape) == 3 else 0)


def compute(arguments: Arguments, variants: Variants) -> Tensor:
    """The scaled product.

    Shapes: x1 (*b1, m, k), x2 (*b2, k, n), scale (1,) or (n,), offset as scale, pertoken_scale (m,), bias (n,) or (b, 1, n).
    Units: scale and pertoken_scale in reals per step, offset in steps.
    Errors: sums beyond int32 are not specified (DOMAIN 1.5, UB6).
    Source: page of 26.1.0; DOMAIN 2.3.
    """
    x1, x2, scale = arguments["x1"], arguments["x2"], arguments["scale"]
    assert isinstance(x1, Tensor) and isinstance(x2, Tensor) and isinstance(scale, Tensor)
    product = product_of(x1, x2)
    dtype = str(arguments.get("output_dtype") or "int8")
    if len(scale.shape) == 2:
        words = grouped_words(product, arguments, variants)
    elif dtype == "int32":
        words = integer_words(product, arguments)
    elif dtype == "int8":
        words = quantized_words(product, arguments, variants)
    else:
        words = real_words(product, arguments, variants)
    assert len(words) == count_of(product.shape)
    return Tensor(dtype, product.shape, words)


def integer_bias(arguments: Arguments) -> Optional[Tensor]:
    """The bias that is added to the sum before everything else. Source: DOMAIN 2.3.1."""
    bias = arguments.get("bias")
    return bias if isinstance(bias, Tensor) and bias.dtype == "int32" else None


def float_bias(arguments: Arguments) -> Optional[Tensor]:
    """The bias that is added to the scaled sum. Source: DOMAIN 2.3.5."""
    bias = arguments.get("bias")
    return bias if isinstance(bias, Tensor) and bias.dtype != "int32" else None


def totals(product: Product, arguments: Arguments) -> Iterator[Place]:
    """Each element with its sum, an int32 bias in it."""
    bias, columns = integer_bias(arguments), product.shape[-1]
    for place in places(product):
        extra = 0 if bias is None else bias.words[bias_index(bias, place, columns)]
        yield place._replace(total=place.total + extra)


def integer_words(product: Product, arguments: Arguments) -> List[int]:
    """The sums themselves; the scale has no part in them. Source: DOMAIN 2.3.6."""
    return [place.total for place in totals(product, arguments)]


def quantized_words(product: Product, arguments: Arguments, variants: Variants) -> List[int]:
    """int8 results. Source: DOMAIN 2.3.2 and 2.3.3."""
    scale = arguments["scale"]
    scales = scales_of(scale, arguments, variants)
    packed = [trans_quant_param.offset_in(word) for word in scale.words] if scale.dtype == "int64" else None
    given = numbers_of(arguments.get("offset"))
    words = []
    for place in totals(product, arguments):
        word = None if packed is None else packed[place.column if len(packed) > 1 else 0]
        tensor = number_at(given, place.column)
        words.append(quantized(place.total, number_at(scales, place.column), word, tensor, variants))
    return words


def real_words(product: Product, arguments: Arguments, variants: Variants) -> List[int]:
    """float16 and bfloat16 results. Source: DOMAIN 2.3.4 and 2.3.5."""
    scales = scales_of(arguments["scale"], arguments, variants)
    tokens, bias = numbers_of(arguments.get("pertoken_scale")), float_bias(arguments)
    added, columns = numbers_of(bias), product.shape[-1]
    narrow = OUTPUT_WORDS[str(arguments["output_dtype"])]
    words = []
    for place in totals(product, arguments):
        extra = None if added is None else added[bias_index(bias, place, columns)]
        factors = Factors(number_at(scales, place.column), number_at(tokens, place.row), extra)
        words.append(narrow(real(place.total, factors, variants), variants))
    return words


def grouped_words(product: Product, arguments: Arguments, variants: Variants) -> List[int]:
    """Results of a scale for each group of k. Source: DOMAIN 2.3.7."""
    scale, offset = arguments["scale"], arguments["offset"]
    groups = grouped_matmul.groups_of(scale, offset, grouped_matmul.group_size(arguments, len(product.right[0])))
    tokens = numbers_of(arguments.get("pertoken_scale"))
    narrow = OUTPUT_WORDS[str(arguments["output_dtype"])]
    words = []
    for left, right in product.pairs:
        columns = list(zip(*product.right[right]))
        for i, row in enumerate(product.left[left]):
            for j, column in enumerate(columns):
                number = grouped_matmul.element(row, column, groups[j], variants)
                words.append(narrow(grouped_matmul.times_token(number, number_at(tokens, i)), variants))
    return words
