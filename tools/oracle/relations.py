# SPDX-License-Identifier: Apache-2.0
"""Relations that hold between the results of legal calls, whatever the numbers are: each makes a call into other calls."""

from random import Random
from typing import Callable, Dict, Iterator, List, NamedTuple, Sequence, Tuple

from backend import Backend
from calls import Call
from tensors import Argument, Arguments, Tensor, count_of

Permutation = List[int]


class Relation(NamedTuple):
    """`holds` compares what a backend makes of a call with what it makes of its kin; each line it yields is a breach."""

    name: str
    ops: Sequence[str]
    holds: Callable[[Backend, Call, Random], Iterator[str]]


def changed(call: Call, **arguments: object) -> Call:
    """The call with other arguments."""
    return call._replace(arguments={**call.arguments, **arguments})


def same(got: Tensor, want: Sequence[int], what: str) -> Iterator[str]:
    if list(got.words) != list(want):
        first = next(i for i, (a, b) in enumerate(zip(got.words, want)) if a != b)
        yield "%s: element %d is %#x, and %#x before" % (what, first, got.words[first], want[first])


def take(tensor: Tensor, axis: int, order: Sequence[int]) -> Tensor:
    """The slices of an axis in this order; some may be missing."""
    before, size, after = count_of(tensor.shape[:axis]), tensor.shape[axis], count_of(tensor.shape[axis + 1:])
    words: List[int] = []
    for row in range(before):
        for i in order:
            start = (row * size + i) * after
            words += tensor.words[start:start + after]
    return Tensor(tensor.dtype, tensor.shape[:axis] + (len(order),) + tensor.shape[axis + 1:], words)


def last(tensor: Tensor, order: Sequence[int]) -> Tensor:
    """As take of the last axis; one element stands for all and stays."""
    return tensor if tensor.shape[-1] == 1 else take(tensor, len(tensor.shape) - 1, order)


def layouts_of(call: Call) -> Iterator[Dict[str, tuple]]:
    """Each layout that the documents give each argument, also inside a longer storage."""
    choices = {"npu_quant_matmul": {"x1": [("strided", "ND"), ("transposed", "ND")],
                                    "x2": [("strided", "ND"), ("transposed", "ND"), ("contiguous", "FRACTAL_NZ"),
                                           ("transposed", "FRACTAL_NZ")]},
               "npu_quant_scatter_": {key: [("strided", "ND"), ("transposed", "ND")] for key in ("input", "updates")},
               "QuantConv2d": {key: [("contiguous", "ND")] for key in ("weight", "quant_conv2d_input")}}[call.op]
    if call.op == "npu_quant_scatter_":
        choices.update({key: [("strided", "ND")] for key in ("indices", "quant_scales", "quant_zero_points")})
    for key, layouts in choices.items():
        if isinstance(call.arguments.get(key), Tensor):
            yield from ({key: layout} for layout in layouts)
            yield from ({key: (layout, format, 5)} for layout, format in layouts if format != "FRACTAL_NZ")
            yield {key: ("contiguous", "NCHW" if call.op == "QuantConv2d" else "ND", 3)}


def any_layout(backend: Backend, call: Call, random: Random) -> Iterator[str]:
    """A strided, transposed or blocked tensor gives what a contiguous one gives."""
    plain = call if call.op == "QuantConv2d" else call._replace(layouts={})
    want = backend.only_result(plain).words
    for layouts in layouts_of(plain):
        yield from same(backend.only_result(plain._replace(layouts={**plain.layouts, **layouts})), want, str(layouts))


