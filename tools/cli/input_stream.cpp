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

// Passes the pieces of a text on without its byte-order mark, wherever they are cut.
class MarkFilter {
 public:
  using Take = std::function<void(std::string_view)>;
  explicit MarkFilter(const Take& take) : take_(take) {}

  void feed(std::string_view piece) {
    if (is_past_) return take_(piece);
    begun_.append(piece);
    if (begun_.size() >= kByteOrderMark.size() || !kByteOrderMark.starts_with(begun_)) finish();
  }
  void finish() {
    if (std::exchange(is_past_, true)) return;
    if (const std::string_view rest = without_mark(begun_); !rest.empty()) take_(rest);
  }

 private:
  const Take& take_;
  std::string begun_;  // what may be the beginning of a mark
  bool is_past_ = false;
};

}  // namespace

void stream_text(const std::string& path, const std::function<void(std::string_view)>& take) {
  const OpenFile file = open_input(path);
  MarkFilter text(take);
  const auto feed = [&](std::span<const std::byte> bytes) {
    text.feed({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
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
  text.finish();
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
