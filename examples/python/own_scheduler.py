"""A scheduler of one's own, beside two of heddle's: which policy suits divergent code?"""

import heddle


class FullestFirst(heddle.Scheduler):
    """The group with the most threads; among equals the oldest."""

    def choose(self, view: heddle.SchedulerView) -> heddle.Group:
        return max(view.candidates, key=lambda group: (group.threads, -group.age))


class SameWarp(heddle.Scheduler):
    """Stays with a warp while it can."""

    def __init__(self) -> None:
        self.warp = -1

    def choose(self, view: heddle.SchedulerView) -> heddle.Group:
        group = min(view.candidates, key=lambda g: (g.warp != self.warp, g.age))
        self.warp = group.warp
        return group


frame = heddle.sweep(
    ["bitonic", "fig7"], size="tiny", presets="small", archs=["pdom", "dwf"],
    settings={"arch.schedule": ["oldest", "greedy-then-oldest", "fullest-first", "same-warp"]},
    schedulers={"fullest-first": FullestFirst, "same-warp": SameWarp},
    metrics=["cycles"], store="own_scheduler.db")
assert frame["failure"].isna().all()
print(frame.pivot_table(index="arch.schedule", columns=["workload", "arch"],
                        values="cycles").astype(int).to_string())
