#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Switches on the mutants of a build one by one, and says which its tests kill.

  run.py BUILD [--sanitized BUILD] [--match REGEX] [--sample N] [--seed N] [--jobs N] [--at-least PERCENT] [--out FILE]
         [--record FILE]

BUILD was configured with NPU_CTS_MUTATED. A mutant is killed by the first of its gates that fails, or that does not end:
the tests of its module, then those of the other mutated modules that use it; of an operator's kernel its cases, its
tests and the comparison of its checks with the spec; of what kernels share the tests of all. --sanitized names a build of the same mutants with the sanitizers: its tests of the module come last.
The score leaves out the mutants of equivalents.json. One of them that is killed is an error.
Left out are mutants of a product of instructions that this processor lacks.
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
LONGEST = 300  # seconds that a gate may take without a mutant
PATIENCE = 10  # with a mutant it may take so many times as long, and so many seconds at least
MOST_MEMORY = 8 << 30  # bytes that a process may map
LARGEST_FILE = 1 << 30
UNLIMITED = ["prlimit", "--as=unlimited"]  # before a program with AddressSanitizer, which maps terabytes
LACKS = 3  # ends a test of kernels where NPU_CTS_CPU names instructions that the processor lacks


def module_of(path):
    return str(pathlib.PurePath(path).parent)


def tests_of(build, modules):
    names = [module.rsplit("/", 1)[-1] for module in modules]
    tests = [build / "bin" / ("%s_test" % name) for name in names]
    return [[str(test), "--gtest_brief=1", "--gtest_fail_fast"] for test in tests]


def gates_of_kernel(build, op):
    """Returns the planned cases of `op`, its tests, and the test that compares the checks of all operators with the spec."""
    run = [str(build / "bin" / "npu-cts"), "run", "-x", "-q", "-j", "1", "--journal", "/dev/null", "--op", op]
    compare = [str(build / "bin" / "suites_test"), "--gtest_filter=Spec.AgreesWithTheHandWrittenChecksAroundEveryLegalCall",
               "--gtest_brief=1"]
    smoke = run + ["--tier", "smoke", "--exclude=*/examples/*"]
    return [smoke, *own_tests(build, "kernels/" + op), compare, run + ["--tier", "fast"]]


def own_tests(build, module):
    return tests_of(build, [module.replace("kernels/", "kernels/kernels.")])


def gates_of(build, module, modules):
    """Returns the commands that may kill a mutant of `module`, those that know it best first."""
    own = own_tests(build, module)
    if module == "kernels/common":  # the cases of all operators take minutes
        return own + tests_of(build, ["kernels." + op for op in operators()])
    if module.startswith("kernels/"):
        return gates_of_kernel(build, module.split("/")[1])
    return own + [gate for gate in tests_of(build, modules) if gate not in own and has_switches(gate[0], module)]


def operators():
    return sorted(fast.parent.name for fast in (ROOT / "kernels").glob("*/fast.h"))


def sanitized_gates(build, module):
    """Returns the tests of `module` in `build`, which has the sanitizers; none where it has no such tests."""
    return [UNLIMITED + gate for gate in own_tests(build, module) if has_switches(gate[0], module)] if build else []


def name_of(gate):
    """Returns what a gate is called: its program, and whether that has the sanitizers."""
    sanitized = gate[:len(UNLIMITED)] == UNLIMITED
    return pathlib.PurePath(gate[len(UNLIMITED) if sanitized else 0]).name + (", sanitized" if sanitized else "")


def has_switches(program, module):
    """Returns whether `program` has mutants of `module`: it names their sources."""
    return pathlib.Path(program).exists() and ("%s/" % module).encode() in pathlib.Path(program).read_bytes()


def instructions_of(mutant):
    """Returns the instruction set whose product `mutant` is in; "": none."""
    found = re.match(r"kernels/common/gemm_(amx|avx512|avxvnni|avx2|scalar|quads|squares)\.cpp:", mutant)
    return {"quads": "avx512", "squares": "avx2"}.get(found[1], found[1]) if found else ""


def environment_of(mutant, instructions, scratch):
    """Returns the environment that switches `mutant` on. A product of one instruction set runs on that set."""
    environment = {**os.environ, "NPU_CTS_MUTANT": mutant, "TMPDIR": scratch}
    return {**environment, "NPU_CTS_CPU": instructions} if instructions else environment


