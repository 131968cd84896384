# SPDX-License-Identifier: Apache-2.0
"""Prints what the build's savings save, as a Markdown table: CPU seconds of a module compiled with and without each.

usage: build_costs.py [BUILD [MODULE]]        build/release and framework/rule unless said; BUILD must be built
"""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path


def commands_of(build, module):
    """The compiler's words for each source of a module: those of its library, those of its tests."""
    entries = json.loads((Path(build) / "compile_commands.json").read_text(encoding="utf-8"))
    of_module = [entry for entry in entries if f"/{module}/" in entry["file"]]
    words = {entry["file"]: [word for word in shlex.split(entry["command"]) if word != "ccache"] for entry in of_module}
    return ([words[file] for file in words if "/Unity/" in file], [words[file] for file in words if file.endswith("_test.cpp")])


def alone(batch):
    """The words that compile each file of a batch by itself."""
    included = re.findall(r'#include "(.*)"', Path(batch[-1]).read_text(encoding="utf-8"))
    return [batch[:-1] + [file] for file in included]


def without_headers(words):
    """The words without what is precompiled."""
    place = words.index("-include")
    return words[:place] + words[place + 2:]


def optimized_as(words, level):
    return [level if word == "-Og" else word for word in words]


def seconds(commands, build):
    """CPU seconds of compiling all; what comes out is thrown away."""
    total = 0.0
    for words in commands:
        words = words[:words.index("-o")] + ["-o", os.devnull, "-c", words[-1]]
        program = subprocess.Popen(words, cwd=build, env=os.environ | {"CCACHE_DISABLE": "1"})
        _, status, usage = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
        if program.returncode != 0:
            sys.exit(f"build_costs.py: the compiler ends with {program.returncode} on {words[-1]}")
        total += usage.ru_utime + usage.ru_stime
    return total


def main(build="build/release", module="framework/rule"):
    batches, tests = commands_of(build, module)
    if not batches or not tests:
        sys.exit(f"build_costs.py: {build} has no batches and tests of {module}")
    files = [words for batch in batches for words in alone(batch)]
    plain = list(map(without_headers, tests))
    ways = {f"{len(files)} files of the library: each alone": list(map(without_headers, files)),
            "the same, with precompiled headers": files,
            f"the same, in {len(batches)} batches": list(map(without_headers, batches)),
            "the same, in batches with precompiled headers": batches,
            f"{len(tests)} files of tests: -O2": [optimized_as(words, "-O2") for words in plain],
            "the same, with -O1": [optimized_as(words, "-O1") for words in plain],
            "the same, with -Og": plain,
            "the same, with -Og and precompiled headers": tests}
    print("| what is compiled | CPU | saves |\n|---|---|---|", flush=True)
    first = 0.0
    for said, commands in ways.items():
        spent = seconds(commands, build)
        first = first if said.startswith("the same") else spent
        print(f"| {said} | {spent:.0f} s | {'–' if spent == first else f'{1 - spent / first:.0%}'} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
