# SPDX-License-Identifier: Apache-2.0
"""The memory that a runner and a plugin's worker share: one descriptor for arguments, one for outputs."""

import os
from typing import Any, Dict, List

from storage import Stored
from tensors import count_of, size_of

BYTES = 1 << 28  # of each, as framework/run/watch/guarded_memory.h has it; sparse
PAGE = 4096

Header = Dict[str, Any]


class SharedMemory:
    """Places that begin on pages of their own."""

    def __init__(self, name: str) -> None:
        self.descriptor = os.memfd_create(name)
        os.ftruncate(self.descriptor, BYTES)
        self.next = PAGE

    def place(self, data: bytes) -> List[int]:
        """Writes the bytes to new pages. Returns [offset, bytes]."""
        place = [self.next, len(data)]
        os.pwrite(self.descriptor, data, self.next)
        self.next += (len(data) // PAGE + 2) * PAGE
        return place

    def read(self, place: List[int]) -> bytes:
        return os.pread(self.descriptor, place[1], place[0])

    def clear(self) -> None:
        """Forgets all places. What lay there stays until it is written again."""
        self.next = PAGE

    def close(self) -> None:
        os.close(self.descriptor)


class Memories:
    """Both memories of one worker."""

    def __init__(self) -> None:
        self.inputs, self.outputs = SharedMemory("inputs"), SharedMemory("outputs")

    def place_arguments(self, run: Header, body: bytes) -> Header:
        """The 'run' of inline tensors with its tensors in memory."""
        self.inputs.clear()
        self.outputs.clear()
        arguments = dict(run["arguments"])
        for key, value in arguments.items():
            if isinstance(value, dict) and "at" in value:
                start, length = value["at"]
                arguments[key] = dict(value, at=self.inputs.place(body[start:start + length]))
        return dict(run, arguments=arguments)

    def place_outputs(self, prepared: Header, stored: Dict[str, Stored]) -> Header:
        """The 'proceed' for the outputs that a worker has declared. An aliased one begins as the argument."""
        places = []
        for output in prepared["outputs"]:
            size = count_of(output["shape"]) * size_of(output["dtype"])
            places.append(self.outputs.place(stored[output["alias"]].data if output["alias"] else b"\xa5" * size))
        return {"type": "proceed", "workspace": self.outputs.place(bytes(prepared["workspace"])), "outputs": places}

    def close(self) -> None:
        self.inputs.close()
        self.outputs.close()
