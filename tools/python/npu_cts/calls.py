# SPDX-License-Identifier: Apache-2.0
"""What the documents say about a call."""

import json
import os
import subprocess
import tempfile

from .errors import need
from .program import find_program

ANSWERED = (0, 1)  # accept, and any other verdict


def described(value):
    """An argument in a call file: an array of numpy or torch by its dtype and shape, anything else as it is."""
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return {"dtype": str(value.dtype).split(".")[-1], "shape": [int(size) for size in value.shape]}
    return value


def as_call_file(call):
    """The text of a call file; YAML reads JSON."""
    maps = ("arguments", "constructor", "variables")
    return json.dumps({key: {name: described(one) for name, one in value.items() if one is not None} if key in maps else value
                       for key, value in call.items()})


def explain(call, spec=None, program=None):
    """What `npu-cts explain CALL --format json` says, as a dict: "verdict", "rules", "row", "nearest", …

    `call` is the path of a call file, the id of a case, or a dict with the keys of a call file. Its arguments may be arrays.
    `spec` is the folder of another spec, `program` another npu-cts.
    Errors: errors.Bad, with the words of npu-cts, where the call cannot be read.
    """
    if not isinstance(call, dict):
        return ask(os.fspath(call), spec, program)
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", encoding="utf-8") as file:
        file.write(as_call_file(call))
        file.flush()
        return ask(file.name, spec, program)


def ask(call, spec, program):
    words = [find_program(program), "explain", "--format", "json", call] + (["--spec", spec] if spec else [])
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    need(done.returncode in ANSWERED, done.stderr.strip() or done.stdout.strip())
    return json.loads(done.stdout)
