# SPDX-License-Identifier: Apache-2.0
"""Where the program npu-cts is."""

import os
import shutil
import sys

from .errors import Bad


def find_program(named=None):
    """The npu-cts that is named, that started this process, that came with this package, or that the PATH has."""
    here = os.path.dirname(os.path.abspath(__file__))
    try:
        parent = os.path.dirname(os.path.realpath("/proc/%d/exe" % os.getppid()))
    except OSError:
        parent = here
    places = [named, os.environ.get("NPU_CTS_PROGRAM"), os.path.join(parent, "npu-cts"),
              os.path.join(here, "..", "..", "..", "..", "bin", "npu-cts"),  # of an installation: share/npu-cts/python/npu_cts
              os.path.join(sys.prefix, "bin", "npu-cts"), shutil.which("npu-cts")]
    for place in places:
        if place and os.path.isfile(place):
            return place
    raise Bad("there is no npu-cts here", why="this asks npu-cts what the spec says",
              hint="put its folder on the PATH, or name the program in NPU_CTS_PROGRAM")
