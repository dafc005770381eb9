// What a job of `openings` keeps next to its list: its state.
#pragma once

#include <optional>
#include <string>

#include "booksearch/work/file_lock.h"

namespace tabiya::tools {

class OpeningsFiles {
 public:
  // `list`: the path of the list.
  explicit OpeningsFiles(std::string list) : list_(std::move(list)) {}

  std::string state() const { return list_ + ".job"; }  // "out/dfrc.epd.job"
  bool is_begun() const;

  // Who judges; none if nobody does.
  std::optional<booksearch::LockOwner> owner() const;

 private:
  std::string list_;
};

}  // namespace tabiya::tools
