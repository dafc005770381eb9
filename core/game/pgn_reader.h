// Reads games in Portable Game Notation piece by piece: of a file of any size, one game is kept at a time,
// and of that no more than the bounds below. The meaning of the moves is for the game to say.
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

// The kinds of parts of a game's moves, in the order of the file.
enum class PgnPart : std::uint8_t { kMove, kComment, kOpen, kClose };  // the last two of a variation

// A game as it is written: its tags, its main line, and its result.
struct PgnGame {
  static constexpr std::size_t kMaxPlies = 20'000;
  static constexpr std::size_t kMaxText = std::size_t{1} << 26;  // bytes, of moves and comments
  static constexpr std::size_t kMaxParts = std::size_t{1} << 24;

  std::size_t line = 0;  // on which it begins
  std::vector<std::pair<std::string, std::string>> tags;
  std::string result;  // "1-0", "0-1", "1/2-1/2" or "*"; that of the tag where the moves end without one
  std::optional<PgnFault> fault;  // the first; what else is here may not be whole then

  // The value of a tag; empty if there is none.
  std::string_view tag(std::string_view name) const;

  std::size_t plies() const { return moves_.size(); }
  std::string_view move(std::size_t ply) const { return text_of(moves_[ply]); }
  std::size_t line_of(std::size_t ply) const { return moves_[ply].line; }

  // All parts, with the main line among them; none unless the reader keeps variations.
  std::size_t parts() const { return parts_.size(); }
  PgnPart kind(std::size_t part) const { return parts_[part].kind; }
  // The text of a move or a comment.
  std::string_view text(std::size_t part) const { return text_of(parts_[part].span); }
  std::size_t line_of_part(std::size_t part) const { return parts_[part].span.line; }

  void add_move(std::string_view move, std::size_t line);
  void add_part(PgnPart kind, std::string_view text, std::size_t line);
  std::size_t text_size() const { return text_.size(); }
  bool is_empty() const { return tags.empty() && moves_.empty() && !fault; }
  void clear();

 private:
  struct Span {
    std::uint32_t begin, size;
    std::size_t line;
  };
  struct Part {
    PgnPart kind;
    Span span;
  };

  Span add_text(std::string_view text, std::size_t line);
  std::string_view text_of(const Span& span) const {
    return std::string_view(text_).substr(span.begin, span.size);
  }

  std::string text_;
  std::vector<Span> moves_;
  std::vector<Part> parts_;
};

// True if the name of a file is one of games in PGN, compressed by zstd or not.
inline bool is_pgn(std::string_view path) { return path.ends_with(".pgn") || path.ends_with(".pgn.zst"); }

// Glyphs and escaped lines are ignored, and comments and variations unless they are to be kept. A line ends at a null
// move ("--", "Z0"), which means nothing in a game that is played. A game that breaks the format is given out with its
// fault, and reading goes on with the next one.
class PgnReader {
 public:
  static constexpr std::size_t kMaxTag = 4096;  // bytes, name and value
  static constexpr std::size_t kMaxTags = 256;
  static constexpr std::size_t kMaxSymbol = 64;
  static constexpr std::size_t kMaxComment = 4096;  // bytes that are kept of one

  enum class Keep : std::uint8_t { kMainLine, kAll };

  // `take` is called with each game, whose content is gone after the call.
  explicit PgnReader(std::function<void(const PgnGame&)> take, Keep keep = Keep::kMainLine)
      : take_(std::move(take)), keeps_all_(keep == Keep::kAll) {}

  // The next piece of the file, cut anywhere.
  void feed(std::string_view piece);
  // The file has ended.
  void finish();

 private:
  enum class State : std::uint8_t { kText, kSymbol, kTag, kTagValue, kTagEscape, kComment, kRestOfLine };

  static constexpr std::size_t kNotEnded = static_cast<std::size_t>(-1);

  void read(char c);
  void read_text(char c);
  void read_tag(char c);
  void begin_tag();
  void end_tag();
  void read_comment(char c);
  void end_symbol();
  void add_part(PgnPart kind, std::string_view text = {});
  void end_game(std::string_view result);
  void fail(const char* message);
  bool begins_next_game(char c);

  std::function<void(const PgnGame&)> take_;
  bool keeps_all_;
  PgnGame game_;
  State state_ = State::kText;
  std::string token_;                 // what was read of a symbol, a tag or a comment
  std::size_t value_begin_ = 0;       // of a tag, in token_
  std::size_t depth_ = 0;             // of variations
  std::size_t ended_at_ = kNotEnded;  // the depth of the line that a null move has ended
  std::size_t line_ = 1;
  std::size_t opened_ = 0;   // the line of the comment or the outermost variation
  std::size_t matched_ = 0;  // how much of the beginning of a game the line has, so far
  bool at_line_start_ = true;
};

}  // namespace tabiya
