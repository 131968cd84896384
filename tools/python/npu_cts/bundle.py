# SPDX-License-Identifier: Apache-2.0
"""Runs the cases of a bundle, one after the other."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time

from .bundle_files import message_of, read_manifest, write_npy
from .dtypes import size_of
from .errors import Bad, NotStarted, need
from .memory import from_strided, to_strided
from .protocol import Channel

RESULTS = "results.json"
OUTCOMES = ("completed", "refused", "unsupported", "failed", "crashed", "timed_out")


class Worker:
    """This same program in a process of its own, so that what crashes or hangs costs one case."""

    def __init__(self, options, signatures):
        here, there = socket.socketpair()
        command = [sys.executable] + (["-S"] if sys.flags.no_site else []) + [os.path.abspath(sys.argv[0]), "--module", options.module,
                                                                             "--signatures", signatures, "--channel", str(there.fileno())]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, pass_fds=[there.fileno()])
        there.close()
        self.socket = here
        self.channel = Channel(here.fileno())
        self.target = None
        self.timeout = options.timeout
        try:
            hello = self.ask(None)
            need(hello[0].get("type") == "hello", "the worker did not begin")
        except BaseException:
            self.stop()
            raise
        self.version = str(hello[0].get("version"))

    def ask(self, header, body=b""):
        if header is not None:
            self.channel.send(header, body)
        frame = self.channel.receive(time.monotonic() + self.timeout)
        need(frame is not None, "the worker ended")
        return frame

    def run(self, target, message, body):
        if self.target != target:
            self.ask({"type": "open", "product": target[0], "release": target[1], "mode": target[2]})
            self.target = target
        return self.ask(message, body)

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.socket.close()


def values_of(output, body, arguments):
    """The logical values of an output, and whether the memory between the elements of an argument written in place is as it was."""
    start, length = output["at"]
    data = body[start:start + length]
    if not output["alias"]:
        return data, True
    argument = arguments[output["alias"]]
    values = from_strided(data, argument)
    return values, to_strided(values, argument, length // size_of(argument["dtype"])) == data


class BundleRun:
    """Runs every case of a bundle, one after the other."""

    def __init__(self, options):
        self.options = options
        self.manifest = read_manifest(options.bundle)
        self.was_there = os.path.isdir(options.results)
        self.worker = None
        self.version = ""

    def run(self):
        """Runs all and writes the results; whatever ends it before, no half of them is left."""
        folder = self.options.results
        why = "a folder of results holds those of one run, all of them"
        try:
            os.makedirs(folder, exist_ok=True)
            need(not os.listdir(folder), "the folder for the results is not empty", at=folder, why=why,
                 hint="name a new folder, or empty this one")
        except OSError as error:
            raise Bad("cannot make the folder for the results: %s" % error.strerror, at=folder, why=why,
                      hint="name another place") from None
        try:
            tally = self.run_cases()
        except BaseException as error:
            self.leave_nothing()
            if not isinstance(error, OSError):
                raise
            raise Bad("cannot write the results: %s" % error.strerror, at=folder, why=why,
                      hint="make room there, or name another folder") from None
        finally:
            if self.worker is not None:
                self.worker.stop()
        print(tally)  # the results stand: nothing that happens from here on takes them away
        return 0

    def leave_nothing(self):
        shutil.rmtree(os.path.join(self.options.results, "data"), ignore_errors=True)
        for remove, path in ((os.remove, RESULTS + ".new"), (os.remove, RESULTS), (os.rmdir, "")):
            try:
                if path or not self.was_there:
                    remove(os.path.join(self.options.results, path))
            except OSError:
                pass  # it was not made yet

    def run_cases(self):
        ended = []
        for number, case in enumerate(self.manifest["cases"]):
            ended.append(self.run_case(case))
            if sys.stderr.isatty():
                print("\r%d of %d cases" % (number + 1, len(self.manifest["cases"])), end="", file=sys.stderr)
        lines = ",\n".join(json.dumps(one) for one in ended)
        text = '{"results": 1,\n"driver": %s,\n"driver_version": %s,\n"spec_digest": %s,\n"cases": [\n%s\n]}\n' % (
            json.dumps(self.options.module), json.dumps(self.version), json.dumps(self.manifest["spec_digest"]), lines)
        path = os.path.join(self.options.results, RESULTS)
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(path + ".new", path)
        tally = {kind: sum(one["outcome"] == kind for one in ended) for kind in OUTCOMES}
        return "%s: %d cases: %s" % (path, len(ended), ", ".join("%d %s" % (tally[kind], kind) for kind in OUTCOMES if tally[kind]))

    def run_case(self, case):
        message, body = message_of(case, self.options.bundle)
        target = (case["product"], case["release"], case["mode"])
        ended = {"id": case["id"], "outcome": "failed", "code": 0, "message": "", "altered": [], "outputs": []}
        try:
            if self.worker is None:
                self.worker = Worker(self.options, os.path.join(self.options.bundle, "manifest.json"))
                self.version = self.worker.version
            answer, data = self.worker.run(target, message, body)
        except TimeoutError:
            self.need_started("no answer in %d seconds" % self.options.timeout)
            return self.lost(dict(ended, outcome="timed_out", message="no answer in %d seconds" % self.options.timeout))
        except (Bad, OSError) as error:
            self.need_started(str(error))
            return self.lost(dict(ended, outcome="crashed", message=str(error)))
        ended.update(outcome=answer["kind"], code=answer["code"], message=answer["message"])
        for number, output in enumerate(answer["outputs"]):
            file = "data/%s/%d.npy" % (case_folder(case), number)
            values, clean = values_of(output, data, message["arguments"])
            write_npy(os.path.join(self.options.results, file), output["dtype"], output["shape"], values)
            ended["altered"] += [] if clean else [output["alias"]]
            ended["outputs"].append({name: output[name] for name in ("name", "alias", "dtype", "shape")})
            ended["outputs"][-1]["file"] = file
        return ended

    def need_started(self, what):
        if self.version:
            return
        raise NotStarted(
            "the worker did not start: %s" % what,
            why="calls are made in a second process, which imports torch and %s; what it said stands above" % self.options.module,
            hint="see that '%s -c \"import torch, %s\"' works here; --timeout gives it longer than %g seconds"
            % (sys.executable, self.options.module, self.options.timeout))

    def lost(self, ended):
        if self.worker is not None:
            self.worker.stop()
        self.worker = None
        return ended


def case_folder(case):
    """A folder's name made of the id alone: FNV-1a, 64 bits."""
    value = 0xCBF29CE484222325
    for byte in case["id"].encode("utf-8"):
        value = (value ^ byte) * 0x100000001B3 % (1 << 64)
    return "%016x" % value
