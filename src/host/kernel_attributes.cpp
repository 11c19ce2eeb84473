// Attributes are what a launch needs to know, so they come from the linked kernel.
#include "base/error.hpp"
#include "host/device_state.hpp"
#include "host/module.hpp"

namespace heddle {

FunctionAttributes Kernel::attributes() const {
  const Function& f = module_->image.module->functions[function_];
  FunctionAttributes a;
  a.parameter_bytes = f.param_bytes;
  a.static_shared_bytes = f.shared_bytes;
  a.local_bytes = f.frame_bytes;
  a.parameters = parameters_;
  return a;
}

}  // namespace heddle
