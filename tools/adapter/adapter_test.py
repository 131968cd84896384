# SPDX-License-Identifier: Apache-2.0
"""Tests of npu_cts_torch.py as a worker: the same verdicts through every door, and no hostile message passes. Arguments: the folder of
the programs, the spec."""

import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import unittest

from adapter_testing import ADAPTER, BIN, HERE, PYTHON, SPEC, NPU_CTS, Folder, ends_of, environment

SAMPLES = [  # layouts, formats and refusals of the four operators
    ("atlas_a2/26.1.0/eager", "*/storage/*,contiguous*"),
    ("atlas_a2/26.1.0/eager", "*/storage/*ed"),
    ("atlas_a2/26.1.0/eager", "npu_quant_scatter_/*/negative/updates*"),
    ("atlas_a2/26.1.0/graph_static", "QuantConv2d/*/storage/*"),
    ("atlas_a2/26.1.0/graph_static", "QuantConv2d/*/negative/bias*"),
]


class Dtypes(unittest.TestCase):
    def test_every_dtype_of_the_spec_says_its_size_in_its_name(self):
        with open(os.path.join(SPEC, "dtypes.yaml"), encoding="utf-8") as file:
            rows = re.findall(r"\{name: (\w+), bits: (\d+), kind: (\w+)", file.read())
        self.assertTrue(rows)
        code = "import json, npu_cts.dtypes as n; print(json.dumps({d: [n.is_dtype(d), n.size_of(d), n.npy_code(d)] for d in %r}))"
        told = subprocess.run([sys.executable, "-c", code % [name for name, _, _ in rows]], cwd=PYTHON, stdout=subprocess.PIPE,
                              env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"), check=True).stdout
        letters = {"boolean": "b", "signed": "i", "unsigned": "u", "float": "fu"}  # a float that numpy lacks travels as its bits
        for name, bits, kind in rows:
            known, size, code = json.loads(told)[name]
            self.assertTrue(known, name)
            self.assertEqual(size, int(bits) // 8, name)
            self.assertIn(code[1], letters[kind], name)
            self.assertEqual(code[2:], str(size), name)


class SameVerdicts(Folder):
    def check(self, target, query):
        want = self.run_suite(target, query, "reference", "reference")
        self.assertTrue(want)
        got = self.run_suite(target, query, "exec:%s %s" % (sys.executable, ADAPTER), "exec")
        self.assertEqual(got, want)
        self.export(target, query)
        self.run_bundle(target, python=["-S"])
        self.judge()
        got, run = ends_of(self.path("judged"))
        self.assertEqual(got, want)
        self.assertEqual(run["driver"], "torch_npu")
        return want

    def check_both(self, one, other):
        ends = self.check(*one)
        shutil.rmtree(self.path("bundle"))
        shutil.rmtree(self.path("results"))
        return {**ends, **self.check(*other)}

    def test_every_layout_and_format_of_the_functions(self):
        ends = self.check_both(SAMPLES[0], SAMPLES[1])
        self.assertEqual({name.split("/")[0] for name in ends}, {"npu_trans_quant_param", "npu_quant_matmul", "npu_quant_scatter_"})
        self.assertEqual({name.rsplit("=", 1)[1].replace(",inside", "") for name in ends},
                         {"ND,contiguous", "ND,transposed", "ND,strided", "FRACTAL_NZ,contiguous", "FRACTAL_NZ,transposed"})

    def test_refusals(self):
        ends = self.check(*SAMPLES[2])
        self.assertIn("refused", {end["outcome"] for end in ends.values()})

    def test_a_module_in_graph_mode(self):
        self.check_both(SAMPLES[3], SAMPLES[4])

    def test_what_is_wrong_is_found_by_both(self):
        target, query = "atlas_a2/26.1.0/eager", "npu_trans_quant_param/*/storage/*"
        self.export(target, query)
        for fault, words, crash in [("off-by-one", "value mismatch", False), ("input", "input modified", False), ("exit", "", True),
                                    ("late", "the device is lost", False)]:
            with self.subTest(fault):
                online = self.run_suite(target, query, "exec:%s %s" % (sys.executable, ADAPTER), fault, code=1, fault=fault)
                self.run_bundle(target, fault)
                self.judge(code=1)
                offline = ends_of(self.path("judged"))[0]
                for ends in (online, offline):
                    self.assertEqual({end["status"] for end in ends.values()}, {"crash" if crash else "fail"})
                    self.assertTrue(all(words in end["reason"] for end in ends.values()), ends)
                shutil.rmtree(self.path("results"))


class HostileRunner(Folder):
    """What a worker does with messages that no runner sends."""

    def setUp(self):
        super().setUp()
        with open(self.path("signatures.json"), "wb") as file:
            file.write(subprocess.run([NPU_CTS, "export", "--signatures", "--spec", SPEC], stdout=subprocess.PIPE, check=True).stdout)

    def worker(self, frames):
        """(exit code, what it said on standard error) of a worker that is sent these bytes."""
        here, there = socket.socketpair()
        with here, subprocess.Popen([sys.executable, ADAPTER, "--signatures", self.path("signatures.json"), "--channel", str(there.fileno())],
                                    env=environment("atlas_a2/26.1.0/eager"), pass_fds=[there.fileno()], stderr=subprocess.PIPE) as process:
            there.close()
            here.sendall(frames)
            here.shutdown(socket.SHUT_WR)
            said = process.stderr.read().decode("utf-8")
            return process.wait(60), said

    @staticmethod
    def frame(header, body=b"", sizes=None):
        text = header if isinstance(header, bytes) else json.dumps(header).encode()
        return struct.pack("<II", *(sizes or (len(text), len(body)))) + text + body

    def test_frames(self):
        target = {"type": "open", "product": "atlas_a2", "release": "26.1.0", "mode": "eager"}
        scale = {"dtype": "float32", "shape": [1], "layout": "contiguous", "format": "ND", "strides": [1], "offset": 0, "at": [0, 4]}

        def run(**changes):
            return self.frame(target) + self.frame({"type": "run", "op": "npu_trans_quant_param",
                                                    "arguments": {"scale": dict(scale, **changes)}}, bytes(4))

        table = [
            (b"", 0, ""),
            (self.frame({"type": "bye"}), 0, ""),
            (b"\x01", 3, "within a frame"),
            (self.frame(target)[:20], 3, "within a frame"),
            (self.frame(b"", sizes=(0, 0)), 3, "a frame of 0 + 0 bytes"),
            (self.frame(b"", sizes=(1 << 31, 0)), 3, "a frame of"),
            (self.frame(b"", sizes=(2, 1 << 31)), 3, "a frame of"),
            (self.frame(b"{} {}"), 3, "is no JSON"),
            (self.frame(b"[1]"), 3, "is no JSON object"),
            (self.frame(b"\xff\xfe"), 3, "no text"),
            (self.frame(b"[" * 100000), 3, "is no JSON"),
            (self.frame(b'{"type": "bye", "type": "bye"}'), 3, "twice"),
            (self.frame({"type": "howdy"}), 3, "no message is called"),
            (self.frame({"type": "open"}), 3, "'product' is missing"),
            (self.frame(dict(target, mode=1)), 3, "'mode' is of a wrong type"),
            (self.frame(dict(target, extra=1)), 3, "'extra' is unknown"),
            (self.frame({"type": "run", "op": "x", "arguments": {}}), 3, "'run' before 'open'"),
            (run(at=[0, 5]), 3, "not within the body"),
            (run(at=[-1, 4]), 3, "not within the body"),
            (run(at=[0, 3]), 3, "half an element"),
            (run(shape=[2]), 3, "an element beyond the storage"),
            (run(strides=[]), 3, "not one stride an axis"),
            (run(offset=-1), 3, "before the start"),
            (run(shape=[-1]), 3, "'shape' is [-1]"),
            (run(shape=[1 << 62] * 4), 3, "'shape'"),
            (run(dtype="int7"), 3, "unknown dtype"),
            (run(format="NCL"), 3, "unknown format"),
            (run(format="FRACTAL_NZ"), 3, "storage of another size"),
            (run(layout=7), 3, "'layout' is of a wrong type"),
            (run(shape=[True]), 3, "no list of"),
        ]
        for frames, code, words in table:
            with self.subTest(words or str(frames)):
                got, said = self.worker(frames)
                self.assertEqual(got, code, said)
                self.assertIn(words, said)
                self.assertNotIn("Traceback", said)


class Readme(Folder):
    """The examples that a newcomer copies run as they stand there."""

    def test_the_examples_without_an_npu(self):
        with open(os.path.join(HERE, "README.md"), encoding="utf-8") as file:
            part = file.read().split("## Without an NPU")[1].split("\n## ")[0]
        example = part.split("```")[1]
        self.assertIn("judge", example)
        os.makedirs(self.path("build", "release"))
        os.symlink(BIN, self.path("build", "release", "bin"))
        os.symlink(os.path.dirname(HERE), self.path("tools"))
        env = {name: value for name, value in environment("").items() if not name.startswith("NPU_CTS_STANDIN") and name != "PYTHONPATH"}
        text = self.call(["sh", "-e", "-c", example], 0, env)
        self.assertEqual(text.count("  conforms in its scope\n"), 2, text)
        self.assertIn("6 completed", text)


class Alone(unittest.TestCase):
    def test_the_adapter_needs_the_standard_library_alone(self):
        code = "import sys, runpy; sys.modules['numpy'] = None; sys.argv = ['x', '--help']; runpy.run_path(%r, run_name='__main__')" % ADAPTER
        done = subprocess.run([sys.executable, "-S", "-B", "-c", code], stdout=subprocess.PIPE)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"BUNDLE RESULTS", done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
