#include "cli/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/nearest.hpp"

namespace heddle {

namespace {

template <class Names>
std::string suggest_among(std::string_view wrong, const Names& names) {
  return suggest(wrong, names.size(), [&](size_t i) -> std::string_view { return names[i]; });
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!command->get_group().empty()) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// CLI11 would treat an unknown command as an argument and report a missing command.
void check_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  const std::string first = argv[1];
  auto is_first = [&](const CLI::App* command) { return command->get_name() == first; };
  if (!app.get_subcommands(is_first).empty()) return;
  std::vector<std::string> names = command_names(app);
  std::string near = suggest_among(first, names);
  throw CLI::ExtrasError(
      fmt::format("unknown command '{}'{}", first.substr(0, 64),
                  near.empty() ? fmt::format("; commands: {}", fmt::join(names, ", ")) : near),
      CLI::ExitCodes::ExtrasError);
}

[[noreturn]] void refuse_extra(const CLI::App& command, const std::string& extra) {
  std::string_view name = std::string_view(extra).substr(0, extra.find('='));
  std::string text =
      extra.starts_with("-")
          ? fmt::format("{} has no option '{}'{}", command.get_name(), name.substr(0, 64),
                        suggest_among(name, option_names(command)))
          : fmt::format("{} takes no further argument, but got '{}'", command.get_name(),
                        extra.substr(0, 64));
  throw CLI::ExtrasError(text, CLI::ExitCodes::ExtrasError);
}

bool is_flag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }
bool takes_one(const CLI::Option& option) {
  return is_flag(option) || option.get_items_expected_max() == 1;
}

/// CLI11 is set to take the last value of a repeated option, so that the message here can show all
/// of them.
void check_option(const CLI::Option& option) {
  const std::vector<std::string>& values = option.results();
  if (takes_one(option) && values.size() > 1) {
    std::string shown = option.get_name(false, false);
    std::string text = is_flag(option)
                           ? fmt::format("{} is given {} times; give it once", shown, values.size())
                           : fmt::format("{} is given {} times ('{}'), but takes one value", shown,
                                         values.size(), fmt::join(values, "', '"));
    throw CLI::ArgumentMismatch(text, CLI::ExitCodes::ArgumentMismatch);
  }
  for (const std::string& value : values)
    if (value.empty()) throw CLI::ValidationError(option.get_name(), "the value is empty");
}

}  // namespace

std::vector<std::string> take_program(int& argc, char** argv) {
  constexpr std::string_view kTaking[] = {"cuda", "compare", "capture", "sweep"};
  if (argc < 2 || std::ranges::find(kTaking, std::string_view(argv[1])) == std::end(kTaking))
    return {};
  for (int i = 2; i < argc; i++) {
    if (std::string_view(argv[i]) != "--") continue;
    std::vector<std::string> program(argv + i + 1, argv + argc);
    argc = i;
    return program;
  }
  return {};
}

void parse_command_line(CLI::App& app, int argc, char** argv) {
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    for (CLI::Option* option : command->get_options())
      if (takes_one(*option)) option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  check_command(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    std::vector<std::string> extras = app.remaining(true);
    std::vector<CLI::App*> chosen = app.get_subcommands();
    if (extras.empty() || chosen.empty()) throw;
    refuse_extra(*chosen.front(), extras.front());
  } catch (const CLI::ArgumentMismatch& e) {
    const std::string text = e.what();  // "--json: 1 required FILE missing"
    if (!text.ends_with(" missing")) throw;
    throw CLI::ArgumentMismatch(text.substr(0, text.find(':')) + " needs a value",
                                CLI::ExitCodes::ArgumentMismatch);
  }
  for (const CLI::App* command : app.get_subcommands())
    for (const CLI::Option* option : command->get_options()) check_option(*option);
}

}  // namespace heddle
