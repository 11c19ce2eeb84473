# The workloads: one folder each (NAME.cu, NAME.ptx, NAME.cpp, workload.toml) and one line here.
set(heddle_workloads
  bitonic
  black_scholes
  fft
  hmmer
  lbm
  lud
  mandelbrot
  matmul
)
