#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the line of the licence into each source file that lacks it: the first line, or the one below '#!'.

usage: spdx.py [--check]       --check changes nothing and names the files; exit code 1 where there are any
"""

import os
import re
import sys

LINE = "SPDX-License-Identifier: Apache-2.0"
COMMENTS = {".cpp": "//", ".h": "//", ".js": "//", ".py": "#", ".sh": "#", ".cmake": "#", ".txt": "#"}
OTHERS = (".git", "build", "__pycache__", "node_modules")
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def comment_of(path):
    """How a source file begins a comment; nothing for a file that is no source."""
    extension = os.path.splitext(path)[1]
    return COMMENTS.get(extension) if extension != ".txt" or os.path.basename(path) == "CMakeLists.txt" else None


def sources_below(root):
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in OTHERS]
        yield from (os.path.relpath(os.path.join(folder, name), root) for name in names if comment_of(name))


def with_line(text, comment):
    """The text with the line. A script that prints its first comment by line numbers gets those of the new lines."""
    line = "%s %s\n" % (comment, LINE)
    if not text.startswith("#!"):
        return line + text
    first, rest = text.split("\n", 1)
    rest = re.sub(r"sed -n '2,(\d+)s", lambda found: "sed -n '3,%ds" % (int(found.group(1)) + 1), rest)
    return first + "\n" + line + rest


def main():
    is_check = sys.argv[1:] == ["--check"]
    sources, lacking = sorted(sources_below(ROOT)), []
    for path in sources:
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            text = file.read()
        if LINE in "\n".join(text.split("\n", 2)[:2]):
            continue
        lacking.append(path)
        if not is_check:
            with open(os.path.join(ROOT, path), "w", encoding="utf-8") as file:
                file.write(with_line(text, comment_of(path)))
    for path in lacking:
        print("%s: %s" % (path, "lacks '%s'; run tools/spdx.py" % LINE if is_check else "written"))
    return 1 if (is_check and lacking) or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
