// What lowering says of names and operands that mean nothing.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "program/program.hpp"

namespace heddle {
namespace {

std::string errors_of(const std::string& body) {
  try {
    load_module(std::make_shared<Source>(
        "t.ptx",
        ".version 6.0\n.target sm_70\n.address_size 64\n.entry k()\n{\n" + body + "\n}\n"));
  } catch (const InputError& e) {
    return e.what();
  }
  return {};
}

TEST(Lower, OperandsWithoutMeaningInTheFirstInstruction) {
  const std::string move = errors_of("mov.b32 a, b;");
  EXPECT_NE(move.find("'a' is not declared"), std::string::npos) << move;
  EXPECT_NE(move.find("'b' is not declared"), std::string::npos) << move;
  const std::string call = errors_of("call (a), f, (b);");
  EXPECT_NE(call.find("'a' is not declared"), std::string::npos) << call;
}

}  // namespace
}  // namespace heddle
