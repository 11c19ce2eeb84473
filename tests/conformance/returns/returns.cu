// Every way in which people leave a kernel early, around barriers and warp-wide operations. Each
// kernel has the parameters and buffers of programs/: thread g reads in[4g..4g+3] and writes
// out[4g..4g+3].
//
// returns.ptx: nvcc 13 -ptx -arch=sm_75 returns.cu
//
// k07 is left out: it hangs on an H200, where threads that have left the loop wait at its end,
// before the barrier behind it.
typedef unsigned u;
#define ARGS const u *__restrict__ in, u *out, u *hist
#define SETUP                                         \
  extern __shared__ u sm_dummy[];                     \
  __shared__ u sm[256];                               \
  u t = threadIdx.x, g = blockIdx.x * blockDim.x + t; \
  u a = in[4 * g], b = in[4 * g + 1], c = in[4 * g + 2], d = in[4 * g + 3];
extern "C" {
__global__ void k01_work_then_return(ARGS) {
  SETUP
  if (a & 1) {
    for (u i = 0; i < (b & 7); i++) c = c * 33 + i;
    out[4 * g] = c;
    return;
  }
  sm[t] = b;
  __syncthreads();
  out[4 * g] = sm[t] + 1;
  __syncthreads();
  out[4 * g + 1] = 7;
}
__global__ void k02_loop_break_tail_store(ARGS) {
  SETUP
  u n = (a & 7) + 1;
  while (n) {
    n--;
    b = b * 7 + 1;
    __syncthreads();
  }
  out[4 * g] = b;
}
__global__ void k03_ifelse_barrier_one_side(ARGS) {
  SETUP
  if (a & 1) {
    b += 3;
    __syncthreads();
    b *= 5;
  } else {
    c ^= b;
  }
  out[4 * g] = b + c;
}
__global__ void k04_barrier_both_sides(ARGS) {
  SETUP
  if (a & 1) {
    b += 3;
    __syncthreads();
    b *= 5;
    out[4 * g + 1] = b;
  } else {
    c ^= b;
    __syncthreads();
    c += 9;
    out[4 * g + 2] = c;
  }
  out[4 * g] = b + c;
}
__device__ __noinline__ u early(u a, u b, u* sm) {
  if (a & 1) return b * 3;
  sm[threadIdx.x] = b;
  __syncthreads();
  return b + sm[threadIdx.x];
}
__global__ void k05_function_early_return_tail(ARGS) {
  SETUP
  u r = early(a, b, sm);
  out[4 * g] = r;
}
__device__ __noinline__ void early2(u a, u b, u* sm, u* out) {
  if (a & 1) return;
  sm[threadIdx.x] = b;
  __syncthreads();
  *out = b + sm[threadIdx.x];
}
__global__ void k06_function_early_return_then_ret(ARGS) {
  SETUP
  early2(a, b, sm, out + 4 * g);
}
__global__ void k08_switch(ARGS) {
  SETUP
  switch (a & 7) {
    case 0: out[4 * g] = b; return;
    case 1: b += 3; break;
    case 2:
      for (u i = 0; i < (c & 3); i++) b = b * 3 + i;
      out[4 * g] = b;
      return;
    case 3: b ^= c; break;
    case 4: return;
    case 5: b *= c; break;
    case 6: out[4 * g] = d; return;
    default: b -= c;
  }
  sm[t] = b;
  __syncthreads();
  out[4 * g + 1] = sm[t] ^ d;
}
__global__ void k09_nested_loop_return(ARGS) {
  SETUP
  for (u i = 0; i < 4; i++) {
    for (u j = 0; j < (b & 3) + 1; j++) {
      c = c * 5 + j;
      if ((c & 0x70) == 0x30) {
        out[4 * g] = c;
        return;
      }
    }
    sm[t] = c;
    __syncthreads();
    d += sm[t];
    if (d & 1) {
      d >>= 1;
      if ((d & 6) == 2) return;
    }
    __syncthreads();
  }
  out[4 * g] = c + d;
}
__device__ __noinline__ void bail(u a, u b, u* out) {
  if ((a & 3) == 1) {
    *out = b;
    asm volatile("exit;");
  }
}
__global__ void k10_exit_in_function(ARGS) {
  SETUP
  bail(a, b, out + 4 * g);
  sm[t] = b;
  __syncthreads();
  bail(c, b, out + 4 * g);
  u v = __ballot_sync(0xffffffffu >> 0, b & 1);
  out[4 * g + 1] = sm[t] + v;
}
__global__ void k11_warp_ops_behind_return(ARGS) {
  SETUP
  if ((a & 7) == 3) return;
  u m = __activemask();
  u v = __shfl_xor_sync(0xffffffff, b, 0);
  (void)m;
  if ((c & 7) == 2) {
    out[4 * g] = v;
    return;
  }
  u w = __any_sync(0xffffffff, (d & 15) == 0);
  out[4 * g] = v + w;
}
__global__ void k12_while_not_done(ARGS) {
  SETUP
  bool done = false;
  while (!done) {
    b = b * 1103515245 + 12345;
    sm[t] = b;
    __syncthreads();
    c ^= sm[t];
    done = ((b >> 16) & 3) == 0;
  }
}
__global__ void k13_while_not_done_store(ARGS) {
  SETUP
  bool done = false;
  while (!done) {
    b = b * 1103515245 + 12345;
    sm[t] = b;
    __syncthreads();
    c ^= sm[t];
    done = ((b >> 16) & 3) == 0;
  }
  out[4 * g] = c;
}
__global__ void k14_while_not_done_store_if(ARGS) {
  SETUP
  bool done = false;
  while (!done) {
    b = b * 1103515245 + 12345;
    sm[t] = b;
    __syncthreads();
    c ^= sm[t];
    done = ((b >> 16) & 3) == 0;
  }
  if (c & 1)
    out[4 * g] = c;
  else
    out[4 * g + 1] = d;
}
__global__ void k15_warpsync_loop_tail(ARGS) {
  SETUP
  u n = (a & 7) + 1;
  u s = 0;
  while (n) {
    n--;
    s += __popc(__ballot_sync(__activemask() ? 0xffffffffu : 0, b & 1));
    b >>= 1;
  }
  out[4 * g] = s;
}
__global__ void k16_barred_after_loop_returns(ARGS) {
  SETUP
  for (u i = 0; i < 8; i++) {
    u r = __syncthreads_count((b >> i) & 1);
    c += r;
    if (((a >> i) & 3) == 3) {
      if (d & 1) out[4 * g] = c;
      return;
    }
  }
  out[4 * g] = c + 1;
}
}
