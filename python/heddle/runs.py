"""heddle.run: one workload or launch description on one machine, or without timing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from . import _core
from .arguments import Path, Settings, jobs_of, name_of, names_of, settings_of, whole_of
from .engine import DEFAULT_PRESET
from .errors import UsageError
from .results import Progress, Run
from .scheduler import Schedulers, made_of

DEFAULT_SAMPLES = ("thread_instructions", "slots.*", "derived.*")


def run(name: Path, *, arch: Path | None = None, preset: Path | None = None,
        settings: Settings = None, size: str | None = None,
        parameters: Settings = None, seed: int | None = None,
        threads: int | None = None, check: bool = False, observer: object = None,
        sample_every: int = 0, sample: str | Iterable[str] = DEFAULT_SAMPLES,
        max_instructions: int = 0,
        outputs: bool = True, progress: Callable[[Progress], object] | None = None,
        print: Callable[[str], object] | None = None,  # noqa: A002
        schedulers: Schedulers = None) -> Run:
    """Runs a workload (heddle.workloads()) or a launch description (docs/launch.md).

    With an arch or a preset it runs on a timed machine, otherwise functionally: results and counts,
    no timing. size ("tiny", "small", "paper"; default: small), parameters and seed are for
    workloads. `outputs=False`: a launch description writes no files. `schedulers` adds values of
    arch.schedule (heddle.Scheduler).
    """
    given = size is not None or bool(parameters) or seed is not None
    target = _core.Target(name_of(name), size or "small",
                          settings_of(parameters), whole_of("seed", 1 if seed is None else seed),
                          given, outputs, whole_of("max_instructions", max_instructions))
    if arch is None and preset is None:
        for what, value in {"settings": settings, "check": check, "observer": observer,
                            "sample_every": sample_every, "threads": threads,
                            "schedulers": schedulers}.items():
            if value:
                raise UsageError(f"{what} needs a run with timing: give an arch or a preset")
        return Run(name_of(name), _core.run_functional(target, progress, print))
    host_threads = 1 if schedulers else jobs_of("threads", threads, _core.host_cores())
    return Run(name_of(name), _core.run_timed(
        target, name_of(preset or DEFAULT_PRESET), name_of(arch or ""), settings_of(settings),
        host_threads, check, observer, whole_of("sample_every", sample_every, most=2**63 - 1),
        names_of(sample), progress, print,
        made_of(schedulers)))
