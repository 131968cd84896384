# SPDX-License-Identifier: Apache-2.0
"""Makes a wheel of the tarball of `cpack --preset tarball`: the package npu_cts, and everything else as it lies in the tarball.

usage: wheel.py TARBALL [FOLDER]       writes FOLDER/npu_cts-VERSION-py3-none-PLATFORM.whl (FOLDER: that of the tarball)

The platform is the latest C library that a file of the tarball names: pip refuses the wheel on an older one.
"""

import base64
import hashlib
import os
import re
import sys
import tarfile
import zipfile

PACKAGE = "share/npu-cts/python/"
WHEEL = "Wheel-Version: 1.0\nGenerator: npu-cts\nRoot-Is-Purelib: false\nTag: py3-none-%s\n"
METADATA = """Metadata-Version: 2.1
Name: npu-cts
Version: %s
Summary: conformance suite for NPU operators
License: Apache-2.0
Requires-Python: >=3.8
Provides-Extra: backend
Requires-Dist: numpy; extra == 'backend'
"""


def platform_of(machine, files):
    """manylinux_2_MINOR_MACHINE (PEP 600): every library but the C library and its unwinder lies in the tarball."""
    versions = [int(minor) for data in files if data.startswith(b"\x7fELF") for minor in re.findall(rb"\0GLIBC_2\.(\d+)", data)]
    return "manylinux_2_%d_%s" % (max(versions), machine)


def place_of(name, data):
    """Where a file of the tarball lies in the wheel: the package at the top, the rest below the folder of the installation."""
    return name[len(PACKAGE):] if name.startswith(PACKAGE) else "%s/data/%s" % (data, name)


def members_of(tarball):
    """(name, mode, bytes) of each file, without the folder that all lie in. A link is a copy: a wheel has none."""
    with tarfile.open(tarball) as archive:
        for member in archive.getmembers():
            file = None if member.isdir() else archive.extractfile(member)
            if file is not None:
                yield member.name.split("/", 1)[1], member.mode, file.read()


def write_wheel(tarball, folder):
    """Returns the path of the wheel. The same tarball gives the same bytes."""
    version, machine = re.fullmatch(r"npu-cts-([\w.]+)-Linux-(\w+)\.tar\.gz", os.path.basename(tarball)).groups()
    members, name = list(members_of(tarball)), "npu_cts-%s" % version
    platform = platform_of(machine, [data for _, _, data in members])
    path = os.path.join(folder, "%s-py3-none-%s.whl" % (name, platform))
    files = [(place_of(file, name + ".data"), mode, data) for file, mode, data in members]
    files += [(name + ".dist-info/WHEEL", 0o644, (WHEEL % platform).encode()), (name + ".dist-info/METADATA", 0o644, (METADATA % version).encode())]
    record = "".join("%s,sha256=%s,%d\n" % (file, base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode(), len(data))
                     for file, _, data in files) + "%s.dist-info/RECORD,,\n" % name
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for file, mode, data in files + [(name + ".dist-info/RECORD", 0o644, record.encode())]:
            info = zipfile.ZipInfo(file)
            info.external_attr, info.compress_type = (0o100000 | mode) << 16, zipfile.ZIP_DEFLATED
            wheel.writestr(info, data)
    return path


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or not os.path.isfile(sys.argv[1]):
        print(__doc__, file=sys.stderr)
        sys.exit(3)
    print(write_wheel(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else os.path.dirname(os.path.abspath(sys.argv[1]))))
