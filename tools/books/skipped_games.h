// Messages about games that a command cannot use.
#pragma once

#include <cstddef>
#include <string>

namespace tabiya::tools {

// Reports them on standard error, the first few of each file with line and reason.
class SkippedGames {
 public:
  // `line` is of the file.
  void tell(const std::string& file, std::size_t line, const std::string& reason);

 private:
  std::string file_;  // of the game that was skipped last
  int told_ = 0;      // of that file
};

}  // namespace tabiya::tools
