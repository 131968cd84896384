# SPDX-License-Identifier: Apache-2.0
"""Lets shared libraries of this machine load beside the C library 2.34 of openEuler 22.03 (Ubuntu 22.04 has 2.35).

usage: older_libc.py LIBRARY...        rewrites each in place; exit code 1 where a library needs more than it may

The loader refuses a library that names a later version of the C library, whether its functions are called or not.
libstdc++ of Debian 12 names 2.36 for arc4random alone. Our programs bring that function: see arc4random.cpp.
So the version that libstdc++ names becomes an older one, which every such host has.
"""

import re
import struct
import subprocess
import sys

OLDEST = (2, 34)
BROUGHT_ALONG = {"arc4random"}
VERSION_NEEDS = 0x6FFFFFFE  # SHT_GNU_verneed of elf.h


def is_later(version):
    """A version that the C library 2.34 does not have. GLIBC_ABI_DT_RELR and its like came with 2.36."""
    found = re.match(r"GLIBC_(\d+)\.(\d+)", version)
    return version.startswith("GLIBC_ABI_") or (found is not None and tuple(map(int, found.groups())) > OLDEST)


def later_symbols(path):
    """(version, function) for each that `path` takes from a later C library, as binutils reads them."""
    lines = subprocess.run(["objdump", "-T", path], check=True, capture_output=True, text=True).stdout.splitlines()
    found = (re.search(r"\*UND\*.*\((GLIBC_[\d.]+)\)\s+(\S+)", line) for line in lines)
    return {match.groups() for match in found if match and is_later(match[1])}


def places_of(data, at):
    """Yields for each needed library (Elf64_Verneed, the first at `at`) where its versions are (Elf64_Vernaux)."""
    more = 1
    while more:
        _, _, _, to_version, more = struct.unpack_from("<HHIII", data, at)
        version, versions = at, []
        while to_version:
            version += to_version
            versions.append(version)
            (to_version,) = struct.unpack_from("<I", data, version + 12)
        yield versions
        at += more


def name_of(data, version, strings):
    """Where the name of a version begins, and the name."""
    start = strings + struct.unpack_from("<I", data, version + 8)[0]
    return start, data[start:data.index(b"\0", start)].decode()


def name_older_versions(data):
    """Gives each later version in the ELF64 file `data` the hash and the name of an older one of the same library.

    Returns the names of the later ones.
    """
    renamed = set()
    (offset,) = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    sections = [struct.unpack_from("<IIQQQQII", data, offset + size * i) for i in range(count)]
    for _, kind, _, _, at, _, strings, _ in sections:
        if kind != VERSION_NEEDS:
            continue
        for versions in places_of(data, at):
            names = [(version, *name_of(data, version, sections[strings][4])) for version in versions]
            for version, start, name in names:
                if is_later(name):
                    renamed.add(name)
                    older = next(version for version, _, name in names if not is_later(name))
                    data[start:start + len(name)] = b"-" * len(name)  # nothing else is called so
                    data[version:version + 4], data[version + 8:version + 12] = data[older:older + 4], data[older + 8:older + 12]
    return renamed


def main(paths):
    for path in paths:
        symbols = later_symbols(path)
        with open(path, "r+b") as file:
            data = bytearray(file.read())
            renamed = name_older_versions(data)
            unknown = {symbol for _, symbol in symbols} - BROUGHT_ALONG | renamed - {version for version, _ in symbols}
            if unknown:
                sys.exit("%s: needs %s of a C library later than %d.%d; hint: build on an older system" % (path, ", ".join(sorted(unknown)), *OLDEST))
            file.seek(0)
            file.write(data)


main(sys.argv[1:])
