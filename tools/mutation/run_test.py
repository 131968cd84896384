#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""unit.mutation: an invented source does with its switches what it did, and something else with each of them on."""

import argparse
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
import equivalents  # noqa: E402
import run  # noqa: E402

SOURCE = """
#include <array>
#include <compare>
#include <cstdio>
#include <string>

constexpr int folded = 1 + 2;
static int calls = 0;
static void count(int by) { calls += by; }

static std::array<std::string, 1> one_word(int) { return {"w"}; }

static bool holds(int value) {
  constexpr int most = 4;
  const auto is_below = [](int a) { return a < most && a != 2; };
  return is_below(value);
}

int f(int a, int b) {
  std::array<int, 3 + 1> table{};
  const std::string word = one_word(a).front() + *std::array<const char*, 1>{""}.begin();
  if (const auto order = a <=> b; order > 0 && b == 4) return 5;
  if (a < b && !(a == 3) && word != "v") return a * 2 - folded;
  if (holds(a)) return b;
  count(b);
  switch (b) {
    case 4:
      return true;
    default: return static_cast<int>(table.size()) + b;
  }
}

int main() {
  for (int a = 0; a <= 5; ++a)
    for (int b = 0; b <= 5; ++b) std::printf("%d ", f(a, b));
  std::printf("%d", calls);
}
"""


