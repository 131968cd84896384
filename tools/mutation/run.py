#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Switches on the mutants of a build one by one, and says which its tests kill.

  run.py BUILD [--match REGEX] [--sample N] [--seed N] [--jobs N] [--at-least PERCENT] [--out FILE] [--record FILE]

BUILD was configured with NPU_CTS_MUTATED. A mutant is killed by the first of its gates that fails, or that does not end:
the tests of its module, then those of the other mutated modules that use it; of kernels the cases of their operator, then
their tests. The score leaves out the mutants of equivalents.json. One of them that is killed is an error.
--record puts the figures of each part into FILE, beside those of other parts: reports/machine_mutants.json.
"""

import argparse
import collections
import concurrent.futures
import datetime
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

import equivalents

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LONGEST = 120  # seconds that a gate may take without a mutant
PATIENCE = 10  # with a mutant it may take so many times as long, and so many seconds at least
MOST_MEMORY = 8 << 30  # bytes that a process may map
LARGEST_FILE = 1 << 30


def module_of(path):
    return str(pathlib.PurePath(path).parent)


def tests_of(build, modules):
    names = [module.rsplit("/", 1)[-1] for module in modules]
    tests = [build / "bin" / ("%s_test" % name) for name in names]
    return [[str(test), "--gtest_brief=1", "--gtest_fail_fast"] for test in tests]


def gates_of_kernel(build, folder):
    """Returns the planned cases, quick ones first, and the tests. What operators share is used by one of them for each."""
    ops = [folder] if folder != "common" else sorted(fast.parent.name for fast in (ROOT / "kernels").glob("*/fast.h"))
    run = [str(build / "bin" / "npu-cts"), "run", "-x", "-q", "-j", "1", "--journal", "/dev/null", "--op"]
    smoke = [run + [op, "--tier", "smoke", "--exclude=*/examples/*"] for op in ops]
    fast = [run + [op, "--tier", "fast"] for op in ops]
    return smoke + fast + [[str(build / "bin" / ("kernels.%s_test" % folder)), "--gtest_brief=1", "--gtest_fail_fast"]]


def gates_of(build, module, modules):
    """Returns the commands that may kill a mutant of `module`, those that know it best first."""
    if module.startswith("kernels/"):
        return gates_of_kernel(build, module.split("/")[1])
    own = tests_of(build, [module])
    return own + [gate for gate in tests_of(build, modules) if gate not in own and has_switches(gate[0], module)]


def has_switches(program, module):
    """Returns whether `program` has mutants of `module`: it names their sources."""
    return pathlib.Path(program).exists() and ("%s/" % module).encode() in pathlib.Path(program).read_bytes()


def environment_of(mutant, scratch):
    """Returns the environment that switches `mutant` on. A product of one instruction set runs on that set."""
    environment = {**os.environ, "NPU_CTS_MUTANT": mutant, "TMPDIR": scratch}
    instructions = re.match(r"kernels/common/gemm_(avx512|avx2|scalar)\.cpp:", mutant)
    return {**environment, "NPU_CTS_CPU": instructions[1]} if instructions else environment


def run_gate(gate, mutant, limit=LONGEST):
    """Returns how `gate` ends with `mutant` switched on: whether it kills, and how. One that takes `limit` seconds kills."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        done = subprocess.Popen(gate, cwd=ROOT, env=environment_of(mutant, scratch), stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            done.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(done.pid, signal.SIGKILL)
            done.wait()
            return "does not end"
    if done.returncode == 0:
        return ""
    return "ends by signal %d" % -done.returncode if done.returncode < 0 else "fails"


def examine(gates, limits, mutant):
    for gate in gates:
        how = run_gate(gate, mutant["mutant"], limits[tuple(gate)])
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


def limits_of(gates):
    """Returns how many seconds each gate may take. Ends where one fails without a mutant: it would kill all of them."""
    limits = {}
    for gate in gates:
        begin = time.monotonic()
        if run_gate(gate, ""):
            sys.exit("run.py: fails without a mutant: %s" % " ".join(gate))
        limits[tuple(gate)] = PATIENCE * max(1, time.monotonic() - begin)
    return limits


