#include <span>

#include "workload/check.hpp"
#include "workload/genome.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class MummerPp : public Driver {
 public:
  explicit MummerPp(const Setup& setup)
      : Driver(setup),
        genome_(make_genome()),
        suffixes_(suffix_array(genome_)),
        reads_(random_reads(random(1), genome_, value("reads"), length_, value("errors"))),
        reference_(buffer(genome_)),
        device_suffixes_(buffer(suffixes_)),
        shared_(buffer(make_shared())),
        device_reads_(buffer(reads_)),
        matches_(buffer<uint32_t>(4 * size_t{threads_})) {}

  void run() override {
    launch("match", {{blocks_for(threads_, value("block"))}, {value("block")}}, reference_,
           device_suffixes_, shared_, static_cast<uint32_t>(genome_.size()), device_reads_, length_,
           starts_, threads_, shortest_, matches_);
  }

  std::string verify() const override {
    std::vector<uint32_t> expected;
    for (size_t read = 0; read < value("reads"); read++)
      for (size_t start = 0; start < starts_; start++) {
        std::span pattern = std::span(reads_).subspan(read * length_ + start, length_ - start);
        Occurrences found = longest_match(genome_, suffixes_, pattern);
        if (found.length < shortest_) found = {};
        expected.insert(expected.end(), {found.first, found.last - found.first, found.length, 0});
      }
    return compare("matches (first, count, length, 0)", matches_.read(), expected);
  }

 private:
  std::vector<uint8_t> make_genome() const {
    require(shortest_ <= length_, "mummer_pp: 'shortest' must be at most 'length'");
    require(length_ <= value("reference"), "mummer_pp: 'length' must be at most 'reference'");
    return random_genome(random(0), value("reference"));
  }

  std::vector<uint32_t> make_shared() const {
    std::vector<uint32_t> shared = common_prefixes(genome_, suffixes_);
    shared.push_back(0);
    return shared;
  }

  uint32_t length_ = value("length"), shortest_ = value("shortest");
  uint32_t starts_ =
      length_ >= shortest_ ? length_ - shortest_ + 1 : 0;  // relevant start positions of a read
  uint32_t threads_ = value("reads") * starts_;
  std::vector<uint8_t> genome_;
  std::vector<uint32_t> suffixes_;
  std::vector<uint8_t> reads_;
  Buffer<uint8_t> reference_;
  Buffer<uint32_t> device_suffixes_, shared_;
  Buffer<uint8_t> device_reads_;
  Buffer<uint32_t> matches_;
};

}  // namespace

std::unique_ptr<Driver> make_mummer_pp(const Setup& setup) {
  return std::make_unique<MummerPp>(setup);
}

}  // namespace heddle::workload
