// Texts that are too large to be held: read piece by piece, and decompressed if they are zstd.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace tabiya::tools {

// All of a text, of standard input for `-`, in pieces that are cut anywhere, without a byte-order mark before it. Throws
// Failure when it cannot be read, or if the run writes it.
void stream_text(const std::string& path, const std::function<void(std::string_view piece)>& take);

// Lines out of pieces.
class LineSplitter {
 public:
  static constexpr std::size_t kMaxLine = std::size_t{1} << 20;  // bytes

  // `take` is called with each line without its end, and its number from 1.
  using Take = std::function<void(std::size_t number, std::string_view line)>;
  explicit LineSplitter(Take take) : take_(std::move(take)) {}

  // The next piece. Throws Failure on a line of more than kMaxLine bytes.
  void feed(std::string_view piece);
  // The input has ended.
  void finish();

 private:
  void end_line(std::string_view line);

  Take take_;
  std::size_t number_ = 0;
  std::string begun_;  // of the line that the last piece has cut
};

}  // namespace tabiya::tools
