// What names mean where: one hash table with an undo log, so that entering and leaving a `{ }`
// scope costs only what was declared in it (nvcc opens one for every call).
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heddle {

struct Symbol {
  enum class Kind : uint8_t {
    None,
    Registers,         // `index` is the first
    VectorRegister,    // .reg .v4: `elements` from `index` on
    FunctionVariable,  // Function::variables[index]
    ModuleVariable,    // Program::variables[index]
    Function,          // Program::functions[index]
    Table,             // Function::tables[index]
    Prototype,         // Function::prototypes[index]
  };
  Kind kind = Kind::None;
  bool is_family = false;  // %r<100>: `count` of them
  uint32_t index = 0;
  uint32_t count = 1;
  uint32_t elements = 1;  // of each register
};

class SymbolTable {
 public:
  void open_scope() { marks_.push_back(undo_.size()); }
  void close_scope() {
    for (size_t mark = marks_.back(); undo_.size() > mark; undo_.pop_back())
      table_[undo_.back().first] = undo_.back().second;
    marks_.pop_back();
  }
  /// False when the name is already declared in the innermost scope.
  bool declare(std::string_view name, Symbol symbol) {
    Symbol& slot = table_[name];
    size_t mark = marks_.empty() ? 0 : marks_.back();
    if (slot.kind != Symbol::Kind::None)
      for (size_t i = undo_.size(); i > mark; i--)
        if (undo_[i - 1].first == name) return false;
    undo_.emplace_back(name, slot);
    slot = symbol;
    return true;
  }
  Symbol find(std::string_view name) const {
    auto at = table_.find(name);
    return at == table_.end() ? Symbol{} : at->second;
  }

 private:
  std::unordered_map<std::string_view, Symbol> table_;
  std::vector<std::pair<std::string_view, Symbol>> undo_;  // name and what it meant before
  std::vector<size_t> marks_;
};

}  // namespace heddle
