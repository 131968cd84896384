"""A backend that speaks the protocol of 'exec:' programs, started and asked from here."""

import json
import socket
import struct
import subprocess
from typing import Any, Dict, List, Tuple

from calls import PRODUCT, Call, message_of, stored_arguments
from storage import read_stored
from tensors import Tensor, words_of

LIMIT_SECONDS = 300


class Backend:
    """One process that runs calls; tensors travel inline."""

    def __init__(self, command: List[str]) -> None:
        here, there = socket.socketpair()
        here.settimeout(LIMIT_SECONDS)
        start = ["sh", "-c", 'exec "$@" 3<&%d' % there.fileno(), "sh"]
        self.process = subprocess.Popen(start + command, stdin=subprocess.DEVNULL, pass_fds=[there.fileno()])
        there.close()
        self.channel = here
        self.target = ""
        hello = self.receive()[0]
        if hello["tensors"] != "inline":
            raise ValueError("%s wants shared memory" % command[0])

    def __enter__(self) -> "Backend":
        return self

    def __exit__(self, *_: object) -> None:
        self.channel.close()
        self.process.kill()
        self.process.wait()

    def bytes(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            part = self.channel.recv(count - len(data))
            if not part:
                raise EOFError("the backend ended")
            data += part
        return data

    def receive(self) -> Tuple[Dict[str, Any], bytes]:
        header, body = struct.unpack("<II", self.bytes(8))
        return json.loads(self.bytes(header)), self.bytes(body)

    def ask(self, header: Dict[str, Any], body: bytes = b"") -> Tuple[Dict[str, Any], bytes]:
        """The answer to a message."""
        text = json.dumps(header).encode()
        self.channel.sendall(struct.pack("<II", len(text), len(body)) + text + body)
        return self.receive()

    def run(self, call: Call) -> Tensor:
        """The values of the result. Errors: ValueError if the backend does not complete the call."""
        target = "%s/%s" % (call.release, call.mode)
        if target != self.target:
            self.ask({"type": "open", "product": PRODUCT, "release": call.release, "mode": call.mode})
            self.target = target
        answer, body = self.ask(*message_of(call))
        if answer["kind"] != "completed":
            raise ValueError("%s: %s %s" % (call.op, answer["kind"], answer["message"]))
        output = answer["outputs"][0]
        start, length = output["at"]
        data = body[start:start + length]
        if output["alias"]:
            return read_stored(stored_arguments(call)[output["alias"]]._replace(data=data))
        return Tensor(output["dtype"], tuple(output["shape"]), words_of(output["dtype"], data))
