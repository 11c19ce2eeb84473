#include "cudart/gpu.hpp"

#include <unistd.h>

#include <algorithm>

#include "config/load.hpp"
#include "cudart/interruption.hpp"
#include "plugin/load.hpp"

namespace heddle::cudart {

namespace {

ValidMachine machine_of(const cuda::RunSettings& settings) {
  return load_machine(settings.preset, settings.arch, settings.overrides,
                      load_plugins(settings.plugins));
}

DeviceOptions options_of(const cuda::RunSettings& settings, std::shared_ptr<Engine> engine) {
  DeviceOptions options;
  options.unified_memory = true;
  options.max_warp_instructions = settings.max_instructions;
  options.interrupted = &interrupted();
  options.engine = std::move(engine);
  long pages = ::sysconf(_SC_PHYS_PAGES), bytes = ::sysconf(_SC_PAGESIZE);
  if (pages > 0 && bytes > 0)
    options.memory_bytes =
        std::min(options.memory_bytes, static_cast<uint64_t>(pages) * static_cast<uint64_t>(bytes));
  return options;
}

}  // namespace

Gpu::Gpu()
    : settings_(cuda::settings_of_environment()),
      machine_(machine_of(settings_)),
      engine_(std::make_shared<LaunchEngine>(settings_, machine_)),
      device_(options_of(settings_, engine_)),
      modules_(device_) {}

Gpu& Gpu::instance() {
  static Gpu* gpu = new Gpu;
  return *gpu;
}

StreamState* Gpu::add_stream(unsigned flags, int priority) {
  auto stream = std::make_unique<StreamState>(StreamState{next_stream_++, flags, priority});
  StreamState* made = stream.get();
  streams_[made] = std::move(stream);
  return made;
}

bool Gpu::is_stream(const void* stream) const {
  return reinterpret_cast<uintptr_t>(stream) <= 2 || streams_.contains(const_cast<void*>(stream));
}

StreamState* Gpu::find_stream(void* stream) const {
  auto at = streams_.find(stream);
  return at == streams_.end() ? nullptr : at->second.get();
}

bool Gpu::remove_stream(void* stream) { return streams_.erase(stream) > 0; }

EventState* Gpu::add_event(unsigned flags) {
  auto event = std::make_unique<EventState>(EventState{flags, false, 0});
  EventState* made = event.get();
  events_[made] = std::move(event);
  return made;
}

EventState* Gpu::find_event(void* event) const {
  auto at = events_.find(event);
  return at == events_.end() ? nullptr : at->second.get();
}

bool Gpu::remove_event(void* event) { return events_.erase(event) > 0; }

}  // namespace heddle::cudart
