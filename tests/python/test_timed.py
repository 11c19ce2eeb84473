"""Engines, statistics, observers and runs of workloads."""

import json
import pathlib
import tempfile
import unittest
from collections import Counter

import numpy as np

import heddle
from kernels import SAXPY

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAUNCH = ROOT / "examples" / "launch" / "saxpy.toml"


def launch_saxpy(engine: heddle.Engine) -> None:
    with heddle.Device(engine=engine) as device:
        x, y = device.buffer(np.ones(512, "f4")), device.zeros(512)
        device.load(SAXPY).kernel().launch(4, 128, x, y, 3.0, 512)
        np.testing.assert_array_equal(y.read(), np.full(512, 3, "f4"))


class Engines(unittest.TestCase):
    def test_a_launch_takes_time_and_is_counted(self) -> None:
        engine = heddle.Engine("small", "dwf", {"sms": 1})
        launch_saxpy(engine)
        (result,) = engine.results
        self.assertEqual((result.number, result.kernel, result.grid, result.block, result.partial),
                         (1, "saxpy", (4, 1, 1), (128, 1, 1), False))
        self.assertGreater(result.cycles, 0)
        self.assertEqual(engine.statistics["cycles"], result.cycles)
        self.assertEqual(set(result.statistics) - set(heddle.statistics()), set())
        self.assertEqual(engine.machine["sms"], 1)
        self.assertEqual(engine.arch, "dwf")
        frame = engine.frame()
        self.assertEqual(frame["cycles"][0], result.cycles)
        self.assertTrue(engine.branches().empty)  # the kernel has none

    def test_results_do_not_depend_on_host_threads_or_checks(self) -> None:
        frames = []
        for options in ({}, {"threads": 3}, {"check": True}):
            engine = heddle.Engine("small", "pdom", **options)  # type: ignore[arg-type]
            launch_saxpy(engine)
            frames.append(engine.frame())
        for frame in frames[1:]:
            self.assertTrue(frame.equals(frames[0]))

    def test_archs_and_presets_are_files_as_well(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            arch = pathlib.Path(folder) / "mine.toml"
            arch.write_text('inherits = "pdom"\n[arch]\nschedule = "oldest"\n')
            engine = heddle.Engine("small", arch)
            self.assertEqual(engine.arch, "mine")
            self.assertEqual(engine.machine["arch"]["schedule"], "oldest")
            preset = pathlib.Path(folder) / "machine.toml"
            preset.write_text(heddle.machine_toml("small", arch, ["sms=1"]))
            self.assertEqual(heddle.machine(preset)["sms"], 1)
            arch.write_text("[arch]\nschedul = 3\n")
            with self.assertRaisesRegex(heddle.InputError, "mine.toml:2:1"):
                heddle.Engine("small", arch)
            with self.assertRaises(heddle.IoError):
                heddle.Engine("small", arch.with_name("none.toml"))

    def test_one_device_has_an_engine(self) -> None:
        engine = heddle.Engine("small")
        first = heddle.Device(engine=engine)
        with self.assertRaisesRegex(heddle.UsageError, "belongs to another device"):
            heddle.Device(engine=engine)
        first.close()
        heddle.Device(engine=engine)


class Watcher(heddle.Observer):
    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.threads = 0
        self.cycles: list[int] = []
        self.instructions: set[str] = set()

    def launch_begins(self, cycle: int, kernel: str, grid: tuple[int, int, int],
                      block: tuple[int, int, int]) -> None:
        self.seen["launches"] += 1
        assert kernel == "saxpy" and grid == (4, 1, 1) and block == (128, 1, 1)

    def issued(self, cycle: int, packet: heddle.Packet) -> None:
        self.seen["issued"] += 1
        self.threads += packet.threads
        self.cycles.append(cycle)
        self.instructions.add(packet.instruction)
        assert sum(bin(mask).count("1") for _, mask in packet.tiles) == packet.threads
        assert packet.line > 0 and "heddle.Packet" in repr(packet)

    def completed(self, cycle: int, sm: int, packet: int) -> None:
        self.seen["completed"] += 1


class Observers(unittest.TestCase):
    def test_every_packet_is_seen_in_the_order_of_time(self) -> None:
        watcher = Watcher()
        engine = heddle.Engine("small", "pdom", observer=watcher)
        launch_saxpy(engine)
        total = engine.statistics
        self.assertEqual(watcher.seen, {"launches": 1, "issued": total["warp_instructions"],
                                        "completed": total["warp_instructions"]})
        self.assertEqual(watcher.threads, total["thread_instructions"])
        self.assertEqual(watcher.cycles, sorted(watcher.cycles))
        self.assertIn("fma.rn.f32 %f4, %f1, %f2, %f3", watcher.instructions)

    def test_an_observer_changes_nothing_and_may_be_any_object(self) -> None:
        class Any:
            count = 0

            def issued(self, cycle: int, packet: heddle.Packet) -> None:
                self.count += 1

        alone = heddle.run("fig7", size="tiny", preset="small")
        watcher = Any()
        watched = heddle.run("fig7", size="tiny", preset="small", observer=watcher)
        self.assertEqual(alone.document, watched.document)
        self.assertEqual(watcher.count, alone.statistics["warp_instructions"])


class Runs(unittest.TestCase):
    def test_a_workload_runs_under_an_arch(self) -> None:
        run = heddle.run("bitonic", size="tiny", arch="dwf", preset="small")
        self.assertTrue(run.correct and run.timed)
        self.assertEqual(run.arch, "dwf")
        self.assertEqual(run.machine["name"], "small")
        self.assertEqual(sum(launch.cycles for launch in run.launches), run.cycles)
        self.assertEqual(len(run.frame()), len(run.launches))
        self.assertEqual(list(run.frame("kernel")["kernel"]), list(run.kernels))
        self.assertEqual(sum(int(k["cycles"] or 0) for k in run.kernels.values()), run.cycles)
        self.assertGreater(run.branches()["executed"].sum(), 0)
        self.assertIn("dwf", repr(run))
        with self.assertRaises(ValueError):
            run.frame("sm")

    def test_the_document_is_that_of_the_command(self) -> None:
        run = heddle.run("fig7", size="tiny", arch="pdom", preset="small", sample_every=1000)
        self.assertEqual(run.document["schema"], "heddle-run/1")
        self.assertEqual(json.loads(json.dumps(run.document)), run.document)
        samples = run.samples()
        self.assertEqual(samples["thread_instructions"].sum(),
                         run.statistics["thread_instructions"])

    def test_launches_have_the_same_numbers_everywhere(self) -> None:
        run = heddle.run("bitonic", size="tiny", arch="pdom", preset="small", sample_every=1000)
        numbers = set(run.frame()["launch"])
        self.assertEqual(numbers, {launch.number for launch in run.launches})
        self.assertEqual(numbers, set(run.branches()["launch"]))
        self.assertEqual(numbers, set(run.samples()["launch"]))
        both = run.frame().merge(run.branches(), on="launch")
        self.assertTrue((both["kernel_x"] == both["kernel_y"]).all())

    def test_one_statistic_is_sampled(self) -> None:
        run = heddle.run("fig7", size="tiny", arch="pdom", preset="small", sample_every=1000,
                         sample="derived.ipc")
        self.assertEqual(list(run.samples().columns), ["launch", "kernel", "cycles", "derived.ipc"])

    def test_without_an_arch_there_is_no_timing(self) -> None:
        run = heddle.run("bitonic", size="tiny", parameters={"n": 128}, seed=3)
        self.assertTrue(run.correct and not run.timed)
        self.assertEqual(run.cycles, 0)
        self.assertEqual(sum(int(k["thread_instructions"] or 0) for k in run.kernels.values()),
                         run.statistics["thread_instructions"])
        self.assertEqual(len(run.frame()), run.statistics["launches"])
        self.assertTrue(run.branches().empty and run.samples().empty)

    def test_launch_descriptions_run_and_show_differences(self) -> None:
        self.assertTrue(heddle.run(LAUNCH, outputs=False).correct)
        self.assertTrue(heddle.run(LAUNCH, preset="small", outputs=False).correct)
        with self.assertRaisesRegex(heddle.UsageError, "for workloads"):
            heddle.run(LAUNCH, size="tiny")
        with self.assertRaises(heddle.IoError):
            heddle.run("none.toml")
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "saxpy.ptx").write_text(SAXPY)
            (folder / "bad.toml").write_text("""
ptx = "saxpy.ptx"
grid = 1
block = 32
[[param]]
buffer = { name = "x", type = "f32", count = 4 }
[[param]]
buffer = { name = "y", type = "f32", count = 4 }
[[param]]
type = "f32"
value = 1.0
[[param]]
type = "u32"
value = 4
[[compare]]
buffer = "y"
values = [1.0, 0.0, 0.0, 0.0]
""")
            run = heddle.run(folder / "bad.toml")
            self.assertFalse(run.correct)
            self.assertIn("DIFFERS", repr(run))
            self.assertIn("1 of 4 values", run.findings[0].detail)

    def test_lists_name_what_there_is(self) -> None:
        self.assertIn("dwf", heddle.archs())
        self.assertIn("fermi", heddle.presets())
        self.assertIn("oldest", heddle.schedulers())
        self.assertEqual(set(heddle.workloads()["bitonic"]["sizes"]), {"tiny", "small", "paper"})
        self.assertIn("core.warp", heddle.configuration_keys())
        self.assertEqual(heddle.statistics()["cycles"][0], "core cycles")


if __name__ == "__main__":
    unittest.main()
