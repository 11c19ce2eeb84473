"""What runs give back: statistics as dictionaries and as pandas frames.

Statistics have the names of docs/statistics.md: run.statistics["derived.ipc"]. A ratio that would
divide by zero is None, and NaN in frames.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Union

if TYPE_CHECKING:
    import pandas

Value = Union[int, float, None]
Statistics = dict[str, Value]


class Progress(NamedTuple):
    """How far a launch is."""

    kernel: str
    blocks_done: int
    blocks: int
    thread_instructions: int
    cycle: int  # 0 without timing


class Finding(NamedTuple):
    """A comparison of results with the expected ones."""

    good: bool
    what: str
    detail: str


def flat(nested: dict[str, Any], prefix: str = "") -> Statistics:
    """{"l1": {"reads": 3}} as {"l1.reads": 3}; lists become names with numbers."""
    found: Statistics = {}
    for name, value in nested.items():
        if isinstance(value, dict):
            found.update(flat(value, f"{prefix}{name}."))
        elif isinstance(value, list):
            found.update(flat({str(i): v for i, v in enumerate(value)}, f"{prefix}{name}."))
        else:
            found[prefix + name] = value
    return found


@dataclass(frozen=True)
class Launch:
    """One launch of a kernel."""

    number: int
    kernel: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    statistics: Statistics = field(repr=False)
    partial: bool = False
    samples: dict[str, list[Value]] | None = field(default=None, repr=False)

    @property
    def cycles(self) -> int:
        """The simulated time; 0 for a run without timing."""
        return int(self.statistics.get("cycles") or 0)


def samples_of(launch: dict[str, Any]) -> dict[str, list[Value]] | None:
    samples = launch.get("samples")
    if samples is None:
        return None
    columns: dict[str, list[Value]] = {"cycles": samples["cycles"]}
    for name, values in samples.items():
        if name == "columns" or isinstance(values, dict):
            columns.update(values)
    return columns


def launches_of(document: dict[str, Any]) -> list[Launch]:
    launches = []
    for number, launch in enumerate(document["launches"], 1):
        total = launch.get("total")
        if total is None:  # without timing
            total = {k: launch[k] for k in ("blocks", "warp_instructions", "thread_instructions")}
        launches.append(Launch(launch.get("number", number), launch["kernel"],
                               tuple(launch["grid"]), tuple(launch["block"]), flat(total),
                               launch.get("partial", False), samples_of(launch)))
    return launches


def frame_of_launches(launches: list[Launch]) -> pandas.DataFrame:
    import pandas

    return pandas.DataFrame([{"launch": launch.number, "kernel": launch.kernel,
                              "grid": launch.grid, "block": launch.block,
                              **launch.statistics} for launch in launches])


def frame_of_branches(text: str) -> pandas.DataFrame:
    import pandas

    if not text:
        return pandas.DataFrame()
    frame = pandas.read_csv(io.StringIO(text))
    frame["launch"] += 1  # as in other frames; the CSV counts from 0
    return frame


def total_without_timing(launches: list[Launch]) -> Statistics:
    total: dict[str, Value] = {"launches": len(launches)}
    for name in ("blocks", "warp_instructions", "thread_instructions"):
        total[name] = sum(int(launch.statistics[name] or 0) for launch in launches)
    return total


class Run:
    """A finished run of a workload or a launch description."""

    def __init__(self, name: str, raw: dict[str, Any]) -> None:
        self.name = name
        self._branches: str = raw["branches"]
        #: Each comparison of results with the expected ones.
        self.findings = [Finding(*finding) for finding in raw["findings"]]
        #: Files that a launch description has written, a sentence each.
        self.outputs: list[str] = raw["outputs"]
        #: The document that `heddle run --json` writes.
        self.document: dict[str, Any] = json.loads(raw["json"])
        #: The launches, in order.
        self.launches = launches_of(self.document)

    @property
    def timed(self) -> bool:
        return "total" in self.document

    @property
    def arch(self) -> str | None:
        """The mechanism; None without timing."""
        return self.document.get("arch")

    @property
    def correct(self) -> bool:
        """Whether all results are right."""
        return all(finding.good for finding in self.findings)

    @property
    def statistics(self) -> Statistics:
        """Of the whole run, by name."""
        if not self.timed:
            return total_without_timing(self.launches)
        return flat(self.document["total"])

    @property
    def cycles(self) -> int:
        """The simulated time of all launches; 0 without timing."""
        return int(self.statistics.get("cycles") or 0)

    @property
    def machine(self) -> dict[str, Any]:
        """Every configuration key, nested; empty without timing."""
        return self.document.get("config", {})

    @property
    def kernels(self) -> dict[str, Statistics]:
        """The statistics of each kernel, over its launches."""
        if self.timed:
            return {k["kernel"]: flat(k["total"]) for k in self.document["kernels"]}
        names = dict.fromkeys(launch.kernel for launch in self.launches)
        return {name: total_without_timing([launch for launch in self.launches
                                            if launch.kernel == name]) for name in names}

    def frame(self, by: str = "launch") -> pandas.DataFrame:
        """A line per launch or kernel ("launch", "kernel"), a column per statistic."""
        import pandas

        if by == "launch":
            return frame_of_launches(self.launches)
        if by == "kernel":
            lines: list[dict[str, Any]] = []
            for kernel, statistics in self.kernels.items():
                lines.append({"kernel": kernel} | statistics)
            return pandas.DataFrame(lines)
        raise ValueError(f"a frame is by 'launch' or 'kernel', not {by!r}")

    def branches(self) -> pandas.DataFrame:
        """A line per launch and branch: how often it ran and diverged."""
        return frame_of_branches(self._branches)

    def samples(self) -> pandas.DataFrame:
        """What sample_every asked for: a line per interval of each launch."""
        import pandas

        if not any(launch.samples for launch in self.launches):
            return pandas.DataFrame()
        frames = []
        for launch in self.launches:
            names: dict[str, Any] = {"launch": launch.number, "kernel": launch.kernel}
            frames.append(pandas.DataFrame(names | (launch.samples or {})))
        return pandas.concat(frames, ignore_index=True)

    def __repr__(self) -> str:
        how = f"under {self.arch}: {self.cycles} cycles" if self.timed else "without timing"
        return f"<heddle.Run {self.name} {how}, {'correct' if self.correct else 'DIFFERS'}>"
