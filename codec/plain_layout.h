// Numbers and words one after the other, which a reader of a few lines in any language gets back, and a general compressor
// makes small:
//
//   number    groups of seven bits, the lowest first; all but the last have 128 added
//   numbers   of a known count: the low byte of each, and then of each the rest, as a number
//   signed    numbers 2 n for n >= 0, and -2 n - 1 below
//   string    its length in bytes as a number, and UTF-8
//   words     a count, and a string: letters of which each word is an arrangement, sorted. The words are sorted, and each
//             has its rank among the arrangements, less that of the one before: numbers. If the string is empty, the words
//             follow as strings
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tabiya::codec {

using PlainNumbers = std::vector<std::uint64_t>;

std::uint64_t plain_signed(std::int64_t number);
std::int64_t signed_of_plain(std::uint64_t number);

class PlainWriter {
 public:
  void number(std::uint64_t number);
  void numbers(const PlainNumbers& numbers);
  void string(std::string_view text);
  void words(const std::vector<std::string>& words);  // sorted
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

// The reader gives zeros or fewer things where the bytes end early or cannot be, and remembers it.
class PlainReader {
 public:
  explicit PlainReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  std::uint64_t number();
  PlainNumbers numbers(std::size_t count);
  std::string string();
  std::vector<std::string> words();

  bool is_whole() const { return is_whole_; }
  bool is_at_end() const { return is_whole_ && rest_.empty(); }

 private:
  std::size_t bounded(std::uint64_t count);  // of things that take a byte each at least
  std::byte next();

  std::span<const std::byte> rest_;
  bool is_whole_ = true;
};

}  // namespace tabiya::codec
