// A portfolio of swaptions under the LIBOR market model, by Monte Carlo: each thread follows one path
// of all forward rates (log-Euler steps, one factor) and adds up what its swaptions pay. Rates of a
// path are an array in local memory. `value_and_delta` also differentiates the value backwards
// through the path (adjoint mode) and must remember the rates at all steps.

constexpr uint kMaxRates = 80, kMaxSteps = 40, kSwaptions = 15;
constexpr float kAccrual = 0.25f;  // years between two rates, and of a step

__constant__ float initial_rates[kMaxRates];
__constant__ float volatilities[kMaxRates];
__constant__ uint swap_lengths[kSwaptions];
__constant__ float strikes[kSwaptions];

// One step: rates that are fixed by now (up to `step`) stay.
static __device__ void advance(const float* from, float* to, float normal, uint step, uint rates) {
  float shock = 0.5f * normal, drift = 0;  // the root of the accrual period
KEEP_LOOP
  for (uint i = step + 1; i < rates; i++) {
    float volatility = volatilities[i - step - 1], scaled = kAccrual * volatility, rate = from[i];
    drift += __fdividef(scaled * rate, 1 + kAccrual * rate);
    to[i] = rate * __expf(scaled * drift + volatility * (shock - 0.5f * scaled));
  }
}

// What one unit of money at the end of the fixed rates is worth today.
static __device__ float discount(const float* rates, uint steps) {
  float factor = 1;
KEEP_LOOP
  for (uint i = 0; i < steps; i++) factor = __fdividef(factor, 1 + kAccrual * rates[i]);
  return factor;
}

// bonds[i]: worth of 1 paid after rate steps + i; annuities[i]: of all coupons up to then.
static __device__ void price_bonds(const float* rates, float* bonds, float* annuities, uint steps,
                                   uint count) {
  float bond = 1, annuity = 0;
KEEP_LOOP
  for (uint i = steps; i < count; i++) {
    bond = __fdividef(bond, 1 + kAccrual * rates[i]);
    annuity += kAccrual * bond;
    bonds[i - steps] = bond;
    annuities[i - steps] = annuity;
  }
}

extern "C" __global__ void value_only(float* values, const float* normals, uint paths, uint count,
                                      uint steps) {
  uint path = thread_index();
  if (path >= paths) return;
  float rates[kMaxRates], bonds[kMaxRates], annuities[kMaxRates];
KEEP_LOOP
  for (uint i = 0; i < count; i++) rates[i] = initial_rates[i];
KEEP_LOOP
  for (uint step = 0; step < steps; step++)
    advance(rates, rates, normals[step * paths + path], step, count);
  price_bonds(rates, bonds, annuities, steps, count);
  float value = 0;
KEEP_LOOP
  for (uint s = 0; s < kSwaptions; s++) {
    uint end = swap_lengths[s] - 1;
    float swap = bonds[end] + strikes[s] * annuities[end] - 1;
    if (swap < 0) value -= 100 * swap;
  }
  values[path] = value * discount(rates, steps);
}

// deltas: how the value changes when all initial rates are shifted alike.
extern "C" __global__ void value_and_delta(float* values, float* deltas, const float* normals,
                                           uint paths, uint count, uint steps) {
  uint path = thread_index();
  if (path >= paths) return;
  float history[(kMaxSteps + 1) * kMaxRates];
  float bonds[kMaxRates], annuities[kMaxRates];
  float bond_shares[kMaxRates], annuity_shares[kMaxRates], shares[kMaxRates];
KEEP_LOOP
  for (uint i = 0; i < count; i++) {
    history[i] = initial_rates[i];
    bond_shares[i] = annuity_shares[i] = 0;
  }
KEEP_LOOP
  for (uint step = 0; step < steps; step++) {
    const float* from = history + step * kMaxRates;
    float* to = history + (step + 1) * kMaxRates;
KEEP_LOOP
    for (uint i = 0; i <= step; i++) to[i] = from[i];
    advance(from, to, normals[step * paths + path], step, count);
  }
  const float* rates = history + steps * kMaxRates;
  price_bonds(rates, bonds, annuities, steps, count);
  float discounted = discount(rates, steps), value = 0;
KEEP_LOOP
  for (uint s = 0; s < kSwaptions; s++) {
    uint end = swap_lengths[s] - 1;
    float swap = bonds[end] + strikes[s] * annuities[end] - 1;
    if (swap < 0) {
      value -= 100 * discounted * swap;
      bond_shares[end] -= 100 * discounted;
      annuity_shares[end] -= 100 * discounted * strikes[s];
    }
  }
  values[path] = value;

  // Backwards: through the bonds, the discount factor, and the steps.
  float bond_share = 0, annuity_share = 0;
KEEP_LOOP
  for (uint i = count; i-- > steps;) {
    float divisor = __frcp_approx(1 + kAccrual * rates[i]);
    annuity_share += annuity_shares[i - steps];
    bond_share += bond_shares[i - steps] + kAccrual * annuity_share;
    shares[i] = -bond_share * bonds[i - steps] * kAccrual * divisor;
    bond_share *= divisor;
  }
KEEP_LOOP
  for (uint i = 0; i < steps; i++)
    shares[i] = __fdividef(-kAccrual * value, 1 + kAccrual * rates[i]);
KEEP_LOOP
  for (uint back = 1; back <= steps; back++) {
    uint step = steps - back;
    const float* from = history + step * kMaxRates;
    const float* to = from + kMaxRates;
    float drift_share = 0;
KEEP_LOOP
    for (uint i = count - 1; i > step; i--) {
      float scaled = kAccrual * volatilities[i - step - 1];
      float divisor = __frcp_approx(1 + kAccrual * from[i]), grown = shares[i] * to[i];
      drift_share += grown * scaled;
      shares[i] = __fdividef(grown, from[i]) + drift_share * scaled * divisor * divisor;
    }
  }
  float delta = 0;
KEEP_LOOP
  for (uint i = 0; i < count; i++) delta += shares[i];
  deltas[path] = delta;
}
