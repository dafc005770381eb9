// Job files: the TOML in which a person writes a job (booksearch/setups/job/job.h), and the files that a job makes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "booksearch/setups/job/job.h"
#include "booksearch/work/file_lock.h"
#include "core/book/book.h"
#include "tools/jobs/oracle_choice.h"

namespace tabiya::tools {

struct JobFile {
  booksearch::Job job;
  const GameModule* game = nullptr;
  OracleChoice oracle;  // "linear", "shipped" or a network, as seen from here, and an engine
};

// `name` is the name of the file in messages. Throws Failure with the line of the fault: broken TOML, unknown
// keys, wrong types, values out of range, settings that contradict each other.
JobFile parse_job_file(std::string_view text, const std::string& name);

// True if `job` equals the one that a state was begun for, or extends it (booksearch::is_extension()).
// `begun` is a canonical_text(), `state` the name of the file in messages. Throws Failure.
bool extends(const booksearch::Job& job, const std::string& begun, const std::string& state);

// All keys of job files with their defaults, ranges and meanings, for people.
std::string job_reference();

// The files of a job, as the commands that build and watch it know them. They are named after the job file, in the
// folder of --out.
class JobPaths {
 public:
  JobPaths(const std::string& job, const std::string& folder);

  std::string state() const { return base_ + ".job"; }  // "out/quick.job"
  std::string book() const { return base_ + ".tbk"; }   // "out/quick.tbk"

  // The lock that the one computing process holds. It lies beside the state, because SQLite locks the state
  // in its own way. Throws Failure.
  booksearch::FileLock lock() const;
  // The process that computes; empty if there is none.
  std::optional<booksearch::LockOwner> owner() const;

 private:
  std::string lock_file() const { return state() + "-lock"; }

  std::string base_;
};

// Throws Failure if the file of a job's book exists and is no book that can be read. Call it before a long
// computation.
void check_book(const std::string& path);

// This is check_book(), and also throws Failure if the file is a book with knowledge that `book` lacks: a red that `book` does
// not have, or has with a shallower value.
void check_nothing_is_lost(const std::string& path, const Book& book);

}  // namespace tabiya::tools
