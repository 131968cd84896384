# SPDX-License-Identifier: Apache-2.0
"""What stands for torch_npu where PyTorch runs on the CPU: `npu_cts_torch.py --module torch_cpu`.

int8 results come from the quantized linear function of the engine that NPU_CTS_TORCH_ENGINE names (qnnpack or onednn);
sums and floating results from torch's own operations. A scale is read as the vendor's interface reads it, cut to FP19
where it would be packed. What cannot be said so is unsupported.
"""

import os

import torch

ENGINE = os.environ.get("NPU_CTS_TORCH_ENGINE", "onednn")
torch.backends.quantized.engine = ENGINE
torch.set_num_threads(1)

__version__ = "on the CPU, engine %s" % ENGINE
npu_cts_device = "cpu"
ZERO_POINT = 128  # the quantized functions take unsigned activations
VECTORS = (torch.float32, torch.bfloat16)


def npu_format_cast(tensor, number):
    raise NotImplementedError("formats other than ND")


def claim(holds, what):
    if not holds:
        raise NotImplementedError(what)


def need(holds, what):
    if not holds:
        raise ValueError(what)


def batch_of(x1, x2):
    try:
        return torch.broadcast_shapes(x1.shape[:-2], x2.shape[:-2])
    except RuntimeError:
        raise ValueError("the batch axes of x1 and x2 broadcast") from None


def check(x1, x2, scale, offset, pertoken_scale, bias):
    """Refuses what the page of npu_quant_matmul forbids of the shapes."""
    for one in (x1, x2):
        need(2 <= one.dim() <= 6, "x1 and x2 have 2 to 6 axes")
        need(one.numel() > 0 and one.shape[-1] <= 65535, "x1 and x2 have elements, at most 65535 in the last axis")
    need(x1.shape[-1] == x2.shape[-2], "x1 and x2 have the same k")
    batch, m, n = batch_of(x1, x2), x1.shape[-2], x2.shape[-1]
    for one in (scale, offset):
        need(one is None or tuple(one.shape) in ((1,), (n,)), "scale and offset have one element or n")
    need(pertoken_scale is None or tuple(pertoken_scale.shape) == (m,), "pertoken_scale has m elements")
    if bias is not None:
        is_batch = len(batch) == 1 and tuple(bias.shape) == (batch[0], 1, n)
        need(tuple(bias.shape) == (n,) or is_batch, "bias has n elements, or is (batch, 1, n)")


def packed_scale(scale):
    """The scale as npu_trans_quant_param packs it: FP19."""
    bits = scale.to(torch.int32) if scale.dtype == torch.int64 else scale.contiguous().view(torch.int32)
    return (bits & ~0x1FFF).view(torch.float32)


def packed_offsets(scale, offset, n):
    """The offset of each column."""
    claim(scale.dtype != torch.int64 or offset is None, "two offsets")
    if scale.dtype == torch.int64:
        field = (scale >> 37) & 0x1FF
        offset = torch.where(field < 256, field, field - 512).to(torch.float32)
    if offset is None:
        offset = torch.zeros(1)
    claim(bool((offset == offset.round()).all()) and bool((offset.abs() <= 127).all()), "offsets that are no int8")
    return offset.to(torch.int64).expand(n)


def linear(data, weight, scale, zero_point):
    """The engine's quantized linear function, which has one zero point for all results."""
    if (scale == scale[0]).all():
        weight = torch._make_per_tensor_quantized_tensor(weight, scale[0].item(), 0)
    else:
        zeros = torch.zeros(len(scale), dtype=torch.int64)
        weight = torch._make_per_channel_quantized_tensor(weight, scale.to(torch.float64), zeros, 0)
    try:
        packed = torch.ops.quantized.linear_prepack(weight, None)
        return torch.ops.quantized.linear(data, packed, 1.0, zero_point).int_repr()
    except RuntimeError as error:
        raise NotImplementedError("the engine says: %s" % error) from None


def requantized(x1, x2, scale, offset):
    """int8 results, by the engine's quantized linear function."""
    n = x2.shape[-1]
    scale, offsets = packed_scale(scale).expand(n), packed_offsets(scale, offset, n)
    claim(bool((scale > 0).all()) and bool(torch.isfinite(scale).all()), "scales that are not above 0")
    claim(x2.dim() == 2, "a batch of weights")
    data = (x1.to(torch.int16) + ZERO_POINT).to(torch.uint8).contiguous()
    data = torch._make_per_tensor_quantized_tensor(data, 1.0, ZERO_POINT)
    result = torch.empty(x1.shape[:-1] + (n,), dtype=torch.int8)
    for value in offsets.unique().tolist():
        at = offsets == value
        weight = x2[:, at].transpose(0, 1).contiguous()
        values = linear(data, weight, scale[at].contiguous(), value + ZERO_POINT)
        result[..., at] = (values.to(torch.int16) - ZERO_POINT).to(torch.int8)
    return result


def sums_of(x1, x2, bias):
    sums = torch.matmul(x1.to(torch.int32), x2.to(torch.int32))
    return sums if bias is None or bias.dtype != torch.int32 else sums + bias


def scaled(sums, scale, pertoken_scale, bias):
    result = sums.to(torch.float32) * scale.to(torch.float32)
    if pertoken_scale is not None:
        result = result * pertoken_scale.unsqueeze(-1)
    return result if bias is None or bias.dtype == torch.int32 else result + bias.to(torch.float32)


def npu_quant_matmul(x1, x2, scale, *, offset=None, pertoken_scale=None, bias=None, output_dtype=None, **others):
    claim(all(value is None for value in others.values()), "arguments of some releases")
    claim(x1.dtype == torch.int8 and x2.dtype == torch.int8, "operands that are not int8")
    claim(pertoken_scale is None or pertoken_scale.dtype == torch.float32, "another pertoken_scale")
    check(x1, x2, scale, offset, pertoken_scale, bias)
    out = output_dtype or torch.int8
    is_packed = scale.dtype in (torch.float32, torch.int64) and pertoken_scale is None
    is_whole = bias is None or bias.dtype == torch.int32
    if out == torch.int8:
        claim(is_packed and bias is None and (offset is None or offset.dtype == torch.float32), "an int8 result with these")
        return requantized(x1, x2, scale, offset)
    claim(offset is None, "an offset")
    if out == torch.int32:
        claim(scale.dtype in VECTORS and pertoken_scale is None and is_whole, "an int32 result with these")
        return sums_of(x1, x2, bias)
    if out == torch.float16 and is_packed:
        claim(is_whole, "a floating bias")
        return scaled(sums_of(x1, x2, bias), packed_scale(scale), None, bias).to(out)
    claim(is_whole or bias.dtype == torch.float32 or (bias.dtype, out) == (torch.bfloat16, torch.bfloat16), "another bias")
    claim(scale.dtype == torch.float32 or (scale.dtype, out) == (torch.bfloat16, torch.bfloat16), "another scale")
    claim(out == torch.bfloat16 or (out == torch.float16 and pertoken_scale is not None), "another result")
    return scaled(sums_of(x1, x2, bias), scale, pertoken_scale, bias).to(out)
