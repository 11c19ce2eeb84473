#include "workload/workload.hpp"

namespace heddle::workload {

std::unique_ptr<Driver> make_visibility(const Setup& setup);

/// Only the code of the kernels differs.
std::unique_ptr<Driver> make_rereading_visibility(const Setup& setup) {
  return make_visibility(setup);
}

}  // namespace heddle::workload
