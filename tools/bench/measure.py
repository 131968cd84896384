# SPDX-License-Identifier: Apache-2.0
"""Measures rows: work and yardstick take turns, and each turn of the two gives one ratio."""

import json
import os
import re
import statistics
import subprocess
from pathlib import Path

from rows import CPUS, UNITS, Benchmark


class Failed(Exception):
    """A command that did not end with 0, or printed what cannot be read."""


def spread(samples):
    return {"median": statistics.median(samples), "lowest": min(samples), "highest": max(samples)}


def figure_of(row, works, yardsticks):
    """The row as it is kept: its figure, and where that is no ratio the ratio under 'relative'."""
    ratios = [work / yardstick for work, yardstick in zip(works, yardsticks)]
    kept = {"name": row.name, "unit": row.unit}
    kept |= spread(ratios if row.unit == "×" else [work * UNITS[row.unit] for work in works])
    kept |= {"must": row.must, "aim": row.aim}
    return kept if row.unit == "×" else kept | {"relative": spread(ratios)}


def seconds_of(record):
    """The CPU seconds of an iteration, and of an item, by one record of Google Benchmark."""
    if record.get("error_occurred"):
        raise Failed(f"{record['name']}: {record['error_message']}")
    is_timed_by_itself = record["run_name"].endswith("/manual_time")
    scale = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}[record["time_unit"]]
    seconds = record["real_time" if is_timed_by_itself else "cpu_time"] * scale
    return {"iteration": seconds, "item": 1 / record["items_per_second"] if "items_per_second" in record else seconds}


def samples_of(records, benchmark):
    """The seconds of each repetition of a benchmark, in their order."""
    own = [record for record in records if record["run_type"] == "iteration" and
           (record["run_name"] + "/").startswith(benchmark.name + "/")]
    if not own:
        raise Failed(f"npu-cts-bench has no '{benchmark.name}'")
    return [seconds_of(record)[benchmark.of] for record in sorted(own, key=lambda record: record["repetition_index"])]


class Meter:
    """Runs programs of the build at `programs`, with NPU_CTS_CPU as `cpu` says, in a scratch folder of its own."""

    def __init__(self, build, scratch, cpu):
        self.programs = Path(build) / "bin"
        self.ran = set()
        self.words = {"scratch": str(scratch), "plugin": str(Path(build).absolute() / "lib" / "reference_plugin.so")}
        self.environment = os.environ | {"NPU_CTS_CPU": cpu, "OMP_NUM_THREADS": "1",  # one thread beside one thread
                                         "ONEDNN_MAX_CPU_ISA": CPUS[cpu]["one_dnn"]}

    def measure(self, row):
        """Returns the row with its figures. Errors: Failed."""
        if isinstance(row.work, Benchmark) and isinstance(row.yardstick, Benchmark):
            return figure_of(row, *self.interleaved(row.work, row.yardstick, row.rounds))
        for command in (row.work, row.yardstick):
            self.prepare(command)
        turns = [self.turn(row, index) for index in range(row.rounds)]
        return figure_of(row, *zip(*turns))

    def turn(self, row, index):
        """The seconds of work and yardstick; every other turn begins with the yardstick."""
        if index % 2 == 0:
            return self.once(row.work), self.once(row.yardstick)
        yardstick = self.once(row.yardstick)
        return self.once(row.work), yardstick

    def once(self, work):
        if isinstance(work, Benchmark):
            return samples_of(self.benchmark(work, repetitions=1), work)[0]
        return self.command(work.words, work.cache)[work.of]

    def interleaved(self, work, yardstick, rounds):
        records = self.benchmark(work, yardstick, repetitions=rounds)
        return samples_of(records, work), samples_of(records, yardstick)

    def benchmark(self, *benchmarks, repetitions):
        """The records of Google Benchmark, which shuffles the repetitions of what it measures."""
        names = "|".join(re.escape(benchmark.name) for benchmark in benchmarks)
        words = [self.programs / "npu-cts-bench", f"--benchmark_filter=^({names})(/(iterations|process_time).*)?$", "--benchmark_format=json",
                 "--benchmark_min_time=0.03", f"--benchmark_repetitions={repetitions}",
                 "--benchmark_enable_random_interleaving=true"]
        done = subprocess.run(words, env=self.environment, capture_output=True, text=True, check=False)
        try:
            return json.loads(done.stdout)["benchmarks"]
        except (ValueError, KeyError):
            raise Failed(f"npu-cts-bench measures no {names}: {done.stderr.strip()}") from None

    def prepare(self, work):
        """Runs what is to run before a command, unless it did."""
        for words in () if isinstance(work, Benchmark) else work.after:
            if words not in self.ran:
                self.command(words, "on")

    def command(self, words, cache):
        """The CPU seconds of a command, and of one of the cases that it says it ran."""
        folder = "off"
        if cache == "on":
            self.ran.add(words)
            folder = self.words["scratch"] + "/cache"
        line = [self.programs / "npu-cts", *words.format(**self.words).split()]
        with open(self.words["scratch"] + "/printed", "w+", encoding="utf-8") as printed:
            program = subprocess.Popen(line, env=self.environment | {"NPU_CTS_CACHE": folder}, stdout=printed, stderr=printed)
            _, status, usage = os.wait4(program.pid, 0)
            program.returncode = os.waitstatus_to_exitcode(status)
            printed.seek(0)
            text = printed.read()
        if program.returncode != 0:
            raise Failed(f"'npu-cts {words}' ends with {program.returncode}: {text.strip()[-400:]}")
        ran = re.search(r"^(\d+) cases? on ", text, re.MULTILINE)
        seconds = usage.ru_utime + usage.ru_stime
        return {"command": seconds, "case": seconds / int(ran[1]) if ran else seconds}
