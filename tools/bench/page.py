# SPDX-License-Identifier: Apache-2.0
"""Writes a saved run as Markdown: the whole page, and the section of the README."""

import itertools
import json
import re
from pathlib import Path

from rows import CPUS

HEADING = "## What it costs\n"


def newest(history):
    """The saved run of the newest version in a folder that holds one."""
    files = sorted(Path(history).glob("*.json"), key=lambda path: [int(part) for part in path.stem.split(".")])
    return json.loads(files[-1].read_text(encoding="utf-8"))


def number(value):
    """A figure with two digits that count, and all of those before the point."""
    if value >= 10:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 1 else f"{value:#.2g}"


def limit(value, unit):
    """What a figure must be, or aims at."""
    return "–" if value is None else with_unit(f"{value:g}", unit)


def with_unit(text, unit):
    return text if unit == "×" else f"{text} {unit}"


def within(row):
    """The limit that the figure meets."""
    if row["must"] is None:
        return "–"
    if row["aim"] is not None and row["median"] <= row["aim"]:
        return "aim"
    return "must" if row["median"] <= row["must"] else "**neither**"


def table(heads, rows):
    lines = ["| " + " | ".join(cells) + " |" for cells in (heads, *rows)]
    return "\n".join([lines[0], "|" + "---|" * len(heads), *lines[1:]]) + "\n"


def machine_of(run):
    """Sentences that name what the figures are of."""
    best = next((cpu["title"] for cpu in CPUS.values() if cpu["needs"] <= set(run["cpu_flags"])))
    state = f"Other work took {run['others']:.0%} of the machine, and its load average was {run['load']:g}."
    return (f"{run['cpu_model']}, {run['cores']} cores, {best}. "
            f"{run['compiler']} {run['compiler_version']}, {run['build_type']} build, {run['day']}.\n{state}\n")


def short_commit(commit):
    """Twelve digits, and a mark where the tree had other changes."""
    digits, _, mark = commit.partition("-")
    return digits[:12] + (f"-{mark}" if mark else "")


def cell(row):
    if row is None:
        return "–"
    return with_unit(f"{number(row['median'])} ({number(row['lowest'])} to {number(row['highest'])})", row["unit"])


def page(run):
    """The page of a saved run: every row, with a column for each instruction set."""
    parts = [{row["name"]: row for row in part["rows"]} for part in run["runs"]]
    titles = [CPUS[part["cpu"]]["title"] for part in run["runs"]]
    rows = [[row["name"], *(cell(part.get(row["name"])) for part in parts), limit(row["must"], row["unit"]),
             limit(row["aim"], row["unit"]), within(row)] for row in run["runs"][0]["rows"]]
    return f"""# What it costs

npu-cts {run['version']}, commit `{short_commit(run['commit'])}`, measured by `tools/bench.sh --record`.
{machine_of(run)}
{table(["what", *titles, "must", "aim", titles[0] + " meets"], rows)}
Each figure is a median, with the lowest and the highest. That of all releases is of one run. A figure without a unit is a ratio.
The two parts of a ratio take turns in one run. Seconds are CPU seconds of a command and all that it starts.
The limits of whole runs are for 2 cores, so they are twice the seconds of a clock.

The columns are `NPU_CTS_CPU={'`, `'.join(part['cpu'] for part in run['runs'])}`. OneDNN is
held to the same instructions. Beside plain C++ it is held to SSE4.1, the least it has.
"–" in a column means that the row does not depend on the kernels.

"Planned" is without the cache, and "remembered" is with it. Other commands find the cache filled.
One cost is not measured here: the first command on a fresh machine, which compiles everything.
{seconds_of_the_yardstick(run)}"""


def seconds_of_the_yardstick(run):
    """What seconds are compared with between two days."""
    for row in run["runs"][0]["rows"]:
        if row["unit"] == "s":
            return (f"\nSeconds are compared with those of an older run by their ratio to libyaml's events of the spec.\n"
                    f"These took {number(row['median'] / row['relative']['median'] * 1000)} ms.\n")
    return ""


def shared_words(row):
    return row["name"].split(": ")[0], row["must"], row["aim"]


def readme_section(run):
    """The short form of the page: the first column, and neighbours that differ in one word on one line."""
    rows = []
    for (name, must, aim), members in itertools.groupby(run["runs"][0]["rows"], shared_words):
        group = list(members)
        words = [row["name"].partition(": ")[2] for row in group]
        unit = group[0]["unit"]
        rows.append([": ".join([name] + ([" / ".join(words)] if words[0] else [])),
                     with_unit(" / ".join(number(row["median"]) for row in group), unit),
                     limit(must, unit), limit(aim, unit)])
    return f"""`tools/bench.sh` measures it. The parts of a ratio take turns, the figures are medians, and seconds are CPU seconds.
`tools/bench.sh --page FILE` writes the whole page, with AVX2 and plain C++ beside the best instructions.
*Must* and *aim* are limits of our own. The figures are of version {run['version']}:
{machine_of(run)}
{table(["what", "cost", "must", "aim"], rows)}"""


def section_of(readme):
    """The text below the heading, up to the next one."""
    return re.search(f"^{HEADING}(.*?)\n*(?=^## |\\Z)", readme, re.MULTILINE | re.DOTALL)[1] + "\n"


def with_section(readme, section):
    return readme.replace(HEADING + section_of(readme), HEADING + section)
