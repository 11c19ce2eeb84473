"""Schedulers written in Python."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from typing import Any

import numpy as np

import heddle


class Oldest(heddle.Scheduler):
    """The oldest group, as the scheduler 'oldest' of heddle."""

    def choose(self, view: heddle.SchedulerView) -> heddle.Group | None:
        return min(view.candidates, key=lambda group: group.age)


class Patient(heddle.Scheduler):
    """Passes every second decision."""

    def __init__(self) -> None:
        self.turn = 0
        self.last: int | None = None

    def choose(self, view: heddle.SchedulerView) -> int | None:
        assert self.last is None
        self.turn += 1
        assert {g.id for g in view.candidates} <= set(view.resident)
        assert all(g.threads > 0 for g in view.candidates)
        self.last = view.candidates[0].id if self.turn % 2 else None
        return self.last

    def issued(self, group: int) -> None:
        assert group == self.last
        self.last = None


def run(scheduler: Any, **options: Any) -> heddle.Run:
    return heddle.run("bitonic", size="tiny", preset="small", arch="pdom",
                      schedulers={"mine": scheduler}, settings={"arch.schedule": "mine"}, **options)


class Schedulers(unittest.TestCase):
    def test_the_same_policy_gives_the_same_statistics(self) -> None:
        own = run(Oldest)
        built_in = heddle.run("bitonic", size="tiny", preset="small", arch="pdom",
                              settings={"arch.schedule": "oldest"})
        self.assertTrue(own.correct)
        self.assertEqual(own.statistics, built_in.statistics)
        self.assertEqual(run(Oldest, check=True, threads=2).statistics, own.statistics)

    def test_a_scheduler_may_wait_and_learns_what_issued(self) -> None:
        patient = run(Patient)
        self.assertTrue(patient.correct)

    def test_an_engine_has_schedulers_and_survives_their_errors(self) -> None:
        class Fragile(heddle.Scheduler):
            broken = True

            def choose(self, view: heddle.SchedulerView) -> heddle.Group:
                if self.broken:
                    raise ZeroDivisionError("mine")
                return view.candidates[0]

        from kernels import COUNT

        engine = heddle.Engine("small", settings={"arch.schedule": "mine"},
                               schedulers={"mine": Fragile})
        device = heddle.Device(engine=engine)
        kernel, out = device.load(COUNT).kernel(), device.zeros(1, "uint32")
        with self.assertRaisesRegex(ZeroDivisionError, "mine"):
            kernel.launch(1, 1, out, 10)
        Fragile.broken = False
        kernel.launch(1, 1, out, 10)
        self.assertEqual(out.read()[0], 10)
        self.assertEqual([r.partial for r in engine.results], [True, False])

    def test_mistakes_are_named(self) -> None:
        class Text(heddle.Scheduler):
            def choose(self, view: heddle.SchedulerView) -> Any:
                return "first"

        class Wrong(heddle.Scheduler):
            def choose(self, view: heddle.SchedulerView) -> Any:
                return 4000

        class Keeps(heddle.Scheduler):
            before: heddle.SchedulerView | None = None

            def choose(self, view: heddle.SchedulerView) -> Any:
                if self.before is not None:
                    return self.before.candidates[0]
                self.before = view
                return view.candidates[0]

        class Needs(heddle.Scheduler):
            def __init__(self, depth: int) -> None:
                pass

            def choose(self, view: heddle.SchedulerView) -> Any:
                return None

        for scheduler, why in ((Text, "Text.choose returned 'first'"),
                               (Wrong, "Wrong.choose returned 4000, which is not one of the cand"),
                               (Keeps, "only while choose"), (heddle.Scheduler, "no method choose"),
                               (Oldest(), "must be a class"), (None, "must be a class")):
            with self.assertRaisesRegex(heddle.UsageError, why):
                run(scheduler)
        with self.assertRaisesRegex(TypeError, "depth"):
            run(Needs)
        for name in ("oldest", "My Scheduler", ""):
            with self.assertRaises(heddle.UsageError):
                heddle.run("bitonic", size="tiny", arch="pdom", schedulers={name: Oldest})
        with self.assertRaisesRegex(heddle.UsageError, "arch.schedule"):
            heddle.run("bitonic", size="tiny", arch="pdom", settings={"arch.schedule": "mine"})


    def test_a_view_ends_with_its_decision_however_that_ends(self) -> None:
        kept: list[heddle.SchedulerView] = []

        class Fails(heddle.Scheduler):
            def choose(self, view: heddle.SchedulerView) -> Any:
                kept.append(view)
                raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            run(Fails)
        for name in ("candidates", "resident", "stalled"):
            with self.assertRaisesRegex(heddle.UsageError, "only while choose"):
                getattr(kept[0], name)

    def test_ids_are_whole_numbers_of_any_type(self) -> None:
        class Numpy(heddle.Scheduler):
            def choose(self, view: heddle.SchedulerView) -> Any:
                return np.int64(view.candidates[0].id)

        class Beyond(heddle.Scheduler):
            def choose(self, view: heddle.SchedulerView) -> Any:
                return view.candidates[0].id + (1 << 32)

        self.assertTrue(run(Numpy).correct)
        with self.assertRaisesRegex(heddle.UsageError, "not one of the candidates"):
            run(Beyond)


POLICY = """
import heddle
NEWEST = False
NAMES = {"oldest", "newest", "neither"}
def first(groups):
    return (max if NEWEST else min)(groups, key=lambda group: group.age)
