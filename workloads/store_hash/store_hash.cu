// MD5 of windows that slide over a piece of data: the block brings its part of the data to shared memory,
// each thread hashes a window of its own. All threads do the same, step by step, on data of their own:
// hardly anything diverges and hardly anything is the same for all.
static __device__ uint rotate(uint v, uint by) { return v << by | v >> (32 - by); }

// floor(2^32 |sin(i)|), i = 1 to 64.
constexpr uint kSines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
constexpr uint kTurns[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

// Sixty-four steps, without a loop: their constants are part of the instructions.
static __device__ uint4 compress(uint4 state, const uint* words) {
  uint a = state.x, b = state.y, c = state.z, d = state.w;
#pragma unroll
  for (uint i = 0; i < 64; i++) {
    uint round = i / 16;
    uint mixed = round == 0   ? (b & c) | (~b & d)
                 : round == 1 ? (d & b) | (~d & c)
                 : round == 2 ? b ^ c ^ d
                              : c ^ (b | ~d);
    uint at = round == 0 ? i : round == 1 ? 5 * i + 1 : round == 2 ? 3 * i + 5 : 7 * i;
    uint next = b + rotate(a + mixed + kSines[i] + words[at % 16], kTurns[round][i % 4]);
    a = d;
    d = c;
    c = b;
    b = next;
  }
  return {state.x + a, state.y + b, state.z + c, state.w + d};
}

// Windows are a multiple of 64 bytes long and start `step` bytes apart.
extern "C" __global__ void store_hash(const uint* data, uint4* digests, uint windows, uint window, uint step) {
  extern __shared__ uint part[];
  uint first = blockIdx.x * blockDim.x;
  uint own = min(blockDim.x, windows - first);
  uint begin = first * step, length = (own - 1) * step + window;
#pragma unroll 1
  for (uint i = threadIdx.x; i * 4 < length; i += blockDim.x) part[i] = data[begin / 4 + i];
  __syncthreads();
  if (threadIdx.x >= own) return;
  const uchar* bytes = (const uchar*)part + threadIdx.x * step;
  uint4 state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  uint words[16];
#pragma unroll 1
  for (uint at = 0; at < window; at += 64) {
#pragma unroll
    for (uint i = 0; i < 16; i++) {
      const uchar* four = bytes + at + 4 * i;
      words[i] = four[0] | four[1] << 8 | four[2] << 16 | (uint)four[3] << 24;
    }
    state = compress(state, words);
  }
  // The end of the message: a one, zeros, and the number of bits.
#pragma unroll
  for (uint i = 0; i < 16; i++) words[i] = i == 0 ? 0x80 : i == 14 ? window * 8 : 0;
  digests[first + threadIdx.x] = compress(state, words);
}
