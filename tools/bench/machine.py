# SPDX-License-Identifier: Apache-2.0
"""What a run was measured with and on: commit, compiler, processor, and what else the machine did meanwhile."""

import datetime
import os
import re
import resource
import subprocess
import time
from pathlib import Path

from rows import CPUS


def printed_by(*words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def version_of(root):
    """The version in the project's CMakeLists.txt."""
    return re.search(r"project\(\S+ VERSION ([\d.]+)", (Path(root) / "CMakeLists.txt").read_text(encoding="utf-8"))[1]


def build_of(build):
    """Compiler, its version and the build type of a build folder."""
    cache = (Path(build) / "CMakeCache.txt").read_text(encoding="utf-8")
    (found,) = Path(build).glob("CMakeFiles/*/CMakeCXXCompiler.cmake")
    compiler = dict(re.findall(r'^set\(CMAKE_CXX_COMPILER_(\w+) "(.*)"\)$', found.read_text(encoding="utf-8"), re.MULTILINE))
    return {"compiler": compiler["ID"], "compiler_version": compiler["VERSION"],
            "build_type": re.search(r"^CMAKE_BUILD_TYPE:\w+=(.*)$", cache, re.MULTILINE)[1]}


def cpu_of(text):
    """Model and flags, by the text of /proc/cpuinfo. Virtual machines name no model: family and model number tell more."""
    entries = dict(re.findall(r"^([^\t:]+)\s*: (.*)$", text, re.MULTILINE))
    model = f"{entries.get('model name', 'unknown')} (family {entries.get('cpu family', '?')}, model {entries.get('model', '?')})"
    return {"cpu_model": model, "cpu_flags": sorted(entries.get("flags", "").split())}


def cpus_of(flags):
    """The names that NPU_CTS_CPU may have on a processor with these flags, best first."""
    return [name for name, cpu in CPUS.items() if cpu["needs"] <= set(flags)]


def facts(root, build):
    """What the JSON of a run begins with."""
    changed = "-dirty" if printed_by("git", "-C", root, "status", "--porcelain", "--untracked-files=no") else ""
    return {"version": version_of(root), "commit": printed_by("git", "-C", root, "rev-parse", "HEAD") + changed,
            "day": datetime.datetime.now(datetime.timezone.utc).date().isoformat(), **build_of(build),
            **cpu_of(Path("/proc/cpuinfo").read_text(encoding="utf-8")), "cores": os.cpu_count()}


class Neighbours:
    """What other work took of the machine's processors since this was made."""

    def __init__(self):
        self.start = self.now()

    @staticmethod
    def now():
        ticks = [int(word) for word in Path("/proc/stat").read_text(encoding="utf-8").split("\n", 1)[0].split()[1:9]]
        idle = ticks[3] + ticks[4]
        own = sum(usage.ru_utime + usage.ru_stime for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))
        return {"busy": (sum(ticks) - idle) / os.sysconf("SC_CLK_TCK"), "own": own, "clock": time.monotonic()}

    def facts(self):
        spent = {name: value - self.start[name] for name, value in self.now().items()}
        others = max(0.0, spent["busy"] - spent["own"]) / max(spent["clock"] * os.cpu_count(), 1e-9)
        return {"others": round(others, 3), "load": round(os.getloadavg()[0], 2)}
