# SPDX-License-Identifier: Apache-2.0
"""The operators by name, and where each result goes."""

from typing import Callable, Dict, NamedTuple

import quant_conv2d
import quant_matmul
import quant_scatter
import trans_quant_param
from tensors import Arguments, Tensor
from variants import Variants


class Operator(NamedTuple):
    """`writes` names the argument that is the result, or is empty."""

    compute: Callable[[Arguments, Variants], Tensor]
    writes: str


OPERATORS: Dict[str, Operator] = {
    "npu_trans_quant_param": Operator(trans_quant_param.compute, ""),
    "npu_quant_matmul": Operator(quant_matmul.compute, ""),
    "npu_quant_scatter_": Operator(quant_scatter.compute, "input"),
    "QuantConv2d": Operator(quant_conv2d.compute, ""),
}


def result_of(op: str, mode: str, arguments: Arguments, variants: Variants) -> Tensor:
    """The result of a legal call. Packed words are uint64 in graph modes. Source: page of npu_trans_quant_param, returns."""
    if op not in OPERATORS:
        raise LookupError(f"there is no second oracle of '{op}': write one, and name it in OPERATORS of tools/oracle/operators.py")
    result = OPERATORS[op].compute(arguments, variants)
    if op == "npu_trans_quant_param" and mode != "eager":
        return result._replace(dtype="uint64")
    return result
