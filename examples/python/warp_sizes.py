"""A study of warp sizes: a sweep over two mechanisms, and its plot (warp_sizes.png)."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

import heddle

frame = heddle.sweep(
    ["bitonic", "fig7", "mandelbrot"], size="tiny", presets="small", archs=["pdom", "dwf"],
    settings={"core.warp": [8, 16, 32, 64]},
    derive={"core.lanes": "min(32, core.warp)", "core.max_warps": "1536 / core.warp"},
    metrics={"ipc": "derived.ipc"}, store="warp_sizes.db", progress=heddle.show_progress)

# What makes no machine is not run: dynamic warp formation has at most 32 threads in a warp.
for reason in sorted({refused["why"] for refused in frame.attrs["refused"]}):
    print("skipped:", reason)
assert frame["failure"].isna().all()

table = frame.pivot_table(index="core.warp", columns=["workload", "arch"], values="ipc")
print(table.round(2).to_string())

figure, axes = plt.subplots(1, 3, figsize=(10, 3), sharex=True)
for axis, (workload, lines) in zip(axes, frame.groupby("workload")):
    for arch, line in lines.groupby("arch"):
        axis.plot(line["core.warp"], line["ipc"], marker="o", label=arch)
    axis.set_xscale("log", base=2)
    axis.set_title(workload)
    axis.set_xlabel("threads in a warp")
axes[0].set_ylabel("thread instructions per cycle")
axes[0].legend()
figure.tight_layout()
figure.savefig("warp_sizes.png", dpi=150)
print("warp_sizes.png")
