# SPDX-License-Identifier: Apache-2.0
"""A stand-in for torchair: a backend that torch.compile takes."""


class CompilerConfig:
    pass


def get_npu_backend(compiler_config):
    return "npu graphs"
