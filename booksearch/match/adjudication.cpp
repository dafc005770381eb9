#include "booksearch/match/adjudication.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>

#include "codec/parsing.h"
#include "codec/text.h"

namespace tabiya::booksearch {
namespace {

// Calls take(name, value) for each word NAME=VALUE; take() returns whether it knows the name and the value.
Status read_fields(std::string_view text,
                   const std::function<bool(std::string_view, std::string_view)>& take) {
  std::string words(text);
  std::ranges::replace(words, ',', ' ');
  for (const std::string_view word : words_of(words)) {
    const auto equals = std::min(word.find('='), word.size());
    if (equals == word.size() || !take(word.substr(0, equals), word.substr(equals + 1)))
      return invalid(concat("'", word, "' is not a field with its value, such as movecount=3"));
  }
  return ok_status();
}

bool take_number(std::string_view value, int least, int& number) {
  constexpr int kMost = 100'000;
  const auto found = number_in(value);
  if (!found || *found < least || *found > kMost) return false;
  number = static_cast<int>(*found);
  return true;
}

// The counters of a position whose text is a FEN: other games' positions have none.
struct FenNumbers {
  std::optional<std::int64_t> halfmove_clock{}, move{};
};

FenNumbers fen_numbers(const GamePosition& position) {
  constexpr std::size_t kFields = 6;
  const std::string text = position.text();
  const auto fields = words_of(text);
  if (fields.size() != kFields) return {};
  return {number_in(fields[kFields - 2]), number_in(fields.back())};
}

}  // namespace

Result<DrawRule> parse_draw_rule(std::string_view text) {
  DrawRule rule;
  const Status read = read_fields(text, [&](std::string_view name, std::string_view value) {
    if (name == "movenumber") return take_number(value, 0, rule.move_number);
    if (name == "movecount") return take_number(value, 1, rule.move_count);
    return name == "score" && take_number(value, 0, rule.score);
  });
  if (!read) return read.error();
  return rule;
}

Result<ResignRule> parse_resign_rule(std::string_view text) {
  ResignRule rule;
  const Status read = read_fields(text, [&](std::string_view name, std::string_view value) {
    if (name == "movecount") return take_number(value, 1, rule.move_count);
    if (name == "score") return take_number(value, 0, rule.score);
    rule.is_two_sided = value == "true";
    return name == "twosided" && (value == "true" || value == "false");
  });
  if (!read) return read.error();
  return rule;
}

void Adjudicator::note(std::size_t side, const Thought& thought, const GamePosition& position) {
  ++plies_;
  const FenNumbers fen = fen_numbers(position);
  move_number_ = fen.move.value_or(plies_ / 2 + 1) - 1;
  if (fen.halfmove_clock == 0) level_plies_ = 0;
  const auto count = [](int& counter, bool goes_on) { counter = goes_on ? counter + 1 : 0; };
  const int mate = thought.mate_in.value_or(0), value = thought.centipawns.value_or(0);
  const bool is_told = thought.centipawns.has_value();
  is_lost_ = thought.mate_in ? mate < 0 : is_told && value < 0;
  if (rules_.draw) count(level_plies_, is_told && std::abs(value) <= rules_.draw->score);
  if (!rules_.resign) return;
  const int much = rules_.resign->score;
  count(decided_plies_, thought.mate_in || (is_told && std::abs(value) >= much));
  count(lost_moves_[side], thought.mate_in ? mate < 0 : is_told && value <= -much);
}

Adjudicator::Verdict Adjudicator::verdict() const {
  if (plies_ == 0) return Verdict::kOpen;
  if (rules_.resign && is_lost_) {
    const int needed = rules_.resign->move_count;
    if (rules_.resign->is_two_sided ? decided_plies_ >= 2 * needed : std::ranges::max(lost_moves_) >= needed)
      return Verdict::kLost;
  }
  if (rules_.draw && move_number_ >= rules_.draw->move_number && level_plies_ >= 2 * rules_.draw->move_count)
    return Verdict::kDraw;
  return rules_.moves != 0 && plies_ >= 2 * rules_.moves ? Verdict::kMoveLimit : Verdict::kOpen;
}

}  // namespace tabiya::booksearch
