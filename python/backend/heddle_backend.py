"""Makes the wheel for pip (PEP 517), with nothing but Python, CMake and Ninja.

The extension module is a target of the project's own build. By default it is built from scratch in
build/python; HEDDLE_BUILD_FOLDER=build/release takes a build folder that exists, whose libraries are
then used as they are:

    HEDDLE_BUILD_FOLDER=build/release pip install --no-build-isolation .

HEDDLE_MARCH (x86-64-v3, portable, native) and HEDDLE_JOBS are as for ./heddle.
"""

from __future__ import annotations

import base64
import contextlib
import fcntl
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = "pybind11-dev python3-dev cmake ninja-build g++"


def _version() -> str:
    text = (ROOT / "CMakeLists.txt").read_text()
    found = re.search(r"project\(heddle VERSION ([0-9.]+)", text)
    if not found:
        raise SystemExit("heddle: CMakeLists.txt names no version")
    return found.group(1)


def _metadata() -> str:
    return "\n".join([
        "Metadata-Version: 2.1",
        "Name: heddle",
        f"Version: {_version()}",
        "Summary: Cycle-level simulator of SIMT cores for studying control-flow divergence",
        "License: Apache-2.0",
        "Requires-Python: >=3.11",
        "Requires-Dist: numpy",
        "Requires-Dist: pandas",
        "", ""])


def _tag() -> str:
    interpreter = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{interpreter}-{interpreter}-{platform}"


# ---- the build


@contextlib.contextmanager
def _lock(folder: pathlib.Path) -> Iterator[None]:
    """The lock of the build folders, as scripts/bootstrap.sh holds it: one build at a time."""
    if folder.parent != ROOT / "build":
        yield
        return
    folder.parent.mkdir(exist_ok=True)
    with open(folder.parent / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _call(*command: str) -> None:
    try:
        subprocess.run(command, cwd=ROOT, check=True)
    except FileNotFoundError:
        raise SystemExit(f"heddle: there is no {command[0]} on the PATH; the build needs the "
                         f"packages {PACKAGES}") from None
    except subprocess.CalledProcessError as error:
        raise SystemExit(
            f"heddle: the build failed (exit status {error.returncode}); its messages stand above."
            f" On a fresh machine: sudo apt-get install {PACKAGES} and the packages of the kind "
            "'build' in scripts/packages") from None


def _build_extension() -> pathlib.Path:
    given = os.environ.get("HEDDLE_BUILD_FOLDER", "")
    folder = (ROOT / given).resolve() if given else ROOT / "build" / "python"
    if given and not (folder / "CMakeCache.txt").is_file():
        raise SystemExit(f"heddle: HEDDLE_BUILD_FOLDER={given} is no build folder: it has no "
                         "CMakeCache.txt; unset the variable to build from scratch")
    # The interpreter behind a virtual environment, so that the next one finds the folder as it is.
    python = getattr(sys, "_base_executable", None) or sys.executable
    options = ["-DHEDDLE_PYTHON=ON", f"-DPython_EXECUTABLE={python}"]
    if not given:
        options += ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DHEDDLE_TESTS=OFF",
                    "-DHEDDLE_BENCH=OFF"]
    if march := os.environ.get("HEDDLE_MARCH"):
        options.append(f"-DHEDDLE_MARCH={march}")
    jobs = os.environ.get("HEDDLE_JOBS", "")
    with _lock(folder):
        _call("cmake", "-S", str(ROOT), "-B", str(folder), *options)
        _call("cmake", "--build", str(folder), "--target", "heddle_python", "--parallel",
              *([jobs] if jobs else [str(os.cpu_count() or 1)]))
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    return folder / "python" / f"_core{suffix}"


# ---- the files that pip asks for


def _info() -> str:
    return f"heddle-{_version()}.dist-info"


def _write_info(folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "METADATA").write_text(_metadata())
    (folder / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: heddle\n"
                                  f"Root-Is-Purelib: false\nTag: {_tag()}\n")
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE")


def prepare_metadata_for_build_wheel(metadata_directory: str,
                                     config_settings: object = None) -> str:
    _write_info(pathlib.Path(metadata_directory) / _info())
    return _info()


class _Wheel:
    def __init__(self, file: pathlib.Path) -> None:
        self.zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
        self.record: list[str] = []

    def add(self, name: str, content: bytes, mode: int = 0o644) -> None:
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # the same sources, the same bytes
        info.external_attr = (0o100000 | mode) << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self.zip.writestr(info, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(content)}")

    def close(self) -> None:
        name = f"{_info()}/RECORD"
        self.add(name, ("\n".join(self.record) + f"\n{name},,\n").encode())
        self.zip.close()


def _make_wheel(wheel_directory: str, package: list[tuple[str, bytes]]) -> str:
    name = f"heddle-{_version()}-{_tag()}.whl"
    wheel = _Wheel(pathlib.Path(wheel_directory) / name)
    for path, content in package:
        wheel.add(path, content, 0o755 if path.endswith(".so") else 0o644)
    wheel.add(f"{_info()}/METADATA", _metadata().encode())
    wheel.add(f"{_info()}/WHEEL", f"Wheel-Version: 1.0\nGenerator: heddle\nRoot-Is-Purelib: false\n"
              f"Tag: {_tag()}\n".encode())
    wheel.add(f"{_info()}/LICENSE", (ROOT / "LICENSE").read_bytes())
    wheel.close()
    return name


def build_wheel(wheel_directory: str, config_settings: object = None,
                metadata_directory: str | None = None) -> str:
    extension = _build_extension()
    files = sorted((ROOT / "python" / "heddle").iterdir())
    package = [(f"heddle/{file.name}", file.read_bytes()) for file in files
               if file.suffix in (".py", ".pyi") or file.name == "py.typed"]
    package.append((f"heddle/{extension.name}", extension.read_bytes()))
    return _make_wheel(wheel_directory, package)


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    name = f"heddle-{_version()}"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode != 0:
        raise SystemExit("heddle: a source archive is made from a git checkout")
    with tarfile.open(pathlib.Path(sdist_directory) / f"{name}.tar.gz", "w:gz") as archive:
        for path in filter(None, listed.stdout.decode().split("\0")):
            archive.add(ROOT / path, f"{name}/{path}")
    return f"{name}.tar.gz"


def get_requires_for_build_wheel(config_settings: object = None) -> list[str]:
    return []


# `pip install -e .` is not supported: an editable package would have to be built by each import.
