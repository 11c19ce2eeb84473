#include "workload/table_maker.hpp"

#include "workload/check.hpp"

namespace heddle::workload {

TableMaker::TableMaker(const Setup& setup, std::string kernel)
    : Driver(setup), kernel_(std::move(kernel)) {
  Random random = this->random();
  for (uint32_t i = 0; i < n_ * intervals_; i++)
    lines_.push_back({static_cast<uint32_t>(random.next()) | 1,  // odd: no two points are the same
                      static_cast<uint32_t>(random.next())});
  device_lines_ = buffer(lines_);
  found_ = buffer<uint32_t>(lines_.size());
}

void TableMaker::run() {
  uint32_t block = value("block");
  launch(kernel_, {{blocks_for(n_, block)}, {block}}, device_lines_, found_, intervals_, n_, count_,
         bound_);
}

/// Tests every argument.
std::string TableMaker::verify() const {
  std::vector<uint32_t> expected;
  for (const Line& line : lines_) {
    uint32_t x = 0;
    while (x < count_ && line.b - line.a * x >= bound_) x++;
    expected.push_back(x);
  }
  return compare("found", found_.read(), expected);
}

}  // namespace heddle::workload
