# SPDX-License-Identifier: Apache-2.0
"""The oracle as a program of the suite: npu-cts run --driver 'exec:python3 worker.py [NAME=VARIANT…]'.

Speaks the protocol of framework/run/drive/message.h on descriptor 3, tensors inline. It refuses nothing: give it legal calls.
"""

import os
import sys
from typing import Any, Dict, Tuple

from operators import OPERATORS, result_of
from storage import Stored, read_stored, write_stored
from tensors import Argument, Arguments, bytes_of
from variants import Variants, read_variants

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))

from npu_cts.protocol import CHANNEL, PROTOCOL, Channel  # noqa: E402

Header = Dict[str, Any]


def stored_of(value: Header, body: bytes) -> Stored:
    start, length = value["at"]
    return Stored(value["dtype"], tuple(value["shape"]), value["layout"], value["format"], value["strides"], value["offset"],
                  body[start:start + length])


def argument_of(value: Any, body: bytes) -> Argument:
    """A tensor by its values, a dtype by its name, anything else as it is."""
    if not isinstance(value, dict):
        return value
    return value["dtype"] if set(value) == {"dtype"} else read_stored(stored_of(value, body))


def answer(mode: str, run: Header, body: bytes, variants: Variants) -> Tuple[Header, bytes]:
    """The message that ends a call, with its result."""
    arguments: Arguments = {key: argument_of(value, body) for key, value in run["arguments"].items()}
    result = result_of(run["op"], mode, arguments, variants)
    alias = OPERATORS[run["op"]].writes
    data = write_stored(stored_of(run["arguments"][alias], body), result) if alias else bytes_of(result.dtype, result.words)
    output = {"name": "out", "alias": alias, "dtype": result.dtype, "shape": list(result.shape), "at": [0, len(data)]}
    return {"type": "finished", "kind": "completed", "code": 0, "message": "", "outputs": [output]}, data


def serve(variants: Variants) -> None:
    """Answers messages until the runner says goodbye."""
    channel = Channel(CHANNEL)
    channel.send({"type": "hello", "protocol": PROTOCOL, "name": "second oracle", "version": "1", "tensors": "inline", "note": ""})
    mode = ""
    while (frame := channel.receive()) is not None:
        header, body = frame
        if header["type"] == "bye":
            return
        if header["type"] == "open":
            mode = header["mode"]
            channel.send({"type": "opened", "trouble": ""})
        elif header["type"] == "run":
            channel.send(*answer(mode, header, body, variants))


if __name__ == "__main__":
    serve(read_variants(sys.argv[1:]))
