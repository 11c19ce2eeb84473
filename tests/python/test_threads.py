"""The GIL, Ctrl-C, exceptions of callbacks, and lifetimes. Nothing here depends on time: where a
test waits, it waits for something that happens unless there is a defect, and a kernel that would run
forever has a limit on its instructions."""

import contextlib
import gc
import io
import os
import signal
import subprocess
import sys
import threading
import time
import unittest
import weakref

import numpy as np

import heddle
from kernels import COUNT, FOREVER, PRINT, SAXPY

# A kernel that nothing stops ends here, after minutes.
LIMIT = 50_000_000


def setUpModule() -> None:
    # A job in the background of a shell ignores SIGINT, and so would these tests.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    unittest.addModuleCleanup(signal.signal, signal.SIGINT, before)


def interrupter(device: heddle.Device) -> threading.Thread:
    """A thread that sends Ctrl-C once the device is in use: then the launch has begun."""

    def work() -> None:
        try:
            while True:
                device.totals
        except heddle.UsageError:
            os.kill(os.getpid(), signal.SIGINT)

    return threading.Thread(target=work)


class Launcher:
    """A timed launch that lasts until something stops it."""

    def __init__(self, **options: object) -> None:
        self.started = threading.Event()
        self.engine = heddle.Engine("small", progress=self.progress,
                                    **options)  # type: ignore[arg-type]
        self.device = heddle.Device(engine=self.engine, max_warp_instructions=LIMIT)
        self.out = self.device.zeros(1, "int64")
        self.kernel = self.device.load(FOREVER).kernel()

    def progress(self, progress: heddle.Progress) -> None:
        self.started.set()

    def launch(self) -> None:
        self.kernel.launch(1, 1, self.out)


class Stopped(Exception):
    pass


