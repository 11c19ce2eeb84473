"""A roofline: what each workload reaches of a machine's peaks (roofline.png).

The x axis is arithmetic intensity, thread instructions per byte of DRAM; the roof is the memory's
bandwidth up to the peak rate of instructions. No point is above the roof; divergence is one reason
why points are below it.
"""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import heddle

WORKLOADS = ["bitonic", "fig7", "mandelbrot", "mcml"]
machine = heddle.machine("fung2007", "pdom")
core = machine["core"]
peak = machine["sms"] * core["lanes"]  # thread instructions per cycle

points = []
for name in WORKLOADS:
    run = heddle.run(name, size="tiny", preset="fung2007", arch="pdom")
    assert run.correct
    s = run.statistics
    transferred = float(s["dram.bytes"] or 0)
    assert transferred > 0
    points.append((name, float(s["thread_instructions"] or 0) / transferred,
                   float(s["derived.ipc"] or 0)))

memory = machine["memory"]
clock = machine["clock"]
# In bytes per cycle of the core.
bandwidth = (memory["partitions"] * memory["dram_bytes_per_cycle"] * clock["memory"] /
             clock["core"])
x = np.geomspace(0.1, 1000, 200)
figure, axis = plt.subplots(figsize=(6, 4))
axis.loglog(x, np.minimum(peak, bandwidth * x), color="black")
for name, intensity, ipc in points:
    print(f"{name:12} {intensity:8.2f} instructions per byte, {ipc:6.2f} of "
          f"{min(peak, bandwidth * intensity):.0f} per cycle")
    assert ipc <= min(peak, bandwidth * intensity)
    axis.plot(intensity, ipc, "o")
    axis.annotate(name, (intensity, ipc), xytext=(5, 3), textcoords="offset points")
axis.set_xlabel("thread instructions per byte of DRAM")
axis.set_ylabel("thread instructions per cycle")
figure.tight_layout()
figure.savefig("roofline.png", dpi=150)
print("roofline.png")
