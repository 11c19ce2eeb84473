"""heddle's errors: the classes of base/error.hpp, with the same texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import pandas


class Error(Exception):
    """Every error of heddle; its text is a complete message."""


class InputError(Error):
    """A module, launch description or configuration that cannot be read: all diagnostics."""


class UsageError(Error):
    """A call that makes no sense: an unknown name, a wrong type or size, a closed device."""


class LaunchError(UsageError):
    """A grid, block or shared memory beyond a limit; `of` says which."""

    of: str  # "grid", "block" or "shared"


class IoError(Error):
    """A file that could not be read or written."""


class UnsupportedError(Error):
    """The kernel can reach an instruction that heddle does not support; nothing ran."""


class InterruptedError(Error):  # noqa: A001 (the name of the C++ class)
    """The run was stopped. Ctrl-C raises KeyboardInterrupt instead."""


class PluginError(Error):
    """A scheduler of one's own broke the contract of what it extends."""


class KernelError(Error):
    """A kernel started but did not finish; what it wrote can still be read."""


class Site(NamedTuple):
    """Where in a running kernel something happened."""

    kernel: str
    block: tuple[int, int, int]
    thread: tuple[int, int, int]
    file: str
    line: int
    instruction: str


class ExecutionError(KernelError):
    """The kernel itself failed: a bad address, a trap, a failed assertion."""

    site: Site
    kind: str  # "bad address", "misaligned", "stack", "assertion" or "other"


class DeadlockError(KernelError):
    """No thread can make progress; the text lists who waits where and for what."""


class LimitError(KernelError):
    """The kernel exceeded a limit on instructions or cycles."""


class SweepInterrupted(KeyboardInterrupt):
    """Ctrl-C during a sweep: `frame` has the runs that ended, which the store keeps."""

    def __init__(self, message: str, frame: pandas.DataFrame) -> None:
        super().__init__(message)
        self.frame = frame

    def __reduce__(self) -> tuple[type[SweepInterrupted], tuple[str, pandas.DataFrame]]:
        return type(self), (self.args[0], self.frame)
