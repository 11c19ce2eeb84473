#include <algorithm>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

constexpr int kNever = -1000000;
constexpr uint32_t kResidues = 20;

/// As in hmmer.cu.
struct Costs {
  int match_match, insert_match, delete_match, match_insert, insert_insert, match_delete,
      delete_delete, begin;
};

class Hmmer : public Driver {
 public:
  explicit Hmmer(const Setup& setup) : Driver(setup) {
    Random lengths = random(0), model = random(1);
    for (uint32_t i = 0; i < count_; i++) {
      auto length = static_cast<uint32_t>(1 + lengths.below(value("longest")));
      starts_.push_back(starts_.back() + length);
    }
    residues_ = random_integers<uint8_t>(random(2), starts_.back(), kResidues);
    auto cost = [&](int from, int to) { return from + static_cast<int>(model.below(to - from)); };
    for (uint32_t k = 0; k < nodes_; k++)
      costs_.push_back({cost(-30, 0), cost(-300, 0), cost(-300, 0), cost(-600, -300), cost(-200, 0),
                        cost(-600, -300), cost(-200, 0), cost(-400, -200)});
    for (uint32_t i = 0; i < kResidues * nodes_; i++) emissions_.push_back(cost(-400, 300));
    device_residues_ = buffer(residues_);
    device_starts_ = buffer(starts_);
    device_emissions_ = buffer(emissions_);
    device_costs_ = buffer(costs_);
    rows_ = buffer<int>(size_t{3} * nodes_ * count_);
    scores_ = buffer<int>(count_);
  }

  void run() override {
    uint32_t block = value("block");
    launch("viterbi_score", {{blocks_for(count_, block)}, {block}}, device_residues_,
           device_starts_, device_emissions_, device_costs_, rows_, scores_, count_, nodes_);
  }

  std::string verify() const override {
    std::vector<int> expected;
    for (uint32_t s = 0; s < count_; s++) expected.push_back(best_score(s));
    return compare("scores", scores_.read(), expected);
  }

 private:
  struct States {
    int match = kNever, insert = kNever, remove = kNever;
  };

  int best_score(uint32_t sequence) const {
    std::vector<States> above(nodes_), row(nodes_);
    int best = kNever;
    for (uint32_t i = starts_[sequence]; i < starts_[sequence + 1]; i++) {
      States corner, left;
      for (uint32_t k = 0; k < nodes_; k++) {
        const Costs& c = costs_[k];
        row[k].match = std::max({c.begin, corner.match + c.match_match,
                                 corner.insert + c.insert_match, corner.remove + c.delete_match}) +
                       emissions_[residues_[i] * nodes_ + k];
        row[k].insert =
            std::max(above[k].match + c.match_insert, above[k].insert + c.insert_insert);
        row[k].remove = std::max(left.match + c.match_delete, left.remove + c.delete_delete);
        best = std::max(best, row[k].match);
        corner = above[k];
        left = row[k];
      }
      above.swap(row);
    }
    return best;
  }

  uint32_t count_ = value("sequences"), nodes_ = value("nodes");
  std::vector<uint32_t> starts_{0};
  std::vector<uint8_t> residues_;
  std::vector<int> emissions_;
  std::vector<Costs> costs_;
  Buffer<uint8_t> device_residues_;
  Buffer<uint32_t> device_starts_;
  Buffer<int> device_emissions_, rows_, scores_;
  Buffer<Costs> device_costs_;
};

}  // namespace

std::unique_ptr<Driver> make_hmmer(const Setup& setup) { return std::make_unique<Hmmer>(setup); }

}  // namespace heddle::workload
