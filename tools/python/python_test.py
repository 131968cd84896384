# SPDX-License-Identifier: Apache-2.0
"""Tests of the package npu_cts: functions as a backend, questions about calls, and the adapter as one file.

usage: python_test.py NPU-CTS SPEC NPU_CTS_TORCH.PYZ
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SPEC, ONE_FILE = map(os.path.abspath, sys.argv[1:4])
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
os.environ.update(NPU_CTS_PYTHON=sys.executable, NPU_CTS_PROGRAM=PROGRAM, NPU_CTS_SPEC=SPEC)

import numpy  # noqa: E402

from npu_cts import backend, explain  # noqa: E402
from npu_cts.errors import Bad  # noqa: E402

LINES = "import numpy\nfrom npu_cts import backend\n"
PACK = LINES + """@backend.op("npu_trans_quant_param")
def pack(scale, offset=None, round_mode=0):
    if offset is not None or round_mode:
        raise NotImplementedError("offsets")
    if scale.dtype != "float32" or backend.call.formats["scale"] != "ND" or scale.ndim > 2 or (scale.ndim == 2 and len(scale) > 1):
        raise ValueError("this scale")
    bits = numpy.ascontiguousarray(scale).view("uint32") & ~numpy.uint32(0x1FFF)
    return bits.astype("int64") | 1 << 46
