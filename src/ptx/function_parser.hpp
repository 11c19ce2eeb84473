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

  /// From ".entry" or ".func". Recovers from errors by itself: a body is parsed even below a broken
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
