#include "workload/workload.hpp"

namespace heddle::workload {

std::unique_ptr<Driver> make_mummer(const Setup& setup);

/// Only the code of the kernels differs.
std::unique_ptr<Driver> make_rereading_mummer(const Setup& setup) { return make_mummer(setup); }

}  // namespace heddle::workload