"""
STORAGE = "npu_trans_quant_param/atlas_a2/26.1.0/eager/storage"


class Functions(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def run_file(self, text, query=STORAGE, words=(), code=0):
        """What a run of functions says, and its verdicts by id."""
        with open(os.path.join(self.folder, "mine.py"), "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([PROGRAM, "run", query, "--driver", "python:mine.py", "--jobs", "1", "--journal", "j"] + list(words),
                              cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
        self.assertEqual(done.returncode, code, done.stdout)
        if not os.path.exists(os.path.join(self.folder, "j")):
            return done.stdout, []
        with open(os.path.join(self.folder, "j"), encoding="utf-8") as file:
            return done.stdout, [one["end"] for one in map(json.loads, file) if "end" in one]

    def test_a_function_conforms_with_strided_arguments(self):
        _, ends = self.run_file(PACK, words=["--unsupported", "allow"])
        self.assertIn("pass", {one["status"] for one in ends})

    def test_the_modules_beside_the_file_are_on_record(self):
        os.mkdir(os.path.join(self.folder, "kit"))
        for module in ("beside.py", "unused.py", os.path.join("kit", "__init__.py")):
            with open(os.path.join(self.folder, module), "w", encoding="utf-8") as file:
                file.write("\n")
        self.run_file("import beside, kit, json\n" + PACK, words=["--unsupported", "allow"])
        with open(os.path.join(self.folder, "j"), encoding="utf-8") as file:
            paths = [one["path"] for one in json.loads(file.readline())["run"]["backend"]]
        here = os.path.realpath(self.folder)
        self.assertEqual(paths[-3], "mine.py")
        self.assertEqual([os.path.relpath(path, here) for path in paths[-2:]], ["beside.py", os.path.join("kit", "__init__.py")])

    def test_a_wrong_function_fails(self):
        said, _ = self.run_file(PACK.replace("1 << 46", "1 << 46 | 1 << 13"), words=["--unsupported", "allow"], code=1)
        self.assertIn("wrong values in 'out'", said)

    def test_how_each_error_ends_a_call(self):
        for raised, outcome in [("ValueError('no')", "refused"), ("AssertionError", "refused"), ("NotImplementedError", "unsupported"),
                                ("KeyError('no')", "failed"), ("NameError('typo')", "failed"),
                                ("RuntimeError('\\udcff')", "failed")]:  # half a surrogate
            with self.subTest(raised):
                said, ends = self.run_file(LINES + '@backend.op("npu_trans_quant_param")\ndef f(**given):\n    raise %s\n' % raised, code=1)
                self.assertEqual({one["outcome"] for one in ends}, {outcome}, said)
                if outcome == "failed":
                    self.assertIn('mine.py", line 5, in f', said)

    def test_several_results_need_names(self):
        said, ends = self.run_file(PACK.replace("return bits.astype(\"int64\") | 1 << 46", "return bits, bits"), words=["--unsupported", "allow"], code=1)
        self.assertIn("a dict of them by the names of the outputs, not a tuple", said)
        self.assertIn("failed", {one["outcome"] for one in ends})

    def test_an_argument_that_changed_is_a_failure(self):
        text = PACK.replace("    bits =", "    scale[...] = 1\n    bits =")
        self.assertIn("input modified: argument 'scale'", self.run_file(text, words=["--unsupported", "allow"], code=1)[0])

    def test_an_operator_without_a_function_is_unsupported(self):
        said, ends = self.run_file(PACK.replace("npu_trans_quant_param", "another"), code=1)
        self.assertEqual({one["outcome"] for one in ends}, {"unsupported"})
        self.assertIn('@backend.op("npu_trans_quant_param")', said)

    def test_a_file_that_python_cannot_read_is_said_with_its_line(self):
        self.assertIn("did not start: mine.py:2: SyntaxError: invalid syntax", self.run_file("\nreturn return\n", code=4)[0])

    def test_a_file_that_is_no_backend_does_not_start(self):
        self.assertIn("marks no function", self.run_file("", code=4)[0])
        self.assertIn("SyntaxError", self.run_file("def", code=4)[0])
        done = subprocess.run([PROGRAM, "run", STORAGE, "--driver", "python:nowhere.py"], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding="utf-8")
        self.assertEqual((done.returncode, "there is no such file" in done.stdout), (4, True), done.stdout)

    def test_by_hand_it_says_who_starts_it(self):
        done = subprocess.run([sys.executable, "-B", os.path.join(HERE, "npu_cts"), "x.py"], stderr=subprocess.PIPE, encoding="utf-8")
        self.assertEqual(done.returncode, 3)
        self.assertIn("npu-cts run --driver python:FILE", done.stderr)


class BFloat16(unittest.TestCase):
    def test_it_rounds_to_nearest_even(self):
        table = [(1.0, 0x3F80), (1.00390625, 0x3F80), (1.01171875, 0x3F82), (-0.0, 0x8000), (float("inf"), 0x7F80), (3.4e38, 0x7F80)]
        bits = backend.bfloat16(numpy.array([value for value, _ in table], "float32")).bits
        self.assertEqual(bits.tolist(), [word for _, word in table])
        self.assertEqual(backend.bfloat16(numpy.array([numpy.nan], "float32")).bits[0] & 0x7FC0, 0x7FC0)

    def test_it_comes_as_float32_of_any_rank(self):
        for shape, strides in (([], []), ([1], [1]), ([2, 3], [3, 1])):
            tensor = {"dtype": "bfloat16", "format": "ND", "offset": 0, "strides": strides, "shape": shape}
            array = backend.array_of(tensor, b"\x40\xBF" * 6)
            self.assertEqual((array.dtype, list(array.shape), array.flags.writeable), ("float32", shape, False))
            self.assertEqual(array.ravel().tolist(), [-0.75] * array.size)


class Explain(unittest.TestCase):
    call = {"call": "npu_trans_quant_param", "product": "atlas_a2", "release": "26.1.0", "mode": "eager"}

    def test_a_call_of_arrays(self):
        said = explain(dict(self.call, arguments={"scale": numpy.ones(16, "float32"), "offset": None}))
        self.assertEqual((said["verdict"], said["release"]), ("accept", "26.1.0"))
        said = explain(dict(self.call, arguments={"scale": numpy.ones(16, "float16")}))
        self.assertEqual([rule["id"] for rule in said["rules"]], ["scale.dtype"])

    def test_a_case_and_a_file(self):
        self.assertEqual(explain("npu_quant_scatter_/atlas_a2/26.1.0/eager/negative/updates.aligned/broken")["verdict"], "reject")
        self.assertEqual(explain(os.path.join(HERE, "..", "..", "docs", "guides", "call.yaml"))["verdict"], "reject")

    def test_a_call_that_cannot_be_read(self):
        with self.assertRaises(Bad) as caught:
            explain(dict(self.call, call="npu_quant_scater_", arguments={}))
        self.assertIn("npu_quant_scatter_", str(caught.exception))


class OneFile(unittest.TestCase):
    def test_the_adapter_is_one_file_that_needs_nothing_else(self):
        with tempfile.TemporaryDirectory() as folder:
            alone = shutil.copy(ONE_FILE, folder)
            for words, code, said in [(["--help"], 0, "BUNDLE RESULTS"), (["nowhere", "results"], 3, "there is no such file")]:
                done = subprocess.run([sys.executable, "-S", alone] + words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                      encoding="utf-8")
                self.assertEqual((done.returncode, said in done.stdout), (code, True), done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
