#include "tools/cli/failure.h"

#include <fmt/format.h>

#include "booksearch/work/wait_limit.h"

namespace tabiya::tools {

std::string describe(const Error& error, std::string_view where, std::string_view remedy) {
  std::string text(where);
  if (error.offset) text += fmt::format("{}byte {}", where.empty() ? "" : ", ", *error.offset);
  text += fmt::format("{}{}", text.empty() ? "" : ": ", error.message);
  if (!remedy.empty()) text += fmt::format("; {}", remedy);
  // The message of an exception ends at the first NUL.
  for (std::size_t at = text.find('\0'); at != text.npos; at = text.find('\0')) text.replace(at, 1, "\\0");
  return text;
}

void fail(const Error& error) {
  if (error.code == ErrorCode::kClosed) throw BrokenPipe();
  const bool is_interrupted = error.code == ErrorCode::kStopped && !booksearch::WaitLimit::is_over();
  throw Failure(describe(error, ""), is_interrupted ? kInterrupted : kUnusable);
}

}  // namespace tabiya::tools
