#include "../aes/problem.hpp"

namespace heddle::workload {

namespace {

class SpmdAes : public AesProblem {
 public:
  explicit SpmdAes(const Setup& setup)
      : AesProblem(setup), in_(buffer(cipher_text())), out_(buffer<uint32_t>(count_)) {}

  void run() override {
    aes::Box inverse = aes::inverse_of(box_);
    auto keys = buffer(keys_);
    auto box = buffer(std::vector<uint8_t>(inverse.begin(), inverse.end()));
    launch("spmd_decrypt", {{1}, {value("threads")}}, out_, in_, count_ / 4, keys, rounds_, box);
  }

  std::string verify() const override { return compare("decrypted", out_.read(), plain_); }

 private:
  Buffer<uint32_t> in_, out_;
};

}  // namespace

std::unique_ptr<Driver> make_spmd_aes(const Setup& setup) {
  return std::make_unique<SpmdAes>(setup);
}

}  // namespace heddle::workload
