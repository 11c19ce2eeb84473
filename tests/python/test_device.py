"""Buffers, modules, launches and their arguments."""

import ctypes
import pathlib
import tempfile
import unittest
from typing import Any

import numpy as np

import heddle
from kernels import ECHO, SAXPY

KINDS: list[Any] = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
         "float16", "float32", "float64", "complex64", "S3", [("a", "i4"), ("b", "f8")]]


class Buffers(unittest.TestCase):
    def test_values_dtype_and_shape_come_back(self) -> None:
        device = heddle.Device()
        for kind in KINDS:
            with self.subTest(kind=kind):
                random = np.random.default_rng(1).integers(1, 100, size=(3, 4, 2))
                values = random.astype(kind)
                buffer = device.buffer(values)
                again = buffer.read()
                self.assertEqual(again.dtype, values.dtype)
                self.assertEqual(again.shape, values.shape)
                self.assertEqual(again.tobytes(), values.tobytes())
                self.assertEqual((buffer.dtype, buffer.shape, buffer.nbytes),
                                 (values.dtype, values.shape, values.nbytes))

    def test_arrays_of_any_layout_are_copied_in_their_order(self) -> None:
        values = np.arange(24, dtype="int32").reshape(4, 6)
        device = heddle.Device()
        for view in (values.T, values[::2, ::-1], np.asfortranarray(values), values[1, 2]):
            np.testing.assert_array_equal(device.buffer(view).read(), view)

    def test_lists_become_arrays(self) -> None:
        buffer = heddle.Device().buffer([1, 2, 3], dtype="float32")
        np.testing.assert_array_equal(buffer.read(), np.array([1, 2, 3], "float32"))
        self.assertEqual(len(buffer), 3)
        np.testing.assert_array_equal(np.asarray(buffer, dtype="int64"), [1, 2, 3])

    def test_zeros_and_fill(self) -> None:
        buffer = heddle.Device().zeros((2, 3), "uint16", label="table")
        self.assertFalse(buffer.read().any())
        buffer.fill(1)
        self.assertTrue((buffer.read() == 257).all())
        self.assertIn("table", repr(buffer))
        for wrong in (-1, 256):
            with self.assertRaisesRegex(heddle.UsageError, "from 0 to 255"):
                buffer.fill(wrong)

    def test_a_read_array_is_a_copy(self) -> None:
        buffer = heddle.Device().buffer(np.zeros(3))
        buffer.read()[:] = 1
        self.assertFalse(buffer.read().any())

    def test_an_array_of_a_buffer_is_a_copy(self) -> None:
        buffer = heddle.Device().buffer(np.arange(3, dtype="int32"))
        np.testing.assert_array_equal(np.array(buffer), [0, 1, 2])
        # As numpy 2 asks.
        self.assertEqual(buffer.__array__(np.dtype("f4"), copy=True).dtype, np.dtype("f4"))
        self.assertEqual(buffer.__array__(copy=None).dtype, np.dtype("i4"))
        with self.assertRaisesRegex(ValueError, "is a copy"):
            buffer.__array__(copy=False)

    def test_elements_that_are_arrays_are_dimensions(self) -> None:
        buffer = heddle.Device().zeros(2, ("float32", (3,)))
        self.assertEqual((buffer.shape, buffer.dtype, buffer.nbytes), ((2, 3), np.dtype("f4"), 24))
        buffer.write(np.ones((2, 3), "float32"))
        self.assertTrue((buffer.read() == 1).all())

    def test_writes_of_another_kind_are_refused(self) -> None:
        buffer = heddle.Device().zeros(4, "float32", label="x")
        for values, why in ((np.zeros(4), "'x' holds float32, but the array has float64"),
                            (np.zeros(5, "f4"), r"shape \(4,\), but the array has \(5,\)"),
                            (np.zeros((4, 1), "f4"), "shape"),
                            ([1.0, 2.0, 3.0, 4.0], "takes an array, not list"),
                            (None, "takes an array, not NoneType")):
            with self.assertRaisesRegex(heddle.UsageError, why):
                buffer.write(values)  # type: ignore[arg-type]
        self.assertFalse(buffer.read().any())

    def test_elements_that_are_no_plain_bytes_are_refused(self) -> None:
        device = heddle.Device()
        for values in (np.array([{}, []], dtype=object), np.array(["a"]),
                       np.array(["2020-01-01"], dtype="datetime64[D]"), object()):
            with self.assertRaisesRegex(heddle.UsageError, "plain bytes"):
                device.buffer(values)  # type: ignore[arg-type]
        with self.assertRaisesRegex(heddle.UsageError, "byte order"):
            device.buffer(np.zeros(3, ">i4"))

    def test_impossible_sizes_are_refused(self) -> None:
        device = heddle.Device(memory_bytes=1 << 20)
        with self.assertRaises(heddle.UsageError):
            device.zeros(0)
        with self.assertRaises(heddle.UsageError):
            device.zeros((1 << 40, 1 << 40), "float64")
        with self.assertRaises(heddle.UsageError):
            device.zeros(1 << 20, "float64")
        with self.assertRaisesRegex(heddle.UsageError, "negative"):
            device.zeros(-1)
        with self.assertRaises(TypeError):
            device.zeros(1.5)  # type: ignore[arg-type]
        with self.assertRaises(TypeError):
            device.zeros(3, "no such type")


