#include "workload/workload.hpp"

namespace heddle::workload {

std::unique_ptr<Driver> make_discontinuous_galerkin(const Setup& setup);

/// Only the code of the kernels differs.
std::unique_ptr<Driver> make_unrolled_discontinuous_galerkin(const Setup& setup) {
  return make_discontinuous_galerkin(setup);
}

}  // namespace heddle::workload
