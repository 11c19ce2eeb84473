#include "workload/workload.hpp"

namespace heddle::workload {

std::unique_ptr<Driver> make_libor(const Setup& setup);

/// Only the code of the kernels differs.
std::unique_ptr<Driver> make_unrolled_libor(const Setup& setup) { return make_libor(setup); }

}  // namespace heddle::workload
