#include "booksearch/work/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include "booksearch/work/run_files.h"
#include "codec/sniff_format.h"
#include "codec/text.h"
#include "codec/zstd_frame.h"

namespace tabiya::booksearch {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;  // bytes that are read at a time

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

OpenFile open_file(const std::string& path) {
  return OpenFile(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
}

Error cannot_read(const std::string& path) {
  return {ErrorCode::kIo, concat(input_name(path), ": cannot read: ", std::strerror(errno)), {}};
}

// Passes the pieces of a text on without its byte-order mark, wherever they are cut.
class MarkFilter {
 public:
  explicit MarkFilter(const std::function<Status(std::string_view)>& take) : take_(take) {}

  Status feed(std::string_view piece) {
    if (is_past_) return take_(piece);
    begun_.append(piece);
    const bool may_be_mark = begun_.size() < kByteOrderMark.size() && kByteOrderMark.starts_with(begun_);
    return may_be_mark ? ok_status() : finish();
  }
  Status finish() {
    if (std::exchange(is_past_, true)) return ok_status();
    const std::string_view rest = without_mark(begun_);
    return rest.empty() ? ok_status() : take_(rest);
  }

 private:
  const std::function<Status(std::string_view)>& take_;
  std::string begun_;  // what may be the beginning of a mark
  bool is_past_ = false;
};

// The error of a decoder, with the name of the file.
Error damaged(const std::string& path, const Error& error) {
  const std::string where = error.offset ? concat(", byte ", *error.offset) : std::string();
  return corrupt(concat(input_name(path), where, ": ", error.message, "; take another copy of the file"));
}

// Refuses a compression that is not read here.
Status check_compression(const std::string& path, std::span<const std::byte> beginning) {
  const std::string_view unpacker = codec::unpacker_of(beginning);
  if (unpacker.empty()) return ok_status();
  return unsupported(concat(input_name(path),
                            ": is compressed in a way that is not read here; unpack it with `", unpacker,
                            "` first (zstd is read as it is)"));
}

}  // namespace

bool file_exists(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  if (Status noted = note_input(path); !noted) return noted.error();
  return read_own_file(path, max_bytes);
}

Result<std::string> read_own_file(const std::string& path, std::size_t max_bytes) {
  const OpenFile file = open_file(path);
  if (!file) return cannot_read(path);
  std::string content;
  char block[1 << 16];
  while (const std::size_t got = std::fread(block, 1, sizeof block, file.get())) {
    if (got > max_bytes - content.size())
      return too_large(
          concat(input_name(path), ": larger than ", max_bytes, " bytes, the most that is read here"));
    content.append(block, got);
  }
  if (std::ferror(file.get())) return cannot_read(path);
  return content;
}

Result<std::shared_ptr<const RandomAccessFile>> RandomAccessFile::open(const std::string& path) {
  if (Status noted = note_input(path); !noted) return noted.error();
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return cannot_read(path);
  struct ::stat facts {};
  const bool is_file = ::fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
  const auto size = static_cast<std::uint64_t>(facts.st_size);
  std::shared_ptr<const RandomAccessFile> file(new RandomAccessFile(path, descriptor, size));
  if (!is_file) return Error{ErrorCode::kIo, concat(input_name(path), ": not a file"), {}};
  return file;
}

RandomAccessFile::~RandomAccessFile() { ::close(descriptor_); }

Status RandomAccessFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ::ssize_t got = ::pread(descriptor_, bytes.data(), bytes.size(), static_cast<::off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return cannot_read(path_);
    if (got == 0)
      return Error{ErrorCode::kIo, concat(input_name(path_), ": has become shorter while it was read"), {}};
    bytes = bytes.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
  return ok_status();
}

Result<std::string> read_text(const std::string& path, std::size_t max_bytes) {
  Result<std::string> text = read_file(path, max_bytes);
  if (!text) return text;
  if (Status readable = check_compression(path, std::as_bytes(std::span(*text))); !readable)
    return readable.error();
  if (text->starts_with(kByteOrderMark)) text->erase(0, kByteOrderMark.size());
  return text;
}

Status read_pieces(const std::string& path, const std::function<Status(std::string_view)>& take) {
  if (Status noted = path == "-" ? ok_status() : note_input(path); !noted) return noted.error();
  const OpenFile file = open_file(path);
  if (!file) return cannot_read(path);
  MarkFilter text(take);
  Status taken = ok_status();
  const auto feed = [&](std::span<const std::byte> bytes) {
    if (taken) taken = text.feed({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  };
  std::optional<codec::ZstdStream> zstd;
  std::vector<std::byte> piece(kPiece);
  for (bool is_first = true; taken; is_first = false) {
    const std::size_t size = std::fread(piece.data(), 1, piece.size(), file.get());
    if (std::ferror(file.get()) != 0) return cannot_read(path);
    if (size == 0) break;
    const std::span<const std::byte> bytes = std::span(piece).first(size);
    if (Status readable = is_first ? check_compression(path, bytes) : ok_status(); !readable) return readable;
    if (is_first && codec::looks_like_zstd(bytes)) zstd.emplace();
    if (!zstd) {
      feed(bytes);
    } else if (Status fed = zstd->feed(bytes, feed); !fed) {
      return damaged(path, fed.error());
    }
  }
  if (!taken) return taken;
  if (Status finished = zstd ? zstd->finish() : ok_status(); !finished)
    return damaged(path, finished.error());
  return text.finish();
}

Status LineSplitter::feed(std::string_view piece) {
  for (std::size_t end; (end = piece.find('\n')) != piece.npos; piece.remove_prefix(end + 1)) {
    if (begun_.empty()) {
      end_line(piece.substr(0, end));
    } else {
      begun_.append(piece.substr(0, end));
      end_line(std::exchange(begun_, {}));
    }
  }
  begun_.append(piece);
  if (begun_.size() <= kMaxLine) return ok_status();
  return too_large(
      concat("line ", number_ + 1, ": has more than ", kMaxLine, " bytes, so this is not a list"));
}

void LineSplitter::finish() {
  if (!begun_.empty()) end_line(std::exchange(begun_, {}));
}

void LineSplitter::end_line(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  take_(++number_, line);
}

}  // namespace tabiya::booksearch
