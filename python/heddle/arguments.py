"""How Python values become what the command line would have: names, settings, files."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Union

from . import _core
from .errors import UsageError

#: {"core.warp": 16, "memory.l1.bytes": "48 KiB"}, or ["core.warp=16"].
Settings = Union[Mapping[str, Any], Iterable[str], None]
Path = Union[str, "os.PathLike[str]"]


def text_of(value: Any) -> str:
    """A value of a configuration key as `--set` takes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if hasattr(value, "item") and not isinstance(value, str):  # of numpy
        value = value.item()
        return text_of(value)
    if isinstance(value, (int, float, str)):
        return str(value)
    raise UsageError(f"a setting is a number, true or false, or text, not {value!r}")


def settings_of(settings: Settings) -> list[str]:
    if settings is None:
        return []
    if isinstance(settings, str):
        return [settings]
    if isinstance(settings, Mapping):
        return [f"{key}={text_of(value)}" for key, value in settings.items()]
    return list(settings)


def axes_of(settings: Settings, option: str) -> list[tuple[str, list[str]]]:
    """{"core.warp": [16, 32], "sms": 2}: one value or several for each key; ["core.warp=16,32"] as
    the option takes it."""
    if settings is not None and not isinstance(settings, Mapping):
        return [_core.parse_axis(option, text) for text in settings_of(settings)]
    axes = []
    for key, values in (settings or {}).items():
        several = isinstance(values, Iterable) and not isinstance(values, (str, bytes))
        texts = [text_of(value) for value in (values if several else [values])]
        if not texts:
            raise UsageError(f"'{key}' has no values")
        axes.append((key, texts))
    return axes


def name_of(name: Path) -> str:
    return os.fspath(name)


def names_of(names: Path | Iterable[Path] | None) -> list[str]:
    """One name, "a,b", or several."""
    if names is None:
        return []
    if isinstance(names, str):
        return [part.strip() for part in names.split(",")]
    if isinstance(names, os.PathLike):
        return [os.fspath(names)]
    return [os.fspath(name) for name in names]


def lists_of(keys: Sequence[Sequence[str]] | Sequence[str]) -> list[list[str]]:
    """[["a", "b"]], or ["a", "b"] or "a,b" for one of them."""
    if isinstance(keys, str):
        return [names_of(keys)]
    if all(isinstance(key, str) for key in keys):
        return [[str(key) for key in keys]] if keys else []
    return [[str(key) for key in group] for group in keys]


def whole_of(name: str, value: Any, least: int = 0, most: int = 2**64 - 1) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; it must be a whole number") from None
    if not least <= number <= most:
        raise UsageError(f"{name} is {number}; it must be a whole number from {least} to {most}")
    return number


def jobs_of(name: str, jobs: int | None, otherwise: int) -> int:
    return otherwise if jobs is None else whole_of(name, jobs, 1, 1024)
