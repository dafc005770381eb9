#include "tools/cli/input.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/run_files.h"

namespace tabiya::tools {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

}  // namespace

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

std::string read_input(const std::string& path, std::size_t max_bytes) {
  note_input(path);
  return read_own_output(path, max_bytes);
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

void skip_mark(std::FILE* stream) {
  for (const char expected : kByteOrderMark) {
    const int c = std::getc(stream);
    if (c == static_cast<unsigned char>(expected)) continue;
    if (c != EOF) std::ungetc(c, stream);
    return;
  }
}

std::string read_text(const std::string& path, std::size_t max_bytes) {
  return std::string(without_mark(read_input(path, max_bytes)));
}

std::string read_own_output(const std::string& path, std::size_t max_bytes) {
  const std::unique_ptr<std::FILE, CloseFile> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
  const auto cannot_read = [&] {
    return Failure(fmt::format("{}: cannot read: {}", input_name(path), std::strerror(errno)));
  };
  if (!file) throw cannot_read();
  std::string content;
  char block[1 << 16];
  while (const std::size_t got = std::fread(block, 1, sizeof block, file.get())) {
    if (got > max_bytes - content.size())
      throw Failure(
          fmt::format("{}: larger than {} bytes, the most that is read here", input_name(path), max_bytes));
    content.append(block, got);
  }
  if (std::ferror(file.get())) throw cannot_read();
  return content;
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
