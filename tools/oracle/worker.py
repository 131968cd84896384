# SPDX-License-Identifier: Apache-2.0
"""The oracle as a program of the suite: npu-cts run --driver 'exec:python3 worker.py [NAME=VARIANT…]'.

Speaks the protocol of framework/run/message/message.h on descriptor 3, tensors inline. It refuses nothing: give it legal calls.
"""

import os
import sys
from typing import Any, Dict, List, Tuple, Union

from operators import OPERATORS, results_of
from storage import Stored, read_stored, write_stored
from tensors import Argument, Arguments, bytes_of
from variants import Variants, read_variants

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))

from npu_cts.protocol import serve  # noqa: E402

Description = Dict[str, Any]
Received = Union[Tuple[Description, bytes], Description, Any]  # a tensor with its bytes, a dtype, or anything else


def stored_of(tensor: Tuple[Description, bytes]) -> Stored:
    value, data = tensor
    return Stored(value["dtype"], tuple(value["shape"]), value["layout"], value["format"], value["strides"], value["offset"], data)


def argument_of(value: Received) -> Argument:
    """A tensor by its values, a dtype by its name, anything else as it is."""
    if isinstance(value, tuple):
        return read_stored(stored_of(value))
    return value["dtype"] if isinstance(value, dict) else value


class Oracle:
    """What answers calls. The runner sets its target."""

    def __init__(self, variants: Variants) -> None:
        self.variants = variants
        self.target = ("", "", "")

    def call(self, op: str, received: Dict[str, Received]) -> Tuple[Description, List[Tuple[Description, bytes]]]:
        """How the call ended, and its outputs."""
        arguments: Arguments = {key: argument_of(value) for key, value in received.items()}
        outputs = []
        for name, result in results_of(op, self.target[2], arguments, self.variants).items():
            alias = "" if outputs else OPERATORS[op].writes
            data = write_stored(stored_of(received[alias]), result) if alias else bytes_of(result.dtype, result.words)
            outputs.append(({"name": name, "alias": alias, "dtype": result.dtype, "shape": list(result.shape)}, data))
        return {"kind": "completed", "code": 0, "message": ""}, outputs


if __name__ == "__main__":
    sys.exit(serve(Oracle(read_variants(sys.argv[1:])), "second oracle", "1"))
