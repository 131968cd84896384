# SPDX-License-Identifier: Apache-2.0
"""One case under a debugger: gdb, lldb, valgrind and rr, in a plugin and in a program.

usage: debugger_test.py FOLDER-OF-PROGRAMS FOLDER-OF-LIBRARIES SPEC
"""

import os
import re
import shutil
import sys
import unittest

from loop import BIN, CASE, CONTRARY, MANY, Folder

PROGRAM = "exec:" + os.path.join(BIN, "reference_program")


class Debugging(Folder):
    def test_the_journal_of_one_case_is_scratch(self):
        self.run_on("talks", MANY, "--product", "atlas_a2", "--mode", "eager")
        with open(os.path.join(self.folder, "npu-cts.journal.jsonl"), "rb") as file:
            before = file.read()
        code, out, _ = self.run_on("crashes", CASE)
        self.assertEqual(code, 1)
        self.assertIn("journal: npu-cts.case.jsonl", out)
        with open(os.path.join(self.folder, "npu-cts.journal.jsonl"), "rb") as file:
            self.assertEqual(file.read(), before)

    def debug(self, debugger, contrary="talks", driver=CONTRARY):
        _, out, err = self.run_on(contrary, CASE, "--debugger", debugger, driver=driver)
        if re.search("Operation not permitted|[Cc]annot launch|failed to launch|launch failed", out + err):
            self.skipTest("no process may be traced here")
        return out, err

    @unittest.skipUnless(shutil.which("gdb"), "gdb is not installed")
    def test_gdb_stops_in_the_function_of_the_plugin(self):
        out, _ = self.debug("gdb -q -nx -batch -ex 'break talk' -ex run -ex bt -ex c")
        self.assertRegex(out, r"Breakpoint 1[^\n]*, .*talk")
        self.assertIn("[  PASSED  ] 1 test.", out)
        self.assertEqual(os.listdir(self.folder), [])

    @unittest.skipUnless(shutil.which("gdb"), "gdb is not installed")
    def test_gdb_follows_into_a_program(self):
        out, err = self.debug("gdb -q -nx -batch -ex run -ex bt", driver=PROGRAM)
        self.assertIn("reference_program", out + err)
        self.assertIn("[  PASSED  ] 1 test.", out)

    @unittest.skipUnless(shutil.which("lldb"), "lldb is not installed")
    def test_lldb_stops_in_the_function_of_the_plugin(self):
        out, _ = self.debug("lldb -x -b -o 'breakpoint set -n talk' -o run -o bt -o c")
        self.assertRegex(out, r"stop reason = breakpoint 1\.1\n *\*? *frame #0: [^\n]*contrary_plugin.so`[^\n]*talk\(")
        self.assertIn("exited with status = 0", out)

    @unittest.skipUnless(shutil.which("lldb"), "lldb is not installed")
    def test_lldb_follows_into_a_program(self):
        out, _ = self.debug("lldb -x -b -o run -o c", driver=PROGRAM)
        self.assertRegex(out, r"name = 'reference_progr', stop reason = exec")

    @unittest.skipUnless(shutil.which("rr"), "rr is not installed")
    def test_rr_records_the_run(self):
        out, err = self.debug("rr record -n")
        if re.search("CPU type|perf_event|PMU|perf counter", err):
            self.skipTest("rr cannot count on this processor")
        self.assertIn("[  PASSED  ] 1 test.", out)

    def debug_with_rr(self, script):
        """Runs the one case under a program called rr that does what the shell's `script` says."""
        recorder = os.path.join(self.folder, "rr")
        with open(recorder, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n" + script)
        os.chmod(recorder, 0o755)
        return self.run_on("talks", CASE, "--debugger", "rr", PATH=self.folder + ":" + os.environ["PATH"])

    def test_rr_is_given_the_suite_and_the_one_case(self):
        _, out, _ = self.debug_with_rr('echo "recorder: $1"\nshift\nexec "$@"\n')
        self.assertIn("recorder: record\n", out)
        self.assertIn("computing npu_trans_quant_param\n", out)
        self.assertIn("[  PASSED  ] 1 test.", out)

    @unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed")
    def test_valgrind_holds_the_process_of_the_plugin(self):
        _, out, err = self.run_on("crashes", CASE, "--debugger", "valgrind --quiet")
        if "unrecognised instruction" in err:
            self.skipTest("valgrind does not know this processor")
        self.assertIn("Invalid write of size 4", err)
        self.assertIn("contrary_plugin.so", err)

    def test_a_debugger_takes_one_case(self):
        code, _, err = self.run_on("", MANY, "--product", "atlas_a2", "--debugger", "perf")
        self.assertEqual(code, 3)
        self.assertRegex(err, r"'--debugger' takes one case, and \d+ match")

    def test_a_debugger_that_is_not_there_is_named(self):
        code, _, err = self.run_on("", CASE, "--debugger", "gdb", PATH="/nowhere")
        self.assertEqual(code, 3)
        self.assertIn("there is no program 'gdb' here", err)

    def test_what_a_shell_cannot_read_is_refused_before_anything_runs(self):
        for words in ('gdb -q -ex "foo', "gdb -ex 'run", "gdb -q; true", "gdb -ex $(date)", "gdb `date`"):
            code, out, err = self.run_on("", CASE, "--debugger", words)
            self.assertEqual((code, out), (3, ""))
            self.assertRegex(err, r"^error: --debugger: '[^\n]*' cannot be read[^\n]*\n  why: [^\n]*\n  hint: ")

    def test_the_exit_code_is_that_of_the_debugger(self):
        code, _, _ = self.debug_with_rr("exit 42\n")
        self.assertEqual(code, 42)

    def test_what_is_no_debugger_is_refused(self):
        code, _, err = self.run_on("", CASE, "--debugger", "emacs")
        self.assertEqual(code, 3)
        self.assertIn("known are gdb, lldb, valgrind, rr and perf", err)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
