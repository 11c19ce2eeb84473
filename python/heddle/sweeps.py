"""Sweeps, comparisons and questions to the store: each gives a pandas frame.

They use the engine, the keys and the store of `heddle sweep` (docs/sweeps.md): what one has finished,
the other does not run again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union

from . import _core
from .arguments import (Path, Settings, axes_of, jobs_of, lists_of, name_of, names_of, settings_of,
                        whole_of)
from .engine import DEFAULT_PRESET
from .errors import SweepInterrupted, UsageError
from .scheduler import Schedulers, made_of

if TYPE_CHECKING:
    import pandas

#: A file, None for that of the command line, False for none.
Store = Union[Path, Literal[False], None]
#: done, all, seconds left.
SweepProgress = Callable[[int, int, float], object]
_Value = TypeVar("_Value")
COMPARED = ("cycles", "ipc=derived.ipc", "lanes=100 * derived.lane_utilisation",
            "energy=energy.total", "edp=energy.edp")


def _store(store: Store) -> str | None:
    if store is False:
        return ""
    if store is None:
        return None
    if name_of(store) == "":
        raise UsageError("the store has no name; store=False stores nothing")
    return name_of(store)


def _number(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def _column(texts: list[str]) -> list[Any]:
    """Numbers if all of them are; an empty text has no value."""
    values = [None if text == "" else _number(text) for text in texts]
    if any(isinstance(value, str) for value in values):
        return [None if text == "" else text for text in texts]
    return values


def _frame(raw: dict[str, Any]) -> pandas.DataFrame:
    import pandas

    columns: dict[str, Any] = {}
    for d, name in enumerate(raw["dimensions"]):
        texts = [line[d] for line in raw["at"]]
        words = name in ("workload", "kernel", "arch", "preset", "size")
        columns[name] = texts if words else _column(texts)
    for m, name in enumerate(raw["metrics"]):
        columns[name] = [line[m] for line in raw["values"]]
        if all(not math.isnan(v) and v.is_integer() and abs(v) < 2**53 for v in columns[name]):
            columns[name] = [int(v) for v in columns[name]]
    columns["failure"] = [text or None for text in raw["failures"]]
    return pandas.DataFrame(columns)


def _seeds(seeds: int | str | Iterable[int]) -> list[int]:
    if isinstance(seeds, str):
        return _core.parse_seeds(seeds)
    several = seeds if isinstance(seeds, Iterable) else [seeds]
    return [whole_of("seed", seed) for seed in several]


def _some(what: str, values: list[_Value]) -> list[_Value]:
    if not values:
        raise UsageError(f"there are no {what}; without the argument, there is one")
    return values


def _derived(derive: Settings) -> list[str]:
    if isinstance(derive, Mapping):
        return [f"{key} = {formula}" for key, formula in derive.items()]
    return settings_of(derive)


def _metrics(metrics: Mapping[str, str] | Iterable[str] | None) -> list[str]:
    if isinstance(metrics, str):
        return [metrics]
    if isinstance(metrics, Mapping):
        return [f"{name}={formula}" for name, formula in metrics.items()]
    return list(metrics or [])


def _finish(sweep: _core.Sweep, frame: pandas.DataFrame) -> pandas.DataFrame:
    frame.attrs["refused"] = sweep.refused
    frame.attrs["stored"] = sweep.known
    frame.attrs["runs"] = sweep.runs
    return frame


def _run(sweep: _core.Sweep, store: Store, jobs: int | None, progress: SweepProgress | None,
         check: bool, by: str) -> pandas.DataFrame:
    error = sweep.run(_store(store), jobs_of("jobs", jobs, _core.host_cores()), progress, check)
    frame = _finish(sweep, _frame(sweep.frame(by == "kernel")))
    if error is None:
        return frame
    if isinstance(error, KeyboardInterrupt):
        kept = "" if store is False else "; finished runs are kept, the same call continues"
        raise SweepInterrupted("interrupted" + kept, frame) from error
    raise error


def _check_by(by: str) -> None:
    if by not in ("run", "kernel"):
        raise UsageError(f"a frame is by 'run' or 'kernel', not {by!r}")


def _make(names: Path | Iterable[Path] | None, *, study: Path | None, size: str,
          archs: Path | Iterable[Path] | None, presets: Path | Iterable[Path] | None,
          settings: Settings, zip: Sequence[Any],  # noqa: A002
          derive: Settings, parameters: Settings, seeds: int | str | Iterable[int] | None,
          metrics: Mapping[str, str] | Iterable[str] | None,
          schedulers: _core.Schedulers | None = None) -> _core.Sweep:
    if study is not None:
        if (names or archs or presets or settings or zip or derive or parameters
                or seeds is not None):
            raise UsageError("study says what to sweep; give no names, archs, presets, settings or "
                             "seeds beside it")
        return _core.Sweep.of_study(name_of(study), size, _metrics(metrics), schedulers)
    return _core.Sweep(
        names_of(names), size, names_of(archs),
        _some("presets", names_of(DEFAULT_PRESET if presets is None else presets)),
        axes_of(settings, "--set"), lists_of(zip), _derived(derive), axes_of(parameters, "--param"),
        _some("seeds", _seeds(1 if seeds is None else seeds)), _metrics(metrics), schedulers)


def sweep(names: Path | Iterable[Path] | None = None, *, study: Path | None = None,
          size: str = "small", archs: Path | Iterable[Path] | None = None,
          presets: Path | Iterable[Path] | None = None, settings: Settings = None,
          zip: Sequence[Any] = (), derive: Settings = None,  # noqa: A002
          parameters: Settings = None, seeds: int | str | Iterable[int] | None = None,
          metrics: Mapping[str, str] | Iterable[str] | None = None, store: Store = None,
          jobs: int | None = None, progress: SweepProgress | None = None, check: bool = False,
          by: str = "run", schedulers: Schedulers = None,
          schedulers_version: str = "") -> pandas.DataFrame:
    """Every workload under every combination of archs, presets, settings and seeds.

    heddle.sweep(["bitonic", "fig7"], size="tiny", archs=["pdom", "dwf"],
                 settings={"core.warp": [16, 32]}, derive={"core.max_warps": "1536 / core.warp"})

    A line per run (by="kernel": per kernel of a run), columns for workload, arch, settings and seed,
    then the metrics: {"ipc": "derived.ipc"}; default: cycles, ipc, lanes, energy, edp. A run that
    failed has its text in the column `failure`. Combinations that make no machine are skipped:
    frame.attrs["refused"] lists them with their reasons, frame.attrs["stored"] is the number of runs
    that the store had. Ctrl-C raises SweepInterrupted, whose `frame` has the runs that ended.

    `schedulers` adds values of arch.schedule (heddle.Scheduler); one run at a time unless `jobs` says
    otherwise. The store knows their runs by their source files and schedulers_version.
    """
    _check_by(by)
    if schedulers and jobs is None:
        jobs = 1  # objects of one class may share state
    made_schedulers = made_of(schedulers, stores=store is not False, version=schedulers_version)
    made = _make(names, study=study, size=size, archs=archs, presets=presets, settings=settings,
                 zip=zip, derive=derive, parameters=parameters, seeds=seeds, metrics=metrics,
                 schedulers=made_schedulers)
    if made.runs == 0:
        raise UsageError(f"no combination can be run\n{made.refusals}")
    return _run(made, store, jobs, progress, check, by)


def plan(names: Path | Iterable[Path] | None = None, *, study: Path | None = None,
         size: str = "small", archs: Path | Iterable[Path] | None = None,
         presets: Path | Iterable[Path] | None = None, settings: Settings = None,
         zip: Sequence[Any] = (), derive: Settings = None,  # noqa: A002
         parameters: Settings = None, seeds: int | str | Iterable[int] | None = None,
         store: Store = None, jobs: int | None = None) -> pandas.DataFrame:
    """What `sweep` would do: a line per run with its state, "finished" or "to run".

    frame.attrs["seconds"] estimates the time from past runs in the store (None: unknown),
    frame.attrs["refused"] lists combinations that make no machine.
    """
    import pandas

    made = _make(names, study=study, size=size, archs=archs, presets=presets, settings=settings,
                 zip=zip, derive=derive, parameters=parameters, seeds=seeds, metrics=None)
    raw = made.plan(_store(store), jobs_of("jobs", jobs, _core.host_cores()))
    frame = pandas.DataFrame(raw["lines"], columns=["workload", "machine", "state"])
    frame.attrs["seconds"] = raw["seconds"]
    frame.attrs["refused"] = made.refused
    return frame


def compare(names: Path | Iterable[Path] | None = None, archs: Path | Iterable[Path] = "all", *,
            preset: Path = DEFAULT_PRESET, size: str = "small",
            settings: Settings = None, parameters: Settings = None, seed: int = 1,
            store: Store = False, jobs: int | None = None,
            progress: SweepProgress | None = None, check: bool = False) -> pandas.DataFrame:
    """The same workloads or launches under several archs, as `heddle compare`.

    A line per name and arch: cycles, ipc, lanes, speed_up over the first arch, energy and edp (energy
    times delay) relative to it, and `results`: "ok", or why there are none. Without names: eight
    representative workloads. A setting has one value here.
    """
    keys, values = dict(axes_of(settings, "--set")), dict(axes_of(parameters, "--param"))
    for key, several in [*keys.items(), *values.items()]:
        if len(several) != 1:
            raise UsageError(f"compare takes one value of '{key}'; heddle.sweep takes several")
    chosen = names_of(names) if names is not None else _core.representatives()
    made = _make(chosen, study=None, size=size, archs=archs, presets=[preset], settings=keys,
                 zip=(), derive=None, parameters=values, seeds=[seed], metrics=COMPARED)
    if made.refused:
        raise UsageError(made.refusals)
    frame = _run(made, store, jobs, progress, check, "run")
    columns = ["workload", "arch", "cycles", "ipc", "lanes", "speed_up", "energy", "edp", "results"]
    frame["order"] = frame["workload"].map({name: i for i, name in enumerate(chosen)})
    frame = frame.sort_values("order", kind="stable", ignore_index=True)
    first = frame.groupby("workload")[["cycles", "energy", "edp"]].transform("first")
    frame["speed_up"] = first["cycles"] / frame["cycles"]
    frame["energy"] = frame["energy"] / first["energy"]
    frame["edp"] = frame["edp"] / first["edp"]
    frame["results"] = frame["failure"].fillna("ok")
    return frame[columns].rename(columns={"workload": "name"})


def query(where: str | Iterable[str] = (), *,
          metrics: Mapping[str, str] | Iterable[str] | None = None, store: Store = None,
          by: str = "run") -> pandas.DataFrame:
    """The finished runs of a store that meet all conditions, as `heddle query`.

    heddle.query(["workload=bitonic", "core.warp=8,16", "cycles>=1000"], metrics=["derived.ipc"])
    """
    _check_by(by)
    conditions = [where] if isinstance(where, str) else list(where)
    return _frame(_core.query(_store(store), conditions, _metrics(metrics), by == "kernel"))


def show_progress(done: int, all: int, seconds_left: float) -> None:  # noqa: A002
    """A progress callback that prints: heddle.sweep(..., progress=heddle.show_progress)."""
    left = f", about {seconds_left:.0f} s left" if 0 < done < all else ""
    print(f"\r{done}/{all} runs{left}   ", end="" if done < all else "\n", flush=True)


