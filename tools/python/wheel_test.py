# SPDX-License-Identifier: Apache-2.0
"""Makes the wheel of the tarball that tarball_test.cmake packed, installs it without network into a root that has Python, numpy
and the C library, no compiler and no package of this project, and follows the guide there.

usage: wheel_test.py FOLDER       FOLDER: where the tarball lies
Where the kernel allows no such root, the wheel is installed into an environment of this machine.
"""

import glob
import os
import re
import shutil
import subprocess
import sys

FOLDER = os.path.abspath(sys.argv[1])
ROOT = os.path.join(FOLDER, "wheel")
HERE = os.path.dirname(os.path.abspath(__file__))
PIP = glob.glob("/usr/share/python-wheels/pip-*.whl")
MOUNTED = ["/usr/lib/python3*", "/usr/lib/python3", "/usr/share/python-wheels", "/usr/lib/*-linux-gnu*", "/lib/*-linux-gnu*", "/lib64",
           "/etc/alternatives"]


def need(holds, said):
    if not holds:
        sys.exit(said)


def call(words, **more):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", **more)
    need(done.returncode == 0, "%s ends with %d: %s" % (" ".join(words), done.returncode, done.stdout))
    return done.stdout


def guide_files():
    with open(os.path.join(HERE, "..", "..", "docs", "guides", "python.md"), encoding="utf-8") as file:
        return {name: block for block, name in re.findall(r"^```python\n(# (\w+\.py)\n.*?)^```", file.read(), flags=re.M | re.S)}


def make_root(wheel):
    """The root: an empty tree, and a script that mounts what Python needs, read-only, and starts the rest there."""
    shutil.rmtree(ROOT, ignore_errors=True)
    os.makedirs(os.path.join(ROOT, "mine"))
    shutil.copy(wheel, os.path.join(ROOT, "mine"))
    for name, text in guide_files().items():
        with open(os.path.join(ROOT, "mine", name), "w", encoding="utf-8") as file:
            file.write(text)
    lines = ["set -e", "cd '%s'" % ROOT, "mkdir -p usr/bin tmp proc dev", "touch dev/null usr/bin/python3", "mount --bind /dev/null dev/null",
             "mount --bind %s usr/bin/python3" % os.path.realpath(sys.executable), "mount -t proc proc proc"]
    for path in sorted({one for pattern in MOUNTED for one in glob.glob(pattern) if os.path.isdir(one)}):
        lines += ["mkdir -p '.%s'" % path, "mount --rbind '%s' '.%s'" % (path, path)]
    lines += ["export PATH=/usr/sbin:/usr/bin HOME=/tmp", "exec chroot . /usr/bin/python3 -B -c \"$1\""]
    return "\n".join(lines)


INSIDE = """
import glob, os, subprocess, sys
os.chdir(%r)
subprocess.run([sys.executable, '-m', 'venv', '--system-site-packages', '--without-pip', 'here'], check=True)
subprocess.run(['here/bin/python3', %r + '/pip', 'install', '-q', '--no-index', '--no-deps', glob.glob('npu_cts-*.whl')[0]], check=True)
run = ['here/bin/npu-cts', 'run', 'npu_quant_scatter_/atlas_a2/26.1.0/eager/examples/*', '--driver']
assert subprocess.run(run + ['python:checked_backend.py']).returncode == 0
assert subprocess.run(run + ['python:wrong.py']).returncode == 1
subprocess.run(['here/bin/python3', 'ask.py'], check=True)
assert subprocess.run(['here/bin/npu-cts', 'check']).returncode == 0
"""


def main():
    if not PIP:
        print("skipped: no pip here; apt-get install python3-pip-whl")
        return
    [tarball] = glob.glob(os.path.join(FOLDER, "npu-cts-*.tar.gz"))
    for old in glob.glob(os.path.join(FOLDER, "*.whl")):
        os.remove(old)
    wheel = call([sys.executable, "-B", os.path.join(HERE, "wheel.py"), tarball]).strip()
    script = make_root(wheel)
    with open(os.path.join(ROOT, "mine", "wrong.py"), "w", encoding="utf-8") as file:
        file.write(guide_files()["my_backend.py"].replace("rint(", "floor("))
    shut_in = ["unshare", "--map-root-user", "--mount", "--pid", "--fork", "sh", "-c", script, "sh"]
    if subprocess.run(shut_in[:5] + ["mount", "--bind", "/tmp", "/tmp"], stderr=subprocess.DEVNULL).returncode == 0:
        said = call(shut_in + [INSIDE % ("/mine", PIP[0])])
    else:
        print("no root of its own here: the wheel is installed in place")
        said = call([sys.executable, "-c", INSIDE % (os.path.join(ROOT, "mine"), PIP[0])])
    for wanted in ("'python:checked_backend.py': conforms in its scope", "'python:wrong.py': fails", "reject ['scale.dtype']", "sound: "):
        need(wanted in said, "no '%s' in: %s" % (wanted, said))


main()
