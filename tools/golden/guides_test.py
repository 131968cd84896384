# SPDX-License-Identifier: Apache-2.0
"""Runs the guides and tutorials: every command with its output, every case id, every option that they name.

usage: guides_test.py NPU-CTS SOURCE SCRATCH
"""
import glob
import os
import re
import shlex
import shutil
import subprocess
import sys

PROGRAM, SOURCE, SCRATCH = sys.argv[1:4]
FOUND = []


def shell(command):
    """What a command of a guide prints, with the programs of the build and the Python of this test at the front of the path."""
    tools = os.pathsep.join([os.path.join(SCRATCH, "bin"), os.path.dirname(PROGRAM), os.environ["PATH"]])
    env = dict(os.environ, PATH=tools, PYTHONPATH=os.path.join(SOURCE, "tools/python"), NPU_CTS_PYTHON=sys.executable, NPU_CTS_PROGRAM=PROGRAM,
               PYTHONDONTWRITEBYTECODE="1")
    return subprocess.run(["bash", "-c", command], cwd=SCRATCH, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout


def run(words):
    return shell("npu-cts " + shlex.join(words))


def pattern_of(lines):
    """A line '...' stands for any lines, and '...' in a line for any text."""
    text = "".join("(?:.*\n)*?" if line == "..." else ".*".join(re.escape(part) for part in line.split("...")) + "\n" for line in lines)
    return re.compile(text)


def check_transcript(place, block):
    for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, *lines = step.rstrip("\n").split("\n")
        got = shell(command)
        if not pattern_of(lines).fullmatch(got):
            FOUND.append("%s: '%s' prints\n%s" % (place, command, got))


def write_file(block):
    """A block that begins with '# NAME.py' is that file."""
    named = re.match(r"# (\w+\.py)\n", block)
    if named:
        with open(os.path.join(SCRATCH, named.group(1)), "w", encoding="utf-8") as file:
            file.write(block)


def check_ids(place, text, known):
    for word in re.findall(r"\b(?:npu_\w+|QuantConv2d)/\w+/[\w.]+/(?:eager|graph_\w+)/[\w./=,-]*[\w=]", text):
        if not any(one == word or one.startswith(word + "/") for one in known):
            FOUND.append("%s: no case is called '%s'" % (place, word))


def check_options(place, text, helps):
    blocks = "\n".join(re.findall(r"^```\w*\n(.*?)^```", text, flags=re.M | re.S))
    lines = re.findall(r"^(?:\$ )?npu-cts [^\n|#\\]*", blocks, flags=re.M) + re.findall(r"`(npu-cts [^`\n]*)`", text)
    for command, rest in re.findall(r"npu-cts ([a-z][a-z-]+)((?: [^\n]*)?)", "\n".join(lines)):
        if command not in helps:
            FOUND.append("%s: no command is called '%s'" % (place, command))
            continue
        for option in re.findall(r"(?<=\s)--?[a-z][a-z-]*", rest):
            if not re.search(r"(?<![\w-])%s(?![\w-])" % re.escape(option), helps[command]):
                FOUND.append("%s: 'npu-cts %s' has no option '%s'" % (place, command, option))


def main():
    shutil.rmtree(SCRATCH, ignore_errors=True)
    os.makedirs(os.path.join(SCRATCH, "bin"))
    os.symlink(sys.executable, os.path.join(SCRATCH, "bin/python3"))
    for name, place in (("spec", "spec"), ("docs", "docs"), ("tools", "tools"), ("unsound", "tools/golden/unsound")):
        os.symlink(os.path.join(SOURCE, place), os.path.join(SCRATCH, name))
    shutil.copy(os.path.join(SOURCE, "docs/guides/call.yaml"), SCRATCH)
    known = set(run(["list", "--release", "all"]).split("\n"))
    commands = re.findall(r"^  ([a-z][a-z-]+) ", run(["--help"]), flags=re.M)
    helps = {command: run([command, "--help"]) for command in commands}
    guides = ["README.md", "tools/plugin/README.md", "tools/adapter/README.md"]
    guides += [os.path.relpath(path, SOURCE) for path in sorted(glob.glob(os.path.join(SOURCE, "docs/*/*.md")))]
    for guide in guides:
        with open(os.path.join(SOURCE, guide), encoding="utf-8") as file:
            text = file.read()
        check_options(guide, text, helps)
        for block in re.findall(r"^```\w*\n(.*?)^```", text, flags=re.M | re.S):
            write_file(block)
            check_transcript(guide, block)
        if os.path.exists(os.path.join(SCRATCH, "tree/spec/ops")):  # the spec that a tutorial wrote
            known |= set(run(["list", "--spec", "tree/spec"]).split("\n"))
        check_ids(guide, text, known)
    for one in FOUND:
        print(one)
    return 1 if FOUND or len(guides) < 5 else 0


sys.exit(main())