class Mutation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        folder = pathlib.Path(cls.folder.name)
        (folder / "f.cpp").write_text(SOURCE)
        subprocess.run(["/usr/bin/python3", HERE / "mutate.py", folder / "f.cpp", "--root", folder, "--out", folder / "out.cpp"],
                       check=True)
        cls.places = json.loads((folder / "out.json").read_text())
        for name in ("f", "out"):
            subprocess.run(["c++", "-std=c++20", "-w", "-I", ROOT, folder / (name + ".cpp"), "-o", folder / name], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def said(self, program, mutant=""):
        done = subprocess.run([pathlib.Path(self.folder.name) / program], env={**os.environ, "NPU_CTS_MUTANT": mutant},
                              capture_output=True, check=False)
        return done.stdout

    def test_without_a_mutant_nothing_changes(self):
        self.assertEqual(self.said("out"), self.said("f"))
        self.assertEqual(self.said("out", "other.cpp:1"), self.said("f"))

    def test_each_mutant_does_something_else(self):
        for place in self.places:
            self.assertNotEqual(self.said("out", place["mutant"]), self.said("f"), place)

    def test_each_operator_constant_and_statement_has_one(self):
        said = {place["what"] for place in self.places}
        wanted = {"< is <=", "&& is ||", "without !", "== is !=", "* is +", "- is +", "2 is one more", "true is false",
                  "left out: count(b)", "+ is -", "<= is <", "the other way"}
        self.assertLessEqual(wanted, said)

    def test_what_is_constant_has_none(self):
        lines = {SOURCE.splitlines()[place["line"] - 1] for place in self.places}
        self.assertFalse([line for line in lines if "constexpr" in line or "std::array<" in line or "case 4:" in line])

    def test_a_gate_kills_by_failing_or_by_a_signal(self):
        self.assertEqual(run.run_gate(["true"], ""), "")
        self.assertEqual(run.run_gate(["false"], ""), "fails")
        self.assertEqual(run.run_gate(["sh", "-c", "kill -9 $$"], ""), "ends by signal 9")

    def test_a_module_without_a_test_ends_the_run(self):
        with self.assertRaises(SystemExit):
            run.refuse_missing({"framework/x": run.gates_of(pathlib.Path(self.folder.name), "framework/x", ["framework/x"])})

    def test_a_gate_with_the_sanitizers_comes_last_and_says_so(self):
        folder = pathlib.Path(self.folder.name)
        (folder / "bin").mkdir()
        (folder / "bin" / "kernels.halve_test").write_text("kernels/halve/fast.cpp")
        self.assertEqual(run.sanitized_gates(None, "kernels/halve"), [])
        self.assertEqual(run.sanitized_gates(folder, "kernels/other"), [])
        gates = run.gates_of(folder, "kernels/halve", []) + run.sanitized_gates(folder, "kernels/halve")
        self.assertEqual([run.name_of(gate) for gate in gates],
                         ["npu-cts", "kernels.halve_test", "suites_test", "npu-cts", "kernels.halve_test, sanitized"])

    def test_a_product_of_instructions_that_the_processor_lacks_is_left_out(self):
        mutants = [{"mutant": "kernels/common/%s:1" % name} for name in ("gemm.cpp", "gemm_avx2.cpp", "gemm_avx512.cpp")]
        folder = pathlib.Path(self.folder.name) / "processor"
        (folder / "bin").mkdir(parents=True)
        self.assertEqual(run.without_lacking(folder, mutants), mutants)
        program = folder / "bin" / "kernels.common_test"
        program.write_text("#!/bin/sh\ntest \"$NPU_CTS_CPU\" = avx512 && exit 3\nexit 1\n")
        program.chmod(0o755)
        self.assertEqual(run.without_lacking(folder, mutants), mutants[:2])

    def known(self, entries):
        folder = pathlib.Path(self.folder.name)
        (folder / "list.json").write_text(json.dumps(entries))
        return equivalents.read(self.places, folder, folder / "list.json")

    def test_an_equivalent_is_found_by_its_line_and_has_a_reason(self):
        place = {"line": "count(b);", "what": "left out: count(b)"}
        known = self.known([{"source": "f.cpp", "why": "nothing counts", "places": [place]}])
        self.assertEqual([one["why"] for one in known.values()], ["nothing counts"])
        self.assertEqual(self.known([{"source": "other.cpp", "why": "not built", "places": [place]}]), {})
        for wrong in ({"why": " ", "places": [place]}, {"why": "moved", "places": [{**place, "line": "count(a);"}]},
                      {"why": "one alone", "places": [{**place, "nth": 2}]}):
            with self.assertRaises(SystemExit):
                self.known([{"source": "f.cpp", **wrong}])

    def test_the_score_leaves_out_what_is_equivalent(self):
        killed = {"mutant": "m/a.cpp:1", "killed_by": "npu-cts", "why": "", "equivalent": False}
        survivor = {**killed, "killed_by": "", "why": "unseen"}
        self.assertEqual(run.row_of("m", [killed, survivor, {**survivor, "equivalent": True}])[1:], (1, 2))

    def test_a_record_keeps_the_other_parts_and_says_how_it_was_made(self):
        record = pathlib.Path(self.folder.name) / "record.json"
        record.write_text(json.dumps([{"part": "a"}, {"part": "tools/mutation"}]))
        mutants = [{"mutant": "tools/mutation/run.py:%d" % i, "killed_by": "t", "equivalent": False} for i in range(3)]
        run.write_record(record, mutants, mutants[:2], argparse.Namespace(seed=7, sanitized=None))
        other, part = json.loads(record.read_text())
        self.assertEqual(other, {"part": "a"})
        self.assertEqual((part["mutants"], part["tried"], part["killed"], part["equivalent"]), (3, 2, 2, 0))
        self.assertIn("BUILD --match '^tools/mutation/' --sample 2 --seed 7", part["command"])
        run.write_record(record, mutants, mutants, argparse.Namespace(seed=7, sanitized="asan"))
        self.assertIn("BUILD --sanitized BUILD --match '^tools/mutation/'", json.loads(record.read_text())[1]["command"])

    def test_each_survivor_names_a_line_of_its_source(self):
        root = pathlib.Path(run.__file__).resolve().parents[2]
        for entry in json.loads((root / "tools/mutation/equivalents.json").read_text()):
            lines = {line.strip() for line in (root / entry["source"]).read_text().splitlines()}
            self.assertEqual([place["line"] for place in entry["places"] if place["line"] not in lines], [], entry["source"])

    def test_a_hash_is_of_the_bytes_of_its_source(self):
        hashes = run.hashes_of({"tools/mutation/run.py", "tools/mutation/equivalents.py"})
        self.assertEqual(list(hashes), ["tools/mutation/equivalents.py", "tools/mutation/run.py"])
        text = pathlib.Path(run.__file__).read_bytes()
        self.assertEqual(hashes["tools/mutation/run.py"], hashlib.sha256(text).hexdigest())

    def test_a_sample_is_the_same_for_a_seed(self):
        mutants = [{"mutant": "framework/%s/a.cpp:%d" % (module, i)} for module in "xy" for i in range(50)]
        first = run.choose(mutants, 5, 1)
        self.assertEqual(first, run.choose(mutants, 5, 1))
        self.assertNotEqual(first, run.choose(mutants, 5, 2))
        self.assertEqual(len(first), 10)


if __name__ == "__main__":
    try:
        sys.path.insert(0, "/usr/lib/python3/dist-packages")
        import clang  # noqa: F401
    except ImportError:
        print("skipped: python3-clang-14 is not installed")
        sys.exit(3)
    unittest.main()
