#include "workload/workload.hpp"

namespace heddle::workload {

std::unique_ptr<Driver> make_lud(const Setup& setup);

/// Only the code of the kernels differs.
std::unique_ptr<Driver> make_unrolled_lud(const Setup& setup) { return make_lud(setup); }

}  // namespace heddle::workload
