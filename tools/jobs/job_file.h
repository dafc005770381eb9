// Job files: the TOML in which a person writes a job (booksearch/setups/job/job.h), and the files that a job makes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "booksearch/setups/job/job.h"
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

// Throws Failure if the file of a job's book exists and is no book that can be read. Call it before a long
// computation.
void check_book(const std::string& path);

// This is check_book(), and also throws Failure if the file is a book with knowledge that `book` lacks: a red that `book` does
// not have, or has with a shallower value.
void check_nothing_is_lost(const std::string& path, const Book& book);

}  // namespace tabiya::tools
