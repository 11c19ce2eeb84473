#include <algorithm>
#include <span>

#include "suffix_tree.hpp"
#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

// As in mummer.cu.
struct Match {
  uint32_t node = 0, length = 0;
};
struct Listing {
  uint32_t read, start, node, to;
};

class Mummer : public Driver {
 public:
  explicit Mummer(const Setup& setup)
      : Driver(setup),
        genome_(make_genome()),
        suffixes_(suffix_array(genome_)),
        tree_(genome_, suffixes_),
        reads_(random_reads(random(1), genome_, count_, length_, value("errors"))),
        nodes_(buffer(tree_.nodes())),
        kin_(buffer(tree_.kin())),
        reference_(buffer(terminated(genome_))),
        device_reads_(buffer(reads_)),
        matches_(buffer<Match>(size_t{count_} * starts_)) {}

  void run() override {
    uint32_t block = value("block");
    launch("match", {{blocks_for(count_, block)}, {block}}, nodes_, reference_, device_reads_,
           count_, length_, shortest_, matches_);
    std::vector<Match> matches = matches_.read();
    uint32_t positions = 0;
    for (uint32_t i = 0; i < matches.size(); i++) {
      lengths_.push_back(matches[i].length);
      if (matches[i].length == 0) continue;
      listings_.push_back({i / starts_, i % starts_, matches[i].node, positions});
      positions += tree_.leaves(matches[i].node);
    }
    if (listings_.empty()) return;
    auto listings = buffer(listings_);
    auto count = static_cast<uint32_t>(listings_.size());
    auto device_positions = buffer<uint32_t>(positions), found = buffer<uint32_t>(count);
    launch("list_positions", {{blocks_for(count, block)}, {block}}, kin_, reference_, device_reads_,
           length_, listings, count, device_positions, found);
    positions_ = device_positions.read();
    found_ = found.read();
  }

  std::string verify() const override {
    std::vector<uint32_t> lengths, counts, positions, listed;
    for (size_t i = 0; i < size_t{count_} * starts_; i++) {
      size_t read = i / starts_, start = i % starts_;
      auto pattern = std::span(reads_).subspan(read * length_ + start, length_ - start);
      Occurrences found = longest_match(genome_, suffixes_, pattern);
      if (found.length < shortest_) found = {};
      lengths.push_back(found.length);
      if (found.length == 0) continue;
      size_t before = positions.size();
      for (uint32_t rank = found.first; rank < found.last; rank++) {
        uint32_t position = suffixes_[rank];
        bool goes_on = start > 0 && position > 0 && genome_[position - 1] == *(pattern.data() - 1);
        if (!goes_on) positions.push_back(position);
      }
      counts.push_back(static_cast<uint32_t>(positions.size() - before));
    }
    std::string wrong = compare("lengths", lengths_, lengths);
    if (wrong.empty()) wrong = compare("numbers of positions", found_, counts);
    if (!wrong.empty()) return wrong;
    for (size_t i = 0; i < listings_.size(); i++) {
      auto first = positions_.begin() + listings_[i].to;
      listed.insert(listed.end(), first, first + found_[i]);
    }
    return compare("positions", listed, positions);
  }

 private:
  std::vector<uint8_t> make_genome() const {
    require(shortest_ <= length_, "mummer: 'shortest' must be at most 'length'");
    require(length_ <= value("reference"), "mummer: 'length' must be at most 'reference'");
    return random_genome(random(0), value("reference"));
  }

  static std::vector<uint8_t> terminated(std::vector<uint8_t> text) {
    text.push_back(kTerminator);
    return text;
  }

  uint32_t count_ = value("reads"), length_ = value("length"), shortest_ = value("shortest");
  uint32_t starts_ =
      length_ >= shortest_ ? length_ - shortest_ + 1 : 0;  // relevant start positions of a read
  std::vector<uint8_t> genome_;
  std::vector<uint32_t> suffixes_;
  SuffixTree tree_;
  std::vector<uint8_t> reads_;
  Buffer<SuffixTree::Node> nodes_;
  Buffer<SuffixTree::Kin> kin_;
  Buffer<uint8_t> reference_, device_reads_;
  Buffer<Match> matches_;
  std::vector<Listing> listings_;
  std::vector<uint32_t> lengths_, positions_, found_;
};

}  // namespace

std::unique_ptr<Driver> make_mummer(const Setup& setup) { return std::make_unique<Mummer>(setup); }

}  // namespace heddle::workload
