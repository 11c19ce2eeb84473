// Viterbi decoding of a convolutional code of rate 1/2 and constraint length 4 (generators 15 and 17, octal), by
// exchange of registers: each state keeps the bits of the best way to it. States that are worse than the best one by
// more than a threshold are given up. A persistent thread decodes its frames with metrics and ways in 96 bytes of private
// memory; which states it follows, and which transitions are written down as the better way into their state, is as
// noise has it. What only chooses a number is a guarded move.
constexpr uint kStates = 8, kSteps = 32, kTail = 3;  // the tail leads to state 0
constexpr uint kUnreached = 0xffff;

// The two bits sent when a zero enters at `state`, whose newest bit is on top. A one inverts both.
static __device__ uint encode(uint state) { return (__popc(state & 015) & 1) << 1 | (__popc(state & 017) & 1); }

// Received: two words of a frame, two bits per step from the lowest up.
extern "C" __global__ void spmd_viterbi(const uint2* received, uint* decoded, uint frames, uint threshold) {
  uint me = threadIdx.x, threads = blockDim.x;
  ushort metrics[2][kStates];
  uint ways[2][kStates];
#pragma unroll 1
  for (uint frame = 0; frame < frames; frame++) {
    uint2 words = received[frame * threads + me];
#pragma unroll 1
    for (uint s = 1; s < kStates; s++) metrics[0][s] = (ushort)kUnreached;
    metrics[0][0] = 0;
    ways[0][0] = 0;
    uint best = 0;
#pragma unroll 1
    for (uint step = 0; step < kSteps; step++) {
      uint now = step & 1, next = now ^ 1, limit = best + threshold;
      uint word = words.y;
      move_if_less(word, words.x, step, 16u);
      uint symbol = word >> (2 * (step & 15)) & 3;
#pragma unroll 1
      for (uint s = 0; s < kStates; s++) metrics[next][s] = (ushort)kUnreached;
      best = kUnreached;
#pragma unroll 1
      for (uint s = 0; s < kStates; s++) {
        uint metric = metrics[now][s];
        if (metric > limit) continue;
        uint wrong = __popc(encode(s) ^ symbol), zero = s >> 1, one = zero + kStates / 2;
        uint on_zero = metric + wrong, on_one = metric + 2 - wrong;
        if (on_zero < metrics[next][zero]) {
          metrics[next][zero] = (ushort)on_zero;
          ways[next][zero] = ways[now][s];
          move_if_less(best, on_zero, on_zero, best);
        }
        if (on_one < metrics[next][one]) {
          metrics[next][one] = (ushort)on_one;
          ways[next][one] = ways[now][s] | 1u << step;
          move_if_less(best, on_one, on_one, best);
        }
      }
    }
    uint state = 0;
#pragma unroll 1
    while (metrics[kSteps & 1][state] != best) state++;
    decoded[frame * threads + me] = ways[kSteps & 1][state] & ((1u << (kSteps - kTail)) - 1);
  }
}
