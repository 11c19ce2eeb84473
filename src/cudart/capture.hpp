// Records one launch so that it can run alone: its PTX, parameters and the memory that it can
// reach, before and after. The result is an ordinary launch description (docs/launch.md) with
// addresses, so `heddle run`, `compare` and studies take it, and a timed run sees the same
// addresses as the program did.
//
// Reachable is what a chain of pointers leads to: any aligned 8 bytes in the parameters, the
// module's variables or reachable memory that are an address inside a live allocation. Numbers that
// happen to look like one only make the capture larger.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "exec/launch.hpp"

namespace heddle::cudart {

class Capture {
 public:
  /// Writes the memory as it is before the launch. Throws IoError.
  Capture(std::filesystem::path folder, uint64_t number, const Executable& kernel,
          const Launch& launch, const DeviceMemory& memory);
  /// Writes the memory after it, and the description; or says why the launch cannot run alone.
  void finish();

 private:
  struct Piece {
    const Allocation* allocation;  // what begins at `base`, unless the kernel frees it
    Address base;
    std::string name;    // in the description
    bool is_symbol;      // a variable of the module
    std::string before;  // its file; empty if all bytes are zero
    uint64_t digest = 0;
  };

  void reach(const std::byte* bytes, uint64_t size, uint64_t step);
  void find_pieces();
  std::string write_piece(const Piece& piece, const char* when);
  std::string write_ptx() const;
  std::string describe(const std::string& ptx) const;

  std::filesystem::path folder_;
  uint64_t number_;
  const Executable& kernel_;
  Launch launch_;
  std::vector<std::byte> parameters_;
  const DeviceMemory& memory_;
  std::vector<Piece> pieces_;
  std::vector<std::string> after_;  // by piece: its file
};

}  // namespace heddle::cudart
