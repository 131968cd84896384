# SPDX-License-Identifier: Apache-2.0
"""The protocol of programs: frames over a descriptor, two lengths, a JSON header and a body."""

import json
import os
import select
import struct
import time

from .checks import check_argument, check_fields, check_integers, check_tensor, load_json
from .errors import Bad, need

PROTOCOL = 1
CHANNEL = 3  # the descriptor on which npu-cts starts a program
MOST_HEADER = 1 << 20
MOST_BODY = 1 << 28
INLINE = {"dtype": str, "shape": list, "layout": str, "format": str, "strides": list, "offset": int, "at": list}


def frame_of(header, body=b""):
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")  # half a surrogate is no text
    return struct.pack("<II", len(text), len(body)) + text + body


class Channel:
    """Frames over a descriptor: two lengths, a JSON header, a body."""

    def __init__(self, descriptor):
        self.descriptor = descriptor

    def send(self, header, body=b""):
        view = memoryview(frame_of(header, body))
        while view:
            view = view[os.write(self.descriptor, view):]

    def await_bytes(self, deadline):
        """Waits in steps of a second: a signal that comes just before a step does not end it, and is handled behind it."""
        while not select.select([self.descriptor], [], [], min(1, max(0, deadline - time.monotonic())))[0]:
            if time.monotonic() >= deadline:
                raise TimeoutError

    def read(self, count, deadline, at_start=False):
        parts, missing = [], count
        while missing:
            if deadline is not None:
                self.await_bytes(deadline)
            try:
                part = os.read(self.descriptor, min(missing, 1 << 20))
            except ConnectionResetError:
                part = b""
            if not part and at_start and missing == count:
                return None
            need(part, "the channel ended within a frame")
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)

    def receive(self, deadline=None):
        """(header, body); nothing at the end."""
        prefix = self.read(8, deadline, at_start=True)
        if prefix is None:
            return None
        header, body = struct.unpack("<II", prefix)
        need(0 < header <= MOST_HEADER and body <= MOST_BODY, "a frame of %d + %d bytes" % (header, body))
        try:
            text = self.read(header, deadline).decode("utf-8")
        except UnicodeDecodeError:
            raise Bad("a header that is no text") from None
        return load_json(text, "a header"), self.read(body, deadline)


def arguments_of(message, body):
    """The arguments of a 'run', each tensor with its bytes."""
    check_fields(message, {"type": str, "op": str, "arguments": dict}, "'run'")
    arguments = {}
    for key, value in message["arguments"].items():
        what = "argument '%s'" % key
        if not check_argument(value, what):
            arguments[key] = value
            continue
        check_fields(value, INLINE, what)
        check_integers(value["at"], 2, what + ": 'at'")
        need(len(value["at"]) == 2, "%s: 'at' is no place" % what)
        start, length = value["at"]
        need(0 <= start and 0 <= length and start + length <= len(body), "%s: 'at' is not within the body" % what)
        check_tensor(value, length, what)
        arguments[key] = (value, body[start:start + length])
    return arguments


def answer_to(caller, message, body):
    """The answer to one message, as (header, body); nothing after 'bye'."""
    kind = message.get("type")
    if kind == "bye":
        return None
    if kind == "open":
        check_fields(message, {"type": str, "product": str, "release": str, "mode": str}, "'open'")
        caller.target = (message["product"], message["release"], message["mode"])
        return {"type": "opened", "trouble": ""}, b""
    need(kind == "run", "no message is called '%s'" % kind)
    need(caller.target is not None, "'run' before 'open'")
    ended, outputs = caller.call(message["op"] if isinstance(message.get("op"), str) else "", arguments_of(message, body))
    placed, data = [], b""
    for description, values in outputs:
        placed.append(dict(description, at=[len(data), len(values)]))
        data += values
    return dict(ended, type="finished", outputs=placed), data


def serve(caller, name, version, descriptor=CHANNEL, files=()):
    """The worker: says who it is and of which more `files` it is made, and answers calls until 'bye'."""
    channel = Channel(descriptor)
    hello = {"type": "hello", "protocol": PROTOCOL, "name": name, "version": version, "tensors": "inline", "note": ""}
    channel.send(dict(hello, files=list(files)) if files else hello)
    while True:
        frame = channel.receive()
        answer = answer_to(caller, *frame) if frame else None
        if answer is None:
            return 0
        channel.send(*answer)


def is_open(descriptor):
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True
