// What a job of `openings` keeps next to its list: its state, or those of its shards.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "booksearch/openings/judgement_store.h"
#include "booksearch/setups/job/shard.h"
#include "booksearch/work/file_lock.h"

namespace tabiya::tools {

class OpeningsFiles {
 public:
  // `list`: the path of the list. `shard`: none for a job that is not sharded.
  OpeningsFiles(std::string list, std::optional<booksearch::Shard> shard)
      : list_(std::move(list)), shard_(shard) {}

  std::string state() const { return part() + ".job"; }  // "out/dfrc.epd.job", "out/dfrc.epd.2-of-7.job"
  std::string tree() const {
    return part() + ".tree";
  }  // "out/dfrc.epd.tree", "out/dfrc.epd.2-of-7.tree": what was judged of lines that grow
  std::string folder() const;
  bool is_begun() const;
  bool has_tree() const;
  // Whether there is any, of a shard or of the whole.
  bool has_states() const { return is_begun() || has_tree() || !others().empty(); }
  booksearch::Shard shard() const { return shard_.value_or(booksearch::Shard{}); }

  // Held by the one process that judges. Throws Failure.
  booksearch::FileLock lock() const;
  // Who judges; none if nobody does.
  std::optional<booksearch::LockOwner> owner() const;
  // With the tree. Throws Failure if it cannot be removed.
  void remove_state() const;

  // What the other shards have stored by now: of a shard, those of its own job; of the whole, any that lie
  // next to it. Errors: kInvalid, with the path, where one is of another job than `identity`; those of the
  // store.
  Result<std::vector<booksearch::StoredJudgement>> read_others(
      const booksearch::JudgementIdentity& identity) const;

 private:
  std::string part() const;
  std::vector<std::string> others() const;

  std::string list_;
  std::optional<booksearch::Shard> shard_;
};

}  // namespace tabiya::tools
