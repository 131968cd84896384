# SPDX-License-Identifier: Apache-2.0
"""A backend that speaks the protocol of framework/run/message/message.h, started and asked from here."""

import os
import socket
import subprocess
import sys
import time
from typing import List, Tuple

from calls import PRODUCT, Call, message_of, stored_arguments
from operators import Results
from shared import Header, Memories
from storage import read_stored
from tensors import Tensor, words_of

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))

from npu_cts.protocol import Channel  # noqa: E402

LIMIT_SECONDS = 300


class Backend:
    """One process that runs calls: a program with inline tensors, or npu-cts-worker and a plugin with shared memory."""

    def __init__(self, command: List[str]) -> None:
        self.socket, there = socket.socketpair()
        self.memories = Memories()
        theirs = (there.fileno(), self.memories.inputs.descriptor, self.memories.outputs.descriptor)
        start = ["bash", "-c", 'exec "$@" 3<&%d 4<&%d 5<&%d' % theirs, "bash"]
        self.process = subprocess.Popen(start + command, stdin=subprocess.DEVNULL, pass_fds=theirs)
        there.close()
        self.channel = Channel(self.socket.fileno())
        self.target = ""
        self.shared = self.receive()[0]["tensors"] in ("shared", "placed")

    def __enter__(self) -> "Backend":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()
        self.memories.close()
        self.process.kill()
        self.process.wait()

    def receive(self) -> Tuple[Header, bytes]:
        frame = self.channel.receive(time.monotonic() + LIMIT_SECONDS)
        if frame is None:
            raise EOFError("the backend ended")
        return frame

    def ask(self, header: Header, body: bytes = b"") -> Tuple[Header, bytes]:
        """The answer to a message."""
        self.channel.send(header, body)
        return self.receive()

    def run(self, call: Call) -> Results:
        """The values of the results. Errors: ValueError if the backend does not complete the call."""
        target = "%s/%s" % (call.release, call.mode)
        if target != self.target:
            self.ask({"type": "open", "product": PRODUCT, "release": call.release, "mode": call.mode})
            self.target = target
        answer, outputs = self.finish(call)
        if answer["kind"] != "completed":
            raise ValueError("%s: %s %s" % (call.op, answer["kind"], answer["message"]))
        return {output["name"]: self.result_in(call, output, data) for output, data in outputs}

    def only_result(self, call: Call) -> Tensor:
        """The values of the result of an operator that has one."""
        (result,) = self.run(call).values()
        return result

    @staticmethod
    def result_in(call: Call, output: Header, data: bytes) -> Tensor:
        if output["alias"]:
            return read_stored(stored_arguments(call)[output["alias"]]._replace(data=data))
        return Tensor(output["dtype"], tuple(output["shape"]), words_of(output["dtype"], data))

    def finish(self, call: Call) -> Tuple[Header, List[Tuple[Header, bytes]]]:
        """The last message of a call, and its outputs as they were declared, each with its bytes."""
        run, body = message_of(call)
        if not self.shared:
            answer, body = self.ask(run, body)
            places = [output["at"] for output in answer["outputs"]]
            return answer, list(zip(answer["outputs"], [body[start:start + length] for start, length in places]))
        prepared, _ = self.ask(self.memories.place_arguments(run, body))
        if prepared["type"] != "prepared":
            return prepared, []
        proceed = self.memories.place_outputs(prepared, stored_arguments(call))
        answer, _ = self.ask(proceed)
        return answer, list(zip(prepared["outputs"], map(self.memories.outputs.read, proceed["outputs"])))
