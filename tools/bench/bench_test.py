# SPDX-License-Identifier: Apache-2.0
"""The scripts of the benchmark on invented runs; and that README.md has the figures of the newest run that is kept.

Nothing here measures anything.
"""


from pathlib import Path
import bench
import contextlib
import io
import json
import re
import tempfile
import unittest
from compare import compare, text_of
from machine import cpu_of, cpus_of
from measure import Failed, Meter, figure_of, samples_of
from page import limit, newest, number, page, readme_section, section_of, with_section, within
from rows import ROWS, UNITS, Benchmark, Command, Row


def ratio(name, median, must=2, aim=1):
    return {"name": name, "unit": "×", "median": median, "lowest": median, "highest": median, "must": must, "aim": aim}


def seconds(name, median, relative):
    return ratio(name, median) | {"unit": "s", "relative": {"median": relative, "lowest": relative, "highest": relative}}


def run_of(*rows, **facts):
    return {"version": "1.2.0", "commit": "0123456789abcdef", "day": "2026-01-02", "compiler": "GNU", "compiler_version": "12.2.0",
            "build_type": "Release", "cpu_model": "Abacus", "cpu_flags": ["avx2"], "cores": 2, "others": 0.01,
            "load": 0.1, "runs": [{"cpu": "avx2", "rows": list(rows)}]} | facts


class Figures(unittest.TestCase):
    def test_a_ratio_is_the_median_of_the_turns_with_both_ends(self):
        row = Row("fold ÷ copy", "×", 2, 1, Benchmark("fold"), Benchmark("copy"))
        self.assertEqual(figure_of(row, [4, 9, 2], [2, 3, 2]),
                         {"name": "fold ÷ copy", "unit": "×", "median": 2, "lowest": 1, "highest": 3, "must": 2, "aim": 1})

    def test_seconds_keep_their_ratio_beside_them(self):
        row = Row("fold", "µs", None, None, Benchmark("fold"), Benchmark("copy"))
        kept = figure_of(row, [4, 6], [2, 2])
        self.assertEqual((kept["median"], kept["relative"]), (5e6, {"median": 2.5, "lowest": 2, "highest": 3}))

    def test_samples_are_those_of_one_benchmark_in_the_order_of_their_turns(self):
        def record(name, index, **more):
            return {"name": name, "run_name": name, "run_type": "iteration", "repetition_index": index, "time_unit": "s",
                    "cpu_time": 10 + index, "real_time": 99} | more
        records = [record("fold/6", 1), record("copy/6", 0), record("fold/6", 0), record("fold/64", 0),
                   record("fold/6", 0, run_type="aggregate")]
        self.assertEqual(samples_of(records, Benchmark("fold/6")), [10, 11])
        timed = [record("fold/6/iterations:1/manual_time", 0, items_per_second=4)]
        self.assertEqual(samples_of(timed, Benchmark("fold/6")), [99])
        self.assertEqual(samples_of(timed, Benchmark("fold/6", of="item")), [0.25])
        with self.assertRaisesRegex(Failed, "npu-cts-bench has no 'fold/7'"):
            samples_of(records, Benchmark("fold/7"))
        with self.assertRaisesRegex(Failed, "fold/6: refused"):
            samples_of([record("fold/6", 0, error_occurred=True, error_message="refused")], Benchmark("fold/6"))

    def test_every_row_has_a_name_of_its_own_and_an_aim_below_what_it_must(self):
        self.assertEqual(len({row.name for row in ROWS}), len(ROWS))
        for row in ROWS:
            with self.subTest(row.name):
                self.assertIn(row.unit, UNITS)
                self.assertTrue(row.aim is None or row.aim < row.must)


