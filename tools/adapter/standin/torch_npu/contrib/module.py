# SPDX-License-Identifier: Apache-2.0
"""The stand-in's modules."""

import torch
import torch_npu


class QuantConv2d(torch.nn.Module):
    def __init__(self, **constructor):
        self.constructor = constructor
        self.weight = torch.from_bytes(b"", torch.int8, (0,))
        self.scale = torch.from_bytes(b"", torch.float32, (0,))
        self.bias = torch.from_bytes(b"", torch.int32, (0,))

    def forward(self, *inputs, **words):
        variables = {name: getattr(self, name) for name in ("weight", "scale", "bias")}
        given = {name: value for name, value in variables.items() if value is not None and tuple(value.shape) != (0,)}
        result = torch_npu.evaluate("QuantConv2d", constructor=self.constructor, variables=given,
                                    arguments=torch_npu.named(["quant_conv2d_input"], inputs, words))
        torch_npu.misbehave(inputs[0])
        return result
