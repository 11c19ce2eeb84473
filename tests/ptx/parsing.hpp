// Helpers for the parser tests: parsing a text, and formatting each error as one line.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/diagnostic.hpp"
#include "ptx/parser.hpp"

namespace heddle::ptx {

struct Parsed {
  std::shared_ptr<Diagnostics> diagnostics;
  Module module;

  const Function& function(size_t index = 0) const { return module.functions.at(index); }
  const Instruction& instruction(size_t index = 0) const { return module.instructions.at(index); }
  const Operand& operand(size_t index) const {
    return module.operands.at(instruction().operands.first + index);
  }
  const Operand& child(const Operand& parent, size_t index) const {
    return module.operands.at(parent.children.first + index);
  }
};

inline Parsed parse_any(std::string text) {
  auto source = std::make_shared<Source>("test.ptx", std::move(text));
  Parsed parsed{std::make_shared<Diagnostics>(source), {}};
  parsed.module = parse(source, *parsed.diagnostics);
  return parsed;
}

/// The text must be free of errors and warnings.
inline Parsed parse_good(std::string text) {
  Parsed parsed = parse_any(std::move(text));
  EXPECT_TRUE(parsed.diagnostics->all().empty()) << parsed.diagnostics->render_all();
  return parsed;
}

/// Puts `body` into a kernel, starting on the second line.
inline std::string in_kernel(const std::string& body) { return ".entry k {\n" + body + "\n}\n"; }
inline Parsed parse_body(const std::string& body) { return parse_good(in_kernel(body)); }

/// "line:column-length message" for each error.
inline std::vector<std::string> errors_of(std::string text) {
  Parsed parsed = parse_any(std::move(text));
  std::vector<std::string> out;
  for (const Diagnostic& d : parsed.diagnostics->all()) {
    LineColumn at = parsed.diagnostics->source().locate(d.offset);
    out.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + "-" +
                  std::to_string(d.length) + " " + d.message);
  }
  return out;
}
inline std::vector<std::string> errors_in_body(const std::string& body) {
  return errors_of(in_kernel(body));
}

}  // namespace heddle::ptx
