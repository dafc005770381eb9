// The job of `lines`: a TOML file that says from which positions a book of lines grows, who searches them, and what the book
// is for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "booksearch/lines/growth.h"
#include "tools/jobs/oracle_choice.h"

namespace tabiya::tools {

struct LinesJob {
  std::string game;
  std::vector<std::string> roots;  // positions; the usual start is "startpos"
  OracleChoice oracle;
  booksearch::UciLimits limits;  // of each search
  booksearch::GrowthSettings growth;
  Score tolerance = 1'000;  // what a move of the book may lose, logit x 10,000
};

// `name`: the path of the file, from whose folder the paths in it are seen. Throws Failure with the line of what is wrong.
LinesJob parse_lines_job(std::string_view text, const std::string& name);

// All keys with their defaults and meanings, for people.
std::string lines_job_reference();

}  // namespace tabiya::tools
