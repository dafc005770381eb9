// A file that grows by a line of JSON for each step of a long run, so that a run that was killed can go on
// from it. The first line, its header, says what is run, with all options that must be the same to go on.
#pragma once

#include <cstddef>
#include <fstream>
#include <functional>
#include <string>

#include <nlohmann/json.hpp>

namespace tabiya::tools {

struct LogOptions {
  std::string path;
  bool resume = false;  // go on with a file that is there
  bool force = false;   // replace one
};

class LineLog {
 public:
  // Hands the lines after the header to `on_line`, of a file to go on with; a last line that was cut short
  // does not count. `on_line` may throw nlohmann's exceptions for what it cannot use. `run` names in messages
  // what is run: "match". No file is touched before the first line is added. Throws Failure.
  LineLog(LogOptions options, nlohmann::ordered_json header, const std::string& run,
          const std::function<void(const nlohmann::ordered_json&)>& on_line);

  void add(const nlohmann::ordered_json& line);  // throws Failure

 private:
  std::string whole_lines(const std::string& run) const;
  void open();
  void write(const nlohmann::ordered_json& line);

  LogOptions options_;
  nlohmann::ordered_json header_;
  std::size_t known_size_ = 0;  // bytes of the file that stay
  std::ofstream file_;
};

}  // namespace tabiya::tools
