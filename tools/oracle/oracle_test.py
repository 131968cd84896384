# SPDX-License-Identifier: Apache-2.0
"""The oracle reproduces the vectors that the evidence sheet and the vendor's pages print, and its numbers are those of IEEE 754."""

import struct
import unittest
from random import Random
from typing import Tuple

import trans_quant_param as param
from backend import Backend
from calls import Call, expected
from compare import difference, first_difference
from epilogue import quantized
from floats import BFLOAT16, FLOAT16, FLOAT32, Number, add, decode, divide, encode, is_nan, multiply, of_integer, round_to, to_integer
from narrow import float16_bits
from lanes import products
from operators import OPERATORS, Operator, Results
from quant_conv2d import Window, pad
from quant_scatter import to_int8
from shared import Header
from storage import Stored, pack_word, read_stored, store, unpack_word
from tensors import Arguments, Tensor
from variants import Variants, read_variants
from worker import Oracle

DEFAULT = read_variants([])

FP19_VECTORS = [  # float32, mode 0, mode 1: DOMAIN 2.1
    (0x3F800000, 0x3F800000, 0x3F800000), (0x3F800FFF, 0x3F800000, 0x3F800000), (0x3F801000, 0x3F800000, 0x3F800000),
    (0x3F801001, 0x3F800000, 0x3F802000), (0x3F803000, 0x3F802000, 0x3F804000), (0x3FFFF000, 0x3FFFE000, 0x40000000),
    (0x3FFFFFFF, 0x3FFFE000, 0x40000000), (0x7F7FE000, 0x7F7FE000, 0x7F7FE000), (0x7F7FF000, 0x7F7FE000, 0x7F800000),
    (0x7F7FFFFF, 0x7F7FE000, 0x7F800000), (0x00800000, 0x00800000, 0x00800000), (0x007FFFFF, 0x007FE000, 0x00000000),
    (0x00000001, 0x00000000, 0x00000000), (0x80000000, 0x80000000, 0x80000000), (0xBF801000, 0xBF800000, 0xBF800000),
    (0x3F8CCCCD, 0x3F8CC000, 0x3F8CC000), (0x40533333, 0x40532000, 0x40534000)]
PRINTED = [  # word, float32, offset: DOMAIN 5.1, the page's own output
    (70507248869376, 0x3F85E000, 1), (70509369614336, 0xBDEDE000, 1), (140463653937152, 0x3E326000, -2), (140603250524160, 0xBECD4000, -1),
    (70369813069824, 0x3FB60000, 0), (70784266256384, 0xBF0BC000, 3), (70371966238720, 0xC00CC000, 0), (140603254505472, 0xBF0A0000, -1)]
OFFSETS = [(0.5, 0, 1), (1.5, 2, 2), (2.5, 2, 3), (-0.5, 0, -1), (-1.5, -2, -2), (-2.5, -2, -3), (255.5, 255, 255), (256.0, 255, 255),
           (-256.5, -256, -256), (300.0, 255, 255), (-300.0, -256, -256), (1e10, 255, 255)]
REQUANTIZED = [  # sum, scale, offset, s9, document: DOMAIN 2.3.2
    (1000, 1.0, -200, 55, 127), (-1000, 1.0, 200, -56, -128), (300, 1.0, -200, 55, 100), (256, 1.0, -129, 126, 127), (1, 0.5, 1, 1, 2),
    (3, 0.5, 1, 3, 2), (5, 0.5, 1, 3, 4)]
PAGE_SCALE = 0xBF546000  # DOMAIN 5.3: the scale behind the page's float16 outputs
PAGE_OUTPUTS = {109: -90.4375, 112: -92.9375, 119: -98.75, 120: -99.5625, 122: -101.1875, 124: -102.875, 125: -103.6875, 126: -104.5,
                127: -105.375, 128: -106.1875, 129: -107.0, 130: -107.875, 131: -108.6875, 132: -109.5, 133: -110.3125, 134: -111.1875,
                136: -112.8125, 137: -113.625, 139: -115.3125, 141: -117.0, 142: -117.8125, 145: -120.3125, 148: -122.75, 152: -126.125,
                156: -129.375}


def bits_of(value: float) -> int:
    return struct.unpack("<I", struct.pack("<f", value))[0]


def number(value: float) -> Number:
    return decode(FLOAT32, bits_of(value))


