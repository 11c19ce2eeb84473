// Viterbi decoding of a convolutional code of rate 1/2 and constraint length 4 (generators 15 and 17,
// octal), by exchange of registers: each state keeps the bits of the best way to it. States that are worse
// than the best one by more than a threshold are given up. A thread decodes frames of its own, with metrics
// and ways in 96 bytes of private memory; which states it follows, and which transitions are written down
// as the better way into their state, is as noise has it.
constexpr uint kStates = 8, kSteps = 32, kTail = 3;  // the tail leads to state 0
constexpr ushort kUnreached = 0xffff;

// The two bits sent when a zero enters at `state`, whose newest bit is on top. A one inverts both.
static __device__ uint encode(uint state) { return (__popc(state & 015) & 1) << 1 | (__popc(state & 017) & 1); }

// Received: two words of a frame, two bits per step from the lowest up.
extern "C" __global__ void viterbi(const uint2* received, uint* decoded, uint threads, uint frames,
                                   uint threshold) {
  uint me = thread_index();
  if (me >= threads) return;
  ushort metrics[2][kStates];
  uint ways[2][kStates];
#pragma unroll 1
  for (uint frame = 0; frame < frames; frame++) {
    uint2 words = received[frame * threads + me];
#pragma unroll 1
    for (uint s = 0; s < kStates; s++) metrics[0][s] = s == 0 ? 0 : kUnreached;
    ways[0][0] = 0;
    uint best = 0;
#pragma unroll 1
    for (uint step = 0; step < kSteps; step++) {
      uint now = step & 1, next = now ^ 1, limit = best + threshold;
      uint symbol = (step < 16 ? words.x : words.y) >> (2 * (step & 15)) & 3;
#pragma unroll 1
      for (uint s = 0; s < kStates; s++) metrics[next][s] = kUnreached;
      best = kUnreached;
#pragma unroll 1
      for (uint s = 0; s < kStates; s++) {
        uint metric = metrics[now][s];
        if (metric > limit) continue;
        uint wrong = __popc(encode(s) ^ symbol), zero = s >> 1, one = zero + kStates / 2;
        if (metric + wrong < metrics[next][zero]) {
          metrics[next][zero] = (ushort)(metric + wrong);
          ways[next][zero] = ways[now][s];
          best = min(best, metric + wrong);
        }
        if (metric + 2 - wrong < metrics[next][one]) {
          metrics[next][one] = (ushort)(metric + 2 - wrong);
          ways[next][one] = ways[now][s] | 1u << step;
          best = min(best, metric + 2 - wrong);
        }
      }
    }
    uint state = 0;
#pragma unroll 1
    while (metrics[kSteps & 1][state] != best) state++;
    decoded[frame * threads + me] = ways[kSteps & 1][state] & ((1u << (kSteps - kTail)) - 1);
  }
}
