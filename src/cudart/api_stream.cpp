// Streams and events. Work is done when a call returns, so streams only have names, nothing ever
// waits, and an event is the simulated time at which it was recorded.
#include "cudart/api.hpp"
#include "cudart/calls.hpp"

namespace heddle::cudart {

namespace {

constexpr unsigned kDisableTiming = 2;
constexpr int kLeastPriority = 0, kGreatestPriority = -5;

template <class F>
int with_event(const char* function, void* event, F&& work) {
  return enter(function, [&](Gpu& gpu) -> int {
    EventState* found = gpu.find_event(event);
    return found ? work(gpu, *found) : static_cast<int>(kInvalidHandle);
  });
}

int check_stream(const char* function, void* stream) {
  return enter(function,
               [&](Gpu& gpu) -> int { return gpu.is_stream(stream) ? kSuccess : kInvalidHandle; });
}

}  // namespace

}  // namespace heddle::cudart

using namespace heddle::cudart;

int heddle_cudaStreamCreate(void** stream) {
  return heddle_cudaStreamCreateWithPriority(stream, 0, 0);
}

int heddle_cudaStreamCreateWithFlags(void** stream, unsigned flags) {
  return heddle_cudaStreamCreateWithPriority(stream, flags, 0);
}

int heddle_cudaStreamCreateWithPriority(void** stream, unsigned flags, int priority) {
  return enter("cudaStreamCreate", [&](Gpu& gpu) -> int {
    if (!stream || flags > 1) return kInvalidValue;
    *stream = gpu.add_stream(flags, std::clamp(priority, kGreatestPriority, kLeastPriority));
    return kSuccess;
  });
}

int heddle_cudaStreamDestroy(void* stream) {
  return enter("cudaStreamDestroy", [&](Gpu& gpu) -> int {
    return gpu.remove_stream(stream) ? kSuccess : kInvalidHandle;
  });
}

int heddle_cudaStreamSynchronize(void* stream) {
  return check_stream("cudaStreamSynchronize", stream);
}

int heddle_cudaStreamQuery(void* stream) { return check_stream("cudaStreamQuery", stream); }

int heddle_cudaStreamWaitEvent(void* stream, void* event, unsigned) {
  return with_event("cudaStreamWaitEvent", event, [&](Gpu& gpu, EventState&) -> int {
    return gpu.is_stream(stream) ? kSuccess : kInvalidHandle;
  });
}

int heddle_cudaStreamAddCallback(void* stream, void (*function)(void*, int, void*), void* data,
                                 unsigned) {
  const int code = check_stream("cudaStreamAddCallback", stream);
  if (code == kSuccess) function(stream, kSuccess, data);
  return code;
}

int heddle_cudaStreamGetFlags(void* stream, unsigned* flags) {
  return enter("cudaStreamGetFlags", [&](Gpu& gpu) -> int {
    if (!gpu.is_stream(stream)) return kInvalidHandle;
    const StreamState* state = gpu.find_stream(stream);
    *flags = state ? state->flags : 0;
    return kSuccess;
  });
}

int heddle_cudaStreamGetPriority(void* stream, int* priority) {
  return enter("cudaStreamGetPriority", [&](Gpu& gpu) -> int {
    if (!gpu.is_stream(stream)) return kInvalidHandle;
    const StreamState* state = gpu.find_stream(stream);
    *priority = state ? state->priority : 0;
    return kSuccess;
  });
}

int heddle_cudaStreamGetId(void* stream, unsigned long long* id) {
  return enter("cudaStreamGetId", [&](Gpu& gpu) -> int {
    if (!gpu.is_stream(stream)) return kInvalidHandle;
    const StreamState* state = gpu.find_stream(stream);
    *id = state ? state->id : reinterpret_cast<uintptr_t>(stream);
    return kSuccess;
  });
}

int heddle_cudaStreamGetDevice(void* stream, int* device) {
  *device = 0;
  return check_stream("cudaStreamGetDevice", stream);
}

int heddle_cudaStreamIsCapturing(void* stream, int* status) {
  *status = 0;
  return check_stream("cudaStreamIsCapturing", stream);
}

int heddle_cudaStreamSetAttribute(void* stream, int, const void*) {
  return check_stream("cudaStreamSetAttribute", stream);
}

int heddle_cudaStreamGetAttribute(void* stream, int, void* value) {
  std::fill_n(static_cast<char*>(value), 64, '\0');
  return check_stream("cudaStreamGetAttribute", stream);
}

int heddle_cudaStreamCopyAttributes(void* to, void*) {
  return check_stream("cudaStreamCopyAttributes", to);
}

int heddle_cudaThreadExchangeStreamCaptureMode(int*) { return kSuccess; }

int heddle_cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least) *least = kLeastPriority;
  if (greatest) *greatest = kGreatestPriority;
  return kSuccess;
}

int heddle_cudaEventCreate(void** event) { return heddle_cudaEventCreateWithFlags(event, 0); }

int heddle_cudaEventCreateWithFlags(void** event, unsigned flags) {
  return enter("cudaEventCreate", [&](Gpu& gpu) -> int {
    if (!event || flags > 7) return kInvalidValue;
    *event = gpu.add_event(flags);
    return kSuccess;
  });
}

int heddle_cudaEventDestroy(void* event) {
  return enter("cudaEventDestroy", [&](Gpu& gpu) -> int {
    return gpu.remove_event(event) ? kSuccess : kInvalidHandle;
  });
}

int heddle_cudaEventRecord(void* event, void* stream) {
  return with_event("cudaEventRecord", event, [&](Gpu& gpu, EventState& state) -> int {
    if (!gpu.is_stream(stream)) return kInvalidHandle;
    state.recorded = true;
    state.picoseconds = gpu.time().picoseconds();
    return kSuccess;
  });
}

int heddle_cudaEventRecordWithFlags(void* event, void* stream, unsigned) {
  return heddle_cudaEventRecord(event, stream);
}

int heddle_cudaEventSynchronize(void* event) {
  return with_event("cudaEventSynchronize", event,
                    [](Gpu&, EventState&) -> int { return kSuccess; });
}

int heddle_cudaEventQuery(void* event) {
  return with_event("cudaEventQuery", event, [](Gpu&, EventState&) -> int { return kSuccess; });
}

int heddle_cudaEventElapsedTime(float* milliseconds, void* from, void* to) {
  return with_event("cudaEventElapsedTime", from, [&](Gpu& gpu, EventState& begin) -> int {
    EventState* end = gpu.find_event(to);
    if (!milliseconds) return kInvalidValue;
    if (!end || !begin.recorded || !end->recorded) return kInvalidHandle;
    if ((begin.flags | end->flags) & kDisableTiming) return kInvalidHandle;
    const auto ps = static_cast<double>(end->picoseconds) - static_cast<double>(begin.picoseconds);
    *milliseconds = static_cast<float>(ps / 1e9);
    return kSuccess;
  });
}
