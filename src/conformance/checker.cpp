// Threads take the next case from a shared counter; the calling thread collects the outcomes in
// order.
#include "conformance/checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <regex>
#include <thread>

#include "config/archs.hpp"
#include "conformance/run_case.hpp"

namespace heddle {

namespace {

namespace fs = std::filesystem;

struct Item {
  std::string name;  // as printed and filtered: "FOLDER/CASE"
  Case test;
};

struct Outcome {
  bool done = false;
  std::optional<std::string> failure;
};

std::string name_of_folder(const fs::path& folder) {
  fs::path name = folder.filename();
  if (name.empty()) name = folder.parent_path().filename();
  return name.string();
}

std::vector<Item> collect(const CheckerOptions& options) {
  std::regex filter;
  try {
    filter = std::regex(options.filter, std::regex::ECMAScript | std::regex::optimize);
  } catch (const std::regex_error& e) {
    throw UsageError(fmt::format("'{}' is not a regular expression: {}", options.filter, e.what()));
  }
  std::vector<Item> items;
  for (const fs::path& folder : options.folders)
    for (Case& c : load_corpus(folder)) {
      std::string name = fmt::format("{}/{}", name_of_folder(folder), c.name);
      if (options.filter.empty() || std::regex_search(name, filter))
        items.push_back({std::move(name), std::move(c)});
    }
  size_t number = 0;
  std::erase_if(items, [&](const Item&) { return number++ % options.parts != options.part; });
  return items;
}

class Run {
 public:
  Run(const CheckerOptions& options, const std::vector<Item>& items)
      : options_(options), items_(items), outcomes_(items.size() * options.archs.size()) {
    device_options_.interrupted = options.interrupted;
    device_options_.max_warp_instructions = options.max_warp_instructions;
    device_options_.print = [](std::string_view) {};  // drops what cases print
  }

  CheckerResult run() {
    std::vector<std::jthread> threads;
    size_t jobs = std::clamp<size_t>(options_.jobs, 1, std::max<size_t>(1, outcomes_.size()));
    for (size_t i = 0; i < jobs; i++) threads.emplace_back([this] { work(); });
    CheckerResult result = collect_outcomes();
    threads.clear();
    if (error_) std::rethrow_exception(error_);
    return result;
  }

 private:
  const std::string& arch_of(size_t index) const {
    return options_.archs[index % options_.archs.size()];
  }
  const Item& item_of(size_t index) const { return items_[index / options_.archs.size()]; }

  void work() {
    while (true) {
      size_t index = next_.fetch_add(1);
      if (index >= outcomes_.size()) return;
      Outcome outcome{true, std::nullopt};
      std::exception_ptr error;
      try {
        // Each case gets a new machine, so that a failed case leaves no state to the next one.
        DeviceOptions device = device_options_;
        device.engine = make_engine(arch_of(index), options_.machine);
        outcome.failure = run_case(item_of(index).test, device, files_);
      } catch (...) {
        error = std::current_exception();
        next_ = outcomes_.size();
      }
      std::lock_guard lock(mutex_);
      if (error && !error_) error_ = error;
      outcomes_[index] = std::move(outcome);
      changed_.notify_one();
    }
  }

  CheckerResult collect_outcomes() {
    CheckerResult result;
    for (size_t i = 0; i < outcomes_.size(); i++) {
      Outcome outcome;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return outcomes_[i].done || error_; });
        if (error_) return result;
        outcome = std::move(outcomes_[i]);
        outcomes_[i].done = true;
      }
      (outcome.failure ? result.failed : result.passed)++;
      if (outcome.failure && options_.failed)
        options_.failed(fmt::format("FAIL {} [{}]: {}", item_of(i).name, arch_label(arch_of(i)),
                                    *outcome.failure));
      if (options_.progress) options_.progress(i + 1, outcomes_.size());
    }
    return result;
  }

  const CheckerOptions& options_;
  const std::vector<Item>& items_;
  DeviceOptions device_options_;
  CorpusFiles files_;
  std::atomic<size_t> next_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Outcome> outcomes_;
  std::exception_ptr error_;
};

}  // namespace

CheckerResult run_checker(const CheckerOptions& options) {
  std::vector<Item> items = collect(options);
  if (items.empty() || options.archs.empty()) return {};
  return Run(options, items).run();
}

}  // namespace heddle