def parts_of(call: Call) -> Iterator[Call]:
    """The call for each row of its first axis alone; of a product of matrices, for each row of x1 or batch."""
    if call.op == "npu_quant_matmul":
        yield from product_parts(call)
    elif call.op == "QuantConv2d":
        images = call.arguments["quant_conv2d_input"]
        for i in range(images.shape[0]):
            yield changed(call, quant_conv2d_input=take(images, 0, [i]))
    else:
        scale = call.arguments["scale"]
        half = max(1, scale.shape[-1] // 2)
        for order in (range(half), range(half, scale.shape[-1])):
            if order:
                yield changed(call, **{key: last(call.arguments[key], order) for key in ("scale", "offset") if key in call.arguments})


def product_parts(call: Call) -> Iterator[Call]:
    """A call with two axes for each batch, or for each row."""
    x1, x2, bias = call.arguments["x1"], call.arguments["x2"], call.arguments.get("bias")
    if len(x1.shape) == 2 and len(x2.shape) == 2:
        token = call.arguments.get("pertoken_scale")
        for i in range(x1.shape[0]):
            more = {} if token is None else {"pertoken_scale": take(token, 0, [i])}
            yield changed(call, x1=take(x1, 0, [i]), **more)
        return
    for i in range(max(one.shape[0] for one in (x1, x2) if len(one.shape) == 3)):
        arguments: Arguments = {"x1": matrix(x1, i), "x2": matrix(x2, i)}
        if isinstance(bias, Tensor):
            arguments["bias"] = matrix(bias, i)._replace(shape=bias.shape[-1:]) if len(bias.shape) == 3 else bias
        yield changed(call, **arguments)


def matrix(tensor: Tensor, index: int) -> Tensor:
    """One matrix of a batch; a batch of 1 and a tensor without one repeat."""
    if len(tensor.shape) == 2:
        return tensor
    one = take(tensor, 0, [index if tensor.shape[0] > 1 else 0])
    return one._replace(shape=one.shape[1:])


def whole_and_parts(backend: Backend, call: Call, random: Random) -> Iterator[str]:
    """The results of the parts, one after the other, are the result of the whole."""
    want = backend.only_result(call).words
    got: List[int] = []
    for part in parts_of(call):
        got += backend.only_result(part).words
    yield from same(Tensor("", (), got), want, "parts")


def one_after_the_other(backend: Backend, call: Call, random: Random) -> Iterator[str]:
    """Updates scattered one by one give what all at once give."""
    updates, indices = call.arguments["updates"], call.arguments["indices"]
    state = call.arguments["input"]
    for i in range(updates.shape[0]):
        pair = list(indices.words[2 * i:2 * i + 2]) if len(indices.shape) == 2 else [i, indices.words[i]]
        one = changed(call, input=state, indices=Tensor("int32", (1, 2), pair), updates=take(updates, 0, [i]))
        state = state._replace(words=backend.only_result(one).words)
    yield from same(state, backend.only_result(call).words, "one after the other")


def channels_of(call: Call, order: Permutation) -> Call:
    """The call with its output channels in another order."""
    arguments = call.arguments
    if call.op == "QuantConv2d":
        vectors = {key: last(arguments[key], order) for key in ("scale", "bias_values") if key in arguments}
        return changed(call, weight=take(arguments["weight"], 0, order), **vectors)
    names = {"npu_quant_matmul": ("x2", "scale", "offset", "bias"), "npu_trans_quant_param": ("scale", "offset"),
             "npu_quant_scatter_": ("input", "updates", "quant_scales", "quant_zero_points")}[call.op]
    return changed(call, **{key: last(arguments[key], order) for key in names if isinstance(arguments.get(key), Tensor)})


def permuted_channels(backend: Backend, call: Call, random: Random) -> Iterator[str]:
    """Channels in another order give the same results in that order."""
    before = backend.only_result(call)
    axis = 1 if call.op == "QuantConv2d" else len(before.shape) - 1
    order = random.sample(range(before.shape[axis]), before.shape[axis])
    yield from same(backend.only_result(channels_of(call, order)), take(before, axis, order).words, "permuted")


def permuted_sums(backend: Backend, call: Call, random: Random) -> Iterator[str]:
    """What is summed over in another order gives the same results."""
    names = {"npu_quant_matmul": ("x1", -1, "x2", -2), "QuantConv2d": ("weight", 1, "quant_conv2d_input", 1)}[call.op]
    one, other = call.arguments[names[0]], call.arguments[names[2]]
    order = random.sample(range(one.shape[names[1]]), one.shape[names[1]])
    kin = changed(call, **{names[0]: take(one, names[1] % len(one.shape), order),
                           names[2]: take(other, names[3] % len(other.shape), order)})
    yield from same(backend.only_result(kin), backend.only_result(call).words, "permuted sums")


RESERVED: Dict[str, List[Tuple[str, Argument]]] = {
    "QuantConv2d": [("round_mode", "floor"), ("offset", True), ("offset", False), ("device", "npu"), ("dtype", "float32")],
    "npu_quant_matmul": [("group_sizes", [0, 0, 0]), ("offset", None), ("pertoken_scale", None), ("bias", None)],
    "npu_trans_quant_param": [("round_mode", 0), ("offset", None)],
    "npu_quant_scatter_": [("reduce", "update"), ("quant_axis", -1), ("quant_zero_points", None)],
}


def reserved_parameters(backend: Backend, call: Call, random: Random) -> Iterator[str]:
    """A reserved parameter changes nothing, nor does a default that is given."""
    for key, value in RESERVED[call.op]:
        if isinstance(call.arguments.get(key), Tensor):
            continue
        bare = call._replace(arguments={name: one for name, one in call.arguments.items() if name != key})
        yield from same(backend.only_result(changed(call, **{key: value})), backend.only_result(bare).words, "%s=%s" % (key, value))


def every_mode(backend: Backend, call: Call, random: Random) -> Iterator[str]:
    """The graph modes give what eager mode gives."""
    want = backend.only_result(call._replace(mode="eager")).words
    for mode in ("graph_static", "graph_dynamic"):
        yield from same(backend.only_result(call._replace(mode=mode)), want, mode)


MATMUL, SCATTER, PARAM, CONV = "npu_quant_matmul", "npu_quant_scatter_", "npu_trans_quant_param", "QuantConv2d"
RELATIONS = [
    Relation("any_layout", (MATMUL, SCATTER, CONV), any_layout),
    Relation("whole_and_parts", (MATMUL, PARAM, CONV), whole_and_parts),
    Relation("one_after_the_other", (SCATTER,), one_after_the_other),
    Relation("permuted_channels", (MATMUL, SCATTER, PARAM, CONV), permuted_channels),
    Relation("permuted_sums", (MATMUL, CONV), permuted_sums),
    Relation("reserved_parameters", (MATMUL, SCATTER, PARAM, CONV), reserved_parameters),
    Relation("every_mode", (MATMUL, SCATTER, PARAM), every_mode),
]
