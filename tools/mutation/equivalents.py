#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Reads equivalents.json: the mutants that survive, each with the reason.

An entry holds the source, why its places survive, and the places. A place is a line of the source and what the mutant says of
it; of several alike on one line `nth` (from 1) takes one. So a place stays as the code above it moves. `"equivalent": false`
says that a mutant is wrong, and why no test here sees it: it counts as a survivor.
"""

import json
import pathlib
import sys

LIST = pathlib.Path(__file__).resolve().parent / "equivalents.json"


def source_of(mutant):
    return mutant["mutant"].rsplit(":", 1)[0]


def matching(place, mutants, lines):
    """Returns those of `mutants`, all of one source, that `place` means."""
    found = [one for one in mutants if lines[one["line"] - 1].strip() == place["line"] and one["what"] == place["what"]]
    return found[place["nth"] - 1:place["nth"]] if "nth" in place else found


def read(mutants, root, file=LIST):
    """Returns for each mutant that the list means, by name, why it survives and whether it is equivalent. Ends where an entry
    has no reason, or means no mutant of a source that the build mutated."""
    known, errors = {}, []
    for entry in json.loads(file.read_text()):
        source = entry["source"]
        of_source = [one for one in mutants if source_of(one) == source]
        if not entry["why"].strip():
            errors.append("%s: an entry has no reason" % source)
        lines = (root / source).read_text().splitlines() if of_source else []
        for place in entry["places"] if of_source else []:
            found = matching(place, of_source, lines)
            if not found:
                errors.append("%s: no mutant '%s' of the line '%s'" % (source, place["what"], place["line"]))
            known.update({one["mutant"]: {"why": entry["why"], "equivalent": entry.get("equivalent", True)} for one in found})
    if errors:
        sys.exit("\n".join("%s: %s" % (file.name, error) for error in errors))
    return known