class Threads(unittest.TestCase):
    def test_other_threads_run_while_a_simulation_does(self) -> None:
        launcher = Launcher()
        steps = []

        def work() -> None:
            launcher.started.wait()
            for step in range(1000):
                steps.append(step)
            os.kill(os.getpid(), signal.SIGINT)

        other = threading.Thread(target=work)
        other.start()
        with self.assertRaises(KeyboardInterrupt):
            launcher.launch()
        other.join()
        self.assertEqual(len(steps), 1000)
        # The device is as usable as before.
        count = launcher.device.load(COUNT).kernel()
        out = launcher.device.zeros(1, "uint32")
        count.launch(1, 1, out, 10)
        self.assertEqual(out.read()[0], 10)

    def test_ctrl_c_ends_a_functional_launch(self) -> None:
        device = heddle.Device(max_warp_instructions=LIMIT)
        out = device.zeros(1, "int64")
        kernel = device.load(FOREVER).kernel()

        other = interrupter(device)
        with self.assertRaises(KeyboardInterrupt):
            other.start()
            kernel.launch(1, 1, out)
        other.join()

    def test_any_signal_handler_may_end_a_launch(self) -> None:
        def stop(number: int, frame: object) -> None:
            raise Stopped

        launcher = Launcher()
        before = signal.signal(signal.SIGUSR1, stop)
        try:
            def work() -> None:
                launcher.started.wait()
                os.kill(os.getpid(), signal.SIGUSR1)

            other = threading.Thread(target=work)
            other.start()
            with self.assertRaises(Stopped):
                launcher.launch()
            other.join()
        finally:
            signal.signal(signal.SIGUSR1, before)

    def test_two_threads_simulate_at_once(self) -> None:
        documents = {}

        def work(seed: int) -> None:
            documents[seed] = heddle.run("bitonic", size="tiny", preset="small", seed=seed).document

        threads = [threading.Thread(target=work, args=(seed,)) for seed in (1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for seed in (1, 2):
            self.assertEqual(documents[seed], heddle.run("bitonic", size="tiny", preset="small",
                                                         seed=seed).document)

    def test_the_interpreter_ends_during_a_simulation(self) -> None:
        script = """
import atexit, sys, threading
# Before it imports heddle: to be called after heddle's own.
atexit.register(lambda: print(heddle.run("fig7", size="tiny", preset="small").correct))
import heddle
from kernels import FOREVER
started = threading.Event()
class Observer(heddle.Observer):
    def issued(self, cycle, packet):
        started.set()
def work():
    while True:
        device = heddle.Device(engine=heddle.Engine("small", observer=Observer()))
        device.load(FOREVER).kernel().launch(1, 1, device.zeros(1, "int64"))
threading.Thread(target=work, daemon=True).start()
started.wait()
sys.exit(5)
"""
        ended = subprocess.run([sys.executable, "-c", script], cwd=os.path.dirname(__file__),
                               capture_output=True, text=True, timeout=120)
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (5, "True\n", ""))

    def test_a_device_in_use_is_refused_to_others(self) -> None:
        launcher = Launcher()
        raised: list[BaseException] = []

        def work() -> None:
            launcher.started.wait()
            for call in (launcher.out.read, launcher.launch, launcher.device.close,
                         lambda: launcher.engine.results):
                try:
                    call()
                except Exception as error:
                    raised.append(error)
            os.kill(os.getpid(), signal.SIGINT)

        other = threading.Thread(target=work)
        other.start()
        with self.assertRaises(KeyboardInterrupt):
            launcher.launch()
        other.join()
        self.assertEqual([type(error) for error in raised], [heddle.UsageError] * 4)
        self.assertIn("in use", str(raised[0]))
        self.assertIs(launcher.device.engine, launcher.engine)


class Callbacks(unittest.TestCase):
    def test_exceptions_of_callbacks_end_the_launch(self) -> None:
        class Observer:
            def issued(self, cycle: int, packet: heddle.Packet) -> None:
                raise Stopped("issued")

        def progress(progress: heddle.Progress) -> None:
            raise Stopped("progress")

        launchers = [Launcher(observer=Observer()), Launcher()]
        engine = heddle.Engine("small", progress=progress)
        device = heddle.Device(engine=engine, max_warp_instructions=LIMIT)
        with self.assertRaisesRegex(Stopped, "issued"):
            launchers[0].launch()
        with self.assertRaisesRegex(Stopped, "progress"):
            device.load(FOREVER).kernel().launch(1, 1, device.zeros(1, "int64"))
        self.assertTrue(engine.results[0].partial)

    def test_exceptions_end_runs_and_keep_their_traceback(self) -> None:
        class Observer:
            def issued(self, cycle: int, packet: heddle.Packet) -> None:
                raise Stopped

        try:
            heddle.run("bitonic", size="tiny", arch="pdom", observer=Observer())
        except Stopped as error:
            frames = []
            trace = error.__traceback__
            while trace:
                frames.append(trace.tb_frame.f_code.co_name)
                trace = trace.tb_next
            self.assertEqual(frames[-1], "issued")
        else:
            self.fail("nothing was raised")

    def test_ctrl_c_reaches_a_callback_that_never_returns(self) -> None:
        class Observer:
            def issued(self, cycle: int, packet: heddle.Packet) -> None:
                os.kill(os.getpid(), signal.SIGINT)
                while True:
                    time.sleep(0.001)

        with self.assertRaises(KeyboardInterrupt):
            heddle.run("bitonic", size="tiny", arch="pdom", observer=Observer())

    def test_ctrl_c_ends_what_a_callback_simulates(self) -> None:
        device = heddle.Device(max_warp_instructions=LIMIT)
        out, kernel = device.zeros(1, "int64"), device.load(FOREVER).kernel()
        ended: list[BaseException] = []

        class Observer:
            def issued(self, cycle: int, packet: heddle.Packet) -> None:
                try:
                    kernel.launch(1, 1, out)
                except heddle.Error as error:
                    ended.append(error)

        other = interrupter(device)
        with self.assertRaises(KeyboardInterrupt):
            other.start()
            heddle.run("bitonic", size="tiny", arch="pdom", observer=Observer())
        other.join()
        self.assertIsInstance(ended[0], heddle.InterruptedError)

    def test_a_callback_cannot_use_the_device_that_runs(self) -> None:
        class Observer:
            def __init__(self) -> None:
                self.buffer: heddle.Buffer | None = None

            def issued(self, cycle: int, packet: heddle.Packet) -> None:
                assert self.buffer is not None
                self.buffer.read()

        observer = Observer()
        launcher = Launcher(observer=observer)
        observer.buffer = launcher.out
        with self.assertRaisesRegex(heddle.UsageError, "callback of that launch"):
            launcher.launch()

    def test_a_callback_may_simulate_on_its_own(self) -> None:
        class Observer:
            inner: heddle.Run | None = None

            def issued(self, cycle: int, packet: heddle.Packet) -> None:
                if self.inner is None:
                    self.inner = heddle.run("fig7", size="tiny", preset="small")

        observer = Observer()
        heddle.run("bitonic", size="tiny", preset="small", observer=observer)
        assert observer.inner is not None
        self.assertTrue(observer.inner.correct)

    def test_what_kernels_print_goes_where_python_prints(self) -> None:
        lines: list[str] = []
        heddle.Device(print=lines.append).load(PRINT).kernel().launch(1, 2)
        self.assertEqual("".join(lines), "7\ufffd\n" * 2)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            heddle.Device().load(PRINT).kernel().launch(1, 1)
        self.assertEqual(out.getvalue(), "7\ufffd\n")

        def fail(text: str) -> None:
            raise Stopped(text)

        device = heddle.Device(print=fail)
        with self.assertRaisesRegex(Stopped, "7"):
            device.load(PRINT).kernel().launch(1, 1)


class Lifetimes(unittest.TestCase):
    def test_a_buffer_keeps_its_device(self) -> None:
        device = heddle.Device()
        buffer = device.buffer(np.arange(5))
        del device
        gc.collect()
        np.testing.assert_array_equal(buffer.read(), np.arange(5))

    def test_a_kernel_keeps_its_module_and_device(self) -> None:
        device = heddle.Device()
        x, y = device.buffer(np.ones(32, "f4")), device.zeros(32)
        kernel = device.load(SAXPY).kernel()
        del device
        gc.collect()
        kernel.launch(1, 32, x, y, 2.0, 32)
        self.assertTrue((y.read() == 2).all())

    def test_nothing_works_after_close(self) -> None:
        device = heddle.Device()
        module = device.load(SAXPY)
        kernel, x = module.kernel(), device.zeros(4)
        stream, event = heddle.Stream(device), heddle.Event(device)
        with device:
            pass
        self.assertTrue(device.closed)
        device.close()
        for call in (x.read, lambda: x.write(np.zeros(4, "f4")), lambda: x.fill(0), x.free,
                     lambda: x.address, lambda: device.zeros(4), lambda: device.load(SAXPY),
                     lambda: device.totals, lambda: kernel.launch(1, 1, 0, 0, 0, 0),
                     lambda: kernel.attributes, lambda: stream.record(event),
                     lambda: heddle.Event(device), lambda: module.read_symbol("x", "f4")):
            with self.assertRaisesRegex(heddle.UsageError, "closed"):
                call()

    def test_a_freed_buffer_is_an_error_and_a_fault(self) -> None:
        device = heddle.Device()
        x, y = device.zeros(32, label="x"), device.zeros(32, label="y")
        address = x.address
        x.free()
        x.free()
        with self.assertRaisesRegex(heddle.UsageError, "'x' was freed"):
            x.read()
        kernel = device.load(SAXPY).kernel()
        with self.assertRaisesRegex(heddle.UsageError, "'x' was freed"):
            kernel.launch(1, 32, x, y, 1.0, 32)
        with self.assertRaisesRegex(heddle.ExecutionError, "'x'"):
            kernel.launch(1, 32, address, y, 1.0, 32)

    def test_buffers_of_another_device_are_refused(self) -> None:
        device, other = heddle.Device(), heddle.Device()
        kernel = device.load(SAXPY).kernel()
        with self.assertRaisesRegex(heddle.UsageError, "another device"):
            kernel.launch(1, 32, other.zeros(32), device.zeros(32), 1.0, 32)
        with self.assertRaisesRegex(heddle.UsageError, "another device"):
            other.launch(kernel, 1, 32, device.zeros(32), device.zeros(32), 1.0, 32)

    def test_what_is_dropped_during_a_launch_is_freed_after_it(self) -> None:
        class Observer:
            def __init__(self) -> None:
                self.things: list[object] = []

            def issued(self, cycle: int, packet: heddle.Packet) -> None:
                self.things.clear()
                gc.collect()

        observer = Observer()
        engine = heddle.Engine("small", observer=observer)
        device = heddle.Device(engine=engine)
        buffer = device.zeros(32)
        address = buffer.address
        kernel = device.load(SAXPY).kernel()
        observer.things = [buffer, device.load(SAXPY)]
        y = device.zeros(32)
        del buffer
        kernel.launch(1, 32, address, y, 1.0, 32)  # reads the buffer to the end
        with self.assertRaises(heddle.ExecutionError):
            kernel.launch(1, 32, address, y, 1.0, 32)

    def test_devices_end_with_their_last_user(self) -> None:
        engine = heddle.Engine("small")
        alive = weakref.ref(engine)
        device = heddle.Device(engine=engine)
        buffer = device.zeros(4)
        del device, engine
        gc.collect()
        self.assertIsNotNone(buffer.read())
        del buffer
        gc.collect()
        self.assertIsNone(alive())


if __name__ == "__main__":
    unittest.main()
