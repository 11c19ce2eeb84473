// Maxwell's equations in vacuum by the discontinuous Galerkin method, on tetrahedra with polynomials of
// degree 6: fields are known at 84 nodes of each element, 28 of them on each face. A stage of the
// Runge-Kutta scheme is three kernels, the first two with one block per element.

constexpr uint kNodes = 84, kFaceNodes = 28, kSurfaceNodes = 4 * kFaceNodes;
constexpr uint kFields = 6;  // Hx, Hy, Hz, Ex, Ey, Ez
constexpr uint kPitch = 96;  // floats from one field of an element to the next
constexpr uint kElement = kFields * kPitch;
constexpr uint kWall = 0xffffffff;

// Rows of the matrices of derivatives that are under way while as many are used.
constexpr uint kAhead = 12;

static __device__ void load_rows(float4 (&rows)[kAhead], const float4* from) {
#pragma unroll
  for (uint i = 0; i < kAhead; i++) rows[i] = from[i * kNodes];
}

// How fields change inside an element: curls. One thread per node; it needs the derivatives of all
// fields in all three directions at once, and rows on their way: registers decide how many blocks a
// core holds. The matrices end with kAhead rows that are loaded but not used.
extern "C" __global__ void volume(const float* fields, float* rates, const float4* derivatives,
                                  const float* gradients) {
  __shared__ float values[kFields][kNodes];
  uint me = threadIdx.x, first = blockIdx.x * kElement + me;
#pragma unroll
  for (uint f = 0; f < kFields; f++) values[f][me] = fields[first + f * kPitch];
  __syncthreads();
  float dr[kFields] = {}, ds[kFields] = {}, dt[kFields] = {};
  float4 rows[kAhead];
  derivatives += me;
  load_rows(rows, derivatives);
KEEP_LOOP
  for (uint first_row = 0; first_row < kNodes; first_row += kAhead) {
    float4 next[kAhead];
    load_rows(next, derivatives + (first_row + kAhead) * kNodes);
#pragma unroll
    for (uint i = 0; i < kAhead; i++) {
#pragma unroll
      for (uint f = 0; f < kFields; f++) {
        float value = values[f][first_row + i];
        dr[f] += rows[i].x * value;
        ds[f] += rows[i].y * value;
        dt[f] += rows[i].z * value;
      }
      rows[i] = next[i];
    }
  }
  // The gradients of the three coordinates r, s and t of the element.
  const float* g = gradients + 9 * blockIdx.x;
  float rx = g[0], ry = g[1], rz = g[2], sx = g[3], sy = g[4], sz = g[5], tx = g[6], ty = g[7],
        tz = g[8];
  float dx[kFields], dy[kFields], dz[kFields];
#pragma unroll
  for (uint f = 0; f < kFields; f++) {
    dx[f] = rx * dr[f] + sx * ds[f] + tx * dt[f];
    dy[f] = ry * dr[f] + sy * ds[f] + ty * dt[f];
    dz[f] = rz * dr[f] + sz * ds[f] + tz * dt[f];
  }
  float* out = rates + first;
  out[0 * kPitch] = dz[4] - dy[5];
  out[1 * kPitch] = dx[5] - dz[3];
  out[2 * kPitch] = dy[3] - dx[4];
  out[3 * kPitch] = dy[2] - dz[1];
  out[4 * kPitch] = dz[0] - dx[2];
  out[5 * kPitch] = dx[1] - dy[0];
}

// What flows through the faces: first one thread per node of the surface compares both sides, then
// one per node of the element collects.
//   neighbours  of each surface node, where the same point is in the element beyond; kWall if none
//   normals     of each face, and how much surface belongs to how much volume
extern "C" __global__ void surface(const float* fields, float* rates, const uint* face_nodes,
                                   const uint* neighbours, const float4* normals,
                                   const float* lift) {
  __shared__ float fluxes[kFields][kSurfaceNodes];
  uint me = threadIdx.x, element = blockIdx.x;
  const float* inside = fields + element * kElement + face_nodes[me];
  uint beyond = neighbours[element * kSurfaceNodes + me];
  float jump[kFields];
  if (beyond == kWall) {
    // A perfect conductor: the electric field outside is the opposite of that inside.
#pragma unroll
    for (uint f = 0; f < kFields; f++) jump[f] = f < 3 ? 0 : -2 * inside[f * kPitch];
  } else {
#pragma unroll
    for (uint f = 0; f < kFields; f++)
      jump[f] = fields[beyond + f * kPitch] - inside[f * kPitch];
  }
  float4 n = normals[element * 4 + me / kFaceNodes];
  float half = 0.5f * n.w;
  float h = n.x * jump[0] + n.y * jump[1] + n.z * jump[2];
  float e = n.x * jump[3] + n.y * jump[4] + n.z * jump[5];
  fluxes[0][me] = half * (n.z * jump[4] - n.y * jump[5] + jump[0] - h * n.x);
  fluxes[1][me] = half * (n.x * jump[5] - n.z * jump[3] + jump[1] - h * n.y);
  fluxes[2][me] = half * (n.y * jump[3] - n.x * jump[4] + jump[2] - h * n.z);
  fluxes[3][me] = half * (n.y * jump[2] - n.z * jump[1] + jump[3] - e * n.x);
  fluxes[4][me] = half * (n.z * jump[0] - n.x * jump[2] + jump[4] - e * n.y);
  fluxes[5][me] = half * (n.x * jump[1] - n.y * jump[0] + jump[5] - e * n.z);
  __syncthreads();
  if (me < kNodes) {
    float sums[kFields] = {};
KEEP_LOOP
    for (uint m = 0; m < kSurfaceNodes; m++) {
      float weight = lift[m * kNodes + me];
#pragma unroll
      for (uint f = 0; f < kFields; f++) sums[f] += weight * fluxes[f][m];
    }
    float* out = rates + element * kElement + me;
#pragma unroll
    for (uint f = 0; f < kFields; f++) out[f * kPitch] += sums[f];
  }
}

// One stage of a scheme that needs storage for one residual only.
extern "C" __global__ void runge_kutta(float* fields, float* residuals, const float* rates,
                                       uint count, float keep, float share, float step) {
  uint i = thread_index();
  if (i < count) {
    float residual = keep * residuals[i] + step * rates[i];
    residuals[i] = residual;
    fields[i] += share * residual;
  }
}
