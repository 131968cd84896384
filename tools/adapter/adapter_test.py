"""Tests of npu_cts_torch.py, of `npu-cts export` and of `npu-cts judge`: the same verdicts through every door, and no
hostile byte passes any of them. Arguments: the folder of the programs, the law."""

import json
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ADAPTER = os.path.join(HERE, "npu_cts_torch.py")
BIN, LAW = map(os.path.abspath, sys.argv[1:3])
NPU_CTS = os.path.join(BIN, "npu-cts")

SAMPLES = [  # layouts, formats and refusals of the four operators
    ("atlas_a2/26.1.0/eager", "*/storage/*"),
    ("atlas_a2/26.1.0/eager", "npu_quant_scatter_/*/negative/updates*"),
    ("atlas_a2/26.1.0/graph_static", "QuantConv2d/*/storage/weight*"),
    ("atlas_a2/26.1.0/graph_static", "QuantConv2d/*/negative/bias*"),
]


def environment(target, fault=""):
    return dict(os.environ, PYTHONPATH=os.path.join(HERE, "standin"), NPU_CTS_SPEC=LAW, NPU_CTS_STANDIN_EVAL=NPU_CTS,
                NPU_CTS_STANDIN_TARGET=target, NPU_CTS_STANDIN_FAULT=fault, PYTHONDONTWRITEBYTECODE="1",
                NPU_CTS_TIMEOUT_SECONDS="600")


def selection(target, query):
    product, release, mode = target.split("/")
    return [query, "--spec", LAW, "--product", product, "--release", release, "--mode", mode]


