#include "problem.hpp"

namespace heddle::workload {

namespace {

class Aes : public AesProblem {
 public:
  explicit Aes(const Setup& setup)
      : AesProblem(setup),
        in_(buffer(plain_)),
        encrypted_(buffer<uint32_t>(count_)),
        decrypted_(buffer<uint32_t>(count_)) {}

  void run() override {
    aes::Box inverse = aes::inverse_of(box_);
    start("encrypt", encrypted_, in_, keys_, aes::make_table(box_, aes::kMix), box_);
    start("decrypt", decrypted_, encrypted_, aes::inverse_keys(keys_),
          aes::make_table(inverse, aes::kInverseMix), inverse);
  }

  std::string verify() const override {
    std::string wrong = compare("encrypted", encrypted_.read(), cipher_text());
    return wrong.empty() ? compare("decrypted", decrypted_.read(), plain_) : wrong;
  }

 private:
  void start(std::string_view kernel, const Buffer<uint32_t>& to, const Buffer<uint32_t>& from,
             const std::vector<uint32_t>& keys, const std::vector<uint32_t>& table,
             const aes::Box& box) {
    auto device_keys = buffer(keys), device_table = buffer(table);
    auto device_box = buffer(std::vector<uint8_t>(box.begin(), box.end()));
    launch(kernel, {{blocks_for(count_, block_)}, {block_}, 2 * block_ * 4}, to, from, count_,
           device_keys, rounds_, device_table, device_box);
  }

  uint32_t block_ = value("block");
  Buffer<uint32_t> in_, encrypted_, decrypted_;
};

}  // namespace

std::unique_ptr<Driver> make_aes(const Setup& setup) { return std::make_unique<Aes>(setup); }

}  // namespace heddle::workload
