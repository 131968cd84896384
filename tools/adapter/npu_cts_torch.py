#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs npu-cts cases on torch_npu: see README.md beside this file. `npu_cts_torch.pyz` is the same in one file."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "python"))

from npu_cts.torch_adapter import run  # noqa: E402

if __name__ == "__main__":
    run()