class Launches(unittest.TestCase):
    def setUp(self) -> None:
        self.device = heddle.Device()
        self.saxpy = self.device.load(SAXPY).kernel()
        self.x = self.device.buffer(np.arange(100, dtype="float32"), label="x")
        self.y = self.device.buffer(np.ones(100, dtype="float32"), label="y")

    def test_a_kernel_computes(self) -> None:
        counts = self.saxpy.launch(2, 64, self.x, self.y, 2.0, 100)
        np.testing.assert_array_equal(self.y.read(), 2 * np.arange(100, dtype="float32") + 1)
        self.assertEqual(counts["blocks"], 2)
        self.assertEqual(self.device.totals["launches"], 1)
        self.assertEqual(self.device.totals["thread_instructions"], counts["thread_instructions"])

    def test_grids_are_numbers_or_up_to_three(self) -> None:
        grids: list[Any] = [2, (2,), [2, 1], np.array([2, 1, 1]), np.int64(2)]
        for grid in grids:
            self.device.launch(self.saxpy, grid, (64, 1), self.x, self.y, 0, 100)
        for wrong in (0, -1, 1 << 40, "2", 1.5, (), (1, 2, 3, 4), None, (1, None)):
            with self.assertRaises(heddle.UsageError):
                self.device.launch(self.saxpy, wrong, 64, self.x, self.y,  # type: ignore[arg-type]
                                   0, 100)
        with self.assertRaises(heddle.LaunchError) as caught:
            self.saxpy.launch(1, 2048, self.x, self.y, 0, 100)
        self.assertEqual(caught.exception.of, "block")

    def test_arguments_are_checked_against_parameters(self) -> None:
        good = [self.x, self.y, 1.0, 100]
        for position, wrong, why in (
                (0, np.zeros(100, "f4"), "copy it to the device"),
                (0, 1.5, "floating-point"), (0, None, "pass a number or a buffer"),
                (0, "x", "no number"), (0, -(1 << 70), "outside"), (2, "2", "no number"),
                (2, self.x, "its address, which takes a parameter of 64 bits"),
                (2, 1e300, "too large"), (2, 10**400, "too large"),
                (3, 1.0, "round it"), (3, -1 << 40, "outside 0 to 4294967295"),
                (3, 1 << 32, "outside 0 to 4294967295"), (3, self.x, "64 bits"),
                (3, np.float32(1), "round it")):
            arguments = list(good)
            arguments[position] = wrong  # type: ignore[call-overload]
            with self.subTest(position=position, wrong=str(wrong)[:20]):
                with self.assertRaisesRegex(heddle.UsageError, why) as caught:
                    self.saxpy.launch(1, 32, *arguments)
                self.assertIn(f"parameter {position + 1}", str(caught.exception))
        with self.assertRaisesRegex(heddle.UsageError, "4 parameters.*gives 2"):
            self.saxpy.launch(1, 32, self.x, self.y)
        with self.assertRaisesRegex(TypeError, "no option 'n'"):
            self.saxpy.launch(1, 32, self.x, self.y, 1.0, n=100)  # type: ignore[call-arg]
        self.assertEqual(self.device.totals["launches"], 0)

    def test_every_kind_of_argument_arrives(self) -> None:
        class Pair(ctypes.Structure):
            _fields_ = [("a", ctypes.c_int32), ("b", ctypes.c_int32)]

        echo = self.device.load(ECHO).kernel("echo")
        out = self.device.zeros(32, "uint8")
        pairs = (np.array([7, -8], "int32"), np.array([7, -8], "int32").tobytes(), Pair(7, -8),
                 np.array([(7, -8)], "i4,i4")[0])
        for pair in pairs:
            echo.launch(1, 1, out, np.uint8(200), -5, np.float32(1.5), np.float32(0.25), pair)
            data = out.read()
            self.assertEqual(data[0], 200)
            self.assertEqual(data[4:8].view("int32"), -5)
            self.assertEqual(data[8:12].view("float32"), 1.5)
            self.assertEqual(data[16:24].view("float64"), 0.25)
            self.assertEqual(list(data[24:32].view("int32")), [7, -8])
        echo.launch(1, 1, out.address, True, np.int64(9), -1, 3, pairs[0])
        self.assertEqual(out.read()[8:12].view("int32"), -1)
        for position, wrong, why in ((1, 256, "outside 0 to 255"), (2, 1 << 31, "outside"),
                                     (3, 1.5, r"numpy.float32\(1.5\)"),
                                     (3, np.float64(1.5), "has 8 bytes, the parameter 4"),
                                     (5, b"1234", "has 4 bytes, the parameter 8"),
                                     (5, 3, "is not bytes"), (5, self.x, "64 bits")):
            arguments = [out, 1, 1, 1, 1, pairs[0]]
            arguments[position] = wrong  # type: ignore[call-overload]
            with self.subTest(position=position, wrong=str(wrong)), \
                    self.assertRaisesRegex(heddle.UsageError, why):
                echo.launch(1, 1, *arguments)

    def test_kernels_tell_of_themselves(self) -> None:
        self.assertEqual([(p["name"], p["type"]) for p in self.saxpy.parameters],
                         [("x", "u64"), ("y", "u64"), ("a", "f32"), ("n", "u32")])
        self.assertEqual(self.device.load(ECHO)["echo"].parameters[5]["type"], "b8[8]")
        self.assertGreater(self.saxpy.attributes["registers"], 0)
        self.assertIn("saxpy", repr(self.saxpy))

    def test_unknown_kernels_are_named(self) -> None:
        with self.assertRaisesRegex(heddle.UsageError, "has: saxpy"):
            self.device.load(SAXPY)["sax"]

    def test_symbols_are_read_and_written(self) -> None:
        module = self.device.load(ECHO)
        self.assertEqual(module.symbols, {"scale": 16})
        module.write_symbol("scale", np.array([1, 2], "int32"), offset=4)
        np.testing.assert_array_equal(module.read_symbol("scale", "int32"), [0, 1, 2, 0])
        with self.assertRaises(heddle.UsageError):
            module.write_symbol("scale", np.zeros(5, "int32"))
        with self.assertRaisesRegex(heddle.UsageError, "no multiple"):
            module.read_symbol("scale", "S3")
        with self.assertRaisesRegex(heddle.UsageError, "named 'skale'"):
            module.read_symbol("skale", "int32")

    def test_files_are_loaded_and_linked(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "saxpy.ptx"
            file.write_text(SAXPY)
            self.assertEqual(self.device.load_file(file).kernels, ["saxpy"])
            other = pathlib.Path(folder) / "echo.ptx"
            other.write_text(ECHO)
            self.assertEqual(sorted(self.device.load_linked_files([file, str(other)]).kernels),
                             ["echo", "saxpy"])
            with self.assertRaises(heddle.IoError):
                self.device.load_file(file.with_name("none.ptx"))

    def test_streams_and_events_count_work(self) -> None:
        stream, other = heddle.Stream(self.device), heddle.Stream(self.device)
        start, end = heddle.Event(self.device), heddle.Event(self.device)
        stream.record(start)
        counts = self.saxpy.launch(2, 64, self.x, self.y, 2.0, 100, stream=stream)
        stream.record(end)
        other.wait(end)
        self.assertEqual(heddle.elapsed(start, end)["launches"], 1)
        self.assertEqual(heddle.elapsed(start, end)["warp_instructions"],
                         counts["warp_instructions"])
        with self.assertRaises(heddle.UsageError):
            heddle.elapsed(end, start)
        with self.assertRaises(heddle.UsageError):
            heddle.elapsed(start, heddle.Event(self.device))
        with self.assertRaisesRegex(heddle.UsageError, "another device"):
            self.saxpy.launch(2, 64, self.x, self.y, 2.0, 100, stream=heddle.Stream(heddle.Device()))


if __name__ == "__main__":
    unittest.main()
