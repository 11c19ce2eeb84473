// The parts of a launch description that read one kind of table each.
#pragma once

#include "launch/description.hpp"
#include "launch/reader.hpp"

namespace heddle {

/// The position of a table: its first key, or the table itself when it is empty.
Where place_of(Reader& reader, const toml::table& table);

/// A buffer's keys: name, type, count, and one of init, values, file. Nothing after a message.
std::optional<BufferSpec> parse_buffer(Reader& reader, const toml::table& table,
                                       std::string_view what);
std::optional<SymbolSpec> parse_symbol(Reader& reader, const toml::table& table);

/// Adds buffers that parameters define in place to `description`.
std::optional<ParameterSpec> parse_parameter(Reader& reader, const toml::table& table,
                                             Description& description);

std::optional<OutputSpec> parse_output(Reader& reader, const toml::table& table);
/// Reads values as elements of the buffer, so all buffers must be known.
std::optional<CompareSpec> parse_compare(Reader& reader, const toml::table& table,
                                         const Description& description);

}  // namespace heddle