class Turns(unittest.TestCase):
    """The meter on two invented programs, which write down how they were started."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = Path(folder.name)
        (self.build / "bin").mkdir()
        record = {"name": "events", "run_name": "events", "run_type": "iteration", "repetition_index": 0, "time_unit": "ns",
                  "cpu_time": 1, "real_time": 1}
        self.program("npu-cts-bench", f"echo events >> {self.log}\necho '{json.dumps({'benchmarks': [record]})}'")
        self.program("npu-cts", f'echo "$NPU_CTS_CACHE $NPU_CTS_CPU $*" >> {self.log}\necho "4 cases on a device"\n[ "$1" != fail ]')
        self.meter = Meter(self.build, self.build, "scalar")

    @property
    def log(self):
        return self.build / "log"

    def program(self, name, text):
        path = self.build / "bin" / name
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)

    def started(self, row):
        self.meter.measure(row)
        return self.log.read_text(encoding="utf-8").replace(str(self.build), "BUILD").splitlines()

    def test_work_and_yardstick_take_turns_and_change_their_order(self):
        row = Row("fold", "s", None, None, Command("fold {scratch}/x", cache="off"), Benchmark("events"), 3)
        fold = "off scalar fold BUILD/x"
        self.assertEqual(self.started(row), [fold, "events", "events", fold, fold, "events"])

    def test_what_is_to_run_before_runs_once(self):
        row = Row("tell", "s", None, None, Command("tell", after=("fold", "tell")), Benchmark("events"), 1)
        fold, tell = "BUILD/cache scalar fold", "BUILD/cache scalar tell"
        self.assertEqual(self.started(row), [fold, tell, tell, "events"])
        self.assertEqual(self.started(row), [fold, tell, tell, "events", tell, "events"])

    def test_a_case_costs_its_part_of_the_command(self):
        spent = self.meter.command("fold", "on")
        self.assertEqual(spent["case"] * 4, spent["command"])

    def test_a_command_that_fails_ends_the_measuring(self):
        with self.assertRaisesRegex(Failed, "'npu-cts fail' ends with 1: 4 cases on a device"):
            self.meter.command("fail", "on")


class Machine(unittest.TestCase):
    def test_the_processor_is_read_with_its_family(self):
        text = "processor\t: 0\nmodel name\t: Abacus\ncpu family\t: 7\nmodel\t\t: 3\nflags\t\t: mmx avx2\n"
        self.assertEqual(cpu_of(text), {"cpu_model": "Abacus (family 7, model 3)", "cpu_flags": ["avx2", "mmx"]})

    def test_kernels_are_measured_for_what_the_processor_has(self):
        self.assertEqual(cpus_of(["avx2"]), ["avx2", "scalar"])
        self.assertEqual(cpus_of(["avx2", "avx512_vnni", "avx512bw", "avx512vl", "avx512dq"]), ["avx512", "avx2", "scalar"])
        self.assertEqual(cpus_of(["avx2", "avx_vnni"]), ["avxvnni", "avx2", "scalar"])


class Comparison(unittest.TestCase):
    def test_a_ratio_that_grew_by_more_than_a_tenth_is_named(self):
        found = compare(run_of(ratio("fold", 2.0), ratio("copy", 1.0)), run_of(ratio("fold", 2.3), ratio("copy", 1.09)))
        self.assertEqual(found["regressions"], ["fold (avx2): 2.3 times its yardstick, was 2 (+15%)"])
        self.assertEqual(found["warnings"] + found["missing"], [])

    def test_seconds_are_compared_by_their_ratio(self):
        self.assertEqual(compare(run_of(seconds("fold", 1, 10)), run_of(seconds("fold", 3, 10.5)))["regressions"], [])
        self.assertEqual(len(compare(run_of(seconds("fold", 3, 10)), run_of(seconds("fold", 1, 12)))["regressions"]), 1)

    def test_rows_of_one_run_alone_are_named(self):
        found = compare(run_of(ratio("old", 1)), run_of(ratio("new", 1)))
        self.assertEqual(found["missing"], ["old (avx2): only in the saved run", "new (avx2): not in the saved run"])

    def test_another_processor_or_compiler_is_a_warning(self):
        found = compare(run_of(cpu_flags=[], cpu_model="Quipu"), run_of(compiler_version="13.1.0"))
        self.assertEqual(found["warnings"], ["another processor than the saved run's: 'Abacus', not 'Quipu'",
                                             "another compiler version than the saved run's: '13.1.0', not '12.2.0'",
                                             "the processors have other flags"])
        self.assertEqual(text_of(compare(run_of(), run_of())), "no ratio grew by more than 10 %\n")

    def test_what_was_not_asked_for_is_not_missing(self):
        saved = run_of(ratio("fold", 1), ratio("copy", 1))
        saved["runs"].append({"cpu": "scalar", "rows": []})
        self.assertEqual(bench.narrowed(saved, "^fold$", ["avx2"])["runs"], [{"cpu": "avx2", "rows": [ratio("fold", 1)]}])


class Page(unittest.TestCase):
    def test_a_row_has_a_column_for_each_instruction_set_and_its_limits(self):
        run = run_of(ratio("fold", 1.25), seconds("list", 0.3, 60))
        run["runs"].append({"cpu": "scalar", "rows": [ratio("fold", 14)]})
        text = page(run)
        self.assertIn("| what | AVX2 | plain C++ | must | aim | AVX2 meets |", text)
        self.assertIn("| fold | 1.2 (1.2 to 1.2) | 14 (14 to 14) | 2 | 1 | must |", text)
        self.assertIn("| list | 0.30 (0.30 to 0.30) s | – | 2 s | 1 s | aim |", text)
        self.assertIn("Abacus, 2 cores, AVX2. GNU 12.2.0, Release build, 2026-01-02.\nOther work took 1% of the machine, and its load average was 0.1.", text)
        self.assertIn("These took 5.0 ms.", text)

    def test_a_commit_with_other_changes_keeps_its_mark(self):
        self.assertIn("commit `0123456789ab-dirty`", page(run_of(ratio("fold", 1), commit="0123456789abcdef-dirty")))

    def test_the_readme_sets_neighbours_that_differ_in_a_word_on_one_line(self):
        section = readme_section(run_of(ratio("fold: flat", 1.3), ratio("fold: steep", 2.6), ratio("copy", 1)))
        self.assertIn("| fold: flat / steep | 1.3 / 2.6 | 2 | 1 |\n| copy | 1.0 | 2 | 1 |", section)

    def test_the_section_is_replaced_and_nothing_else(self):
        readme = "# Title\n\n## What it costs\nold\n\n## Next\ntext\n"
        self.assertEqual(section_of(readme), "old\n")
        self.assertEqual(with_section(readme, "new\n"), "# Title\n\n## What it costs\nnew\n\n## Next\ntext\n")
        self.assertEqual(section_of("## What it costs\nold\n"), "old\n")

    def test_a_number_has_two_digits_that_count(self):
        self.assertEqual([number(value) for value in (0.0712, 0.5, 1.04, 24, 60.4, 168.3)], ["0.071", "0.50", "1.0", "24", "60", "168"])
        self.assertEqual([limit(1.15, "×"), limit(0.5, "s"), limit(None, "s")], ["1.15", "0.5 s", "–"])

    def test_a_row_says_which_limit_it_meets(self):
        self.assertEqual([within(ratio("fold", median)) for median in (1, 2, 2.1)], ["aim", "must", "**neither**"])
        self.assertEqual(within(ratio("fold", 1, must=None, aim=None)), "–")


class Kept(unittest.TestCase):
    def test_the_newest_is_that_of_the_highest_version(self):
        with tempfile.TemporaryDirectory() as folder:
            for version in ("0.9.0", "0.10.0"):
                (Path(folder) / f"{version}.json").write_text(json.dumps({"version": version}), encoding="utf-8")
            self.assertEqual(newest(folder), {"version": "0.10.0"})

    def test_the_readme_has_the_figures_of_the_newest_run(self):
        readme = (bench.ROOT / "README.md").read_text(encoding="utf-8")
        self.assertEqual(section_of(readme), readme_section(newest(bench.HISTORY)))


class Words(unittest.TestCase):
    def test_what_is_no_run_or_no_pattern_is_wrong_usage_before_anything_is_measured(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write("{}")
            file.flush()
            with self.assertRaisesRegex(ValueError, "no run that bench.sh has saved"):
                bench.main(["--against", file.name])
        with self.assertRaises(re.error):
            bench.main(["--rows", "("])

    def test_an_unknown_option_and_a_recording_of_some_rows_are_wrong_usage(self):
        for words in (["--agianst", "x"], ["--record", "--rows", "fold"]):
            with self.subTest(words), self.assertRaises(SystemExit) as ended, contextlib.redirect_stderr(io.StringIO()):
                bench.options(words)
            self.assertEqual(ended.exception.code, 3)


if __name__ == "__main__":
    unittest.main()
