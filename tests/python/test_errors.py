"""heddle's errors are Python's exceptions, with the same texts."""

import unittest

import numpy as np

import heddle
from kernels import DEADLOCK, FOREVER, HEAD, SAXPY


class Errors(unittest.TestCase):
    def test_the_hierarchy_is_that_of_the_library(self) -> None:
        parents = {heddle.InputError: heddle.Error, heddle.UsageError: heddle.Error,
                   heddle.LaunchError: heddle.UsageError, heddle.IoError: heddle.Error,
                   heddle.UnsupportedError: heddle.Error, heddle.InterruptedError: heddle.Error,
                   heddle.KernelError: heddle.Error, heddle.ExecutionError: heddle.KernelError,
                   heddle.DeadlockError: heddle.KernelError, heddle.LimitError: heddle.KernelError,
                   heddle.Error: Exception}
        for error, parent in parents.items():
            self.assertEqual(error.__bases__, (parent,))

    def test_bad_ptx_shows_every_error_with_its_place(self) -> None:
        with self.assertRaises(heddle.InputError) as caught:
            heddle.Device().load(HEAD + ".visible .entry k() { add.u32 %r1, %r2; ret; }", "k.ptx")
        self.assertIn("k.ptx:5:", str(caught.exception))
        self.assertIn("^", str(caught.exception))

    def test_a_fault_has_its_site(self) -> None:
        device = heddle.Device()
        kernel = device.load(SAXPY, "saxpy.ptx").kernel()
        x = device.zeros(40, "float32", label="x")
        y = device.zeros(100, "float32", label="y")
        with self.assertRaises(heddle.ExecutionError) as caught:
            kernel.launch(2, 32, x, y, 1.0, 100)
        error = caught.exception
        self.assertEqual(error.kind, "bad address")
        self.assertEqual((error.site.kernel, error.site.file), ("saxpy", "saxpy.ptx"))
        self.assertEqual((error.site.block, error.site.thread), ((1, 0, 0), (8, 0, 0)))
        self.assertIn("ld.global.f32 %f2", error.site.instruction)
        self.assertIn("'x'", str(error))
        kernel.launch(1, 32, x, y, 1.0, 40)  # the device is as usable as before

    def test_deadlocks_and_limits_are_told_apart(self) -> None:
        with self.assertRaises(heddle.DeadlockError):
            heddle.Device().load(DEADLOCK).kernel().launch(1, 64)
        device = heddle.Device(max_warp_instructions=1000)
        out = device.zeros(1, "int64")
        with self.assertRaises(heddle.LimitError):
            device.load(FOREVER).kernel().launch(1, 1, out)
        self.assertGreater(out.read()[0], 0)

    def test_unsupported_instructions_are_refused_by_name(self) -> None:
        ptx = HEAD + """
.visible .entry k() {
  .reg .b32 %r<3>;
  mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.s8.s32 {%r1,%r2}, {%r1}, {%r2}, {%r1,%r2};
  ret;
}
"""
        module = heddle.Device().load(ptx)
        self.assertEqual(len(module.unsupported()), 1)
        with self.assertRaisesRegex(heddle.UnsupportedError, "mma"):
            module.kernel().launch(1, 32)

    def test_names_that_are_unknown_have_suggestions(self) -> None:
        for call, why in ((lambda: heddle.run("bitonik"), "bitonic"),
                          (lambda: heddle.run("bitonic", arch="pdoom"), "pdom"),
                          (lambda: heddle.run("bitonic", preset="femri"), "fermi"),
                          (lambda: heddle.run("bitonic", arch="pdom", settings={"core.wrap": 8}),
                           "core.warp"),
                          (lambda: heddle.sweep("bitonic", metrics="derived.ipcc", store=False),
                           "derived.ipc"),
                          (lambda: heddle.Engine(arch="pdoom"), "pdom"),
                          (lambda: heddle.machine(settings=["core.warp=7"]), "core.warp")):
            with self.assertRaisesRegex(heddle.UsageError, why):
                call()

    def test_wrong_types_are_exceptions(self) -> None:
        device = heddle.Device()
        for call in (lambda: device.load(3),  # type: ignore[arg-type]
                     lambda: device.load(None),  # type: ignore[arg-type]
                     lambda: device.buffer(np.zeros(3), label=4),  # type: ignore[arg-type]
                     lambda: device.launch(device, 1, 1),  # type: ignore[arg-type]
                     lambda: heddle.Device(engine=3),  # type: ignore[arg-type]
                     lambda: heddle.Device(memory_bytes=-1),
                     lambda: heddle.run(3),  # type: ignore[arg-type]
                     lambda: heddle.run("bitonic", seed="x"),  # type: ignore[arg-type]
                     lambda: heddle.sweep(7, store=False),  # type: ignore[arg-type]
                     lambda: heddle.Event(None)):  # type: ignore[arg-type]
            with self.assertRaises(TypeError):
                call()
        for refused in (lambda: heddle.Engine(settings={"core.warp": [8]}),
                        lambda: heddle.run("bitonic", size="tiny", seed=-1),
                        lambda: heddle.run("bitonic", size="tiny", seed=1 << 64),
                        lambda: heddle.run("bitonic", size="tiny", max_instructions=-1),
                        lambda: heddle.run("bitonic", arch="pdom", sample_every=-1),
                        lambda: heddle.run("bitonic", arch="pdom", observer=heddle.Observer),
                        lambda: heddle.run("bitonic", arch="pdom",
                                           schedulers=[heddle.Scheduler]),  # type: ignore[arg-type]
                        lambda: heddle.Engine(threads=0), lambda: heddle.Engine(observer=object()),
                        lambda: heddle.run("bitonic", settings={"core.warp": 8}),
                        lambda: heddle.run("bitonic", observer=object()),
                        lambda: heddle.run("bitonic", arch="pdom", parameters={"n": 3}),
                        lambda: heddle.run("bitonic", size="huge")):
            with self.assertRaises(heddle.UsageError):
                refused()


if __name__ == "__main__":
    unittest.main()
