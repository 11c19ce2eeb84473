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

import hashlib
import inspect
import pathlib
import sys
import types
from collections.abc import Mapping
from typing import Union

from . import _core
from ._core import Group, SchedulerView
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


def _attributes(scheduler: type[Scheduler]) -> str:
    """Values that may have been set after the source was read."""
    code = (types.FunctionType, classmethod, staticmethod, property)
    return "".join(f"{c.__qualname__}.{name}={value!r}\n" for c in _classes(scheduler)
                   for name, value in sorted(vars(c).items())
                   if not name.startswith("__") and not isinstance(value, code))


def source_of(scheduler: type[Scheduler]) -> str | None:
    """The files of the class and of those it derives from; None if one cannot be had, or does not
    say all: a class in a function may use the values of its variables."""
    texts = []
    for c in _classes(scheduler):
        try:
            inspect.getsource(c)  # it stands in a file
            file = inspect.getsourcefile(c)
            if file is None or "<locals>" in c.__qualname__:
                return None
            texts.append(pathlib.Path(file).read_text())
        except (OSError, TypeError, UnicodeDecodeError):
            return None
    return "\0".join(texts)


def _check(name: str, scheduler: object) -> None:
    if not (isinstance(scheduler, type) and issubclass(scheduler, Scheduler)):
        raise UsageError(f"the scheduler '{name}' is {scheduler!r}; it must be a class derived from "
                         "heddle.Scheduler")
    if scheduler.choose is Scheduler.choose:
        raise UsageError(f"the scheduler '{name}' has no method choose(self, view)")


def _digest(scheduler: type[Scheduler], source: str, version: str) -> str:
    text = "\0".join([source, _attributes(scheduler), version, sys.version])
    return hashlib.sha256(text.encode()).hexdigest()


def made_of(schedulers: Schedulers, *, stores: bool = False,
            version: str = "") -> _core.Schedulers | None:
    """The schedulers for one call. `stores`: their runs go into a store, whose keys must tell
    different code apart."""
    if not schedulers:
        return None
    entries = []
    for name, scheduler in schedulers.items():
        _check(name, scheduler)
        source = source_of(scheduler)
        if source is None and stores:
            raise UsageError(
                f"the source of the scheduler '{name}' cannot be had, so a store could not tell its "
                "versions apart: define the class at the top of a file, or use store=False")
        sentence = (inspect.getdoc(scheduler) or "a class of Python").splitlines()[0]
        entries.append((name, sentence, _digest(scheduler, source or "", version), scheduler))
    return _core.Schedulers(entries)
