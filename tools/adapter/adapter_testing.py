# SPDX-License-Identifier: Apache-2.0
"""What the tests of the adapter and of bundles share: the programs and the spec that the command line names, and a folder in which
they are called. The results of every call are checked."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON = os.path.join(HERE, "..", "python")
ADAPTER = os.path.join(HERE, "npu_cts_torch.py")
BIN, SPEC = map(os.path.abspath, sys.argv[1:3])
NPU_CTS = os.path.join(BIN, "npu-cts")
KEPT = tempfile.TemporaryDirectory()
ANSWERS = shutil.copy(NPU_CTS, KEPT.name)  # a worker may not ask the npu-cts that judges it; a stand-in asks a copy


def environment(target, fault=""):
    return dict(os.environ, PYTHONPATH=os.path.join(HERE, "standin"), NPU_CTS_SPEC=SPEC, NPU_CTS_STANDIN_EVAL=ANSWERS,
                NPU_CTS_STANDIN_KEPT=KEPT.name, NPU_CTS_STANDIN_TARGET=target, NPU_CTS_STANDIN_FAULT=fault, PYTHONDONTWRITEBYTECODE="1",
                NPU_CTS_TIMEOUT_SECONDS="600")


def selection(target, query):
    product, release, mode = target.split("/")
    return [query, "--spec", SPEC, "--product", product, "--release", release, "--mode", mode]


def ends_of(journal):
    """What was judged, by id, and who was it; without what differs between two runs of the same."""
    with open(journal, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    ends = [line["end"] for line in lines if "end" in line]
    return {end["id"]: {key: end[key] for key in end if key not in ("microseconds", "printed")} for end in ends}, lines[0]["run"]


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
        return self.call([NPU_CTS, "judge", self.path("bundle"), self.path("results"), "-o", self.path("judged"), "--spec", SPEC], code,
                         said=said)
