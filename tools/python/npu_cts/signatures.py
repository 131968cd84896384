# SPDX-License-Identifier: Apache-2.0
"""How each call is written in each release."""

import subprocess

from .checks import check_fields, load_json
from .errors import need
from .program import find_program


def read_signatures(document):
    need(isinstance(document.get("signatures"), list), "there are no signatures")
    known = {}
    fields = {"call": str, "product": str, "release": str, "mode": str, "form": str, "import": str, "parameters": list, "outputs": list}
    parameter = {"key": str, "name": str, "group": str, "kind": str, "optional": bool, "keyword_only": bool, "in_place": bool}
    for one in document["signatures"]:
        check_fields(one, fields, "a signature")
        for inner in one["parameters"]:
            check_fields(inner, parameter, "a parameter of '%s'" % one["call"])
            need(inner["group"] in ("arguments", "constructor", "variables"), "an unknown group '%s'" % inner["group"])
        for inner in one["outputs"]:
            check_fields(inner, {"name": str, "alias": str}, "an output of '%s'" % one["call"])
        known[(one["call"], one["product"], one["release"], one["mode"])] = one
    return known


def ask_signatures(program=None, spec=None):
    """The signatures that 'npu-cts export --signatures' prints."""
    program = find_program(program)
    done = subprocess.run([program, "export", "--signatures"] + (["--spec", spec] if spec else []), stdout=subprocess.PIPE)
    need(done.returncode == 0, "'npu-cts export --signatures' ended with %d" % done.returncode, at=program,
         why="how a call is written in each release is read from the spec", hint="name the spec's folder with --spec")
    return read_signatures(load_json(done.stdout.decode("utf-8"), "npu-cts export --signatures"))
