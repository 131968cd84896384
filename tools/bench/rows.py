# SPDX-License-Identifier: Apache-2.0
"""The rows that are measured: what takes turns with what, and what each figure must be and aims at."""

from dataclasses import dataclass

AVX512 = {"avx512_vnni", "avx512bw", "avx512vl", "avx512dq"}
# What NPU_CTS_CPU may name, best first: what the processor needs for it, and what oneDNN is held to meanwhile.
CPUS = {
    "amx": {"title": "AMX", "needs": {"amx_int8", "amx_tile", *AVX512}, "one_dnn": "AVX512_CORE_AMX"},
    "avx512": {"title": "AVX512-VNNI", "needs": AVX512, "one_dnn": "AVX512_CORE_VNNI"},
    "avxvnni": {"title": "AVX-VNNI", "needs": {"avx2", "avx_vnni"}, "one_dnn": "AVX2_VNNI"},
    "avx2": {"title": "AVX2", "needs": {"avx2"}, "one_dnn": "AVX2"},
    "scalar": {"title": "plain C++", "needs": set(), "one_dnn": "SSE41"},
}

UNITS = {"×": 1, "s": 1, "µs": 1e6}  # how many of it are a second; a ratio has no seconds


@dataclass(frozen=True)
class Benchmark:
    """A benchmark of npu-cts-bench: the CPU seconds of an iteration, or of an item of those that it counts."""

    name: str
    of: str = "iteration"


@dataclass(frozen=True)
class Command:
    """A command of npu-cts: its CPU seconds and those of all that it starts; or of a case of those that it runs.

    {scratch} is a folder, {plugin} the reference as a plugin. What stands in `after` runs before, once in that folder."""

    words: str
    of: str = "command"
    cache: str = "on"
    after: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """A figure. In '×' it is work ÷ yardstick. In another unit it is the work, and the ratio is kept beside it."""

    name: str  # rows with the same words before ': ', and the same limits, share a line of the README
    unit: str
    must: float | None
    aim: float | None
    work: Benchmark | Command
    yardstick: Benchmark | Command
    rounds: int = 7
    depends_on: str = "machine"


KERNELS = "NPU_CTS_CPU"  # of a row that depends on it: measured for each of CPUS
EVENTS = Benchmark("yaml_events")
COUNT = "list --spec spec --count"
ALL_COUNT = COUNT + " --release all"
RUN = "run --spec spec -q --driver "
DEFAULT_RUN = RUN + "reference -j 2 --journal {scratch}/default.jsonl"
ALL_RUN = RUN + "reference -j 2 --release all --journal {scratch}/all.jsonl"
ILLEGAL_RUN = RUN + "reference -j 1 --family illegal-dtypes --journal {scratch}/illegal.jsonl"
ONE_TARGET = " -j 1 --product atlas_a2 --release 26.1.0 --mode eager --journal {scratch}/target.jsonl"
REFUSED = RUN + "reference npu_quant_scatter_/atlas_a2/26.1.0/eager/negative/updates.aligned/broken --journal {scratch}/one.jsonl"
EXAMPLE = RUN + "reference npu_quant_scatter_/atlas_a2/26.1.0/eager/examples/eager --journal {scratch}/one.jsonl"
REPORT = "report {scratch}/default.jsonl --spec spec --out {scratch}/report"


def command(words, *after, of="command"):
    """A command of a user's second day: the cache holds what the first run and `after` left there."""
    return Command(words, of=of, after=(REFUSED, *after))


def pairs(name, work, yardstick, sizes, limits):
    """The rows of one kernel: 'work/SIZE' ÷ 'yardstick/SIZE' for each size, by the words that say it."""
    for said, size in sizes.items():
        yield Row(f"{name}: {said}", "×", *limits, Benchmark(f"{work}/{size}"), Benchmark(f"{yardstick}/{size}"), depends_on=KERNELS)


def product(name, size, limits):
    sizes = {"plain": size + "/transposed:0", "transposed": size + "/transposed:1"}
    return pairs(f"exact int8 product ÷ oneDNN, {name}", "exact", "one_dnn", sizes, limits)


# Limits of runs are of 2 cores, so twice the seconds of the clock. 200,000 cases a second are 5 µs a case.
ROWS = [
    Row("counting the cases of a default run: planned", "s", 0.5, 0.15, Command(COUNT, cache="off"), EVENTS, 3),
    Row("counting the cases of a default run: remembered", "s", 0.5, 0.15, command(COUNT, COUNT), EVENTS),
    Row("counting the cases of all releases: planned", "s", 1.5, 0.5, Command(ALL_COUNT, cache="off"), EVENTS, 3),
    Row("counting the cases of all releases: remembered", "s", 1.5, 0.5, command(ALL_COUNT, ALL_COUNT), EVENTS, 5),
    Row("one case, from command to verdict: refused", "s", 0.1, 0.05, command(REFUSED), EVENTS),
    Row("one case, from command to verdict: 12 MB", "s", 0.1, 0.05, command(EXAMPLE), EVENTS),
    Row("`npu-cts check spec`", "s", 0.4, 0.2, command("check spec"), EVENTS),
    Row("a call of an illegal dtype, planned and refused: in memory", "µs", 5, 1, Benchmark("planned_and_refused", of="item"),
        EVENTS, 3),
    Row("a call of an illegal dtype, planned and refused: `npu-cts run`, with two processes, journal and report", "µs", 5, 1,
        command(ILLEGAL_RUN, of="case"), EVENTS, 3),
    Row("a small case, from values to verdict ÷ the bare kernel call", "×", 5, 2, Benchmark("all_in"), Benchmark("bare")),
    Row("a default run on the reference, 2 cores", "s", 24, 10, command(DEFAULT_RUN), EVENTS, 3),
    Row("all releases on the reference, 2 cores", "s", 60, 24, command(ALL_RUN), EVENTS, 1),
    Row("a plugin in a worker ÷ the same cases linked", "×", 1.5, 1.15,
        command(RUN + "plugin:{plugin}" + ONE_TARGET), command(RUN + "reference" + ONE_TARGET), 3),
    Row("the report of a default run", "s", 1.5, 0.7, command(REPORT, DEFAULT_RUN, REPORT), EVENTS, 3),
    *product("1024³", "batch:1/m:1024/k:1024/n:1024", (1.5, 1.0)),
    *product("15 × 11264 × 6912", "batch:1/m:15/k:11264/n:6912", (1.2, 0.8)),
    *product("15 × (1, 512, 128)", "batch:15/m:1/k:512/n:128", (1.0, 0.5)),
    *pairs("convolution ÷ a product of as many multiplications", "convolution", "unrolled",
           {"16 channels": 16, "64 channels": 64}, (2, 1.3)),
    *pairs("scatter ÷ copies of the bytes it must move", "scatter", "moved", {"1 row": 1, "1,024 rows": 1024}, (2.5, 1.5)),
    *pairs("packing scales ÷ copies of as many bytes", "pack", "copy", {"64": 64, "4096": 4096, "10⁶": 1000000}, (4, 2)),
    Row("loading the spec ÷ libyaml's events of it", "×", 10, 5, Benchmark("load_spec"), EVENTS),
    Row("judging one call of npu_quant_matmul", "µs", 1, None, Benchmark("judge_call/npu_quant_matmul"), EVENTS),
    Row("registering and listing a case in GoogleTest", "µs", None, None, Benchmark("registered/100000", of="item"), EVENTS),
]
