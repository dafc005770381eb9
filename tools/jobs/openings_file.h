// The TOML in which a person writes a job of `openings` (booksearch/openings/openings_job.h).
#pragma once

#include <string>
#include <string_view>

#include "booksearch/openings/candidates.h"
#include "booksearch/openings/openings_job.h"
#include "tools/jobs/oracle_choice.h"

namespace tabiya::tools {

struct OpeningsFile {
  booksearch::OpeningsJob job;
  OracleChoice oracle;  // who judges
};

// `name`: the path of the file; paths in it are relative to its folder. Throws Failure with the line of the
// fault.
OpeningsFile parse_openings_file(std::string_view text, const std::string& name);

// All keys with their defaults and meanings, for people.
std::string openings_file_reference();

// The start positions of a job; reads the book of its tree. Throws Failure.
booksearch::Candidates candidates_of(const booksearch::OpeningsJob& job);

// Throws Failure if the engine cannot be used for the job.
booksearch::JudgeKind<booksearch::Question> choose_judge(const OpeningsFile& file,
                                                         const booksearch::Candidates& candidates);

}  // namespace tabiya::tools
