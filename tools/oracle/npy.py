# SPDX-License-Identifier: Apache-2.0
"""Tensors as .npy files, read and written by hand. A float that numpy lacks travels as its bits."""

import ast
import struct
from typing import Tuple

from tensors import Tensor, bytes_of, words_of

MAGIC = b"\x93NUMPY\x01\x00"
CODES = {"bool": "|b1", "int8": "|i1", "int32": "<i4", "int64": "<i8", "uint64": "<u8", "float16": "<f2", "bfloat16": "<u2",
         "float32": "<f4"}


def write_npy(path: str, tensor: Tensor) -> None:
    """Errors: OSError."""
    header = repr({"descr": CODES[tensor.dtype], "fortran_order": False, "shape": tuple(tensor.shape)}).encode()
    header += b" " * (-(len(MAGIC) + 2 + len(header) + 1) % 64) + b"\n"
    with open(path, "wb") as file:
        file.write(MAGIC + struct.pack("<H", len(header)) + header + bytes_of(tensor.dtype, tensor.words))


def split(data: bytes) -> Tuple[dict, bytes]:
    """The header of a .npy file and the bytes behind it. Errors: ValueError."""
    if not data.startswith(MAGIC):
        raise ValueError("this is no .npy file of version 1.0")
    end = len(MAGIC) + 2 + struct.unpack_from("<H", data, len(MAGIC))[0]
    return ast.literal_eval(data[len(MAGIC) + 2:end].decode("latin-1")), data[end:]


def read_npy(path: str, dtype: str) -> Tensor:
    """The tensor in a file that must hold this dtype. Errors: OSError, ValueError."""
    with open(path, "rb") as file:
        header, values = split(file.read())
    if header["descr"] != CODES[dtype] or header["fortran_order"]:
        raise ValueError("%s holds %s, not %s" % (path, header["descr"], dtype))
    return Tensor(dtype, tuple(header["shape"]), words_of(dtype, values))
