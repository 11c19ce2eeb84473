"""Schedulers of one's own: to try an idea before writing it in C++.

A class that chooses which group issues next becomes a value of arch.schedule:

    class Youngest(heddle.Scheduler):
        def choose(self, view):
            return max(view.candidates, key=lambda group: group.age)

    heddle.run("bitonic", size="tiny", arch="pdom", schedulers={"youngest": Youngest},
               settings={"arch.schedule": "youngest"})

Each issue slot of each core has an object of its own. Every decision takes the GIL, and a simulation
with such a scheduler uses one host thread: it is slow, and its results are the same each time.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Union

from . import _core
from ._core import Group, SchedulerView
from .digest import digest_of, source_of
from .errors import UsageError


class Scheduler:
    """Derive from it and define `choose`."""

    #: Then `choose` is called also when there are no candidates.
    looks_at_stalls = False
    #: Then `age` is that of a group's next instruction, not that of the group.
    ranks_instructions = False

    def choose(self, view: SchedulerView) -> Union[Group, int, None]:
        """One of view.candidates, or None to issue nothing now. The view ends with the call."""
        raise NotImplementedError

    def issued(self, group: int) -> None:
        """The choice has issued."""


Schedulers = Union[Mapping[str, type[Scheduler]], None]


def _classes(scheduler: type[Scheduler]) -> list[type]:
    return [c for c in scheduler.__mro__ if c not in (Scheduler, object)]


def _check(name: str, scheduler: object) -> None:
    if not (isinstance(scheduler, type) and issubclass(scheduler, Scheduler)):
        raise UsageError(f"the scheduler '{name}' is {scheduler!r}; it must be a class derived from "
                         "heddle.Scheduler")
    if scheduler.choose is Scheduler.choose:
        raise UsageError(f"the scheduler '{name}' has no method choose(self, view)")


def made_of(schedulers: Schedulers, *, stores: bool = False,
            version: str = "") -> _core.Schedulers | None:
    """The schedulers for one call. `stores`: their runs go into a store, whose keys must tell
    different code apart."""
    if not schedulers:
        return None
    if not isinstance(schedulers, Mapping):
        raise UsageError(f"schedulers is {schedulers!r}; it must be a dictionary: names, classes")
    entries = []
    for name, scheduler in schedulers.items():
        _check(name, scheduler)
        classes = _classes(scheduler)
        source = source_of(classes)
        if source is None and stores:
            raise UsageError(
                f"the source of the scheduler '{name}' cannot be had, so a store could not tell its "
                "versions apart: define the class at the top of a file, or use store=False")
        sentence = (inspect.getdoc(scheduler) or "a class of Python").splitlines()[0]
        digest = digest_of(classes, source, version) if stores and source else "not stored"
        entries.append((name, sentence, digest, scheduler))
    return _core.Schedulers(entries)
