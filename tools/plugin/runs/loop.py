# SPDX-License-Identifier: Apache-2.0
"""What the tests of an engineer's loop share: the programs, a library that misbehaves by name, a folder for each test.

Its users are called with: FOLDER-OF-PROGRAMS FOLDER-OF-LIBRARIES SPEC
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN, LIB, SPEC = (os.path.abspath(path) for path in sys.argv[1:4])
PROGRAM = os.path.join(BIN, "npu-cts")
EAGER = "npu_trans_quant_param/atlas_a2/26.1.0/eager/"
CASE = EAGER + "arguments/round_mode=default"
MANY = "npu_trans_quant_param/atlas_a2/26.1.0/*"
CONTRARY = "plugin:" + os.path.join(LIB, "contrary_plugin.so")


def environment(contrary, **more):
    return dict(os.environ, NPU_CTS_CONTRARY=contrary, NPU_CTS_CONTRARY_OF=os.path.join(LIB, "reference_plugin.so"), **more)


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def words(self, *words, driver=CONTRARY):
        return [PROGRAM, "run", *words, "--spec", SPEC, "--driver", driver]

    def run_on(self, contrary, *words, driver=CONTRARY, **more):
        ended = subprocess.run(self.words(*words, driver=driver), cwd=self.folder, env=environment(contrary, **more),
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        return ended.returncode, ended.stdout, ended.stderr

    def ends_of(self, journal):
        with open(os.path.join(self.folder, journal), encoding="utf-8") as file:
            return [json.loads(line)["end"] for line in file if line.startswith('{"end"')]
