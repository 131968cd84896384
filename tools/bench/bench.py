# SPDX-License-Identifier: Apache-2.0
"""What tools/bench.sh starts once the programs are built."""

import argparse
import json
import os
import re
import shutil
import sys
from pathlib import Path

from compare import compare, text_of
from machine import Neighbours, cpus_of, facts
from measure import Failed, Meter
from page import cell, limit, newest, page, readme_section, with_section
from rows import CPUS, KERNELS, ROWS

ROOT = Path(__file__).resolve().parents[2]
HISTORY = ROOT / "tools" / "bench" / "history"
BUILD = ROOT / "build" / "release"
WORK = ROOT / "build" / "bench"


def options(words):
    parser = argparse.ArgumentParser(prog="tools/bench.sh", description="Measures what npu-cts costs, in about four minutes.",
                                     epilog="Exit code: 0, 1 a ratio grew by more than 10 %%, 3 wrong usage or nothing to measure.")
    parser.add_argument("--rows", metavar="REGEX", default="", help="only the rows whose name matches")
    parser.add_argument("--out", metavar="FILE", type=Path, default=WORK / "run.json",
                        help="where the run is saved (default: build/bench/run.json)")
    parser.add_argument("--against", metavar="FILE", type=Path, help="compare the ratios with those of a saved run")
    parser.add_argument("--record", action="store_true",
                        help="measure for each instruction set, keep the run in tools/bench/history and write README.md (five minutes)")
    parser.add_argument("--page", metavar="FILE", type=Path, help="measure nothing: write the newest kept run as a page")
    parser.add_argument("--readme", action="store_true", help="measure nothing: write the table of README.md from the newest kept run")
    parser.error = lambda message: parser.exit(3, f"bench.sh: {message}; see --help\n")
    chosen = parser.parse_args(words)
    if chosen.record and chosen.rows:
        parser.error("--record takes all rows")
    return chosen


def show(row):
    limits = "" if row["must"] is None else f"   must {limit(row['must'], row['unit'])}, aim {limit(row['aim'], row['unit'])}"
    print(f"{row['name']:<72} {cell(row):<28}{limits}", flush=True)


def measured_for(cpu, rows):
    print(f"NPU_CTS_CPU={cpu}", flush=True)
    meter = Meter(BUILD, WORK / "scratch", cpu)
    figures = []
    for row in rows:
        figures.append(meter.measure(row))
        show(figures[-1])
    return {"cpu": cpu, "rows": figures}


def measured(rows, names):
    """The run: all rows for the first of the instruction sets, and for the others those that depend on them."""
    shutil.rmtree(WORK / "scratch", ignore_errors=True)
    (WORK / "scratch").mkdir(parents=True)
    began, neighbours = facts(str(ROOT), BUILD), Neighbours()
    runs = [measured_for(cpu, rows if cpu == names[0] else [row for row in rows if row.depends_on == KERNELS]) for cpu in names]
    return began | neighbours.facts() | {"runs": runs}


def save(run, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(run, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(path)


def record(run):
    save(run, HISTORY / f"{run['version']}.json")
    write_readme(run)


def write_readme(run):
    readme = ROOT / "README.md"
    readme.write_text(with_section(readme.read_text(encoding="utf-8"), readme_section(run)), encoding="utf-8")


def narrowed(run, pattern, cpus):
    """A saved run without what was not asked for."""
    runs = [{"cpu": part["cpu"], "rows": [row for row in part["rows"] if re.search(pattern, row["name"])]}
            for part in run["runs"] if part["cpu"] in cpus]
    return run | {"runs": runs}


def is_run(saved):
    """Whether `saved`, read from JSON, has what a comparison needs."""
    try:
        return all(row["name"] and part["cpu"] for part in saved["runs"] for row in part["rows"])
    except (KeyError, TypeError):
        return False


def main(words):
    chosen = options(words)
    if chosen.page:
        chosen.page.write_text(page(newest(HISTORY)), encoding="utf-8")
        print(chosen.page)
        return 0
    if chosen.readme:
        write_readme(newest(HISTORY))
        return 0
    saved = json.loads(chosen.against.read_text(encoding="utf-8")) if chosen.against else None
    if saved is not None and not is_run(saved):
        raise ValueError(f"{chosen.against}: this is no run that bench.sh has saved")
    rows = [row for row in ROWS if re.search(chosen.rows, row.name)]
    here = cpus_of(facts(str(ROOT), BUILD)["cpu_flags"])
    names = here if chosen.record else [os.environ.get("NPU_CTS_CPU") or here[0]]
    if not rows or names[0] not in CPUS:
        print(f"bench.sh: nothing to measure: no row matches '{chosen.rows}', or NPU_CTS_CPU is none of {', '.join(CPUS)}", file=sys.stderr)
        return 3
    run = measured(rows, names)
    save(run, chosen.out)
    if chosen.record:
        record(run)
    if saved is None:
        return 0
    comparison = compare(narrowed(saved, chosen.rows, names), run)
    print(text_of(comparison), end="")
    return 1 if comparison["regressions"] else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (Failed, OSError, ValueError, re.error) as problem:
        print(f"bench.sh: {problem}", file=sys.stderr)
        sys.exit(3)
