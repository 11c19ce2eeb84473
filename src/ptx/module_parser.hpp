// Parses the items of a module in order.
#pragma once

#include "ptx/function_parser.hpp"

namespace heddle::ptx {

class ModuleParser {
 public:
  ModuleParser(const Source& source, Diagnostics& diagnostics, Module& module, Interrupt interrupt)
      : cursor_(source, diagnostics, interrupt),
        module_(module),
        declarations_(cursor_, module),
        functions_(cursor_, module, declarations_) {}

  void parse();

 private:
  struct Item;
  static const Item kItems[];

  bool item();
  bool linked(Linkage linkage);

  bool version();
  bool target();
  bool address_size();
  bool file();
  bool section();
  bool pragma();
  bool location();
  bool alias();

  Cursor cursor_;
  Module& module_;
  DeclarationParser declarations_;
  FunctionParser functions_;
};

}  // namespace heddle::ptx
