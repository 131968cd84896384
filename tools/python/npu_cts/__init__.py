# SPDX-License-Identifier: Apache-2.0
"""npu-cts from Python: `explain` asks what the documents say about a call, `backend` attaches functions as an implementation."""

from .calls import explain

__all__ = ["explain"]
