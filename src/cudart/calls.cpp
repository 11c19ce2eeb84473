#include "cudart/calls.hpp"

namespace heddle::cudart {

int& last_error() {
  thread_local int code = kSuccess;
  return code;
}

Gpu* try_gpu() {
  static Gpu* gpu = []() -> Gpu* {
    try {
      return &Gpu::instance();
    } catch (const std::exception& e) {
      say(e.what());
      return nullptr;
    }
  }();
  return gpu;
}

}  // namespace heddle::cudart
