// A test that a single-file player is the same player as `tabiya play`.
#pragma once

#include <cstdint>
#include <string>

#include "tools/submission/submission.h"

namespace tabiya::tools {

struct CheckRequest {
  std::uint64_t nodes = 2'000;  // of each search
  int games = 4;
};

struct CheckReport {
  double compile_seconds = 0;
  double compile_megabytes = 0;  // the most that the compiler used at a time
  int games = 0;
  int moves = 0;           // that were compared, setups included
  std::string difference;  // the first one found; empty if all moves are equal
};

// Compiles `source` with `g++ -std=c++20 -O2` ($CXX where it is set), and plays whole games in which both
// players are asked for each move. The games begin with the book's setups, and with red setups that are in no
// book. Throws Failure if the source does not compile, or a player fails.
CheckReport check_submission(const std::string& source_path, const SubmissionRequest& request,
                             const Submission& submission, const CheckRequest& check);

}  // namespace tabiya::tools