def lacks(build, instructions):
    """Returns whether this processor lacks `instructions`, as the tests of the kernels in `build` say."""
    test = own_tests(build, "kernels/common")[0]
    environment = environment_of("", instructions, tempfile.gettempdir())
    return pathlib.Path(test[0]).exists() and subprocess.run(
        test, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == LACKS


def without_lacking(build, mutants, match=""):
    """Returns those of `mutants` that this processor can run, or that `match` does not mean: with others each gate would fail,
    whatever they change."""
    all_sets = {instructions_of(one["mutant"]) for one in mutants if re.search(match, one["mutant"])} - {""}
    lacking = {one for one in all_sets if lacks(build, one)}
    for one in sorted(lacking):
        print("left out: %d mutants of the product by %s, which this processor lacks" %
              (sum(instructions_of(mutant["mutant"]) == one for mutant in mutants), one))
    return [one for one in mutants if instructions_of(one["mutant"]) not in lacking]


def run_gate(gate, mutant, limit=LONGEST, instructions=None):
    """Returns how `gate` ends with `mutant` switched on: whether it kills, and how. One that takes `limit` seconds kills."""
    instructions = instructions_of(mutant) if instructions is None else instructions
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        done = subprocess.Popen(gate, cwd=ROOT, env=environment_of(mutant, instructions, scratch), stdin=subprocess.DEVNULL,
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
        how = run_gate(gate, mutant["mutant"], limits[tuple(gate), instructions_of(mutant["mutant"])])
        if how:
            return {**mutant, "killed_by": name_of(gate), "how": how}
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
        programs = [pathlib.Path(gate[0]) for gate in of_module]
        if not all(program.exists() for program in programs) or not programs:
            sys.exit("run.py: nothing tests %s: build its test, or npu-cts and npu-cts-suite for a kernel" % module)


def limits_of(gates, mutants):
    """Returns how many seconds each gate of `mutants` may take by each instruction set. Ends where one fails without a mutant:
    it would kill all of them."""
    limits = {}
    for module, instructions in sorted({(module_of(one["mutant"]), instructions_of(one["mutant"])) for one in mutants}):
        for gate in gates[module]:
            begin = time.monotonic()
            if run_gate(gate, "", instructions=instructions):
                sys.exit("run.py: fails without a mutant: %s%s" % (instructions and "NPU_CTS_CPU=%s " % instructions, " ".join(gate)))
            limits[tuple(gate), instructions] = PATIENCE * max(1, time.monotonic() - begin)
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


def part_of(module, mutants, results, options):
    """Returns what the record says of `module`: `mutants` are all of it, `results` of those that were tried with `options`."""
    text, killed, real = row_of(module, results)
    sanitized = " --sanitized BUILD" if options.sanitized else ""
    sample = " --sample %d --seed %d" % (len(results), options.seed) if len(results) < len(mutants) else ""
    return {"part": module, "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
            "sources": hashes_of({equivalents.source_of(one) for one in mutants}), "mutants": len(mutants),
            "tried": len(results), "equivalent": len(results) - real, "killed": killed,
            "command": "tools/mutation/run.py BUILD%s --match '^%s/'%s" % (sanitized, module, sample)}


def write_record(file, mutants, results, options):
    parts = {one["part"]: one for one in json.loads(file.read_text())} if file.exists() else {}
    for module in {module_of(one["mutant"]) for one in results}:
        of_module = [[one for one in some if module_of(one["mutant"]) == module] for some in (mutants, results)]
        parts[module] = part_of(module, *of_module, options)
    file.write_text(json.dumps([parts[name] for name in sorted(parts)], indent=1) + "\n")


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--sanitized", type=pathlib.Path, metavar="BUILD", help="the same mutants, built with the sanitizers")
    parser.add_argument("--match", default="")
    parser.add_argument("--sample", type=int, default=0, help="so many of each module (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--at-least", type=float, default=0, metavar="PERCENT", help="exit 1 where fewer are killed")
    parser.add_argument("--out", type=pathlib.Path, help="file for each mutant and what killed it")
    parser.add_argument("--record", type=pathlib.Path, help="file for the figures of each part, which npu-cts strength prints")
    return parser.parse_args()


def main():
    arguments = read_arguments()
    build = arguments.build.resolve()
    sanitized = arguments.sanitized.resolve() if arguments.sanitized else None
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
    mutants = read_mutants(build)
    modules = sorted({module_of(one["mutant"]) for one in mutants if one["mutant"].startswith("framework/")})
    known = equivalents.read(mutants, ROOT)
    mutants = without_lacking(build, mutants, arguments.match)
    chosen = choose([one for one in mutants if re.search(arguments.match, one["mutant"])], arguments.sample, arguments.seed)
    if not chosen:
        sys.exit("run.py: no mutant: configure the build with -DNPU_CTS_MUTATED=REGEX, and see --match")
    gates = {module: gates_of(build, module, modules) for module in {module_of(one["mutant"]) for one in chosen}}
    refuse_missing(gates)
    gates = {module: of_module + sanitized_gates(sanitized, module) for module, of_module in gates.items()}
    limits = limits_of(gates, chosen)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(pool.map(lambda one: examine(gates[module_of(one["mutant"])], limits, one), chosen))
    results = [{**one, **known.get(one["mutant"], {"why": "", "equivalent": False})} for one in results]
    if arguments.out:
        arguments.out.write_text(json.dumps(results, indent=1) + "\n")
    is_sound, score = report(results)
    if arguments.record and is_sound:
        write_record(arguments.record, mutants, results, arguments)
    return 0 if is_sound and score >= arguments.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
