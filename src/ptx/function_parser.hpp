// Functions and kernels: signature, performance directives, body.
#pragma once

#include "ptx/body_parser.hpp"

namespace heddle::ptx {

class FunctionParser {
 public:
  FunctionParser(Cursor& cursor, Module& module, DeclarationParser& declarations)
      : cursor_(cursor),
        module_(module),
        declarations_(declarations),
        body_(cursor, module, declarations) {}

  /// Parses from ".entry" or ".func" and recovers from errors: a body is parsed even after a broken
  /// signature.
  void parse(Linkage linkage);

 private:
  struct Limit;

  bool signature(Function& out);
  bool attribute(Function& out);
  bool limit(const Limit& limit, Function& out);
  void skip_to_body();

  Cursor& cursor_;
  Module& module_;
  DeclarationParser& declarations_;
  BodyParser body_;
};

}  // namespace heddle::ptx
