# SPDX-License-Identifier: Apache-2.0
"""`python3 -m npu_cts FILE [ARGUMENT…]`: what `npu-cts run --driver python:FILE` starts."""

import os
import platform
import runpy
import sys
import traceback

if not __package__:  # started by the path of this folder
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from npu_cts.errors import Bad, need  # noqa: E402
from npu_cts.protocol import is_open, serve, CHANNEL  # noqa: E402

HINT = "write: npu-cts run --driver python:FILE"


def modules_beside(file):
    """The files of the modules that the file at the absolute path `file` has imported from its own folder, as paths in order."""
    folder = os.path.join(os.path.dirname(file), "")
    named = (vars(module).get("__file__") for module in list(sys.modules.values()) if hasattr(module, "__dict__"))
    files = {path for path in named if isinstance(path, str) and path.startswith(folder) and os.path.isfile(path)}
    installed = {"site-packages", "dist-packages"}
    return sorted(path for path in files if path != file and not installed.intersection(path[len(folder):].split(os.sep)))


def main():
    need(len(sys.argv) > 1 and is_open(CHANNEL), "this is a worker, which npu-cts starts", hint=HINT)
    sys.argv = sys.argv[1:]
    file = sys.argv[0]
    need(os.path.isfile(file), "there is no such file", at=file, hint=HINT)
    try:
        from npu_cts import backend
    except ImportError as error:
        raise Bad("cannot import: %s" % error, at=sys.executable, why="the arguments of a call are arrays of numpy",
                  hint="install numpy for this Python (Debian: python3-numpy), or name another in NPU_CTS_PYTHON") from None
    place = os.path.abspath(file)  # it may go to another folder
    sys.path.insert(0, os.path.dirname(place))
    try:
        runpy.run_path(file, run_name="npu_cts_backend")
    except Exception as error:  # noqa: BLE001: whatever the file raises, in few words: npu-cts shows the first ones
        last = error if isinstance(error, SyntaxError) else traceback.extract_tb(error.__traceback__)[-1]
        said = error.msg if isinstance(error, SyntaxError) else error
        raise Bad("%s: %s" % (type(error).__name__, said), at="%s:%s" % (last.filename, last.lineno),
                  hint="fix that line, or what it needs") from None
    need(backend.FUNCTIONS, "the file marks no function", at=file, hint='write @backend.op("OPERATOR") above one')
    version = "numpy %s, Python %s" % (backend.numpy.__version__, platform.python_version())
    return serve(backend.Functions(), os.path.basename(file), version, files=modules_beside(place))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Bad as error:
        print(error.told(), file=sys.stderr)
        sys.exit(error.code)
