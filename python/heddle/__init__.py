"""heddle: a cycle-level simulator of SIMT cores for studying control-flow divergence.

    import heddle
    run = heddle.run("bitonic", size="tiny", arch="dwf")
    print(run.cycles, run.statistics["derived.ipc"])

docs/python.md has a tutorial and the reference.
"""

from ._core import (Buffer, Device, Event, Group, Kernel, Module, Packet, SchedulerView, Stream, archs, elapsed, presets,
                    schedulers, statistics, version as __version__, workloads)
from ._core import settings as configuration_keys
from .engine import Engine, machine, machine_toml
from .errors import (DeadlockError, Error, ExecutionError, InputError, InterruptedError, IoError,
                     KernelError, LaunchError, LimitError, PluginError, Site, SweepInterrupted, UnsupportedError,
                     UsageError)
from .observer import Observer
from .results import Finding, Launch, Progress, Run
from .runs import run
from .scheduler import Scheduler
from .sweeps import compare, plan, query, show_progress, sweep

__all__ = [
    "Buffer", "DeadlockError", "Device", "Engine", "Error", "Event", "ExecutionError", "Finding", "Group",
    "InputError", "InterruptedError", "IoError", "Kernel", "KernelError", "Launch", "LaunchError",
    "LimitError", "Module", "Observer", "Packet", "PluginError", "Progress", "Run", "Scheduler",
    "SchedulerView", "Site", "Stream",
    "SweepInterrupted", "UnsupportedError", "UsageError", "__version__", "archs", "compare",
    "configuration_keys", "elapsed", "machine", "machine_toml", "plan", "presets", "query", "run",
    "schedulers", "show_progress", "statistics", "sweep", "workloads",
]