class TheVectors(unittest.TestCase):
    def test_scales_of_both_round_modes(self) -> None:
        for bits, truncated, rounded in FP19_VECTORS:
            self.assertEqual(param.truncate_scale(bits), truncated, hex(bits))
            self.assertEqual(param.round_scale(bits, DEFAULT), rounded, hex(bits))

    def test_a_subnormal_is_kept_by_its_variant(self) -> None:
        self.assertEqual(param.round_scale(0x007FFFFF, read_variants(["rint19=keep_subnormals"])), 0x00800000)

    def test_words_that_the_page_prints(self) -> None:
        for word, scale, offset in PRINTED:
            self.assertEqual(param.pack(scale, offset), word)
            self.assertEqual((param.scale_in(word), param.offset_in(word)), (scale, offset))

    def test_offsets_go_to_even_or_away(self) -> None:
        away = read_variants(["offset_rounding=half_away"])
        for value, even, far in OFFSETS:
            self.assertEqual(param.round_offset(number(value), DEFAULT), even, value)
            self.assertEqual(param.round_offset(number(value), away), far, value)

    def test_nine_bits_before_the_offset(self) -> None:
        document = read_variants(["requantization=document"])
        for total, scale, offset, s9, printed in REQUANTIZED:
            self.assertEqual(quantized(total, number(scale), offset, None, DEFAULT), s9, total)
            self.assertEqual(quantized(total, number(scale), offset, None, document), printed, total)

    def test_outputs_that_the_page_prints(self) -> None:
        scale = decode(FLOAT32, PAGE_SCALE)
        for total, printed in PAGE_OUTPUTS.items():
            steps = round_to(FLOAT32, multiply(of_integer(total), scale))
            self.assertEqual(struct.pack("<H", float16_bits(steps, DEFAULT)), struct.pack("<e", printed), total)

    def test_a_scatter_beyond_sixteen_bits(self) -> None:
        wrap = read_variants(["saturation=wrap"])
        for value, clipped, wrapped in [(127.0, 127, 127), (128.0, 127, -128), (300.0, 127, 44), (65536.0, 127, 0), (-129.0, -128, 127)]:
            self.assertEqual(to_int8(number(value), DEFAULT), clipped)
            self.assertEqual(to_int8(number(value), wrap), wrapped)

    def test_the_ring_of_the_page_s_figure(self) -> None:
        padded = pad(Tensor("int8", (1, 1, 2, 2), [2, 2, 2, 2]), Window((1, 1), (1, 1), (1, 1), 1))
        self.assertEqual((padded.shape, padded.words), ((1, 1, 4, 4), [1, 1, 1, 1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 1, 1, 1]))


class TheNumbers(unittest.TestCase):
    def test_sixteen_bit_floats_come_back(self) -> None:
        for format in (FLOAT16, BFLOAT16):
            for bits in range(1 << 16):
                value = decode(format, bits)
                self.assertTrue(is_nan(value) or encode(format, round_to(format, value)) == bits, hex(bits))

    def test_float32_arithmetic_is_the_processor_s(self) -> None:
        """A double product or sum of two float32 near each other is exact, so its cast rounds once."""
        random = Random(14)
        for _ in range(20000):
            a, b = (random.choice([-1, 1]) * random.uniform(1, 2) * 2.0 ** random.randrange(-12, 12) for _ in range(2))
            a, b = (struct.unpack("<f", struct.pack("<f", value))[0] for value in (a, b))
            for ours, theirs in ((multiply, a * b), (add, a + b)):
                self.assertEqual(encode(FLOAT32, round_to(FLOAT32, ours(number(a), number(b)))), bits_of(theirs), (a, b))
            self.assertEqual(encode(FLOAT32, divide(FLOAT32, number(a), number(b))), bits_of(a / b), (a, b))
            self.assertEqual(to_integer(number(a)), round(a))

    def test_float16_narrows_as_the_processor_s(self) -> None:
        random = Random(15)
        for _ in range(20000):
            value = struct.unpack("<f", struct.pack("<I", random.randrange(0x32000000, 0x477FE000)))[0]
            self.assertEqual(struct.pack("<H", float16_bits(number(value), DEFAULT)), struct.pack("<e", value), value)

    def test_lanes_give_the_exact_product(self) -> None:
        self.assertEqual(products([[-128] * 3, [127, 0, -1]], [[-128, 127], [5, -6], [1, 0]]), [(15616, -15488), (-16257, 16129)])

    def test_lanes_hold_the_largest_sums(self) -> None:
        self.assertEqual(products([[-128] * 70000], [[-128, 127]] * 70000), [(70000 * 16384, -70000 * 16256)])


