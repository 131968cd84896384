# SPDX-License-Identifier: Apache-2.0
"""The loop of an engineer, from a red case to the line of code: what a failure carries, progress, Ctrl-C.

usage: loop_test.py FOLDER-OF-PROGRAMS FOLDER-OF-LIBRARIES SPEC
"""

import fcntl
import json
import os
import pty
import re
import select
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
import unittest

from loop import BIN, CASE, EAGER, LIB, MANY, PROGRAM, SPEC, Folder, environment


class Hearing(Folder):
    def test_a_failure_carries_the_end_of_what_the_backend_printed(self):
        code, out, _ = self.run_on("crashes", CASE)
        self.assertEqual(code, 1)
        self.assertIn("    | computing npu_trans_quant_param\n    | on standard error\n", out)
        (end,) = self.ends_of("npu-cts.case.jsonl")
        self.assertEqual(end["printed"][:2], ["computing npu_trans_quant_param", "on standard error"])

    def test_a_crash_names_the_function_and_the_offset(self):
        _, out, _ = self.run_on("crashes", CASE)
        self.assertRegex(out, r"\| npu-cts-worker: SIGSEGV in\n    \|   #0 .*fall_over\(\)\+0x[0-9a-f]+ \(contrary_plugin.so\+0x[0-9a-f]+\)\n"
                              r"    \|   #1 .*(talk|run)\(.*\+0x")
        self.assertNotIn("npu-cts-worker+0x", out)
        self.assertRegex(out, r"(?m)^crashed: 'crash: SIGSEGV'; in .*fall_over\(\) \(1 case\)")

    def test_the_program_in_a_report_has_the_values_of_its_case(self):
        self.run_on("crashes", EAGER + "data/fp19-rounded/offset=none,scale=float32")
        subprocess.run([PROGRAM, "report", "npu-cts.case.jsonl", "--out", "report", "--spec", SPEC], cwd=self.folder, check=True,
                       stdout=subprocess.DEVNULL)
        with open(os.path.join(self.folder, "report", "report.json"), encoding="utf-8") as file:
            self.assertIn("scale = torch.tensor([1, 1.0004882, ", file.read())

    def test_values_that_cannot_be_written_are_told_once(self):
        os.mkdir(os.path.join(self.folder, "values"))
        open(os.path.join(self.folder, "values", "npu_trans_quant_param"), "w").close()  # where a folder should be
        code, _, err = self.run_on("crashes", EAGER + "arguments", "-j", "1", "--dump", "values")
        self.assertEqual(code, 1)
        self.assertEqual(err.count("[unwritable-file]"), 1)
        self.assertIn("  note: the values of later cases are not written\n", err)
        self.assertEqual(len(self.ends_of("npu-cts.journal.jsonl")), 4)

    def test_show_output_shows_what_passing_cases_print(self):
        code, out, _ = self.run_on("talks", CASE, "--show-output")
        self.assertEqual(code, 0)
        self.assertIn(CASE + "\n  | computing npu_trans_quant_param\n  | on standard error\n", out)
        _, out, _ = self.run_on("talks", CASE)
        self.assertNotIn("computing", out)
        _, out, _ = self.run_on("counts", CASE, "--show-output")
        self.assertEqual(re.findall(r"^  \| run (\d)$", out, flags=re.M), ["1", "2"], "a call runs twice")

    def test_no_line_of_many_parts_is_torn(self):
        code, out, _ = self.run_on("talks", MANY, "--show-output", "-j", "4", "--product", "atlas_a2", "--mode", "eager", "-q",
                                "--exclude", "*/size-pairs/large/*", "--exclude", "*/size-pairs/rounded/*",
                                "--exclude", "*/size-pairs/long-row*/*")  # a large call is printed twice
        self.assertEqual(code, 0)
        lines = out.splitlines()[:-2]
        self.assertGreater(len(lines), 90)
        known = r"npu_trans_quant_param/atlas_a2/26.1.0/\S+|  \| computing npu_trans_quant_param|  \| on standard error"
        self.assertEqual([line for line in lines if not re.fullmatch(known, line)], [])
        for before, line in zip(lines, lines[1:]):
            self.assertEqual(line == "  | computing npu_trans_quant_param", before.startswith("npu_"))

    def test_the_vendors_code_and_text_stand_in_the_message(self):
        _, out, _ = self.run_on("fails-with-code", CASE)
        self.assertIn("fail: refused a documented call with code 161002: 'contrary'", out)
        self.assertEqual(self.ends_of("npu-cts.case.jsonl")[0]["fault"]["code"], 161002)

    def test_a_worker_that_does_not_start_under_a_limit_names_the_limit(self):
        code, _, err = self.run_on("", CASE, "--memory", "1", driver="exec:/bin/false")
        self.assertEqual(code, 4)
        self.assertIn("  hint: raise '--memory', which is 1 MiB here, or see all that it prints", err)
        _, _, err = self.run_on("", CASE, driver="exec:/bin/false", NPU_CTS_MEMORY_MIB="")
        self.assertIn("  hint: see all that it prints", err)

    def named_before(self, contrary, *words):
        """The calls that a run names before the first of its cases that passes alone; the printed command shows it."""
        code, out, _ = self.run_on(contrary, *words)
        self.assertEqual(code, 1)
        self.assertNotIn("only where", out)
        found = re.search(r"\n  \d failed cases? pass(?:es)? when run again alone: results depend on earlier calls\n    again: npu-cts (run .*)\n", out)
        self.assertIsNotNone(found, out)
        *earlier, late = [word for word in shlex.split(found[1]) if word.startswith("npu_trans_quant_param/")]
        ended = [end for end in self.ends_of("npu-cts.journal.jsonl") if end["id"] == late]
        self.assertEqual(ended[0]["behind"], earlier)
        self.assertEqual(self.run_on(contrary, late)[0], 0)
        again = subprocess.run([PROGRAM, *shlex.split(found[1])], cwd=self.folder, env=environment(contrary),
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(again.returncode, 1, again.stdout + again.stderr)
        return earlier

    def test_a_case_that_passes_alone_names_the_call_before(self):
        self.assertGreater(len(self.named_before("caches-by-shape", EAGER + "data/*", "-j", "2")), 0)

    def test_a_case_that_passes_alone_names_calls_that_lie_far_apart(self):
        alike = [f"{EAGER}data/{data}/offset=none,scale=float32" for data in ("default", "extremes", "infinite", "nan-payloads")]
        first, late, failing = (EAGER + name for name in (
            "boundary/offset.filled/at/with/any+offset", "data/offset-field-of-rows/offset=float32,scale=float32", "shapes/scale=row"))
        earlier = self.named_before("mixes-four", first, *alike, late, failing, "-j", "1")
        self.assertEqual([earlier[0], earlier[-1]], [first, late])
        self.assertEqual(len(earlier), 3)

    def test_a_case_that_fails_alone_says_nothing_of_earlier_calls(self):
        code, out, _ = self.run_on("crashes", EAGER + "arguments/*")
        self.assertEqual(code, 1)
        self.assertIn("crash: ", out)
        self.assertNotIn("alone", out)

    def test_an_internal_error_without_a_text_says_so(self):
        _, out, _ = self.run_on("fails-silently", CASE)
        self.assertIn("fail: failed to run a documented call: 'internal: it does not say why (plan->message is empty)'", out)

    def test_a_python_program_says_where_it_crashed(self):
        path = os.path.join(self.folder, "crashing.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write("import ctypes, json, os, struct\n"
                       "def send(header):\n    text = json.dumps(header).encode()\n"
                       "    os.write(3, struct.pack('<II', len(text), 0) + text)\n"
                       "def kernel():\n    print('about to crash')\n    ctypes.string_at(8)\n"
                       "send({'type': 'hello', 'protocol': 1, 'name': 'crashing', 'version': '1', 'tensors': 'inline', 'note': ''})\n"
                       "os.read(3, 1 << 20)\nsend({'type': 'opened', 'trouble': ''})\nos.read(3, 1 << 20)\nkernel()\n")
        _, out, _ = self.run_on("", CASE, driver="exec:%s %s" % (sys.executable, path))
        self.assertIn("    | about to crash\n", out)
        self.assertRegex(out, r'    \|   File ".*crashing.py", line \d+ in kernel')


class CheckedLibrary(Folder):
    def check(self, library, contrary=""):
        ended = subprocess.run([os.path.join(BIN, "npu-cts-worker"), "--check", library], cwd=self.folder, env=environment(contrary),
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return ended.returncode, ended.stdout, ended.stderr

    def test_that_is_right_says_who_it_is(self):
        self.assertEqual(self.check(os.path.join(LIB, "contrary_plugin.so"))[:2], (0, "contrary 1: can be used\n"))

    def test_that_is_not_there_or_a_pipe_is_no_file(self):
        os.mkfifo(os.path.join(self.folder, "pipe.so"))
        for library, said in (("nowhere.so", "there is no file '"), ("pipe.so", "pipe.so' is a pipe")):
            code, _, err = self.check(library)
            self.assertEqual((code, said in err), (4, True), err)

    def test_that_is_no_library_is_said_so(self):
        with open(os.path.join(self.folder, "text.so"), "w", encoding="utf-8") as file:
            file.write("no library\n")
        code, _, err = self.check("text.so")
        self.assertEqual(code, 4)
        self.assertRegex(err, "(?s)file too short|invalid ELF header")
        self.assertIn("hint: 'file ", err)

    def test_that_exports_nothing_or_accepts_every_call_is_refused(self):
        for library, contrary, said in (("no_query.so", "", "it does not export npu_cts_plugin_query"),
                                        ("contrary_plugin.so", "accepts-everything", "accepts a call of the operator 'no_operator'")):
            code, _, err = self.check(os.path.join(LIB, library), contrary)
            self.assertEqual((code, said in err), (4, True), err)

    def test_that_crashes_while_it_loads_shows_where(self):
        ended = subprocess.run([os.path.join(BIN, "npu-cts-worker"), "--check", os.path.join(LIB, "faulty_plugin.so")],
                               env=dict(os.environ, NPU_CTS_FAULTY_START="query-crash"), stderr=subprocess.PIPE, text=True)
        self.assertEqual(ended.returncode, -signal.SIGABRT)
        self.assertRegex(ended.stderr, r"npu-cts-worker: SIGABRT in\n(.*\n)*  #\d+ npu_cts_plugin_query\+0x")


class Terminal:
    """A process on a terminal of its own; standard output goes to a file."""

    def __init__(self, words, folder, contrary, columns=100, **more):
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.out = open(os.path.join(folder, "stdout"), "w+", encoding="utf-8")
        self.process = subprocess.Popen(words, cwd=folder, stdin=slave, stdout=self.out, stderr=slave, start_new_session=True,
                                        preexec_fn=lambda: fcntl.ioctl(2, termios.TIOCSCTTY, 0),
                                        env=environment(contrary, TERM="xterm", **more))
        os.close(slave)
        self.master = master
        self.seen = ""

    def read_until(self, pattern):
        """Reads until the pattern is seen or the process is gone. Returns the match."""
        while not re.search(pattern, self.seen):
            ready, _, _ = select.select([self.master], [], [], 60)
            try:
                more = os.read(self.master, 65536) if ready else b""
            except OSError:  # the other end is closed
                more = b""
            if not more:
                break
            self.seen += more.decode()
        return re.search(pattern, self.seen)

    def press_ctrl_c(self):
        os.write(self.master, b"\x03")

    def end(self):
        code = self.process.wait(60)
        os.close(self.master)
        self.out.seek(0)
        text = self.out.read()
        self.out.close()
        return code, text


class ProgressOfARun(Folder):
    def test_is_one_line_of_a_terminal_that_changes(self):
        words = self.words(MANY, "--family", "storage", "--product", "atlas_a2", "-j", "2")
        terminal = Terminal(words, self.folder, "dawdles")
        match = terminal.read_until(r"\r(\d+)/(\d+)  0 failed  [\d.]+/s  \d:\d\d left  npu_trans_quant_param/\S*\x1b\[K")
        self.assertTrue(match, terminal.seen)
        terminal.read_until("never seen")
        code, out = terminal.end()
        self.assertEqual(code, 0)
        self.assertTrue(terminal.seen.endswith("\r\x1b[K"), "the line is taken away at the end")
        self.assertNotIn("\n", terminal.seen)
        self.assertNotIn("\x1b", out)
        self.assertTrue(all(len(line) < 105 for line in terminal.seen.split("\r")))

    def test_stays_away_where_it_is_not_wanted(self):
        terminal = Terminal(self.words(CASE, "--no-progress"), self.folder, "talks")
        terminal.read_until("never seen")
        self.assertEqual(terminal.end()[0], 0)
        self.assertEqual(terminal.seen, "")

    def test_is_not_shown_in_a_pipe(self):
        _, _, err = self.run_on("talks", CASE)
        self.assertEqual(err, "")

    def test_ctrl_c_ends_it_within_a_second_and_says_how_to_go_on(self):
        words = self.words(MANY, "--product", "atlas_a2", "--mode", "eager", "-j", "2")
        terminal = Terminal(words, self.folder, "dawdles")
        self.assertTrue(terminal.read_until(r"\r[1-9]\d*/\d+  0 failed"))
        pressed = time.monotonic()
        terminal.press_ctrl_c()
        code, out = terminal.end()
        self.assertLess(time.monotonic() - pressed, 1)
        self.assertEqual(code, 130)
        match = re.fullmatch(r"interrupted: (\d+) of (\d+) cases ended, 0 failed\nwhat ended is kept; to go on: (.*) --resume\n", out)
        self.assertTrue(match, out)
        self.assertLess(int(match[1]), int(match[2]))
        ended = subprocess.run(match[3] + " --resume", shell=True, cwd=self.folder, env=environment("talks"), stdout=subprocess.PIPE, text=True)
        self.assertEqual(ended.returncode, 0)
        self.assertIn("0 not run", ended.stdout)

    def test_a_signal_ends_a_case_that_hangs(self):
        for stop, want in ((Terminal.press_ctrl_c, 130), (lambda terminal: terminal.process.terminate(), 143)):
            terminal = Terminal(self.words(CASE), self.folder, "sleeps")
            self.assertTrue(terminal.read_until("round_mode=default"))
            pressed = time.monotonic()
            stop(terminal)
            code, out = terminal.end()
            self.assertLess(time.monotonic() - pressed, 1)
            self.assertEqual(code, want)
            self.assertIn("interrupted: 0 of 1 cases ended", out)

    def test_sigterm_ends_it_with_the_failures_so_far(self):
        terminal = Terminal(self.words(MANY, "--product", "atlas_a2", "-j", "1"), self.folder, "crashes")
        self.assertTrue(terminal.read_until(r"\r[1-9]\d*/\d+  [1-9]\d* failed"))
        terminal.process.terminate()
        self.assertRegex(terminal.end()[1], r"^interrupted: \d+ of \d+ cases ended, [1-9]\d* failed\n(?s:.*)SIGSEGV(?s:.*)\n    again: npu-cts run ")

    def test_durations_name_the_slowest_cases(self):
        _, out, _ = self.run_on("talks", MANY, "--product", "atlas_a2", "--mode", "eager", "--durations", "3")
        times = re.findall(r"^ +(\d+\.\d{3}) s  npu_trans_quant_param/", out, flags=re.M)
        self.assertEqual(len(times), 3)
        self.assertEqual(times, sorted(times, key=float, reverse=True))
        self.assertRegex(out, r"slowest of \d+ cases:")

    def test_a_reproducible_journal_holds_no_times(self):
        self.run_on("talks", CASE, "--journal", "timed.jsonl")
        self.run_on("talks", CASE, "--journal", "untimed.jsonl", "--reproducible")
        self.assertIn("microseconds", self.ends_of("timed.jsonl")[0])
        self.assertNotIn("microseconds", self.ends_of("untimed.jsonl")[0])

    def test_colour_comes_where_it_is_asked_for(self):
        self.assertIn("\x1b[", self.run_on("talks", CASE, "--color", "always")[1])
        self.assertNotIn("\x1b[", self.run_on("talks", CASE)[1])

    def test_colour_is_on_on_a_terminal_but_not_under_no_color(self):
        for more, is_coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
            master, slave = pty.openpty()
            subprocess.run(self.words(CASE), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=slave, stderr=subprocess.DEVNULL,
                           env=environment("talks", TERM="xterm", **more), check=True)
            seen = os.read(master, 65536).decode()
            os.close(slave)
            os.close(master)
            self.assertEqual("\x1b[32m" in seen or "\x1b[1m" in seen, is_coloured, seen)


class OneCase(Folder):
    """A run of one case reads its operator only, where this program has read the whole spec before."""

    def run_with(self, spec):
        words = [PROGRAM, "run", CASE, "--driver", "reference", "--spec", spec]
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, env=dict(os.environ, NPU_CTS_CACHE=self.cache))
        return done.returncode, done.stdout, done.stderr

    def test_gives_the_same_whether_the_spec_was_read_before_or_not(self):
        self.cache = os.path.join(self.folder, "cache")
        first = self.run_with(SPEC)
        self.assertEqual(first[0], 0, first[2])
        self.assertTrue(os.listdir(os.path.join(self.cache, "counted")))
        self.assertEqual(self.run_with(SPEC), first)

    def test_finds_what_is_wrong_in_a_file_that_it_does_not_need(self):
        self.cache = os.path.join(self.folder, "cache")
        spec = os.path.join(self.folder, "spec")
        shutil.copytree(SPEC, spec)
        self.assertEqual(self.run_with(spec)[0], 0)
        with open(os.path.join(spec, "ops", "QuantConv2d.yaml"), "a") as file:
            file.write("nonsense: 1\n")
        for _ in range(2):
            code, _, err = self.run_with(spec)
            self.assertEqual(code, 2, err)
            self.assertIn("[unknown-key]", err)


class Completion(unittest.TestCase):
    def printed(self, kind):
        return subprocess.run([PROGRAM, "completion", kind], stdout=subprocess.PIPE, text=True, check=True).stdout

    def complete(self, *words):
        script = self.printed("bash") + 'COMP_WORDS=(%s); COMP_CWORD=%d; _npu_cts; echo "${COMPREPLY[@]}"' % (" ".join(words), len(words) - 1)
        return subprocess.run(["bash", "-c", script], stdout=subprocess.PIPE, text=True, check=True).stdout.split()

    def test_of_bash_knows_commands_and_their_options(self):
        self.assertEqual(self.complete("npu-cts", "ex"), ["explain", "export", "expect"])
        self.assertEqual(self.complete("npu-cts", "run", "--dur"), ["--durations"])
        self.assertEqual(self.complete("npu-cts", "list", "--dur"), [])

    def test_of_fish_describes_every_option(self):
        self.assertRegex(self.printed("fish"), r"-n '__fish_seen_subcommand_from run' -l durations -d 'names the N slowest cases'")

    def test_manual_page_holds_every_command(self):
        page = self.printed("man")
        helps = subprocess.run([PROGRAM, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
        commands = re.findall(r"^  ([a-z][a-z-]+) ", helps, flags=re.M)
        self.assertGreater(len(commands), 10)
        for command in set(commands) - {"npu-cts"}:  # which the examples begin with
            self.assertIn(".SH %s\n" % command.replace("-", "\\-"), page)
        self.assertIn("\\-\\-durations", page)


class ReportForACi(Folder):
    def report(self, *words, **more):
        ended = subprocess.run([PROGRAM, "report", "npu-cts.case.jsonl", "--out", "report", "--spec", SPEC, *words], cwd=self.folder,
                               env=environment("", **more), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return ended.returncode, ended.stdout

    def test_ends_as_the_run_did_where_it_is_asked(self):
        self.run_on("fails-with-code", CASE)
        self.assertEqual(self.report()[0], 0)
        self.assertEqual(self.report("--exit-code")[0], 1)
        self.run_on("talks", CASE)
        self.assertEqual(self.report("--exit-code")[0], 0)

    def test_has_the_forms_that_are_asked_for(self):
        self.run_on("fails-with-code", CASE)
        self.report("--with", "tap", "--with", "ctrf")
        with open(os.path.join(self.folder, "report/report.tap"), encoding="utf-8") as file:
            self.assertIn("not ok 1 - " + CASE, file.read())
        with open(os.path.join(self.folder, "report/report.ctrf.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["results"]["summary"]["failed"], 1)

    def test_annotates_each_diagnosis_and_appends_to_the_summary_of_the_step(self):
        summary = os.path.join(self.folder, "summary.md")
        with open(summary, "w", encoding="utf-8") as file:
            file.write("before\n")
        self.run_on("fails-with-code", CASE)
        _, out = self.report("--github", GITHUB_STEP_SUMMARY=summary)
        lines = [line for line in out.splitlines() if line.startswith("::")]
        self.assertEqual(len(lines), 1)
        self.assertRegex(lines[0], r"::error title=npu-cts%3A fail%3A refused a documented call[^:]*::fail: refused .*%0Afirst: " + re.escape(CASE))
        with open(summary, encoding="utf-8") as file:
            text = file.read()
        self.assertTrue(text.startswith("before\n## npu-cts: "), text)
        self.assertIn("161002", text)

    def test_annotates_no_more_than_github_shows(self):
        self.run_on("refuses-everything", MANY, "--product", "atlas_a2", "--journal", "npu-cts.case.jsonl")
        _, out = self.report("--github", GITHUB_STEP_SUMMARY="")
        self.assertIn(len(re.findall("^::error ", out, flags=re.M)), range(1, 11))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
