// The file of a tuning run: a line of JSON that says what is tuned and how, then one for each iteration, so
// that a run that was killed can go on from its file, and any program can plot it.
#pragma once

#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include "tools/tuning/spsa.h"

namespace tabiya::tools {

class TuningLog {
 public:
  // Begins a file whose first line is `header`, or goes on with one that has the same header: `spsa` is then
  // restored to its last whole line. Throws Failure.
  TuningLog(const std::string& path, const nlohmann::ordered_json& header, bool resume, bool force,
            Spsa& spsa);

  // After each iteration: iteration (from 1), games, result (-1 … 1, of the set that was moved up), values.
  void add(const Spsa& spsa, std::uint64_t games, double result);

 private:
  void load(const std::string& text, const nlohmann::ordered_json& header, Spsa& spsa) const;
  void write_line(const nlohmann::ordered_json& line);

  std::string path_;
  std::ofstream file_;
};

}  // namespace tabiya::tools