def row_of(name, results):
    """Returns a row of the table: how many of `results` are killed, equivalent, and neither."""
    killed = sum(bool(one["killed_by"]) for one in results)
    by_cases = sum(one["killed_by"] == "npu-cts" for one in results)
    equivalent = sum(one["equivalent"] and not one["killed_by"] for one in results)
    real = len(results) - equivalent
    text = "| %s | %d | %d | %d | %d | %d | %.1f %% |" % (
        name, len(results), killed, by_cases, equivalent, real - killed, 100 * killed / real if real else 100)
    return text, killed, real


def report(results):
    """Prints what survives, and a table of the modules. Returns whether nothing that is said to survive was killed, and the
    score of all."""
    wrong = [one for one in results if one["why"] and one["killed_by"]]
    for one in results:
        place = "%s (line %d, column %d): %s" % (one["mutant"], one["line"], one["column"], one["what"])
        if one in wrong:
            print("said to survive, but %s kills it: %s" % (one["killed_by"], place))
        elif not one["killed_by"]:
            print("%s: %s%s" % ("equivalent" if one["equivalent"] else "survives", place, one["why"] and " - " + one["why"]))
    print("\n| part | mutants | killed | by cases | equivalent | survive | killed of the others |\n|---|---|---|---|---|---|---|")
    for module in sorted({module_of(one["mutant"]) for one in results}):
        print(row_of("`%s`" % module, [one for one in results if module_of(one["mutant"]) == module])[0])
    text, killed, real = row_of("all", results)
    print(text)
    return not wrong, 100 * killed / real if real else 100


def hashes_of(sources):
    """Returns the SHA-256 of each of `sources`, by name."""
    return {one: hashlib.sha256((ROOT / one).read_bytes()).hexdigest() for one in sorted(sources)}


def part_of(module, mutants, results, seed):
    """Returns what the record says of `module`: `mutants` are all of it, `results` of those that were tried."""
    text, killed, real = row_of(module, results)
    sample = " --sample %d --seed %d" % (len(results), seed) if len(results) < len(mutants) else ""
    return {"part": module, "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
            "sources": hashes_of({equivalents.source_of(one) for one in mutants}), "mutants": len(mutants),
            "tried": len(results), "equivalent": len(results) - real, "killed": killed,
            "command": "tools/mutation/run.py BUILD --match '^%s/'%s" % (module, sample)}


def write_record(file, mutants, results, seed):
    parts = {one["part"]: one for one in json.loads(file.read_text())} if file.exists() else {}
    for module in {module_of(one["mutant"]) for one in results}:
        of_module = [[one for one in some if module_of(one["mutant"]) == module] for some in (mutants, results)]
        parts[module] = part_of(module, *of_module, seed)
    file.write_text(json.dumps([parts[name] for name in sorted(parts)], indent=1) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--match", default="")
    parser.add_argument("--sample", type=int, default=0, help="so many of each module (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--at-least", type=float, default=0, metavar="PERCENT", help="exit 1 where fewer are killed")
    parser.add_argument("--out", type=pathlib.Path, help="file for each mutant and what killed it")
    parser.add_argument("--record", type=pathlib.Path, help="file for the figures of each part, which npu-cts strength prints")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
    mutants = read_mutants(build)
    modules = sorted({module_of(one["mutant"]) for one in mutants if one["mutant"].startswith("framework/")})
    known = equivalents.read(mutants, ROOT)
    chosen = choose([one for one in mutants if re.search(arguments.match, one["mutant"])], arguments.sample, arguments.seed)
    if not chosen:
        sys.exit("run.py: no mutant: configure the build with -DNPU_CTS_MUTATED=REGEX, and see --match")
    gates = {module: gates_of(build, module, modules) for module in {module_of(one["mutant"]) for one in chosen}}
    refuse_missing(gates)
    limits = limits_of([gate for of_module in gates.values() for gate in of_module])
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(pool.map(lambda one: examine(gates[module_of(one["mutant"])], limits, one), chosen))
    results = [{**one, **known.get(one["mutant"], {"why": "", "equivalent": False})} for one in results]
    if arguments.out:
        arguments.out.write_text(json.dumps(results, indent=1) + "\n")
    is_sound, score = report(results)
    if arguments.record and is_sound:
        write_record(arguments.record, mutants, results, arguments.seed)
    return 0 if is_sound and score >= arguments.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
