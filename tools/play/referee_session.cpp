#include "tools/play/referee_session.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>

namespace tabiya::tools {
namespace {

// This is more than all moves of a game take.
constexpr std::size_t kMaxLine = 4'096;

// The next line without its end; empty at the end of the stream. Longer lines come back cut, one byte too
// long.
std::optional<std::string> read_line(std::FILE* in) {
  std::string line;
  for (int c = std::getc(in); c != EOF; c = std::getc(in)) {
    if (c == '\n') return line;
    line += static_cast<char>(c);
    if (line.size() > kMaxLine) return line;
  }
  if (line.empty()) return std::nullopt;
  return line;
}

Error at_line(Error error, std::size_t number) {
  error.message = "line " + std::to_string(number) + ": " + error.message;
  error.offset.reset();
  return error;
}

}  // namespace

void CappedLog::operator()(std::string_view line) {
  if (line.size() + 1 > left_) {
    left_ = 0;
    return;
  }
  left_ -= line.size() + 1;
  std::fprintf(file_, "%.*s\n", static_cast<int>(line.size()), line.data());
}

Status play_session(RefereedPlayer& player, std::FILE* in,
                    const std::function<void(const std::string&)>& answer) {
  std::size_t number = 0;
  while (!player.has_quit()) {
    const std::optional<std::string> line = read_line(in);
    const auto received = std::chrono::steady_clock::now();
    if (!line) break;
    ++number;
    if (line->size() > kMaxLine) return at_line(too_large("longer than any line of a referee"), number);
    const auto reply = player.receive(*line, received);
    if (!reply) return at_line(reply.error(), number);
    if (*reply) answer(**reply);
  }
  if (std::ferror(in)) return Error{ErrorCode::kIo, std::strerror(errno), {}};
  return ok_status();
}

}  // namespace tabiya::tools