class Policy(heddle.Scheduler):
    table = {"names": NAMES, "of": (1, 2.5, None)}
    def choose(self, view):
        return first(view.candidates) if "oldest" in {"oldest", "other", "third"} else None
"""


def load_policy(file: pathlib.Path) -> Any:
    """The module in the file, as it is now."""
    spec = importlib.util.spec_from_file_location("policy", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["policy"] = module  # where Python looks for the source of a class
    spec.loader.exec_module(module)
    return module


class Stores(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.store = pathlib.Path(folder.name) / "runs.db"

    def sweep(self, scheduler: Any, **options: Any) -> Any:
        options = {"store": self.store, **options}
        return heddle.sweep("fig7", size="tiny", presets="small", archs="pdom",
                            schedulers={"mine": scheduler},
                            settings={"arch.schedule": ["oldest", "mine"]}, **options)

    def test_runs_are_known_by_their_source(self) -> None:
        frame = self.sweep(Oldest)
        self.assertEqual(frame["cycles"][0], frame["cycles"][1])
        self.assertEqual(self.sweep(Oldest).attrs["stored"], 2)
        self.assertEqual(self.sweep(Oldest, schedulers_version="2").attrs["stored"], 1)
        Oldest.depth = 3  # type: ignore[attr-defined]
        try:
            self.assertEqual(self.sweep(Oldest).attrs["stored"], 1)
        finally:
            del Oldest.depth  # type: ignore[attr-defined]
        self.assertEqual(self.sweep(Oldest).attrs["stored"], 2)

    def test_runs_are_known_by_the_code_that_ran(self) -> None:
        file = self.store.with_name("policy.py")
        file.write_text(POLICY)
        policy = load_policy(file)
        self.addCleanup(sys.modules.pop, "policy")
        self.assertEqual(self.sweep(policy.Policy).attrs["stored"], 0)
        self.assertEqual(self.sweep(policy.Policy).attrs["stored"], 2)
        policy.NEWEST = True  # which a function reads that a method calls
        self.assertEqual(self.sweep(policy.Policy).attrs["stored"], 1)
        policy.NEWEST = False
        self.assertEqual(self.sweep(policy.Policy).attrs["stored"], 2)
        # The file has changed, the class has not: a run of it is none of the file's new text.
        file.write_text(POLICY.replace("NEWEST = False", "NEWEST = True"))
        self.sweep(policy.Policy)
        self.assertEqual(self.sweep(load_policy(file).Policy).attrs["stored"], 1)

    def test_runs_are_known_by_methods_that_were_replaced(self) -> None:
        def picking(which: Any) -> Any:
            def choose(self: Any, view: heddle.SchedulerView) -> Any:
                return which(view.candidates, key=lambda group: group.age)
            return choose

        file = self.store.with_name("policy.py")
        file.write_text(POLICY)
        policy = load_policy(file)
        self.addCleanup(sys.modules.pop, "policy")
        for which, stored in ((min, 0), (max, 1), (min, 2), (max, 2)):
            policy.Policy.choose = picking(which)
            self.assertEqual(self.sweep(policy.Policy).attrs["stored"], stored)

    def test_every_process_knows_the_same_code_by_the_same_digest(self) -> None:
        folder = self.store.parent
        (folder / "policy.py").write_text(POLICY)
        script = ("import policy; from heddle.digest import digest_of; "
                  "print(digest_of([policy.Policy], '', ''))")
        digests = {subprocess.run([sys.executable, "-c", script], cwd=folder, check=True, text=True,
                                  stdout=subprocess.PIPE,
                                  env={**os.environ, "PYTHONHASHSEED": seed}).stdout
                   for seed in ("1", "2", "3")}
        self.assertEqual(len(digests), 1)

    def test_without_source_nothing_is_stored(self) -> None:
        names: dict[str, Any] = {"heddle": heddle}
        exec("class Mine(heddle.Scheduler):\n"
             "    def choose(self, view):\n        return view.candidates[0]\n", names)

        class Local(heddle.Scheduler):
            def choose(self, view: heddle.SchedulerView) -> heddle.Group:
                return view.candidates[0]

        for scheduler in (names["Mine"], Local):
            with self.assertRaisesRegex(heddle.UsageError, "cannot be had"):
                self.sweep(scheduler)
            self.assertFalse(self.store.exists())
            self.assertEqual(len(self.sweep(scheduler, store=False)), 2)


if __name__ == "__main__":
    unittest.main()
