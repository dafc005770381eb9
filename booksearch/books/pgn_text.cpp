#include "booksearch/books/pgn_text.h"

#include <algorithm>

#include "codec/parsing.h"
#include "codec/text.h"

namespace tabiya::booksearch {

std::string pgn_tag(std::string_view name, std::string_view value) {
  std::string text = concat("[", name, " \"");
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return text + "\"]\n";
}

std::int64_t pgn_move_number(std::string_view position) {
  constexpr std::size_t kFields = 6;
  const auto fields = words_of(position);
  return fields.size() == kFields ? number_in(fields.back()).value_or(1) : 1;
}

std::string variant_tag(const GameModule& game, std::string_view name, const GamePosition& first) {
  const std::string_view variant = game.facts().uci_variant;
  if (variant.empty()) return pgn_tag("Variant", name);
  return game.needs_variant(first) ? pgn_tag("Variant", variant) : "";
}

void PgnText::add(std::string_view words) {
  for (const std::string_view word : words_of(words)) {
    const std::size_t size = prefix_.size() + word.size();
    if (column_ != 0 && column_ + 1 + size > kColumns) {
      text_ += '\n';
      column_ = 0;
    }
    if (column_ != 0) text_ += ' ';
    column_ += size + (column_ != 0);
    text_ += prefix_;
    text_ += word;
    prefix_.clear();
  }
}

void PgnText::comment(std::string words) {
  std::ranges::replace(words, '}', ')');
  if (!words.empty()) add("{" + words + "}");
}

void PgnText::close_variation() {
  text_ += ')';
  ++column_;
}

}  // namespace tabiya::booksearch
