#include "workload/table_maker.hpp"

namespace heddle::workload {

std::unique_ptr<Driver> make_tmd2(const Setup& setup) {
  return std::make_unique<TableMaker>(setup, "tmd2");
}

}  // namespace heddle::workload
