// Prices of European calls and puts after Black, Scholes and Merton, by persistent threads. Nearly all options are alike;
// some pay a dividend, some are at their end, some lie far from the money. Exponentials and logarithms are functions of the
// mathematical library.

static __device__ float normal_distribution(float d) {
  float distance = fabsf(d);
  if (distance > 6.0f) {  // nothing is left of the tail
    keep_branch();
    return d > 0 ? 1.0f : 0.0f;
  }
  float k = 1.0f / (1.0f + 0.2316419f * distance);
  float below = 0.39894228f * expf(-0.5f * d * d) * k *
                (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  if (d > 0) {
    below = 1.0f - below;
    keep_branch();
  }
  return below;
}

extern "C" __global__ void spmd_black_scholes(const float4* options, float2* values, uint n, float rate, float volatility) {
#pragma unroll 1
  for (uint index = threadIdx.x; index < n; index += blockDim.x) {
    float4 option = options[index];
    float price = option.x, strike = option.y, years = option.z, dividend = option.w;
    if (dividend > 0) price *= expf(-dividend * years);
    float call, put;
    if (years < 0.01f) {  // at its end an option is worth what exercising it gives
      call = fmaxf(price - strike, 0);
      put = fmaxf(strike - price, 0);
      keep_branch();
    } else {
      float root = sqrtf(years);
      float d1 = (logf(price / strike) + (rate + 0.5f * volatility * volatility) * years) / (volatility * root);
      float d2 = d1 - volatility * root;
      float n1 = normal_distribution(d1), n2 = normal_distribution(d2);
      float present = strike * expf(-rate * years);
      call = price * n1 - present * n2;
      put = present * (1.0f - n2) - price * (1.0f - n1);
    }
    values[index] = {call, put};
  }
}
