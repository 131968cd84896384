# SPDX-License-Identifier: Apache-2.0
"""The implementation-defined behaviours by the names that npu-cts has for them; the first variant is the default.

Source: DOMAIN 9.3, and the sections that each operator's file names.
"""

from typing import Dict, List

BEHAVIOURS: Dict[str, List[str]] = {
    "fp19": ["truncate", "round"],
    "rint19": ["flush_subnormals", "keep_subnormals"],
    "offset_rounding": ["half_even", "half_away"],
    "requantization": ["s9", "document"],
    "offset_source": ["packed", "tensor", "sum"],
    "scale_order": ["scale_first", "pertoken_first", "merged"],
    "epilogue": ["unfused", "fused"],
    "scalar_scale": ["fp19", "full"],
    "float16_overflow": ["infinity", "saturate"],
    "group_offset": ["subtracted", "truncated", "added"],
    "group_sum": ["float32", "float64"],
    "saturation": ["clip", "wrap"],
    "bias_order": ["before", "after"],
    "scale_bits": ["fp19", "full"],
}

Variants = Dict[str, str]


def read_variants(words: List[str]) -> Variants:
    """The default variants, changed by words NAME=VARIANT. Errors: ValueError for a word that is none."""
    chosen = {name: values[0] for name, values in BEHAVIOURS.items()}
    for word in words:
        name, _, variant = word.partition("=")
        if variant not in BEHAVIOURS.get(name, []):
            raise ValueError("no variant is called '%s'" % word)
        chosen[name] = variant
    return chosen
