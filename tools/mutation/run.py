#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Switches on the mutants of a build one by one, and says which its tests kill.

  run.py BUILD [--match REGEX] [--sample N] [--seed N] [--jobs N] [--at-least PERCENT] [--out FILE]

BUILD was configured with NPU_CTS_MUTATED. A mutant is killed by the first of its gates that fails, or that does not end:
the tests of its module, then those of the other modules that were mutated; of kernels the cases of their operator.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LONGEST = 60  # seconds: no gate takes a tenth of it without a mutant


def module_of(path):
    return str(pathlib.PurePath(path).parent)


def tests_of(build, modules):
    names = [module.rsplit("/", 1)[-1] for module in modules]
    tests = [build / "bin" / ("%s_test" % name) for name in names]
    return [[str(test), "--gtest_brief=1", "--gtest_fail_fast"] for test in tests]


def gates_of(build, module, modules):
    """Returns the commands that may kill a mutant of `module`, those that know it best first."""
    if module.startswith("kernels/"):
        op = module.split("/")[1]
        run = [str(build / "bin" / "npu-cts"), "run", "--op", op, "-x", "-q", "--journal", "/dev/null"]
        return [run + ["--tier", "smoke"], run]
    own = tests_of(build, [module])
    return own + [gate for gate in tests_of(build, modules) if gate not in own and pathlib.Path(gate[0]).exists()]


def run_gate(gate, mutant):
    """Returns how `gate` ends with `mutant` switched on: whether it kills, and how."""
    with tempfile.TemporaryDirectory() as scratch:
        environment = {**os.environ, "NPU_CTS_MUTANT": mutant, "TMPDIR": scratch}
        try:
            done = subprocess.run(gate, cwd=ROOT, env=environment, timeout=LONGEST, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        except subprocess.TimeoutExpired:
            return "does not end"
    if done.returncode == 0:
        return ""
    return "ends by signal %d" % -done.returncode if done.returncode < 0 else "fails"


def examine(gates, mutant):
    for gate in gates:
        how = run_gate(gate, mutant["mutant"])
        if how:
            return {**mutant, "killed_by": pathlib.PurePath(gate[0]).name, "how": how}
    return {**mutant, "killed_by": "", "how": ""}


def read_mutants(build):
    mutants = []
    for listed in sorted((build / "mutated").rglob("*.json")):
        mutants += json.loads(listed.read_text())
    return mutants


def choose(mutants, sample, seed):
    """Returns `sample` mutants of each module, drawn with `seed`; 0: all."""
    by_module = collections.defaultdict(list)
    for mutant in mutants:
        by_module[module_of(mutant["mutant"])].append(mutant)
    chosen = []
    for module in sorted(by_module):
        of_module = by_module[module]
        count = min(sample, len(of_module)) if sample else len(of_module)
        chosen += sorted(random.Random("%d %s" % (seed, module)).sample(of_module, count), key=of_module.index)
    return chosen


def refuse_missing(gates):
    """Ends where a module has no gate that was built: all of its mutants would survive."""
    for module, of_module in sorted(gates.items()):
        programs = [pathlib.Path(gate[0]) for gate in of_module[:1]]
        if not all(program.exists() for program in programs) or not programs:
            sys.exit("run.py: nothing tests %s: build its test, or npu-cts and npu-cts-suite for a kernel" % module)


def refuse_red(gates):
    """Ends where a gate fails without a mutant: it would kill all of them."""
    for gate in gates:
        if run_gate(gate, ""):
            sys.exit("run.py: fails without a mutant: %s" % " ".join(gate))


def report(results):
    count = collections.defaultdict(lambda: [0, 0])
    for one in results:
        count[module_of(one["mutant"])][0] += bool(one["killed_by"])
        count[module_of(one["mutant"])][1] += 1
    for one in results:
        if not one["killed_by"]:
            print("survives: %s (line %d, column %d): %s" % (one["mutant"], one["line"], one["column"], one["what"]))
    for module, (killed, total) in sorted(count.items()):
        print("%s: %d of %d killed, %.1f %%" % (module, killed, total, 100 * killed / total))
    killed = sum(bool(one["killed_by"]) for one in results)
    print("all: %d of %d killed, %.1f %%" % (killed, len(results), 100 * killed / len(results)))
    return 100 * killed / len(results)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--match", default="")
    parser.add_argument("--sample", type=int, default=0, help="so many of each module (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--at-least", type=float, default=0, metavar="PERCENT", help="exit 1 where fewer are killed")
    parser.add_argument("--out", type=pathlib.Path, help="file for each mutant and what killed it")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    mutants = read_mutants(build)
    modules = sorted({module_of(one["mutant"]) for one in mutants if one["mutant"].startswith("framework/")})
    chosen = choose([one for one in mutants if re.search(arguments.match, one["mutant"])], arguments.sample, arguments.seed)
    if not chosen:
        sys.exit("run.py: no mutant: configure the build with -DNPU_CTS_MUTATED=REGEX, and see --match")
    gates = {module: gates_of(build, module, modules) for module in {module_of(one["mutant"]) for one in chosen}}
    refuse_missing(gates)
    for of_module in gates.values():
        refuse_red(of_module)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(pool.map(lambda one: examine(gates[module_of(one["mutant"])], one), chosen))
    if arguments.out:
        arguments.out.write_text(json.dumps(results, indent=1) + "\n")
    return 0 if report(results) >= arguments.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
