// The job of `lines`: a TOML file with the positions from which a book of lines grows, the engine that
// searches them, and the purpose of the book.
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

// `name`: the path of the file; paths in it are relative to its folder. Throws Failure with the line of the
// fault.
LinesJob parse_lines_job(std::string_view text, const std::string& name);

// All keys with their defaults and meanings, for people.
std::string lines_job_reference();

}  // namespace tabiya::tools
