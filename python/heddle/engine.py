"""Timed machines: as the engine of a device, and to look at."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _core
from .arguments import Path, Settings, jobs_of, name_of, settings_of
from .results import (Launch, Progress, Statistics, flat, frame_of_branches, frame_of_launches,
                      launches_of)
from .scheduler import Schedulers, made_of

if TYPE_CHECKING:
    import pandas

DEFAULT_PRESET = "fermi"


class Engine(_core.Engine):
    """A simulated machine for one device: heddle.Device(engine=heddle.Engine(arch="dwf")).

    preset and arch are names (heddle.presets(), heddle.archs()) or TOML files, settings any keys of
    docs/configuration.md. Without an arch, the preset's own. `threads` host threads share the
    simulation; results do not depend on it. `check` verifies the machine's invariants. `schedulers`
    adds values of arch.schedule (heddle.Scheduler).
    """

    def __init__(self, preset: Path = DEFAULT_PRESET, arch: Path = "", settings: Settings = None, *,
                 threads: int = 1, check: bool = False, observer: object = None,
                 progress: Callable[[Progress], object] | None = None,
                 schedulers: Schedulers = None) -> None:
        threads = 1 if schedulers else jobs_of("threads", threads, 1)
        super().__init__(name_of(preset), name_of(arch), settings_of(settings), threads, check,
                         observer, progress, made_of(schedulers))

    @property
    def results(self) -> list[Launch]:
        """A result per launch."""
        return launches_of(json.loads(self._json()))

    @property
    def statistics(self) -> Statistics:
        """Of all launches together."""
        return flat(json.loads(self._json())["total"])

    @property
    def machine(self) -> dict[str, Any]:
        """Every configuration key, nested."""
        found: dict[str, Any] = json.loads(self._machine_json())
        return found

    def frame(self) -> pandas.DataFrame:
        """A line per launch, a column per statistic."""
        return frame_of_launches(self.results)

    def branches(self) -> pandas.DataFrame:
        """A line per launch and branch: how often it ran and diverged."""
        return frame_of_branches(self._branches())


def machine(preset: Path = DEFAULT_PRESET, arch: Path = "",
            settings: Settings = None) -> dict[str, Any]:
    """Every configuration key of a machine, nested. Raises UsageError if it cannot be built."""
    text, _ = _core.machine(name_of(preset), name_of(arch), settings_of(settings))
    found: dict[str, Any] = json.loads(text)
    return found


def machine_toml(preset: Path = DEFAULT_PRESET, arch: Path = "", settings: Settings = None) -> str:
    """The same as a preset file that inherits nothing."""
    return _core.machine(name_of(preset), name_of(arch), settings_of(settings))[1]
