# SPDX-License-Identifier: Apache-2.0
"""The second oracle and npu-cts give the same numbers: on random calls, on edge values, on planned cases, on blocks in memory.

  agreement_test.py BIN SPEC [--values N] [--seed N] [--planned QUERY] [NAME-OF-A-TEST…]

BIN is the folder of the programs. --values says how many random results each operator is compared on, --planned which cases.
With a million values or more, the edge values are every pattern of the 16-bit floats and every offset too.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import unittest
from random import Random
from typing import Iterator, List, Sequence, Tuple

import draw_matmul
import edges
from backend import Backend
from calls import Call, expected, write_call
from compare import first_difference
from draw_values import Values
from draws import CHOICES, DRAWS
from npy import read_npy
from operators import Results
from variants import BEHAVIOURS, read_variants

HERE = os.path.dirname(os.path.abspath(__file__))
WORKER = os.path.join(HERE, "worker.py")
MANY = 1000000
SMALLEST, LARGEST = 500, 40000  # results of a call
GROUPED_CHOICES = ["group_offset", "group_sum", "float16_overflow"]


def environment() -> dict:
    return dict(os.environ, NPU_CTS_TIMEOUT_SECONDS="600", PYTHONDONTWRITEBYTECODE="1")


def npu_cts(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([os.path.join(OPTIONS.bin, "npu-cts"), *words, "--spec", OPTIONS.spec], env=environment(),
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def drawn(op: str, index: int, count: int) -> Tuple[Call, Random]:
    """The call of a seed and an index, and the generator that made it."""
    random = Random("%d/%s/%d" % (OPTIONS.seed, op, index))
    draw = draw_matmul.draw_grouped if op == "grouped" else DRAWS[op]
    return draw(Values(random), count), random


class Compared(unittest.TestCase):
    """What the tests count: results that were compared."""

    values = 0

    def asked(self, call: Call, words: List[str], name: str) -> None:
        """Compares with what npu-cts computes under these variants. A difference leaves its call file behind."""
        pins = [word for variant in words for word in ("--numerics", variant)]
        folder = tempfile.mkdtemp(prefix="second-oracle-")
        path = write_call(call, folder)
        done = npu_cts("eval", path, "--out", folder, *pins)
        self.assertEqual(done.returncode, 0, "%s %s: %s" % (name, path, done.stdout))
        want = expected(call, read_variants(words))
        files = {one: "out" if len(want) == 1 else one for one in want}  # as eval names them
        got = {one: read_npy(os.path.join(folder, file + ".npy"), want[one].dtype) for one, file in files.items()}
        self.same(got, want, "%s %s %s" % (name, path, " ".join(words)))
        for file in os.listdir(folder):
            os.remove(os.path.join(folder, file))
        os.rmdir(folder)

    def same(self, got: Results, want: Results, name: str) -> None:
        self.assertIsNone(first_difference(got, want), name)
        self.values += sum(len(one.words) for one in want.values())

    def told(self, op: str) -> None:
        print("%s: %d values agree (%s)" % (op, self.values, self.id().split(".")[-1]))


class RandomCalls(Compared):
    def check(self, op: str, choices: List[str], values: int) -> None:
        self.values, index = 0, 0
        count = max(SMALLEST, min(LARGEST, values // 25))
        while self.values < values:
            call, random = drawn(op, index, count)
            words = ["%s=%s" % (name, random.choice(BEHAVIOURS[name])) for name in choices]
            self.asked(call, words, "%s seed %d call %d" % (op, OPTIONS.seed, index))
            index += 1
        self.told(op)

    def test_every_operator_under_every_variant(self) -> None:
        for op, choices in CHOICES.items():
            with self.subTest(op):
                self.check(op, choices, OPTIONS.values)

    def test_scales_of_groups(self) -> None:
        self.check("grouped", GROUPED_CHOICES, OPTIONS.values // 10)


class EdgeValues(Compared):
    def variants_of(self, behaviours: Sequence[str]) -> Iterator[List[str]]:
        """The defaults, then each other variant by itself."""
        yield []
        for name in behaviours:
            for variant in BEHAVIOURS[name][1:]:
                yield ["%s=%s" % (name, variant)]

    def test_another_variant_is_another_result(self) -> None:
        call = edges.calls("npu_quant_matmul", False)[-1].call
        with self.assertRaisesRegex(AssertionError, "elements; element"):
            self.same(expected(call, read_variants(["requantization=document"])), expected(call, read_variants([])), "document")

    def test_every_edge_value_with_every_other(self) -> None:
        for op in CHOICES:
            self.values = 0
            for number, edge in enumerate(edges.calls(op, OPTIONS.values >= MANY)):
                for words in self.variants_of(edge.behaviours):
                    with self.subTest(op, edge=number, variant=words):
                        self.asked(edge.call, words, "%s edge %d" % (op, number))
            self.told(op)


class FastKernels(Compared):
    """The same calls through the protocol: their storage, blocks and strides included, is read by the kernels themselves."""

    def test_every_operator_in_memory(self) -> None:
        with Backend([os.path.join(OPTIONS.bin, "reference_program")]) as backend:
            for op in CHOICES:
                self.values = 0
                for index in range(max(20, OPTIONS.values // LARGEST)):
                    call, _ = drawn(op, index, min(LARGEST, max(SMALLEST, OPTIONS.values // 20)))
                    with self.subTest(op, call=index):
                        self.same(backend.run(call), expected(call, read_variants([])), "%s seed %d call %d" % (op, OPTIONS.seed, index))
                self.told(op)


class PlannedCases(unittest.TestCase):
    """The suite judges the oracle as a backend, on every planned call that the reference completes."""

    def test_all_conform(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            journal, ids = os.path.join(folder, "journal"), os.path.join(folder, "ids")
            said = npu_cts("run", *OPTIONS.planned, "--driver", "reference", "--journal", journal, "-q")
            self.assertEqual(said.returncode, 0, said.stdout)
            legal = self.completed(journal)
            self.assertTrue(legal)
            with open(ids, "w", encoding="utf-8") as file:
                file.write("\n".join(legal) + "\n")
            said = npu_cts("run", "--from", ids, "--driver", "exec:%s %s" % (sys.executable, WORKER), "--journal", journal)
            self.assertEqual(said.returncode, 0, said.stdout)
            self.assertIn("%d cases on 'exec:" % len(legal), said.stdout)
            print("%d planned cases conform" % len(legal))

    @staticmethod
    def completed(journal: str) -> List[str]:
        with open(journal, encoding="utf-8") as file:
            ends = [json.loads(line).get("end") for line in file]
        return [end["id"] for end in ends if end and end["outcome"] == "completed" and end["status"] in ("pass", "weak")]


SAMPLE = ["npu_*/atlas_a2/26.1.0/eager/storage/*", "npu_trans_quant_param/atlas_a2/26.1.0/graph_static/data/*",
          "QuantConv2d/atlas_a2/26.1.0/graph_static/storage/*"]


def read_options() -> Tuple[argparse.Namespace, List[str]]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", type=os.path.abspath)
    parser.add_argument("spec", type=os.path.abspath)
    parser.add_argument("--values", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--planned", nargs="+", default=SAMPLE)
    return parser.parse_known_args()


if __name__ == "__main__":
    OPTIONS, REST = read_options()
    unittest.main(argv=sys.argv[:1] + REST)
