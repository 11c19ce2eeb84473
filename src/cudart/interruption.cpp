#include "cudart/interruption.hpp"

#include <signal.h>
#include <unistd.h>

#include <iterator>

namespace heddle::cudart {

namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM};

// A signal handler can only reach static storage.
std::atomic<bool>& flag() {
  static std::atomic<bool> set = false;
  return set;
}
std::atomic<int>& received() {
  static std::atomic<int> signal = SIGINT;
  return signal;
}

void on_signal(int signal) {
  received() = signal;
  if (!flag().exchange(true)) return;
  ::signal(signal, SIG_DFL);  // asked twice
  ::raise(signal);
}

}  // namespace

const std::atomic<bool>& interrupted() { return flag(); }

InterruptionScope::InterruptionScope() {
  for (int signal : kSignals) {
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) != 0 || now.sa_handler != SIG_DFL) continue;
    struct sigaction action {};
    action.sa_handler = on_signal;
    ::sigaction(signal, &action, nullptr);
  }
}

InterruptionScope::~InterruptionScope() {
  for (int signal : kSignals) {
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == on_signal)
      ::signal(signal, SIG_DFL);
  }
}

void end_by_signal() {
  const int signal = received();
  ::signal(signal, SIG_DFL);
  ::raise(signal);
  ::_exit(128 + signal);
}

}  // namespace heddle::cudart
