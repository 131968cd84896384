"""The oracle as a program of the suite: npu-cts run --driver 'exec:python3 worker.py [NAME=VARIANT…]'.

Speaks the protocol of framework/run/drive/message.h on descriptor 3, tensors inline. It refuses nothing: give it legal calls.
"""

import json
import os
import struct
import sys
from typing import Any, Dict, List, Optional, Tuple

from operators import OPERATORS, result_of
from storage import Stored, read_stored, write_stored
from tensors import Argument, Arguments, bytes_of
from variants import Variants, read_variants

CHANNEL = 3
Header = Dict[str, Any]


def receive(count: int) -> Optional[bytes]:
    """So many bytes of the channel, or None at its end."""
    parts: List[bytes] = []
    while count > 0:
        data = os.read(CHANNEL, count)
        if not data:
            return None
        parts.append(data)
        count -= len(data)
    return b"".join(parts)


def receive_frame() -> Optional[Tuple[Header, bytes]]:
    """The next message and its body: two little-endian lengths, JSON, bytes."""
    prefix = receive(8)
    if prefix is None:
        return None
    header_size, body_size = struct.unpack("<II", prefix)
    header, body = receive(header_size), receive(body_size)
    if header is None or body is None:
        return None
    return json.loads(header), body


def send_frame(header: Header, body: bytes = b"") -> None:
    text = json.dumps(header).encode()
    rest = memoryview(struct.pack("<II", len(text), len(body)) + text + body)
    while rest:
        rest = rest[os.write(CHANNEL, rest):]


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
    send_frame({"type": "hello", "protocol": 1, "name": "second oracle", "version": "1", "tensors": "inline", "note": ""})
    mode = ""
    while (frame := receive_frame()) is not None:
        header, body = frame
        if header["type"] == "bye":
            return
        if header["type"] == "open":
            mode = header["mode"]
            send_frame({"type": "opened", "trouble": ""})
        elif header["type"] == "run":
            send_frame(*answer(mode, header, body, variants))


if __name__ == "__main__":
    serve(read_variants(sys.argv[1:]))
