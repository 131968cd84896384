# SPDX-License-Identifier: Apache-2.0
"""Tests of bundles: `npu-cts export`, npu_cts_torch.py on another host, `npu-cts judge`. No hostile byte passes any of them. Arguments:
the folder of the programs, the spec."""

import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

from adapter_testing import ADAPTER, SPEC, NPU_CTS, Folder, ends_of, environment, selection


class Bundles(Folder):
    target, query = "atlas_a2/26.1.0/eager", "npu_trans_quant_param/*/storage/*=ND,contiguous"

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
            (output("file", "."), "this is a folder"),
            (output("shape", [3]), "the file holds shape [2], and the call says [3]"),
            (output("shape", [-1]), "'shape' is [-1]"),
            (output("shape", [1 << 39]), "is too large"),
            (output("dtype", "int32"), "the file holds '<i8', and int32 travels as '<i4'"),
            (output("dtype", "int7"), "'dtype' is 'int7'"),
            (lambda results: results.__setitem__("spec_digest", "0"), "the results are of another spec"),
            (lambda results: results.__setitem__("results", 2), "results of another version"),
            (lambda results: results.pop("driver"), "'driver' is missing"),
        ]
        for spoil, words in table:
            with self.subTest(words):
                results = self.completed()
                spoil(results)
                self.write(results)
                text = self.judge(code=3, said=words)
                self.assertIn("hint: ", text)
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
            (lambda m: first(m).__setitem__("id", "no/such/case"), "the spec has no case 'no/such/case' here"),
            (lambda m: first(m)["arguments"]["scale"].__setitem__("file", "../x.npy"), "is not the spec's call"),
            (lambda m: m.__setitem__("spec_digest", "0"), "the bundle is of another spec"),
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
        self.judge(code=3, said="other values than the spec's")
        os.remove(data)
        self.judge(code=3, said="/storage/offset=ND,contiguous': there is no such file")

    def refused(self, *said, words=(), env=None, code=3):
        """What the adapter says of the bundle; it must leave no results."""
        text = self.call([sys.executable, ADAPTER, self.path("bundle"), self.path("results")] + list(words), code, env)
        for one in said + ("error: ", "  why: ", "  hint: "):
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
                (lambda m: m["cases"][0].__setitem__("mode", 1), "'mode' is of a wrong type"),
                (lambda m: m["cases"].append(m["cases"][0]), "stands here twice"),
                (lambda m: m["cases"][0].pop("call"), "'call' is missing")]:
            with self.subTest(words):
                path, text = self.spoiled(spoil)
                said = self.refused(words)
                self.assertIn(path + ": error: case '", said)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)

    def test_the_adapter_looks_at_the_version_first(self):
        for text, words in [('{"bundle": 2}', "a bundle of version 2; this adapter runs version 1"),
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
        self.refused("the worker did not start", "cannot import: No module named 'no_such_module'", words=["--module", "no_such_module"],
                     code=4)
        self.refused("set NPU_CTS_STANDIN_EVAL", env=dict(environment(self.target), NPU_CTS_STANDIN_EVAL=""), code=4)
        words = [sys.executable, ADAPTER, self.path("bundle"), self.path("results")]
        os.mkdir(self.path("results"))
        self.call(["sh", "-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\" 2>&1 | cat", "sh"] + words, 0, said="cannot write the results: ")
        self.assertEqual(os.listdir(self.path("results")), [])
        self.run_bundle(self.target)
        self.assertIn("  hint: ", self.call(words, 3, said="the folder for the results is not empty"))
        self.judge()

    def test_a_signal_leaves_no_half_of_the_results(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number), subprocess.Popen([sys.executable, ADAPTER, self.path("bundle"), self.path("results")],
                                                        env=environment(self.target, "hang")) as process:
                while not os.path.isdir(self.path("results", "data")) and process.poll() is None:
                    time.sleep(0.01)
                process.send_signal(number)
                self.assertEqual(process.wait(60), 128 + number)
                self.assertFalse(os.path.exists(self.path("results")))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
