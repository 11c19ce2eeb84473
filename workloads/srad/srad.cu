// Speckle-reducing anisotropic diffusion of an image, two kernels per step: first the gradients and from
// them how strongly a pixel diffuses, then the diffusion. Neighbours beyond the edge are the edge's
// pixels, and the coefficient is cut to its range by branches.
extern "C" __global__ void coefficients(const float* image, float* diffusion, float4* gradients, uint rows, uint columns,
                                        float speckle) {
  uint x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= columns || y >= rows) return;
  uint at = y * columns + x;
  float here = image[at];
  float4 to = {0, 0, 0, 0};  // north, south, west, east
  if (y > 0) to.x = image[at - columns] - here;
  if (y + 1 < rows) to.y = image[at + columns] - here;
  if (x > 0) to.z = image[at - 1] - here;
  if (x + 1 < columns) to.w = image[at + 1] - here;
  float square = (to.x * to.x + to.y * to.y + to.z * to.z + to.w * to.w) / (here * here);
  float curvature = (to.x + to.y + to.z + to.w) / here;
  float numerator = 0.5f * square - 0.0625f * curvature * curvature, root = 1.0f + 0.25f * curvature;
  float variation = numerator / (root * root);
  float c = 1.0f / (1.0f + (variation - speckle) / (speckle * (1.0f + speckle)));
  if (c < 0) {
    keep_branch();
    c = 0;
  } else if (c > 1) {
    keep_branch();
    c = 1;
  }
  diffusion[at] = c;
  gradients[at] = to;
}

extern "C" __global__ void diffuse(float* image, const float* diffusion, const float4* gradients, uint rows, uint columns) {
  uint x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= columns || y >= rows) return;
  uint at = y * columns + x;
  float here = diffusion[at], south = here, east = here;
  if (y + 1 < rows) south = diffusion[at + columns];
  if (x + 1 < columns) east = diffusion[at + 1];
  float4 to = gradients[at];
  image[at] += 0.125f * (here * (to.x + to.z) + south * to.y + east * to.w);
}
