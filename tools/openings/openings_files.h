// The files of a job of `openings` next to its list: its state.
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

  // The process that judges; empty if there is none.
  std::optional<booksearch::LockOwner> owner() const;

 private:
  std::string list_;
};

}  // namespace tabiya::tools
