#include "tools/cli/input_stream.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "codec/zstd_stream.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/run_files.h"

namespace tabiya::tools {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;  // bytes that are read at a time

using OpenFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

OpenFile open_input(const std::string& path) {
  if (path == "-") return OpenFile(stdin, [](std::FILE*) { return 0; });
  note_input(path);
  OpenFile file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (file == nullptr) throw Failure(fmt::format("{}: {}", path, std::strerror(errno)));
  return file;
}

}  // namespace

void stream_input(const std::string& path, const std::function<void(std::string_view)>& take) {
  const OpenFile file = open_input(path);
  const auto feed = [&](std::span<const std::byte> bytes) {
    take({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  };
  std::optional<codec::ZstdStream> zstd;
  std::vector<std::byte> piece(kPiece);
  for (bool is_first = true;; is_first = false) {
    const std::size_t size = std::fread(piece.data(), 1, piece.size(), file.get());
    if (std::ferror(file.get()) != 0)
      throw Failure(fmt::format("{}: {}", input_name(path), std::strerror(errno)));
    if (size == 0) break;
    const std::span<const std::byte> bytes = std::span(piece).first(size);
    if (is_first && codec::looks_like_zstd(bytes)) zstd.emplace();
    if (zstd) {
      tools::take(zstd->feed(bytes, feed), input_name(path), "take another copy of the file");
    } else {
      feed(bytes);
    }
  }
  if (zstd) tools::take(zstd->finish(), input_name(path), "take another copy of the file");
}

void LineSplitter::feed(std::string_view piece) {
  for (std::size_t end; (end = piece.find('\n')) != piece.npos; piece.remove_prefix(end + 1)) {
    if (begun_.empty()) {
      end_line(piece.substr(0, end));
    } else {
      begun_.append(piece.substr(0, end));
      end_line(std::exchange(begun_, {}));
    }
  }
  begun_.append(piece);
  if (begun_.size() > kMaxLine)
    throw Failure(fmt::format("line {}: has more than {} bytes, so this is no list", number_ + 1, kMaxLine));
}

void LineSplitter::finish() {
  if (!begun_.empty()) end_line(std::exchange(begun_, {}));
}

void LineSplitter::end_line(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  take_(++number_, line);
}

}  // namespace tabiya::tools
