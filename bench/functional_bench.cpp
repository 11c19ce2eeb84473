// How fast functional execution is.
#include "peer_kernels.hpp"

int main(int argc, char** argv) {
  using namespace heddle;
  return peer::run_benchmarks(argc, argv, &peer::Entry::peer_functional,
                              [] { return DeviceOptions(); });
}
