"""Sweeps, comparisons and the store."""

import os
import pathlib
import pickle
import signal
import subprocess
import tempfile
import time
import unittest
import warnings
from typing import Any

import heddle

AXES = {"names": ["fig7", "bitonic"], "size": "tiny", "presets": "small",
        "archs": ["pdom", "dwf"], "settings": {"core.warp": [16, 32, 64]},
        "derive": {"core.lanes": "min(32, core.warp)", "core.max_warps": "1536 / core.warp"}}
COMMAND = os.environ.get("HEDDLE_COMMAND", "")


def setUpModule() -> None:
    # A job in the background of a shell ignores SIGINT, and so would these tests.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    unittest.addModuleCleanup(signal.signal, signal.SIGINT, before)


class Sweeps(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.store = self.folder / "runs.db"

    def test_every_combination_is_a_line(self) -> None:
        seen: list[tuple[int, int]] = []
        frame = heddle.sweep(**AXES, store=self.store,  # type: ignore[arg-type]
                             progress=lambda done, all, left: seen.append((done, all)))
        self.assertEqual(len(frame), 10)
        self.assertEqual(sorted(seen), [(done, 10) for done in range(11)])
        self.assertEqual(frame["core.warp"].dtype.kind, "i")
        self.assertTrue((frame["core.max_warps"] == 1536 // frame["core.warp"]).all())
        self.assertTrue(frame["failure"].isna().all())
        self.assertEqual(len(frame.attrs["refused"]), 2)
        self.assertIn("at most 32 threads", frame.attrs["refused"][0]["why"])
        one = heddle.run("bitonic", size="tiny", preset="small", arch="dwf",
                         settings={"core.warp": 16, "core.lanes": 16, "core.max_warps": 96})
        line = frame[(frame["workload"] == "bitonic") & (frame["arch"] == "dwf") &
                     (frame["core.warp"] == 16)]
        self.assertEqual(line["cycles"].item(), one.cycles)
        again = heddle.sweep(**AXES, store=self.store)  # type: ignore[arg-type]
        self.assertEqual(again.attrs["stored"], 10)
        self.assertTrue(again.equals(frame))

    def test_metrics_kernels_seeds_and_parameters(self) -> None:
        frame = heddle.sweep("bitonic", size="tiny", presets=["small"], seeds="1:2",
                             parameters={"n": [128, 256]}, metrics={"ipc": "derived.ipc"},
                             store=False)
        self.assertEqual(list(frame.columns), ["workload", "arch", "preset", "size", "n", "seed",
                                               "ipc", "failure"])
        self.assertEqual(list(frame["seed"]), [1, 2, 1, 2])
        kernels = heddle.sweep("bitonic", size="tiny", presets="small", store=False, by="kernel")
        self.assertEqual(kernels["kernel"].nunique(), 2)

    def test_keys_are_zipped(self) -> None:
        frame = heddle.sweep("fig7", size="tiny", presets="small", archs="pdom", store=False,
                             settings={"core.warp": [16, 32], "core.lanes": [16, 32],
                                       "core.max_warps": [96, 48]},
                             zip=["core.warp", "core.lanes", "core.max_warps"])
        self.assertEqual(len(frame), 2)

    def test_everything_may_be_written_as_for_the_command(self) -> None:
        options = {"names": "fig7", "size": "tiny", "presets": "small", "archs": "pdom",
                   "store": False}
        ways = [heddle.sweep(**options, **way) for way in (  # type: ignore[arg-type]
            {"settings": {"core.warp": [16, 32], "core.lanes": [16, 32]},
             "zip": ["core.warp", "core.lanes"], "derive": {"core.max_warps": "1536 / core.warp"}},
            {"settings": ["core.warp=16,32", "core.lanes=16,32"], "zip": "core.warp,core.lanes",
             "derive": ["core.max_warps = 1536 / core.warp"]})]
        self.assertEqual(len(ways[0]), 2)
        self.assertTrue(ways[0].equals(ways[1]))
        with self.assertRaisesRegex(heddle.UsageError, "--set core.warp=: a value is empty"):
            heddle.sweep("fig7", settings="core.warp=", store=False)

    def test_what_cannot_be_swept_is_an_error(self) -> None:
        wrong: list[dict[str, object]]
        wrong = [{"names": []}, {"names": "bitonic", "settings": {"core.warp": []}},
                        {"names": "bitonic", "settings": {"core.wrap": 3}},
                        {"names": "bitonic", "settings": {"core.warp": 7}},
                        {"names": "bitonic", "zip": ["core.warp"]},
                        {"names": "bitonic", "by": "sm"}, {"names": "bitonic", "jobs": 0},
                        {"names": "bitonic", "archs": ["pdom", "none"]},
                        {"names": "bitonic", "study": "mine.toml"},
                        {"names": "bitonic", "metrics": {"failure": "cycles"}},
                        {"names": "bitonic", "metrics": ["cycles", "cycles=derived.ipc"]},
                        {"names": "bitonic", "seeds": -1}, {"names": "bitonic", "seeds": []},
                        {"names": "bitonic", "presets": []}, {"study": "mine.toml", "seeds": 0},
                        {"names": "bitonic", "store": ""}]
        for options in wrong:
            with self.subTest(options=options), self.assertRaises(heddle.UsageError):
                heddle.sweep(**{"store": False, **options})  # type: ignore[arg-type]
        with self.assertRaises(heddle.IoError):
            heddle.sweep("bitonic", store=self.folder)

    def test_a_run_that_fails_is_a_line(self) -> None:
        frame = heddle.sweep(["fig7"], size="tiny", presets="small", store=False,
                             settings={"max_cycles": [0, 100]})
        self.assertEqual(list(frame["failure"].isna()), [True, False])
        self.assertIn("limit of 100 cycles", frame["failure"][1])

    def test_ctrl_c_keeps_what_is_done(self) -> None:
        def progress(done: int, all: int, left: float) -> None:
            if done == 3:
                os.kill(os.getpid(), signal.SIGINT)
                while True:  # until Ctrl-C arrives here
                    time.sleep(0.001)

        with self.assertRaises(heddle.SweepInterrupted) as caught:
            heddle.sweep(**AXES, store=self.store, jobs=1,  # type: ignore[arg-type]
                         progress=progress)
        self.assertIsInstance(caught.exception, KeyboardInterrupt)
        self.assertIn("continues", str(caught.exception))
        copied = pickle.loads(pickle.dumps(caught.exception))
        self.assertTrue(copied.frame.equals(caught.exception.frame))
        frame = caught.exception.frame
        self.assertEqual(frame["failure"].isna().sum(), 3)
        self.assertEqual(len(heddle.query(store=self.store)), 3)
        again = heddle.sweep(**AXES, store=self.store)  # type: ignore[arg-type]
        self.assertEqual(again.attrs["stored"], 3)
        done = frame["failure"].isna()
        self.assertTrue((frame[done]["cycles"] == again[done]["cycles"]).all())

    def test_an_exception_of_the_callback_ends_the_sweep(self) -> None:
        def progress(done: int, all: int, left: float) -> None:
            if done == 2:
                raise ZeroDivisionError("mine")

        with self.assertRaisesRegex(ZeroDivisionError, "mine"):
            heddle.sweep(**AXES, store=self.store, jobs=1,  # type: ignore[arg-type]
                         progress=progress)
        self.assertEqual(len(heddle.query(store=self.store)), 2)

    def test_a_plan_runs_nothing(self) -> None:
        options = {k: v for k, v in AXES.items()}
        plan = heddle.plan(**options, store=self.store)  # type: ignore[arg-type]
        self.assertEqual(list(plan["state"].unique()), ["to run"])
        self.assertIsNone(plan.attrs["seconds"])
        heddle.sweep("fig7", size="tiny", presets="small", archs="pdom", store=self.store,
                     settings={"core.warp": 32},
                     derive=AXES["derive"])  # type: ignore[arg-type]
        plan = heddle.plan(**options, store=self.store)  # type: ignore[arg-type]
        self.assertEqual((plan["state"] == "finished").sum(), 1)
        self.assertGreater(plan.attrs["seconds"], 0)
        self.assertEqual(len(plan.attrs["refused"]), 2)

    def test_a_study_is_swept(self) -> None:
        study = self.folder / "mine.toml"
        study.write_text("""
title = "warps"
preset = "small"
[sweep]
workloads = ["fig7"]
archs = ["pdom", "dwf"]
set = { "core.warp" = [16, 32] }
derive = { "core.lanes" = "core.warp", "core.max_warps" = "1536 / core.warp" }
[metrics]
ipc = "derived.ipc"
""")
        frame = heddle.sweep(study=study, size="tiny", store=False)
        self.assertEqual((len(frame), frame.columns[-2]), (4, "ipc"))

    def test_the_store_is_asked(self) -> None:
        heddle.sweep(**AXES, store=self.store)  # type: ignore[arg-type]
        frame = heddle.query(["workload=bitonic", "core.warp=16,32", "cycles>=1"],
                             metrics=["derived.ipc"], store=self.store)
        self.assertEqual(len(frame), 4)
        self.assertEqual(set(frame["core.warp"]), {16, 32})
        with self.assertRaises(heddle.UsageError):
            heddle.query("core.wrap=3", store=self.store)
        with self.assertRaises(heddle.IoError):
            heddle.query(store=self.folder / "none.db")

    def test_a_store_that_cannot_be_written_warns_once(self) -> None:
        self.store.write_text("something else")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            frame = heddle.sweep("fig7", size="tiny", presets="small", store=self.store)
        self.assertEqual(len(frame), 1)
        self.assertEqual(len(caught), 1)
        self.assertIn("runs.db", str(caught[0].message))
        # Where warnings are errors it is one.
        calls: tuple[Any, ...] = (heddle.sweep, heddle.plan)
        for call in calls:
            with warnings.catch_warnings(), self.assertRaisesRegex(RuntimeWarning, "runs.db"):
                warnings.simplefilter("error")
                call("fig7", size="tiny", presets="small", store=self.store)

    @unittest.skipUnless(COMMAND, "HEDDLE_COMMAND names no program")
    def test_the_command_and_the_package_share_keys(self) -> None:
        subprocess.run([COMMAND, "sweep", "fig7", "bitonic", "--size", "tiny", "--preset", "small",
                        "--arch", "pdom,dwf", "--set", "core.warp=16,32,64", "--derive",
                        "core.lanes = min(32, core.warp)", "--derive",
                        "core.max_warps = 1536 / core.warp", "--store", str(self.store)],
                       check=True, capture_output=True)
        frame = heddle.sweep(**AXES, store=self.store)  # type: ignore[arg-type]
        self.assertEqual(frame.attrs["stored"], 10)


class Comparisons(unittest.TestCase):
    def test_archs_are_compared_to_the_first(self) -> None:
        frame = heddle.compare(["bitonic", "fig7"], "pdom,dwf", preset="small", size="tiny")
        self.assertEqual(list(frame["name"]), ["bitonic", "bitonic", "fig7", "fig7"])
        self.assertEqual(list(frame["arch"]), ["pdom", "dwf", "pdom", "dwf"])
        self.assertEqual(frame["speed_up"][0], 1)
        self.assertEqual(frame["speed_up"][3], frame["cycles"][2] / frame["cycles"][3])
        self.assertTrue((frame["results"] == "ok").all())
        sweep = heddle.sweep("fig7", presets="small", size="tiny", archs="pdom", store=False)
        self.assertEqual(frame["lanes"][2], sweep["lanes"][0])

    def test_what_cannot_be_compared_is_an_error(self) -> None:
        with self.assertRaisesRegex(heddle.UsageError, "one value of 'core.warp'"):
            heddle.compare("fig7", settings={"core.warp": [16, 32]})
        with self.assertRaisesRegex(heddle.UsageError, "core.warp is 64"):
            heddle.compare("fig7", "dwf", preset="small", settings={"core.warp": 64})


if __name__ == "__main__":
    unittest.main()
