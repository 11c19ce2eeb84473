#include "cli/store_options.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/terminal.hpp"
#include "store/file_system.hpp"

namespace heddle {

namespace {

/// Empty: nothing is stored.
std::filesystem::path chosen_store(const StoreChoice& choice) {
  if (choice.none) return {};
  return choice.file.empty() ? store::default_store() : std::filesystem::path(choice.file);
}

}  // namespace

void add_store_options(CLI::App& command, StoreChoice& choice) {
  auto* file = command
                   .add_option("--store", choice.file,
                               "file of finished runs (docs/sweeps.md); default: "
                               "~/.local/share/heddle/results.db")
                   ->type_name("FILE");
  command.add_flag("--no-store", choice.none, "neither read nor store finished runs")
      ->excludes(file);
}

void plan_store(OutputPlan& plan, const StoreChoice& choice) {
  if (const std::filesystem::path file = chosen_store(choice); !file.empty())
    for (const std::filesystem::path& part : store::files_of(file)) plan.reads(part, "the store");
}

std::unique_ptr<store::ResultStore> open_store(const StoreChoice& choice) {
  if (!choice.file.empty())
    if (std::string problem = store::place_problem(choice.file); !problem.empty())
      throw IoError(fmt::format("--store {}: {}, or use --no-store", choice.file, problem));
  return std::make_unique<store::ResultStore>(chosen_store(choice), [](const std::string& text) {
    print_status("");
    print_error(fmt::format("heddle: warning: {}", text));
  });
}

std::string interruption_text(const store::ResultStore& store) {
  return store.keeps() ? "interrupted; finished runs are kept, run the same command to continue"
                       : "interrupted";
}

void show_run_progress(std::string_view command, const study::ExecutionProgress& p) {
  constexpr size_t kWidth = 24;
  const size_t filled = p.done * kWidth / p.all;
  std::string left;
  if (p.seconds_left > 0) left = fmt::format(", {} left", study::duration_text(p.seconds_left));
  print_status(fmt::format("{} [{}{}] {}/{} runs{}", command, std::string(filled, '#'),
                           std::string(kWidth - filled, '.'), p.done, p.all, left));
}

}  // namespace heddle
