#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Reads equivalents.json: the mutants that no test can tell from the source, each with the reason.

An entry holds the source, why its places are equivalent, and the places. A place is a line of the source and what the mutant
says of it; of several alike on one line `nth` (from 1) takes one. A place stays as the code above it moves.
"""

import json
import pathlib
import sys

LIST = pathlib.Path(__file__).resolve().parent / "equivalents.json"


def matching(place, source, mutants, lines):
    """Returns the mutants of `source` that `place` means."""
    found = [one for one in mutants if one["mutant"].rsplit(":", 1)[0] == source
             and lines[one["line"] - 1].strip() == place["line"] and one["what"] == place["what"]]
    return found[place["nth"] - 1:place["nth"]] if "nth" in place else found


def read(mutants, root, file=LIST):
    """Returns why a mutant is equivalent, by its name. Ends where an entry has no reason, or means no mutant of a source that
    the build mutated."""
    mutated = {one["mutant"].rsplit(":", 1)[0] for one in mutants}
    why, errors = {}, []
    for entry in json.loads(file.read_text()):
        if not entry["why"].strip():
            errors.append("%s: an entry has no reason" % entry["source"])
        if entry["source"] not in mutated:
            continue
        lines = (root / entry["source"]).read_text().splitlines()
        for place in entry["places"]:
            found = matching(place, entry["source"], mutants, lines)
            if not found:
                errors.append("%s: no mutant '%s' of the line '%s'" % (entry["source"], place["what"], place["line"]))
            why.update({one["mutant"]: entry["why"] for one in found})
    if errors:
        sys.exit("\n".join("%s: %s" % (file.name, error) for error in errors))
    return why
