// DXT1 compression. A block takes four by four pixels: it orders their colours along the axis on which they
// differ most, tries every way of cutting that order into four runs, each thread its share, and keeps the
// one with the least error. For given runs the two end colours follow from least squares.
//
// Products that are added are fused by name: which way is best must be the same bits everywhere.

struct Colour {
  float r, g, b;
};
static __device__ Colour operator+(Colour a, Colour b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
static __device__ Colour operator*(Colour a, float s) { return {a.r * s, a.g * s, a.b * s}; }
// a * s + b
static __device__ Colour scaled_plus(Colour a, float s, Colour b) {
  return {fmaf(a.r, s, b.r), fmaf(a.g, s, b.g), fmaf(a.b, s, b.b)};
}
static __device__ float dot(Colour a, Colour b) { return fmaf(a.r, b.r, fmaf(a.g, b.g, a.b * b.b)); }

// The nearest colour of 5, 6 and 5 bits; `code` is how it is stored.
static __device__ Colour quantized(Colour c, uint& code) {
  auto level = [](float v, float most) { return rintf(fminf(fmaxf(v, 0), 255) * (most / 255)); };
  float r = level(c.r, 31), g = level(c.g, 63), b = level(c.b, 31);
  code = (uint)r << 11 | (uint)g << 5 | (uint)b;
  return {r * (255.0f / 31), g * (255.0f / 63), b * (255.0f / 31)};
}

// The axis on which sixteen colours differ most, by the power method.
static __device__ Colour principal_axis(const Colour* colours) {
  Colour sum{0, 0, 0};
#pragma unroll 1
  for (uint i = 0; i < 16; i++) sum = sum + colours[i];
  Colour rows[3] = {};
#pragma unroll 1
  for (uint i = 0; i < 16; i++) {
    Colour d = scaled_plus(sum, -1.0f / 16, colours[i]);
    rows[0] = scaled_plus(d, d.r, rows[0]);
    rows[1] = scaled_plus(d, d.g, rows[1]);
    rows[2] = scaled_plus(d, d.b, rows[2]);
  }
  Colour axis{1, 1, 1};
#pragma unroll 1
  for (uint i = 0; i < 8; i++) {
    Colour next{dot(rows[0], axis), dot(rows[1], axis), dot(rows[2], axis)};
    float largest = fmaxf(fmaxf(fabsf(next.r), fabsf(next.g)), fabsf(next.b));
    if (largest == 0) break;
    axis = next * (1 / largest);
  }
  return axis;
}

// What is left of the squared error when the runs end at cuts.x, cuts.y and cuts.z; sums[i] is the sum of
// the first i colours. `codes` has the two end colours.
static __device__ float error_of(uchar4 cuts, const Colour* sums, uint2& codes) {
  float n0 = cuts.x, n1 = cuts.y - cuts.x, n2 = cuts.z - cuts.y, n3 = 16 - cuts.z;
  float aa = fmaf(n2, 1.0f / 9, fmaf(n1, 4.0f / 9, n0)), bb = fmaf(n1, 1.0f / 9, fmaf(n2, 4.0f / 9, n3));
  float ab = (n1 + n2) * (2.0f / 9), determinant = fmaf(aa, bb, -ab * ab);
  Colour thrice = sums[cuts.x] + sums[cuts.y] + sums[cuts.z];
  Colour ax = thrice * (1.0f / 3), bx = scaled_plus(thrice, -1.0f / 3, sums[16]);
  Colour a = sums[16] * (1.0f / 16), b = a;
  if (determinant > 0.01f) {
    a = scaled_plus(ax, bb, bx * -ab) * (1 / determinant);
    b = scaled_plus(bx, aa, ax * -ab) * (1 / determinant);
  }
  a = quantized(a, codes.x);
  b = quantized(b, codes.y);
  float mixed = fmaf(ab, dot(a, b), -dot(a, ax)) - dot(b, bx);
  return fmaf(2, mixed, fmaf(dot(a, a), aa, dot(b, b) * bb));
}

// Orders by error, then by index.
static __device__ ulong key_of(float error, uint index) {
  uint bits = __float_as_uint(error);
  uint rising = (bits >> 31) != 0 ? ~bits : bits | 0x80000000;
  return (ulong)rising << 32 | index;
}

// Of each pixel the low three bytes count; a result is the two end colours and two bits per pixel.
extern "C" __global__ void compress(const uint* pixels, uint2* results, const uchar4* cuts, uint cut_count, uint width) {
  __shared__ Colour colours[16], ordered[16], sums[17];
  __shared__ float positions[16];
  __shared__ uint ranks[16], indices;
  __shared__ ulong keys[1024];
  uint me = threadIdx.x;
  if (me < 16) {
    uint pixel = pixels[(blockIdx.y * 4 + me / 4) * width + blockIdx.x * 4 + me % 4];
    colours[me] = {(float)(pixel & 255), (float)(pixel >> 8 & 255), (float)(pixel >> 16 & 255)};
  }
  if (me == 0) indices = 0;
  __syncthreads();
  if (me < 16) positions[me] = dot(colours[me], principal_axis(colours));
  __syncthreads();
  if (me < 16) {
    uint rank = 0;
    float mine = positions[me];
#pragma unroll 1
    for (uint i = 0; i < 16; i++) {
      bool less = positions[i] < mine, tied = positions[i] == mine;
      rank += less || (tied && i < me);
    }
    ranks[me] = rank;
    ordered[rank] = colours[me];
  }
  __syncthreads();
  if (me <= 16) {
    Colour sum{0, 0, 0};
#pragma unroll 1
    for (uint i = 0; i < me; i++) sum = sum + ordered[i];
    sums[me] = sum;
  }
  __syncthreads();

  float least = 1e30f;
  uint choice = 0;
  uint2 codes;
#pragma unroll 1
  for (uint i = me; i < cut_count; i += blockDim.x) {
    float error = error_of(cuts[i], sums, codes);
    if (error < least) {
      least = error;
      choice = i;
    }
  }
  keys[me] = key_of(least, choice);
  __syncthreads();
#pragma unroll 1
  for (uint half = blockDim.x / 2; half > 0; half /= 2) {
    if (me < half && keys[me + half] < keys[me]) keys[me] = keys[me + half];
    __syncthreads();
  }

  uchar4 cut = cuts[(uint)keys[0]];
  error_of(cut, sums, codes);
  bool swapped = codes.x < codes.y;  // the larger one first says that there are four colours
  if (me < 16) {
    uint rank = ranks[me], run = (rank >= cut.x) + (rank >= cut.y) + (rank >= cut.z);
    if (swapped) run = 3 - run;
    uint index = codes.x == codes.y ? 0 : 0x78u >> (2 * run) & 3;  // runs 0 to 3 are indices 0, 2, 3, 1
    atomicOr(&indices, index << (2 * me));
  }
  __syncthreads();
  if (me == 0) {
    uint ends = swapped ? codes.y | codes.x << 16 : codes.x | codes.y << 16;
    results[blockIdx.y * gridDim.x + blockIdx.x] = make_uint2(ends, indices);
  }
}
