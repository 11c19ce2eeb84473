// AES with tables: one thread per column of four bytes, four neighbours per state. A round looks up
// each byte's share of SubBytes and MixColumns in a table in shared memory; ShiftRows is which
// thread's column a byte is taken from.

constexpr uint kTable = 256;  // words of a table

// The columns of the block's states, which the threads exchange between rounds.
extern __shared__ uint columns[];

// What one round does to a column; `step` is 1 for encryption (rows move left), 3 for decryption.
static __device__ uint round_of(const uint* table, const uint* state, uint me, uint step) {
  uint first = me & ~3u, column = me;
  uint sum = 0;
#pragma unroll
  for (uint row = 0; row < 4; row++) {
    uint byte = (state[first + (column & 3)] >> (8 * row)) & 255;
    uint word = table[byte];
    sum ^= (word << (8 * row)) | (word >> ((32 - 8 * row) & 31));
    column += step;
  }
  return sum;
}

static __device__ uint last_round_of(const uchar* box, const uint* state, uint me, uint step) {
  uint first = me & ~3u, column = me;
  uint sum = 0;
#pragma unroll
  for (uint row = 0; row < 4; row++) {
    uint byte = (state[first + (column & 3)] >> (8 * row)) & 255;
    sum |= (uint)box[byte] << (8 * row);
    column += step;
  }
  return sum;
}

static __device__ void cipher(uint* out, const uint* in, uint count, const uint* keys, uint rounds,
                              const uint* round_table, const uchar* last_box, uint step) {
  __shared__ uint table[kTable];
  __shared__ uchar box[kTable];
  uint me = threadIdx.x, index = thread_index();
  for (uint i = me; i < kTable; i += blockDim.x) {
    table[i] = round_table[i];
    box[i] = last_box[i];
  }
  uint* state = columns;
  uint* next = columns + blockDim.x;
  if (index < count) state[me] = in[index] ^ keys[me & 3];
  __syncthreads();
#pragma unroll 1
  for (uint round = 1; round < rounds; round++) {
    if (index < count) next[me] = round_of(table, state, me, step) ^ keys[4 * round + (me & 3)];
    __syncthreads();
    uint* old = state;
    state = next;
    next = old;
  }
  if (index < count) out[index] = last_round_of(box, state, me, step) ^ keys[4 * rounds + (me & 3)];
}

extern "C" __global__ void encrypt(uint* out, const uint* in, uint count, const uint* keys,
                                   uint rounds, const uint* table, const uchar* box) {
  cipher(out, in, count, keys, rounds, table, box, 1);
}

// The equivalent inverse cipher: the same rounds with the inverse tables, rows moving right, and
// keys in reverse order that the host has passed through InvMixColumns.
extern "C" __global__ void decrypt(uint* out, const uint* in, uint count, const uint* keys,
                                   uint rounds, const uint* table, const uchar* box) {
  cipher(out, in, count, keys, rounds, table, box, 3);
}
