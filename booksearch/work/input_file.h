// Files that a run reads, with `-` for standard input. Errors name the file; a file that the run writes is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "codec/result.h"

namespace tabiya::booksearch {

inline constexpr std::size_t kMaxTextInput = std::size_t{64} << 20;   // job files, lists of positions
inline constexpr std::size_t kMaxBinaryInput = std::size_t{1} << 30;  // books, networks, assets

// The name of an input in messages: its path, or "standard input".
std::string input_name(const std::string& path);

bool file_exists(const std::string& path);

// Reads a whole file. Errors: it cannot be read, or is larger than `max_bytes`.
Result<std::string> read_file(const std::string& path, std::size_t max_bytes);

// Reads a file that an earlier run has left where this one writes; otherwise like read_file().
Result<std::string> read_own_file(const std::string& path, std::size_t max_bytes);

// A file that is read where and when it is wanted, from any thread. What is not a file, such as a pipe, cannot be.
class RandomAccessFile {
 public:
  // Errors: as read_file().
  static Result<std::shared_ptr<const RandomAccessFile>> open(const std::string& path);
  ~RandomAccessFile();
  RandomAccessFile(const RandomAccessFile&) = delete;
  RandomAccessFile& operator=(const RandomAccessFile&) = delete;

  std::uint64_t size() const { return size_; }  // in bytes, when it was opened
  // Fills `bytes` with those from `offset` on. Errors: kIo, also where the file ends before.
  Status read(std::uint64_t offset, std::span<std::byte> bytes) const;

 private:
  RandomAccessFile(const std::string& path, int descriptor, std::uint64_t size)
      : path_(path), descriptor_(descriptor), size_(size) {}

  std::string path_;
  int descriptor_;
  std::uint64_t size_;
};

// Reads a text like read_file(), and drops a byte-order mark before it.
Result<std::string> read_text(const std::string& path, std::size_t max_bytes = kMaxTextInput);

// Reads a text that is too large to be held, in pieces that are cut anywhere. It decompresses zstd, and drops
// a byte-order mark before the text. An error of `take` ends the reading, and is returned.
Status read_pieces(const std::string& path, const std::function<Status(std::string_view piece)>& take);

// Splits pieces of a text into lines.
class LineSplitter {
 public:
  static constexpr std::size_t kMaxLine = std::size_t{1} << 20;  // bytes

  // `take` is called with each line without its end, and its number from 1.
  using Take = std::function<void(std::size_t number, std::string_view line)>;
  explicit LineSplitter(Take take) : take_(std::move(take)) {}

  // Takes the next piece. Errors: a line of more than kMaxLine bytes.
  Status feed(std::string_view piece);
  // Says that the input has ended.
  void finish();

 private:
  void end_line(std::string_view line);

  Take take_;
  std::size_t number_ = 0;
  std::string begun_;  // of the line that the last piece has cut
};

}  // namespace tabiya::booksearch
