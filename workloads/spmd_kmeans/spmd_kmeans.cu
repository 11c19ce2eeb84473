// k-means clustering of bytes by persistent threads. Centres are fixed-point numbers in rising order, so a point's nearest
// centre is found by walking along them for as long as they come nearer: every thread stops where its point says. A thread
// sums the clusters of its points in private memory; then all threads add up these sums, and some move the centres.
constexpr uint kScale = 16;     // of centres
constexpr uint kClusters = 32;  // as many as private memory holds

static __device__ uint distance(uint point, uint centre) { return (uint)abs((int)(point * kScale) - (int)centre); }

// The part of one thread in assigning points to clusters: whether one of its points changed sides.
static __device__ uint assign(const uchar* points, const uint* centres, uint* clusters, uint* own, uint n, uint k) {
  uint changed = 0;
#pragma unroll 1
  for (uint i = threadIdx.x; i < n; i += blockDim.x) {
    uint point = points[i], nearest = 0, least = distance(point, centres[0]);
#pragma unroll 1
    while (nearest + 1 < k) {
      uint next = distance(point, centres[nearest + 1]);
      if (next > least) break;
      least = next;
      nearest++;
    }
    own[nearest] += 1u << 16 | point;
    if (clusters[i] != nearest) {
      clusters[i] = nearest;
      changed = 1;
    }
  }
  return changed;
}

// partial: one number per cluster and thread, with the count of points in the upper half and their sum in the lower;
// sums: one pair per thread; changes: one number per iteration, all 0.
extern "C" __global__ void spmd_kmeans(const uchar* points, uint* centres, uint* clusters, uint* partial, uint2* sums,
                                       uint* changes, uint n, uint k, uint iterations) {
  uint own[kClusters];
  uint me = threadIdx.x, threads = blockDim.x, team = threads / k, cluster = me / team;
#pragma unroll 1
  for (uint iteration = 0; iteration < iterations; iteration++) {
#pragma unroll 1
    for (uint c = 0; c < k; c++) own[c] = 0;
    if (assign(points, centres, clusters, own, n, k)) changes[iteration] = 1;
#pragma unroll 1
    for (uint c = 0; c < k; c++) partial[c * threads + me] = own[c];
    __syncthreads();
    if (changes[iteration] == 0) break;
    if (cluster < k) {
      uint2 sum = {0, 0};
#pragma unroll 1
      for (uint i = me % team; i < threads; i += team) {
        uint both = partial[cluster * threads + i];
        sum.x += both & 0xffff;
        sum.y += both >> 16;
      }
      sums[me] = sum;
    }
    __syncthreads();
    if (me < k) {
      uint2 sum = {0, 0};
#pragma unroll 1
      for (uint i = me * team; i < (me + 1) * team; i++) {
        sum.x += sums[i].x;
        sum.y += sums[i].y;
      }
      if (sum.y > 0) centres[me] = sum.x * kScale / sum.y;  // a cluster without points keeps its centre
    }
    __syncthreads();
  }
}
