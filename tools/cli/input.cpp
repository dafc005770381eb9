#include "tools/cli/input.h"

#include <algorithm>

#include <fmt/format.h>

#include "codec/text.h"

namespace tabiya::tools {

void stream_text(const std::string& path, const std::function<void(std::string_view)>& on_piece) {
  take(booksearch::read_pieces(path, [&](std::string_view piece) {
    on_piece(piece);
    return ok_status();
  }));
}

void skip_mark(std::FILE* stream) {
  for (const char expected : kByteOrderMark) {
    const int c = std::getc(stream);
    if (c == static_cast<unsigned char>(expected)) continue;
    if (c != EOF) std::ungetc(c, stream);
    return;
  }
}

void stream_lines(const std::string& path, const LineSplitter::Take& on_line) {
  LineSplitter lines(on_line);
  take(booksearch::read_pieces(path, [&](std::string_view piece) { return lines.feed(piece); }));
  lines.finish();
}

std::vector<InputLine> read_lines(const std::string& path) {
  return split_lines(read_text(path), input_name(path));
}

std::vector<InputLine> split_lines(std::string_view text, const std::string& name) {
  std::vector<InputLine> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::size_t length = end - begin - (end > begin && text[end - 1] == '\r' ? 1 : 0);
    lines.push_back(
        {std::string(text.substr(begin, length)), fmt::format("{}, line {}", name, lines.size() + 1)});
    begin = end + 1;
  }
  return lines;
}

std::vector<InputLine> argument_lines(const std::vector<std::string>& arguments, const std::string& name) {
  if (arguments.size() == 1 && arguments.front() == "-") return read_lines("-");
  std::vector<InputLine> lines;
  for (const std::string& argument : arguments) lines.push_back({argument, name});
  return lines;
}

}  // namespace tabiya::tools
