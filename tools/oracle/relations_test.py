# SPDX-License-Identifier: Apache-2.0
"""Relations between calls hold on every backend that conforms.

  relations_test.py BIN [--backend 'PROGRAM ARGUMENT…']… [--calls N] [--seed N]

A backend is a program of 'exec:', or 'npu-cts-worker PLUGIN'. Without --backend: the reference kernels both ways, and the oracle.
"""

import argparse
import os
import shlex
import sys
import unittest
from random import Random
from typing import Dict, List, Tuple

from backend import Backend
from calls import Call
from draw_values import Values
from draws import DRAWS
from relations import RELATIONS, Relation
from tensors import Tensor

HERE = os.path.dirname(os.path.abspath(__file__))
COUNT = 150  # results of a call


def suits(relation: Relation, call: Call) -> bool:
    """Whether the documents allow the kin of this call too."""
    arguments = call.arguments
    if call.op == "npu_quant_matmul":
        if arguments["x1"].dtype == "int32":  # packed along an axis: no part of a word moves
            return relation.name in ("reserved_parameters", "every_mode") and in_graphs(relation, arguments)
        if relation.name == "any_layout":
            return min(arguments["x2"].shape[-2:]) > 1
        if relation.name == "whole_and_parts":
            return len(arguments["x1"].shape) == 2 == len(arguments["x2"].shape) or "pertoken_scale" not in arguments
        return in_graphs(relation, arguments)
    if relation.name == "whole_and_parts" and call.op == "npu_trans_quant_param":
        return arguments["scale"].shape[-1] > 1
    return True


def in_graphs(relation: Relation, arguments: Dict[str, object]) -> bool:
    """Graph modes take no float32 scale for int8 and float16 results without a per-token scale."""
    scale, real = arguments["scale"], arguments.get("output_dtype") in ("bfloat16", "int32") or "pertoken_scale" in arguments
    assert isinstance(scale, Tensor)
    return relation.name != "every_mode" or scale.dtype != "float32" or real


def sample(relation: Relation, op: str) -> List[Tuple[Call, Random]]:
    """The first calls of the seed that suit the relation."""
    found: List[Tuple[Call, Random]] = []
    for index in range(40 * OPTIONS.calls):
        random = Random("%d/%s/%d" % (OPTIONS.seed, op, index))
        call = DRAWS[op](Values(random), COUNT)
        if suits(relation, call):
            found.append((call, random))
        if len(found) == OPTIONS.calls:
            return found
    raise AssertionError("no call suits %s of %s" % (relation.name, op))


class Relations(unittest.TestCase):
    def test_they_hold_on_every_backend(self) -> None:
        for command in OPTIONS.backend:
            with Backend(shlex.split(command)) as backend:
                for relation in RELATIONS:
                    for op in relation.ops:
                        for number, (call, random) in enumerate(sample(relation, op)):
                            with self.subTest(command, relation=relation.name, op=op, call=number):
                                self.assertEqual(list(relation.holds(backend, call, random)), [], describe(call))

    def test_a_backend_that_breaks_one_is_seen(self) -> None:
        class Forgetful(Backend):
            def only_result(self, call: Call) -> Tensor:
                result = super().only_result(call)
                spoiled = call.mode == "graph_dynamic"
                return result._replace(words=[result.words[0] ^ 1, *result.words[1:]]) if spoiled else result

        with Forgetful(shlex.split(OPTIONS.backend[0])) as backend:
            relation = RELATIONS[-1]
            call, random = sample(relation, "npu_trans_quant_param")[0]
            self.assertEqual(len(list(relation.holds(backend, call, random))), 1)


def describe(call: Call) -> str:
    """The call without its values."""
    return "%s %s" % ({key: (value.dtype, value.shape) if isinstance(value, Tensor) else value
                       for key, value in call.arguments.items()}, call.layouts)


def read_options() -> Tuple[argparse.Namespace, List[str]]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", type=os.path.abspath)
    parser.add_argument("--backend", action="append")
    parser.add_argument("--calls", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options, rest = parser.parse_known_args()
    plugin = [os.path.join(options.bin, "npu-cts-worker"), os.path.join(options.bin, "..", "lib", "reference_plugin.so")]
    commands = [[os.path.join(options.bin, "reference_program")], plugin, [sys.executable, os.path.join(HERE, "worker.py")]]
    options.backend = options.backend or [shlex.join(command) for command in commands]
    return options, rest


if __name__ == "__main__":
    OPTIONS, REST = read_options()
    unittest.main(argv=sys.argv[:1] + REST)
