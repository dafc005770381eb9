// The file of a tuning run: a line of JSON with the settings of the run, then one for each iteration.
#pragma once

#include <cstdint>

#include "booksearch/learn/spsa.h"
#include "tools/cli/json.h"
#include "tools/cli/line_log.h"

namespace tabiya::tools {

class TuningLog {
 public:
  // Restores `spsa` to the last line of a file that is continued. Throws Failure.
  TuningLog(const LogOptions& options, const Json& header, booksearch::Spsa& spsa);

  // Adds a line after an iteration: iteration (from 1), games, result (-1 … 1, of the set that was moved up),
  // values.
  void add(const booksearch::Spsa& spsa, std::uint64_t games, double result);

 private:
  LineLog log_;
};

}  // namespace tabiya::tools
