#include "tools/uci_server/uci_output.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "tools/cli/failure.h"

namespace tabiya::tools {

void UciOutput::say(std::string_view line) {
  const std::lock_guard lock(mutex_);
  if (log_.is_open()) log_ << "<< " << line << std::endl;
  write_(line);
}

void UciOutput::note(std::string_view text) {
  std::string line = "info string ";
  for (const char c : text) line += c == '\n' || c == '\r' ? ' ' : c;
  say(line);
}

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
