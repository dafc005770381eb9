// Text in Portable Game Notation; core/game/pgn_reader.h reads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/game/game_module.h"

namespace tabiya::booksearch {

// [Name "value"]
std::string pgn_tag(std::string_view name, std::string_view value);

// The number of the move that comes first in a position: the last field of a FEN, or 1.
std::int64_t pgn_move_number(std::string_view position);

// Returns the tag Variant of a game that goes on from `first`, as a line. It is empty where every program plays that game.
// `name` is that of a game that UCI engines have none for.
std::string variant_tag(const GameModule& game, std::string_view name, const GamePosition& first);

// Text that is broken into lines between words; a comment may be broken at its blanks.
class PgnText {
 public:
  void add(std::string_view words);
  void comment(std::string words);
  // The bracket has no blank before the words that follow, and the closing one none before it: "(c4 e5)".
  void open_variation() { prefix_ += '('; }
  void close_variation();

  const std::string& text() const { return text_; }

 private:
  static constexpr std::size_t kColumns = 80;  // that a line may have

  std::string text_, prefix_;
  std::size_t column_ = 0;
};

}  // namespace tabiya::booksearch
