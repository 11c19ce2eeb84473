# The workloads: one folder each (NAME.cu, NAME.ptx, NAME.cpp, workload.toml) and one line here.
set(heddle_workloads
  active_threads
  backprop
  bfs
  bitonic
  black_scholes
  fft
  fig7
  hmmer
  hotspot
  lbm
  lud
  mandelbrot
  matmul
  needleman_wunsch
  sorting_networks
)
