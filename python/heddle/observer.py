"""The methods of an observer. Define those that you want to be called; the others cost nothing."""

from __future__ import annotations

from ._core import Packet


class Observer:
    """Sees every packet of a timed run, in the order of simulated time.

    An object with some of these methods will do as well; it need not derive from this class. The
    methods are called on the thread that simulates. An exception ends the run and is raised there.
    """

    def launch_begins(self, cycle: int, kernel: str, grid: tuple[int, int, int],
                      block: tuple[int, int, int]) -> None:
        """A kernel starts."""

    def launch_ends(self, cycle: int) -> None:
        """It has ended, or was stopped: then some packets have not completed."""

    def fetch_begins(self, cycle: int, sm: int, group: int, count: int) -> None:
        """The next instructions of a group are on their way from the instruction cache."""

    def fetched(self, cycle: int, sm: int, group: int, count: int) -> None:
        """They have come into the group's buffer."""

    def fetch_dropped(self, cycle: int, sm: int, group: int) -> None:
        """What the group has fetched, or is fetching, will not issue."""

    def issued(self, cycle: int, packet: Packet) -> None:
        """A packet has issued. Numbers of packets are reused after `completed`."""

    def executes(self, cycle: int, sm: int, packet: int) -> None:
        """Its operands will have been read at this cycle, which may lie ahead."""

    def completed(self, cycle: int, sm: int, packet: int) -> None:
        """Its results are written."""
