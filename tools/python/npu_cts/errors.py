# SPDX-License-Identifier: Apache-2.0
"""What is wrong with something that was read, with its place, the reason and a hint."""

import os
import sys

MOST_TOLD = 20


class Bad(Exception):
    """Something that was read is not what it must be: what, the place, why it must be otherwise, and how to fix it."""

    code = 3  # of this program, as npu-cts has it for what it is given

    def __init__(self, what, at="", why="", hint=""):
        super().__init__(what)
        self.what, self.at, self.why, self.hint = what, at, why, hint

    def with_defaults(self, at, why, hint):
        return Bad(self.what, self.at or at, self.why or why, self.hint or hint)

    def told(self):
        """The lines for a person; what cannot be printed is escaped."""
        lines = "%s: error: %s" % (self.at or os.path.basename(sys.argv[0]), self.what)
        for word, text in (("why", self.why), ("hint", self.hint)):
            lines += "\n  %s: %s" % (word, text) if text else ""
        return "".join(one if one.isprintable() or one == "\n" else "\\x%02x" % ord(one) for one in lines)


class NotStarted(Bad):
    """No call could be made: the worker did not start."""

    code = 4  # as npu-cts has it for a driver


class Wrong(Exception):
    """Everything that is wrong with a bundle, as a list of Bad."""

    code = Bad.code

    def __init__(self, errors):
        super().__init__("%d errors" % len(errors))
        self.errors = errors

    def told(self):
        more = len(self.errors) - MOST_TOLD
        return "\n".join([one.told() for one in self.errors[:MOST_TOLD]] + (["and %d more" % more] if more > 0 else []))


def need(holds, what, **more):
    if not holds:
        raise Bad(what, **more)
