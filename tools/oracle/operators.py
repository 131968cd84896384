# SPDX-License-Identifier: Apache-2.0
"""The operators by name, and where each result goes."""

from typing import Callable, Dict, NamedTuple, Union

import quant_conv2d
import quant_matmul
import quant_scatter
import trans_quant_param
from tensors import Arguments, Tensor
from variants import Variants


Results = Dict[str, Tensor]  # by the names of the outputs, in the order of the spec


class Operator(NamedTuple):
    """`compute` gives the result "out", or several by name. `writes` names the argument that the first is, or is empty."""

    compute: Callable[[Arguments, Variants], Union[Tensor, Results]]
    writes: str


OPERATORS: Dict[str, Operator] = {
    "npu_trans_quant_param": Operator(trans_quant_param.compute, ""),
    "npu_quant_matmul": Operator(quant_matmul.compute, ""),
    "npu_quant_scatter_": Operator(quant_scatter.compute, "input"),
    "QuantConv2d": Operator(quant_conv2d.compute, ""),
}


def results_of(op: str, mode: str, arguments: Arguments, variants: Variants) -> Results:
    """The results of a legal call. Packed words are uint64 in graph modes. Source: page of npu_trans_quant_param, returns."""
    if op not in OPERATORS:
        raise LookupError(f"there is no second oracle of '{op}': write one, and name it in OPERATORS of tools/oracle/operators.py")
    result = OPERATORS[op].compute(arguments, variants)
    results = result if isinstance(result, dict) else {"out": result}
    if op == "npu_trans_quant_param" and mode != "eager":
        return {name: one._replace(dtype="uint64") for name, one in results.items()}
    return results
