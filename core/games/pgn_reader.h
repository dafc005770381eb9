// Games in Portable Game Notation, read piece by piece: of a file of any size, one game is kept at a time, and of that no
// more than the bounds below. What the moves mean is for the game to say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tabiya {

struct PgnFault {
  std::size_t line;  // of the file, from 1
  std::string message;
};

// A game as it is written: its tags, its main line, and its result.
struct PgnGame {
  static constexpr std::size_t kMaxPlies = 20'000;

  std::size_t line = 0;  // on which it begins
  std::vector<std::pair<std::string, std::string>> tags;
  std::string result;  // "1-0", "0-1", "1/2-1/2" or "*"; that of the tag where the moves end without one
  std::optional<PgnFault> fault;  // the first; what else is here may not be whole then

  // The value of a tag; empty if there is none.
  std::string_view tag(std::string_view name) const;

  std::size_t plies() const { return moves_.size(); }
  std::string_view move(std::size_t ply) const {
    return std::string_view(text_).substr(moves_[ply].begin, moves_[ply].size);
  }
  std::size_t line_of(std::size_t ply) const { return moves_[ply].line; }

  void add_move(std::string_view move, std::size_t line);
  bool is_empty() const { return tags.empty() && moves_.empty() && !fault; }
  void clear();

 private:
  struct Span {
    std::uint32_t begin, size;
    std::size_t line;
  };
  std::string text_;
  std::vector<Span> moves_;
};

// Comments, variations, glyphs and escaped lines are passed over. A game that breaks the format is given out with its
// fault, and reading goes on with the next one.
class PgnReader {
 public:
  static constexpr std::size_t kMaxTag = 4096;  // bytes, name and value
  static constexpr std::size_t kMaxTags = 256;
  static constexpr std::size_t kMaxSymbol = 64;

  // `take` is called with each game, whose content is gone after the call.
  explicit PgnReader(std::function<void(const PgnGame&)> take) : take_(std::move(take)) {}

  // The next piece of the file, cut anywhere.
  void feed(std::string_view piece);
  // The file has ended.
  void finish();

 private:
  enum class State : std::uint8_t { kText, kSymbol, kTag, kTagValue, kTagEscape, kComment, kRestOfLine };

  void read(char c);
  void read_text(char c);
  void read_tag(char c);
  void begin_tag();
  void end_tag();
  void end_symbol();
  void end_game(std::string_view result);
  void fail(const char* message);
  bool begins_next_game(char c);

  std::function<void(const PgnGame&)> take_;
  PgnGame game_;
  State state_ = State::kText;
  std::string token_;            // what was read of a symbol or a tag
  std::size_t value_begin_ = 0;  // of a tag, in token_
  std::size_t depth_ = 0;        // of variations
  std::size_t line_ = 1;
  std::size_t opened_ = 0;   // the line of the comment or the outermost variation
  std::size_t matched_ = 0;  // how much of the beginning of a game the line has, so far
  bool at_line_start_ = true;
};

}  // namespace tabiya
