// How far each place is from the target.
extern "C" __global__ void distances(const float2* places, float* distance, uint count,
                                     float latitude, float longitude) {
  uint i = thread_index();
  if (i < count) {
    float2 place = places[i];
    float dx = latitude - place.x, dy = longitude - place.y;
    distance[i] = __fsqrt_approx(dx * dx + dy * dy);
  }
}
