"""What a scheduler's decisions follow from, as one digest: so that a store tells versions apart.

A class is more than its source file says. The file may have changed since it was imported, a
program may have replaced a method, and methods read variables of their module. So the digest is
that of the source files, of the code that will run, and of the values that this code reads. Only
the modules of the class, of its bases and of its methods are looked into; others count by name.
"""

from __future__ import annotations

import hashlib
import inspect
import pathlib
import pickle
import sys
import types
from collections.abc import Iterable, Iterator
from typing import Any

_PLAIN = (type(None), bool, int, float, complex, str, bytes)
_CODE = (types.FunctionType, staticmethod, classmethod, property)


def source_of(classes: list[type]) -> str | None:
    """The files of the classes; None if one cannot be had, or does not say all: a class in a
    function may use the values of its variables."""
    texts = []
    for c in classes:
        try:
            inspect.getsource(c)  # it stands in a file
            file = inspect.getsourcefile(c)
            if file is None or "<locals>" in c.__qualname__:
                return None
            texts.append(pathlib.Path(file).read_text())
        except (OSError, TypeError, UnicodeDecodeError):
            return None
    return "\0".join(texts)


def _functions(member: object) -> list[Any]:
    """The functions of a member of a class."""
    if isinstance(member, property):
        return [member.fget, member.fset, member.fdel]
    return [getattr(member, "__func__", member)] if isinstance(member, _CODE) else []


def _members(c: type) -> dict[str, Any]:
    """Code and values, without what Python keeps in a class for itself."""
    members = vars(c)
    return {name: members[name] for name in sorted(members) if isinstance(members[name], _CODE)
            or not (name.startswith("__") or name == "_abc_impl")}


def _names(code: types.CodeType) -> Iterator[str]:
    """Names that the code may look up in its module, also those of the functions inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


class _Text:
    """Values as text: equal ones have the same, in every process."""

    def __init__(self, modules: set[str]) -> None:
        self.modules = modules  # to look into
        self.known: set[int] = set()  # classes and functions
        self.open: list[object] = []  # collections, which may contain themselves

    def of(self, value: Any) -> Iterator[str]:
        if isinstance(value, _PLAIN):
            yield repr(value)
        elif isinstance(value, types.ModuleType):
            yield value.__name__
        elif isinstance(value, types.CodeType):
            yield from self._all("code", [value.co_code, value.co_exceptiontable, value.co_names,
                                          value.co_varnames, value.co_consts])
        elif isinstance(value, (staticmethod, classmethod, property)):
            yield from self._all(type(value).__name__, _functions(value))
        elif isinstance(value, (type, types.FunctionType)):
            yield from self._definition(value)
        elif isinstance(value, (list, tuple, set, frozenset, dict)):
            yield from self._collection(value)
        else:
            yield self._other(value)

    def _all(self, kind: str, values: Iterable[Any]) -> Iterator[str]:
        yield f"{kind}("
        for value in values:
            yield from self.of(value)
        yield ")"

    def _collection(self, value: Any) -> Iterator[str]:
        if any(value is outer for outer in self.open):
            yield "..."
            return
        self.open.append(value)
        if isinstance(value, (set, frozenset)):
            yield from self._all("set", sorted("\0".join(self.of(item)) for item in value))
        else:
            yield from self._all(type(value).__name__,
                                 value.items() if isinstance(value, dict) else value)
        self.open.pop()

    def _definition(self, value: Any) -> Iterator[str]:
        yield f"{value.__module__}.{value.__qualname__}"
        if value.__module__ not in self.modules or id(value) in self.known:
            return
        self.known.add(id(value))
        if isinstance(value, type):
            yield from self._all("class", [_members(value)])
            return
        names = set(_names(value.__code__)) & value.__globals__.keys()
        read = {name: value.__globals__[name] for name in sorted(names)}
        bound = [cell.cell_contents for cell in value.__closure__ or () if cell != types.CellType()]
        yield from self._all("function", [value.__code__, value.__defaults__, value.__kwdefaults__,
                                          bound, read])

    @staticmethod
    def _other(value: object) -> str:
        try:
            return hashlib.sha256(pickle.dumps(value)).hexdigest()
        except Exception:  # whatever it raises
            return repr(value)  # if it names an address, another one in each process


def digest_of(classes: list[type], source: str, version: str) -> str:
    """Of classes with this source; `version` is the user's."""
    own = [c for c in classes if c.__module__.partition(".")[0] not in sys.stdlib_module_names]
    functions = [f for c in own for member in vars(c).values() for f in _functions(member) if f]
    modules = {d.__module__ for d in [*own, *functions]} - sys.stdlib_module_names
    text = _Text(modules)
    parts = [source, version, sys.version, *text.of(tuple(own))]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
