// Job files: the TOML in which a person writes a job (booksearch/setups/job/job.h).
#pragma once

#include <string>
#include <string_view>

#include "booksearch/setups/job/job.h"
#include "tools/jobs/oracle_choice.h"

namespace tabiya::tools {

struct JobFile {
  booksearch::Job job;
  OracleChoice oracle;  // "linear", "shipped" or a network, as seen from here, and an engine
};

// `name` is what messages call the file. Throws Failure with the line of what is wrong: broken TOML, unknown
// keys, wrong types, values out of range, settings that contradict each other.
JobFile parse_job_file(std::string_view text, const std::string& name);

// Whether `job` is an extension of the one that a state was begun for (booksearch::is_extension()), or the
// same. `begun` is a canonical_text(), `state` what messages call the file. Throws Failure.
bool extends(const booksearch::Job& job, const std::string& begun, const std::string& state);

// All keys of job files with their defaults, ranges and meanings, for people.
std::string job_reference();

}  // namespace tabiya::tools
