# SPDX-License-Identifier: Apache-2.0
"""The files of a bundle."""

import os
import struct

from .checks import check_argument, check_fields, check_tensor, is_integer, load_json
from .dtypes import count_of, is_dtype, npy_code, size_of
from .errors import Bad, Wrong, need
from .memory import to_blocks, to_strided
from .protocol import INLINE, MOST_BODY
from .signatures import read_signatures

BUNDLE = 1  # the version of manifests that is read here
BUNDLED = {"dtype": str, "shape": list, "layout": str, "format": str, "strides": list, "offset": int, "storage": int, "file": str}


def path_within(folder, name):
    """The path of a file that must lie in a folder, links followed."""
    outside = "'%s' does not lie in %s" % (name, folder)
    try:
        home, path = os.path.realpath(folder), os.path.realpath(os.path.join(folder, name))
    except ValueError:  # no name that a file can have
        raise Bad(outside) from None
    need(name and not os.path.isabs(name) and ".." not in name.split("/") and path.startswith(home + os.sep), outside)
    return os.path.join(folder, name)


def open_file(path, what):
    """A regular file, open for reading."""
    try:
        need(os.path.exists(path), "%s: there is no such file" % what, at=path)
        need(os.path.isfile(path), "%s: this is no regular file" % what, at=path)
        return open(path, "rb")
    except OSError as error:
        raise Bad("%s: cannot read the file: %s" % (what, error.strerror), at=path) from None


def open_npy(path, dtype, shape, what):
    """A .npy file of this dtype and shape, whole, open where its values begin."""
    file = open_file(path, what)
    try:
        start = file.read(12)
        need(start[:6] == b"\x93NUMPY" and len(start) == 12 and start[6] in (1, 2, 3), "%s: this is no .npy file" % what, at=path)
        begin = 10 if start[6] == 1 else 12
        length = struct.unpack("<H", start[8:10])[0] if start[6] == 1 else struct.unpack("<I", start[8:12])[0]
        file.seek(begin)
        header = file.read(min(length, 1 << 16)).decode("latin-1")
        sizes = "(%s,)" % shape[0] if len(shape) == 1 else "(%s)" % ", ".join(map(str, shape))
        want = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (npy_code(dtype), sizes)
        need(header.strip() == want, "%s: the file holds another dtype or shape than %s %s" % (what, dtype, shape), at=path)
        there, wanted = os.fstat(file.fileno()).st_size - begin - length, count_of(shape) * size_of(dtype)
        need(there == wanted, "%s: the file is not whole: it holds %d bytes of values, and the shape asks for %d"
             % (what, there, wanted), at=path)
        return file
    except BaseException:
        file.close()
        raise


def write_npy(path, dtype, shape, values):
    sizes = "(%s,)" % shape[0] if len(shape) == 1 else "(%s)" % ", ".join(map(str, shape))
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (npy_code(dtype), sizes)
    header += " " * (64 - (len(header) + 11) % 64) + "\n"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode("latin-1") + values)


def check_stored(value, bundle, what):
    """The tensor of a bundle, and its file open where the values begin; they are not read."""
    check_fields(value, BUNDLED, what)
    need(is_dtype(value["dtype"]), "%s: unknown dtype" % what)
    need(0 <= value["storage"] <= MOST_BODY // size_of(value["dtype"]), "%s: 'storage' is %d" % (what, value["storage"]))
    check_tensor(value, value["storage"] * size_of(value["dtype"]), what)
    try:
        path = path_within(bundle, value["file"])
    except Bad as error:
        raise Bad("%s: %s" % (what, error.what)) from None
    return open_npy(path, value["dtype"], value["shape"], what)


def stored_of(value, bundle, what):
    """The tensor of a bundle: its description and its storage."""
    with check_stored(value, bundle, what) as file:
        values = file.read()
    tensor = {name: value[name] for name in INLINE if name != "at"}
    if not values:
        return tensor, b""
    if value["format"] == "FRACTAL_NZ":
        return tensor, to_blocks(values, value)
    return tensor, to_strided(values, value, value["storage"])


CASE = {"id": str, "call": str, "product": str, "release": str, "mode": str, "arguments": dict}


def check_case(case, bundle):
    """A case of a manifest, and that its files are there and whole."""
    name = case.get("id") if isinstance(case, dict) else None
    check_fields(case, CASE, "case '%s'" % name if isinstance(name, str) else "a case")
    need(all(one.isprintable() for one in case["id"]), "case '%s': no id has such characters" % case["id"])
    for key, value in case["arguments"].items():
        what = "case '%s', argument '%s'" % (case["id"], key)
        if check_argument(value, what):
            check_stored(value, bundle, what).close()


def message_of(case, bundle):
    """The 'run' that makes the call of a case, with its body."""
    placed, body = {}, []
    size = 0
    for key, value in case["arguments"].items():
        what = "case '%s', argument '%s'" % (case["id"], key)
        placed[key] = value
        if check_argument(value, what):
            tensor, storage = stored_of(value, bundle, what)
            placed[key] = dict(tensor, at=[size, len(storage)])
            body.append(storage)
            size += len(storage)
    return {"type": "run", "op": case["call"], "arguments": placed}, b"".join(body)


def read_manifest(bundle):
    """The manifest of a bundle whose every case can be run; all that is wrong with it is told at once."""
    path = os.path.join(bundle, "manifest.json")
    rest = (path, "a bundle is run only where it is whole and just what 'npu-cts export' wrote",
            "copy the bundle here again, whole; or export it again")
    try:
        with open_file(path, "the bundle's manifest") as file:
            manifest = load_json(file.read(), "the manifest")
        version = manifest.get("bundle")
        need(is_integer(version), "this is no manifest of a bundle: it does not begin with 'bundle', its version")
        need(version == BUNDLE, "a bundle of version %d; this adapter runs version %d" % (version, BUNDLE),
             why="another version says the same things in other words",
             hint="run the adapter that belongs to the npu-cts that exported the bundle (share/npu-cts/adapter of its "
             "installation), or export the bundle with the npu-cts that this one belongs to")
        check_fields(manifest, {"bundle": int, "tool_version": str, "spec_digest": str, "covers": dict, "signatures": list,
                                "cases": list}, "the manifest")
        read_signatures(manifest)
    except Bad as error:
        raise error.with_defaults(*rest) from None
    errors, seen = [], set()
    for case in manifest["cases"]:
        try:
            check_case(case, bundle)
            need(case["id"] not in seen, "case '%s' stands here twice" % case["id"])
            seen.add(case["id"])
        except Bad as error:
            errors.append(error.with_defaults(*rest))
    if errors:
        raise Wrong(errors)
    return manifest
