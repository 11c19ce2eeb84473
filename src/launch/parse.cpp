// The description as a whole: one launch written at the top, or several as [[launch]].
#include "launch/parse.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/nearest.hpp"

namespace heddle {

namespace {

/// One file, or a list of files that are linked; empty when there is no such key, or a bad one.
std::vector<std::string> parse_ptx(Reader& reader, const toml::table& table) {
  const toml::node* node = table.get("ptx");
  if (!node) return {};
  const toml::array* list = node->as_array();
  if (!list) {
    auto file = reader.string(table, "ptx");
    return file ? std::vector{*file} : std::vector<std::string>{};
  }
  std::vector<std::string> files;
  for (const toml::node& file : *list)
    if (const auto* text = file.as_string())
      files.push_back(text->get());
    else
      reader.error(file, "'ptx' is the name of a file, or a list of names");
  if (list->empty()) reader.error(*node, "'ptx' is an empty list");
  return files;
}

/// Everything that describes one launch; `what` names the table in messages.
void parse_launch(Reader& reader, const toml::table& table, std::string_view what,
                  const std::vector<std::string>& common_ptx, const Where& common_where,
                  Description& description) {
  LaunchSpec launch;
  launch.where = place_of(reader, table);
  launch.ptx_where = launch.entry_where = launch.where;
  if (auto files = parse_ptx(reader, table); !files.empty()) {
    launch.ptx_files = std::move(files);
    launch.ptx_where = reader.where(*table.get("ptx"));
  } else if (!common_ptx.empty()) {
    launch.ptx_files = common_ptx;
    launch.ptx_where = common_where;
  } else if (!table.contains("ptx")) {
    reader.error(launch.where, fmt::format("{} needs a 'ptx' file", what));
  }
  launch.ptx = fmt::format("{}", fmt::join(launch.ptx_files, " + "));
  if (auto entry = reader.string(table, "entry")) {
    launch.entry = *entry;
    launch.entry_where = reader.where(*table.get("entry"));
  }
  launch.grid_where = launch.block_where = launch.shared_where = launch.entry_where;
  for (auto [key, where] : {std::pair{"grid", &launch.grid_where},
                            {"block", &launch.block_where},
                            {"shared", &launch.shared_where}})
    if (const toml::node* node = table.get(key)) *where = reader.where(*node);
  for (auto [key, to] : {std::pair{"grid", &launch.grid}, {"block", &launch.block}}) {
    if (auto d = reader.dimensions(table, key))
      *to = *d;
    else if (!table.contains(key))
      reader.error(launch.where, fmt::format("{} needs a '{}'", what, key));
  }
  launch.shared = static_cast<uint32_t>(reader.count(table, "shared", 0xffff'ffff).value_or(0));
  launch.workspace = reader.count(table, "workspace");
  for (const toml::table* p : reader.tables(table, "param"))
    if (auto parameter = parse_parameter(reader, *p, description))
      launch.parameters.push_back(std::move(*parameter));
  description.launches.push_back(std::move(launch));
}

void parse_launches(Reader& reader, const toml::table& root, Description& description) {
  if (!root.contains("launch")) {
    parse_launch(reader, root, "a launch description", {}, {}, description);
    return;
  }
  for (std::string_view key : {"entry", "grid", "block", "shared", "workspace", "param"})
    if (const toml::node* node = root.get(key))
      reader.error(*node,
                   fmt::format("'{}' belongs in each [[launch]] when there are several", key));
  const std::vector<std::string> ptx = parse_ptx(reader, root);
  Where ptx_where = ptx.empty() ? Where{} : reader.where(*root.get("ptx"));
  auto launches = reader.tables(root, "launch");
  if (launches.empty()) reader.error(*root.get("launch"), "there is no launch in 'launch'");
  for (const toml::table* table : launches) {
    reader.check_keys(*table, "[[launch]]",
                      {"ptx", "entry", "grid", "block", "shared", "workspace", "param"});
    parse_launch(reader, *table, "[[launch]]", ptx, ptx_where, description);
  }
}

void check_buffer_names(Reader& reader, const Description& description) {
  std::vector<std::string_view> names;
  for (const BufferSpec& b : description.buffers) names.push_back(b.name);
  auto check = [&](const std::string& name, const Where& at) {
    if (description.find_buffer(name)) return;
    reader.error(at, fmt::format("there is no buffer '{}'{}", name,
                                 suggest(name, names.size(), [&](size_t i) { return names[i]; })));
  };
  for (const LaunchSpec& launch : description.launches)
    for (const ParameterSpec& p : launch.parameters)
      if (p.kind == ParameterSpec::Kind::Buffer) check(p.target, p.where);
  for (const OutputSpec& o : description.outputs)
    if (!o.target.is_symbol) check(o.target.name, o.target.where);
  for (const CompareSpec& c : description.compares)
    if (!c.target.is_symbol) check(c.target.name, c.target.where);
}

Description parse_root(Reader& reader, const toml::table& root, SourcePtr source) {
  Description description;
  description.source = std::move(source);
  reader.check_keys(root, "a launch description",
                    {"ptx", "entry", "grid", "block", "shared", "workspace", "param", "launch",
                     "buffer", "symbol", "output", "compare"});
  for (const toml::table* table : reader.tables(root, "buffer"))
    if (auto buffer = parse_buffer(reader, *table, "[[buffer]]")) {
      if (description.find_buffer(buffer->name))
        reader.error(buffer->where, fmt::format("buffer '{}' is defined twice", buffer->name));
      description.buffers.push_back(std::move(*buffer));
    }
  for (const toml::table* table : reader.tables(root, "symbol"))
    if (auto symbol = parse_symbol(reader, *table))
      description.symbols.push_back(std::move(*symbol));
  parse_launches(reader, root, description);
  for (const toml::table* table : reader.tables(root, "output"))
    if (auto output = parse_output(reader, *table))
      description.outputs.push_back(std::move(*output));
  for (const toml::table* table : reader.tables(root, "compare"))
    if (auto compare = parse_compare(reader, *table, description))
      description.compares.push_back(std::move(*compare));
  check_buffer_names(reader, description);
  return description;
}

}  // namespace

Where place_of(Reader& reader, const toml::table& table) {
  const toml::key* first = nullptr;
  auto before = [](const toml::source_position& a, const toml::source_position& b) {
    return a.line != b.line ? a.line < b.line : a.column < b.column;
  };
  for (const auto& [key, value] : table)
    if (!first || before(key.source().begin, first->source().begin)) first = &key;
  return table.source().begin.line > 1 || !first ? reader.where(table) : reader.where(*first);
}

Description parse_description(Diagnostics& diagnostics) {
  Reader reader(diagnostics);
  try {
    toml::table root = parse_toml(diagnostics.source().text(), diagnostics.source().name());
    return parse_root(reader, root, diagnostics.source_ptr());
  } catch (const toml::parse_error& e) {
    reader.error(reader.where(e.source()), std::string(e.description()));
    return {};
  }
}

}  // namespace heddle