class TheStorage(unittest.TestCase):
    def test_the_lowest_nibble_is_first(self) -> None:
        self.assertEqual(unpack_word(0x76543210), list(range(8)))
        self.assertEqual(unpack_word(-1), [-1] * 8)
        self.assertEqual(pack_word(list(range(-8, 0))), struct.unpack("<i", struct.pack("<I", 0xFEDCBA98))[0])

    def test_an_element_lies_in_its_block(self) -> None:
        tensor = Tensor("int8", (17, 33), [(i * 7) % 251 - 125 for i in range(17 * 33)])
        data = store(tensor, "contiguous", "FRACTAL_NZ").data
        self.assertEqual(len(data), 32 * 64)
        for i, j in ((0, 0), (16, 32), (3, 31), (16, 0)):
            place = ((j // 32 * 2 + i // 16) * 16 + i % 16) * 32 + j % 32
            self.assertEqual(struct.unpack_from("b", data, place)[0], tensor.words[i * 33 + j], (i, j))

    def test_every_layout_comes_back(self) -> None:
        tensor = Tensor("int8", (2, 5, 37), [i % 200 - 100 for i in range(370)])
        for layout, format in (("contiguous", "ND"), ("strided", "ND"), ("transposed", "ND"), ("contiguous", "FRACTAL_NZ"),
                               ("transposed", "FRACTAL_NZ")):
            self.assertIsNone(difference(read_stored(store(tensor, layout, format)), tensor), (layout, format))

    def test_a_storage_of_another_size_is_an_error(self) -> None:
        with self.assertRaisesRegex(ValueError, "a FRACTAL_NZ storage of 3 elements"):
            read_stored(Stored("int8", (2, 2), "contiguous", "FRACTAL_NZ", [], 0, b"abc"))

    def test_an_unknown_variant_is_an_error(self) -> None:
        for word in ("fp19=up", "nothing=1", ""):
            with self.assertRaisesRegex(ValueError, "no variant is called"):
                read_variants([word])


class TheComparison(unittest.TestCase):
    def test_one_wrong_bit_is_a_difference(self) -> None:
        told = difference(Tensor("int8", (2,), [1, 2]), Tensor("int8", (2,), [1, 3]))
        self.assertEqual(told, "1 of 2 elements; element 1 is 0x2 instead of 0x3")

    def test_every_nan_is_the_same_and_zeros_are_not(self) -> None:
        self.assertIsNone(difference(Tensor("float16", (1,), [0xFE00]), Tensor("float16", (1,), [0x7E01])))
        self.assertIsNotNone(difference(Tensor("float16", (1,), [0x8000]), Tensor("float16", (1,), [0])))

    def test_another_shape_is_a_difference(self) -> None:
        self.assertIsNotNone(difference(Tensor("int8", (1, 2), [1, 2]), Tensor("int8", (2,), [1, 2])))

    def test_a_wrong_result_of_several_is_named(self) -> None:
        one, other = Tensor("int8", (1,), [1]), Tensor("int8", (1,), [2])
        self.assertIsNone(first_difference({"y": one, "scale": other}, {"scale": other, "y": one}))
        self.assertEqual(first_difference({"y": one, "scale": one}, {"y": one, "scale": other}),
                         "scale: 1 of 1 elements; element 0 is 0x1 instead of 0x2")
        self.assertEqual(first_difference({"y": one}, {"y": one, "scale": other}), "['y'] instead of ['scale', 'y']")


class SeveralResults(unittest.TestCase):
    """An operator that is invented: the lowest bit of each element, and the rest."""

    def setUp(self) -> None:
        def split(arguments: Arguments, _: Variants) -> Results:
            x = arguments["x"]
            return {"low": x._replace(words=[word & 1 for word in x.words]), "rest": x._replace(words=[word & 0xFE for word in x.words])}

        OPERATORS["split"] = Operator(split, "")
        self.addCleanup(OPERATORS.pop, "split")

    def test_each_is_given_by_its_name(self) -> None:
        answer, outputs = Oracle(DEFAULT).call("split", {"x": ({"dtype": "int8", "shape": [2], "layout": "contiguous", "format": "ND",
                                                                "strides": [1], "offset": 0}, bytes([5, 6]))})
        self.assertEqual(answer["kind"], "completed")
        self.assertEqual([(output["name"], output["alias"], data) for output, data in outputs],
                         [("low", "", bytes([1, 0])), ("rest", "", bytes([4, 6]))])

    def test_each_of_a_backend_is_read(self) -> None:
        class Told(Backend):
            def __init__(self) -> None:
                self.shared, self.target = False, ""

            def ask(self, header: Header, body: bytes = b"") -> Tuple[Header, bytes]:
                names = ("low", "rest")
                outputs = [{"name": name, "alias": "", "dtype": "int8", "shape": [2], "at": [2 * i, 2]} for i, name in enumerate(names)]
                return {"type": "ended", "kind": "completed", "outputs": outputs}, bytes([1, 0, 4, 6])

        call = Call("split", "26.1.0", "eager", {"x": Tensor("int8", (2,), [5, 6])}, {})
        self.assertIsNone(first_difference(Told().run(call), expected(call, DEFAULT)))


if __name__ == "__main__":
    unittest.main()
