#include "tools/uci_server/uci_output.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "tools/cli/failure.h"

namespace tabiya::tools {

void UciOutput::say(std::string_view said) {
  std::string line(said);
  // Text that a GUI has sent and gets back must not end the line or change the terminal.
  std::ranges::replace_if(
      line, [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  const std::lock_guard lock(mutex_);
  if (log_.is_open()) log_ << "<< " << line << std::endl;
  write_(line);
}

void UciOutput::note(std::string_view text) { say("info string " + std::string(text)); }

void UciOutput::heard(std::string_view line) {
  const std::lock_guard lock(mutex_);
  if (log_.is_open()) log_ << ">> " << line << std::endl;
}

void UciOutput::log_to(const std::string& path) {
  const std::lock_guard lock(mutex_);
  log_ = {};
  if (path.empty()) return;
  std::ofstream file(path, std::ios::app);
  if (!file) throw Failure(fmt::format("{}: cannot write: {}", path, std::strerror(errno)));
  log_ = std::move(file);
}

}  // namespace tabiya::tools
