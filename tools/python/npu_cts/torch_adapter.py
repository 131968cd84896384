# SPDX-License-Identifier: Apache-2.0
"""Runs npu-cts cases on torch_npu. Python >= 3.8, the standard library and torch alone (numpy is not needed).

  npu-cts run QUERY --driver 'exec:python3 npu_cts_torch.py'    here: npu-cts starts this file and talks to it
  python3 npu_cts_torch.pyz BUNDLE RESULTS                      elsewhere: runs what 'npu-cts export' wrote

What a call is called, its parameters and their order come from the spec: from 'npu-cts export --signatures', or from the
bundle. Nothing about an operator is written here. A RuntimeError, TypeError or ValueError of the call is a refusal; one
that comes when the device is waited for is a failure, as the call was accepted. See the README of the adapter.
"""

import argparse
import signal
import sys

from .bundle import BundleRun
from .checks import load_json
from .errors import Bad, Wrong
from .protocol import CHANNEL, is_open, serve
from .signatures import ask_signatures, read_signatures
from .torch_calls import Caller, Torch

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def torch_caller(options):
    """What makes the calls, as the signatures say."""
    if options.signatures:
        with open(options.signatures, encoding="utf-8") as file:
            known = read_signatures(load_json(file.read(), options.signatures))
    else:
        known = ask_signatures(options.npu_cts, options.spec)
    return Caller(Torch(options.module), known)


def work(options):
    """Answers npu-cts, or the run of a bundle, until it says goodbye."""
    caller = torch_caller(options)
    return serve(caller, options.module, caller.torch.version(), options.channel)


def end_by(number, _):
    """Ends the program by a signal as by an error: what was begun is cleared away, and no second signal ends that."""
    for one in ENDING:
        signal.signal(one, signal.SIG_IGN)
    sys.exit(128 + number)


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle", nargs="?", help="folder that 'npu-cts export' wrote; without it, a worker of 'npu-cts run'")
    parser.add_argument("results", nargs="?", help="a new folder for the results")
    parser.add_argument("--module", default="torch_npu", help="what stands for torch_npu")
    parser.add_argument("--npu-cts", help="the npu-cts to ask for the signatures (default: the one that started this)")
    parser.add_argument("--spec", help="the spec it is to read them from")
    parser.add_argument("--signatures", help="a file with the signatures, instead")
    parser.add_argument("--timeout", type=float, default=120, help="seconds that a case of a bundle may take")
    parser.add_argument("--channel", type=int, default=CHANNEL, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.bundle and not options.results:
        parser.error("name the folder for the results too")
    if not options.bundle and not is_open(options.channel):
        parser.error("without a bundle this is a worker, which 'npu-cts run --driver \"exec:python3 npu_cts_torch.py\"' starts; "
                     "by hand, name a bundle of 'npu-cts export' and a folder for the results")
    return options


def main():
    options = read_options()
    for number in ENDING if options.bundle else ():
        if signal.getsignal(number) != signal.SIG_IGN:  # as nohup has it
            signal.signal(number, end_by)
    try:
        return BundleRun(options).run() if options.bundle else work(options)
    except (Bad, Wrong) as error:
        said = error
    except ImportError as error:
        said = Bad("cannot import: %s" % error, why="the calls are those of torch and %s" % options.module,
                   hint="start this with the Python that has them, or name what stands for torch_npu with --module")
    except OSError as error:
        said = Bad(error.strerror or str(error), at=str(error.filename or ""), hint="check the path and the permissions")
    print(said.told(), file=sys.stderr)
    return said.code


def run():
    """What a zipapp starts: it takes no exit code."""
    sys.exit(main())