def ends_of(journal):
    """What was judged, by id, and who was it."""
    with open(journal, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    return {line["end"]["id"]: line["end"] for line in lines if "end" in line}, lines[0]["run"]


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def call(self, words, code, env=None, said=""):
        done = subprocess.run(words, env=env or environment("atlas_a2/26.1.0/eager"), cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=600)
        text = done.stdout.decode("utf-8")
        self.assertEqual(done.returncode, code, text)
        self.assertIn(said, text)
        return text

    def run_suite(self, target, query, driver, journal, code=0, fault=""):
        self.call([NPU_CTS, "run"] + selection(target, query) + ["--driver", driver, "--jobs", "1", "--journal", self.path(journal)],
                  code, environment(target, fault))
        return ends_of(self.path(journal))[0]

    def export(self, target, query):
        self.call([NPU_CTS, "export"] + selection(target, query) + ["--output", self.path("bundle")], 0)

    def run_bundle(self, target, fault="", python=()):
        self.call([sys.executable] + list(python) + [ADAPTER, self.path("bundle"), self.path("results")], 0, environment(target, fault))

    def judge(self, code=0, said=""):
        return self.call([NPU_CTS, "judge", self.path("bundle"), self.path("results"), "-o", self.path("judged"), "--spec", LAW], code,
                         said=said)


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

    def test_every_layout_and_format_of_the_functions(self):
        ends = self.check(*SAMPLES[0])
        self.assertEqual({name.split("/")[0] for name in ends}, {"npu_trans_quant_param", "npu_quant_matmul", "npu_quant_scatter_"})

    def test_refusals(self):
        ends = self.check(*SAMPLES[1])
        self.assertIn("refused", {end["outcome"] for end in ends.values()})

    def test_a_module_in_graph_mode(self):
        self.check(*SAMPLES[2])
        shutil.rmtree(self.path("bundle"))
        shutil.rmtree(self.path("results"))
        self.check(*SAMPLES[3])

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


class Bundles(Folder):
    target, query = "atlas_a2/26.1.0/eager", "npu_trans_quant_param/*/storage/*"

    @classmethod
    def setUpClass(cls):
        cls.exported = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.exported)
        subprocess.run([NPU_CTS, "export"] + selection(cls.target, cls.query) + ["--output", cls.exported], check=True,
                       stdout=subprocess.DEVNULL)

    def setUp(self):
        super().setUp()
        shutil.copytree(self.exported, self.path("bundle"))

    def completed(self):
        """Results that say that every case was refused, but the first, which gave one output."""
        with open(self.path("bundle", "manifest.json"), encoding="utf-8") as file:
            manifest = json.load(file)
        cases = [{"id": one["id"], "outcome": "refused", "code": 0, "message": "", "altered": [], "outputs": []}
                 for one in manifest["cases"]]
        cases[0].update(outcome="completed", outputs=[{"name": "out", "alias": "", "dtype": "int64", "shape": [2], "file": "out.npy"}])
        return {"results": 1, "driver": "hand", "driver_version": "1", "spec_digest": manifest["spec_digest"], "cases": cases}

    def write(self, results, npy=None):
        shutil.rmtree(self.path("results"), ignore_errors=True)
        os.makedirs(self.path("results"))
        with open(self.path("results", "results.json"), "w", encoding="utf-8") as file:
            file.write(results if isinstance(results, str) else json.dumps(results, indent=1))
        header = b"{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }\n"
        with open(self.path("results", "out.npy"), "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + bytes(16) if npy is None else npy)

    def test_the_same_bytes_every_time_and_no_answer(self):
        with open(self.path("bundle", "manifest.json"), "rb") as file:
            first = file.read()
        self.assertNotIn(b"expected", first)
        self.assertNotIn(b"because", first)
        shutil.move(self.path("bundle"), self.path("other"))
        self.export(self.target, self.query)
        self.call(["diff", "-r", self.path("bundle"), self.path("other")], 0)

    def test_a_folder_in_use_and_a_full_disk_are_told(self):
        words = [NPU_CTS, "export"] + selection(self.target, self.query) + ["--output"]
        self.call(words + [self.path("bundle")], 3, said="not empty")
        self.call(["sh", "-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\" 2>&1 | cat", "sh"] + words + [self.path("full")], 0,
                  said="unwritable-file")
        self.assertFalse(os.path.exists(self.path("full", "manifest.json")))

    def test_a_case_without_a_result_was_not_run(self):
        results = self.completed()
        left_out = results["cases"].pop()
        self.write(results)
        self.judge(code=1, said="1 not run")
        self.assertNotIn(left_out["id"], ends_of(self.path("judged"))[0])
        results["cases"] = []
        self.write(results)
        self.judge(code=5, said="2 not run")

    def test_an_altered_argument_is_a_failure(self):
        results = self.completed()
        results["cases"][0]["altered"] = ["scale"]
        self.write(results)
        self.judge(code=1, said="changed 'scale', which it may only read")

    def test_bad_results_are_told_and_never_judged(self):
        def change(key, value):
            return lambda results: results["cases"][0].__setitem__(key, value)

        def output(key, value):
            return lambda results: results["cases"][0]["outputs"][0].__setitem__(key, value)

        table = [
            (change("id", "no/such/case"), "the bundle has no such case"),
            (lambda results: results["cases"].append(dict(results["cases"][0])), "stands here twice"),
            (lambda results: results["cases"][0].pop("outcome"), "'outcome' is missing"),
            (change("outcome", "passed"), "'outcome' is 'passed'"),
            (change("extra", 1), "'extra' is unknown"),
            (change("code", "1"), "'code' is of a wrong type"),
            (change("outcome", "refused"), "a case that did not complete has outputs"),
            (change("altered", ["nobody"]), "no argument is called 'nobody'"),
            (output("alias", "scale"), "output 'out' cannot be the argument 'scale'"),
            (output("file", "../bundle/manifest.json"), "does not lie in the folder of the results"),
            (output("file", "/etc/passwd"), "does not lie in the folder of the results"),
            (output("file", "gone.npy"), "/storage/offset=ND,contiguous', output 'out': there is no such file"),
            (output("file", "."), "this is no regular file"),
            (output("shape", [3]), "the file holds shape [2], and the call says [3]"),
            (output("shape", [-1]), "'shape' is [-1]"),
            (output("shape", [1 << 39]), "is too large"),
            (output("dtype", "int32"), "the file holds '<i8', and int32 travels as '<i4'"),
            (output("dtype", "int7"), "'dtype' is 'int7'"),
            (lambda results: results.__setitem__("spec_digest", "0"), "the results are of another law"),
            (lambda results: results.__setitem__("results", 2), "results of another version"),
            (lambda results: results.pop("driver"), "'driver' is missing"),
        ]
        for spoil, words in table:
            with self.subTest(words):
                results = self.completed()
                spoil(results)
                self.write(results)
                text = self.judge(code=3, said=words)
                self.assertIn("mend: ", text)
                self.assertFalse(os.path.exists(self.path("judged")))

    def test_torn_files_are_told(self):
        for text, words in [("", "this is no JSON"), ('{"results": 1', "this is no JSON"), ("[1]", "these are no results"),
                            ('{"results": 1, "results": 1}', "key 'results' stands twice")]:
            with self.subTest(text):
                self.write(text)
                self.judge(code=3, said=words)
        for npy, words in [(b"", "this is no .npy file"), (b"\x93NUMPY\x01\x00\xff\xff", "this is no .npy file"),
                           (b"\x93NUMPY\x01\x00\x76\x00{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }" + b" " * 60 + b"\n1",
                            "the file holds 1 bytes of values")]:
            with self.subTest(npy):
                self.write(self.completed(), npy)
                self.judge(code=3, said=words)
        os.remove(self.path("results", "results.json"))
        self.judge(code=3, said="there is no such file")

    def test_a_link_out_of_the_results_is_no_result(self):
        results = self.completed()
        self.write(results)
        os.replace(self.path("results", "out.npy"), self.path("out.npy"))
        os.symlink(self.path("out.npy"), self.path("results", "out.npy"))
        self.judge(code=3, said="does not lie in the folder of the results")

    def spoiled(self, spoil):
        path = self.path("bundle", "manifest.json")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        manifest = json.loads(text)
        spoil(manifest)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(manifest, file)
        return path, text

    def test_another_bundle_than_was_exported_is_not_judged(self):
        def first(manifest):
            return manifest["cases"][0]

        table = [
            (lambda m: m["cases"].pop(), "is missing"),
            (lambda m: m["cases"].append(m["cases"][0]), "stands here twice"),
            (lambda m: first(m).__setitem__("id", "no/such/case"), "the law has no case 'no/such/case' here"),
            (lambda m: first(m)["arguments"]["scale"].__setitem__("file", "../x.npy"), "is not the law's call"),
            (lambda m: m.__setitem__("spec_digest", "0"), "the bundle is of another law"),
            (lambda m: m["covers"].__setitem__("products", ["atlas_a9"]), "no product is called 'atlas_a9'"),
            (lambda m: m.__setitem__("bundle", 2), "a bundle of another version"),
            (lambda m: m.pop("cases"), "'cases' is missing"),
        ]
        self.write(self.completed())
        for spoil, words in table:
            with self.subTest(words):
                path, text = self.spoiled(spoil)
                self.judge(code=3, said=words)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)

    def test_another_input_than_was_exported_is_not_judged(self):
        with open(self.path("bundle", "manifest.json"), encoding="utf-8") as file:
            data = self.path("bundle", json.load(file)["cases"][0]["arguments"]["scale"]["file"])
        self.write(self.completed())
        with open(data, "r+b") as file:
            file.seek(-1, os.SEEK_END)
            file.write(b"\x77")
        self.judge(code=3, said="other values than the law's")
        os.remove(data)
        self.judge(code=3, said="/storage/offset=ND,contiguous': there is no such file")

    def refused(self, *said, words=(), env=None):
        """What the adapter says of the bundle; it must leave no results."""
        text = self.call([sys.executable, ADAPTER, self.path("bundle"), self.path("results")] + list(words), 3, env)
        for one in said + ("error: ", "  why: ", "  mend: "):
            self.assertIn(one, text)
        self.assertNotIn("Traceback", text)
        self.assertNotIn("Errno", text)
        self.assertFalse(os.path.exists(self.path("results")))
        return text

    def test_the_adapter_refuses_a_bundle_that_reaches_out_of_its_folder(self):
        for spoil, words in [
                (lambda m: m["cases"][0]["arguments"]["scale"].__setitem__("file", "../out.npy"), "does not lie in"),
                (lambda m: m["cases"][0]["arguments"]["scale"].__setitem__("file", "a\0b"), "argument 'scale'"),
                (lambda m: m["cases"][0]["arguments"]["scale"].__setitem__("strides", [1 << 40]), "an element beyond the storage"),
                (lambda m: m["cases"][0]["arguments"]["scale"].__setitem__("storage", 1 << 39), "'storage' is"),
                (lambda m: m["cases"][0]["arguments"]["scale"].__setitem__("dtype", "int7"), "unknown dtype"),
                (lambda m: m["cases"][0].__setitem__("id", "\ud800"), "no id has such characters"),
                (lambda m: m["cases"][0].__setitem__("mode", "dream"), "unknown mode 'dream'"),
                (lambda m: m["cases"].append(m["cases"][0]), "stands here twice"),
                (lambda m: m["cases"][0].pop("call"), "'call' is missing")]:
            with self.subTest(words):
                path, text = self.spoiled(spoil)
                said = self.refused(words)
                self.assertIn(path + ": error: case '", said)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)

    def test_the_adapter_looks_at_the_version_first(self):
        for text, words in [('{"bundle": 2}', "a bundle of version 2; this npu_cts_torch.py runs version 1"),
                            ('{"cases": []}', "it does not begin with 'bundle', its version"),
                            ('{"bundle": true}', "it does not begin with 'bundle', its version"),
                            ('{"bundle": 1}', "'tool_version' is missing"),
                            ('{"bundle": 1', "is no JSON"),
                            ("[1]", "is no JSON object"),
                            ("\xff", "is no JSON")]:
            with self.subTest(text):
                with open(self.path("bundle", "manifest.json"), "wb") as file:
                    file.write(text.encode("latin-1"))
                self.refused(self.path("bundle", "manifest.json") + ": error: ", words)
        os.remove(self.path("bundle", "manifest.json"))
        self.refused(self.path("bundle", "manifest.json") + ": error: ", "there is no such file")

    def test_the_adapter_tells_every_torn_file_and_runs_the_mended_bundle(self):
        with open(self.path("bundle", "manifest.json"), encoding="utf-8") as file:
            cases = json.load(file)["cases"]
        files = [self.path("bundle", one["arguments"]["scale"]["file"]) for one in cases]
        heads = ["%s: error: case '%s', argument 'scale': " % (file, one["id"]) for file, one in zip(files, cases)]
        os.remove(files[0])
        os.truncate(files[1], os.path.getsize(files[1]) - 3)
        self.refused(heads[0] + "there is no such file", heads[1] + "the file is not whole: it holds 61 bytes of values")
        os.mkdir(files[0])
        for data, words in [(b"", "this is no .npy file"), (b"\x93NUMPY\x01\x00\xff\xff{'", "the file holds another dtype or shape"),
                            (b"\x93NUMPY\x09\x00\x76\x00{}", "this is no .npy file")]:
            with open(files[1], "wb") as file:
                file.write(data)
            self.refused(heads[0] + "this is no regular file", heads[1] + words)
        shutil.rmtree(self.path("bundle"))
        shutil.copytree(self.exported, self.path("bundle"))
        self.run_bundle(self.target)
        self.judge()

    def test_what_ends_the_adapter_leaves_no_half_of_the_results(self):
        self.refused("the worker did not start", "cannot import: No module named 'no_such_module'", words=["--module", "no_such_module"])
        self.refused("set NPU_CTS_STANDIN_EVAL", env=dict(environment(self.target), NPU_CTS_STANDIN_EVAL=""))
        words = [sys.executable, ADAPTER, self.path("bundle"), self.path("results")]
        os.mkdir(self.path("results"))
        self.call(["sh", "-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\" 2>&1 | cat", "sh"] + words, 0, said="cannot write the results: ")
        self.assertEqual(os.listdir(self.path("results")), [])
        self.run_bundle(self.target)
        self.assertIn("  mend: ", self.call(words, 3, said="the folder for the results is not empty"))
        self.judge()


class HostileRunner(Folder):
    """What a worker does with messages that no runner sends."""

    def setUp(self):
        super().setUp()
        with open(self.path("signatures.json"), "wb") as file:
            file.write(subprocess.run([NPU_CTS, "export", "--signatures", "--spec", LAW], stdout=subprocess.PIPE, check=True).stdout)

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
            (self.frame(dict(target, mode="dream")), 3, "an unknown mode"),
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
        self.assertEqual(text.count("  conforms\n"), 2, text)
        self.assertIn("2 completed", text)


class Alone(unittest.TestCase):
    def test_the_adapter_needs_the_standard_library_alone(self):
        code = "import sys; sys.modules['numpy'] = None; sys.argv = ['x', '--help']; exec(compile(open(%r).read(), 'x', 'exec'))" % ADAPTER
        done = subprocess.run([sys.executable, "-S", "-c", code], stdout=subprocess.PIPE)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"BUNDLE RESULTS", done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
