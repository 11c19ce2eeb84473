// AES decryption by persistent threads, as FIPS 197 defines it (section 5.3): each takes states of 16 bytes and undoes
// the rounds byte by byte, in private memory. Products are made of doublings; a doubling that leaves the field is
// reduced by a guarded move.

// Twice a, in GF(2^8).
static __device__ uint doubled(uint a) {
  uint twice = a << 1;
  move_if_less(twice, twice ^ 0x11bu, 255u, twice);
  return twice;
}

// InvShiftRows, InvSubBytes and AddRoundKey: a byte of row r goes r columns to the right.
static __device__ void substitute(const uchar* from, uchar* to, const uchar* box, const uchar* key) {
#pragma unroll 1
  for (uint i = 0; i < 16; i++) {
    uint at = (i + 4 * (i & 3)) & 15;
    to[at] = box[from[i]] ^ key[at];
  }
}

// InvMixColumns: a byte counts 14 times in its own row and 9, 13 and 11 times in the next ones.
static __device__ void unmix(const uchar* from, uchar* to) {
#pragma unroll 1
  for (uint i = 0; i < 16; i++) to[i] = 0;
#pragma unroll 1
  for (uint i = 0; i < 16; i++) {
    uint a = from[i], column = i & ~3u, a2 = doubled(a), a4 = doubled(a2), a8 = doubled(a4);
    to[i] ^= (uchar)(a8 ^ a4 ^ a2);
    to[column + ((i + 1) & 3)] ^= (uchar)(a8 ^ a);
    to[column + ((i + 2) & 3)] ^= (uchar)(a8 ^ a4 ^ a);
    to[column + ((i + 3) & 3)] ^= (uchar)(a8 ^ a2 ^ a);
  }
}

extern "C" __global__ void spmd_decrypt(uchar* out, const uchar* in, uint states, const uchar* keys, uint rounds,
                                        const uchar* box) {
  uchar state[16], other[16];
#pragma unroll 1
  for (uint s = threadIdx.x; s < states; s += blockDim.x) {
#pragma unroll 1
    for (uint i = 0; i < 16; i++) state[i] = in[16 * s + i] ^ keys[16 * rounds + i];
#pragma unroll 1
    for (uint round = rounds - 1; round > 0; round--) {
      substitute(state, other, box, keys + 16 * round);
      unmix(other, state);
    }
    substitute(state, other, box, keys);
#pragma unroll 1
    for (uint i = 0; i < 16; i++) out[16 * s + i] = other[i];
  }
}
