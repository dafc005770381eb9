#include "booksearch/engines/uci_answer.h"

#include <algorithm>
#include <span>

#include "codec/parsing.h"
#include "codec/text.h"

namespace tabiya::booksearch {
namespace {

using Words = std::span<const std::string_view>;

// Returns the words after `name`; none if it is not there.
Words after(Words words, std::string_view name) {
  const auto found = std::ranges::find(words, name);
  return found == words.end() ? Words() : Words(found + 1, words.end());
}

std::optional<std::int64_t> number_at(Words words, std::size_t place) {
  return place < words.size() ? number_in(words[place]) : std::nullopt;
}

std::optional<int> small_number_at(Words words, std::size_t place) {
  constexpr std::int64_t kMost = 1'000'000;
  const auto number = number_at(words, place);
  if (!number || *number < -kMost || *number > kMost) return std::nullopt;
  return static_cast<int>(*number);
}

std::optional<std::array<int, 3>> wdl_of(Words words) {
  const Words numbers = after(words, "wdl");
  std::array<int, 3> wdl{};
  for (std::size_t i = 0; i < wdl.size(); ++i) {
    const auto number = small_number_at(numbers, i);
    if (!number || *number < 0) return std::nullopt;
    wdl[i] = *number;
  }
  return wdl[0] + wdl[1] + wdl[2] == 1'000 ? std::optional(wdl) : std::nullopt;
}

// Returns the line of play of that number, from 1; null if there cannot be so many.
UciLine* line_at(UciAnswer& answer, int number) {
  constexpr int kMostLines = 500;
  if (number == 1) return &answer;
  if (number < 1 || number > kMostLines) return nullptr;
  const auto place = static_cast<std::size_t>(number - 2);
  if (answer.others.size() <= place) answer.others.resize(place + 1);
  return &answer.others[place];
}

void take_score(UciAnswer& answer, Words words, int depth, Words pv) {
  const Words score = after(words, "score");
  const auto value = small_number_at(score, 1);
  if (!value || (score[0] != "cp" && score[0] != "mate")) return;
  UciLine* const line = line_at(answer, small_number_at(after(words, "multipv"), 0).value_or(1));
  if (line == nullptr) return;
  line->centipawns = score[0] == "cp" ? value : std::nullopt;
  line->mate_in = score[0] == "mate" ? value : std::nullopt;
  line->wdl = wdl_of(words);
  line->depth = depth;
  const auto is_said = [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); };
  line->is_bound = is_said("lowerbound") || is_said("upperbound");
  line->pv.assign(pv.begin(), pv.end());
}

void take_info(UciAnswer& answer, Words words) {
  // A line of play and a text may hold any words.
  const auto end = std::ranges::find_if(words, [](auto word) { return word == "pv" || word == "string"; });
  const Words facts(words.begin(), end);
  const Words pv = end != words.end() && *end == "pv" ? Words(end + 1, words.end()) : Words();
  const int depth = small_number_at(after(facts, "depth"), 0).value_or(0);
  answer.deepest = std::max(answer.deepest, depth);
  answer.selective = std::max(answer.selective, small_number_at(after(facts, "seldepth"), 0).value_or(0));
  if (const auto nodes = number_at(after(facts, "nodes"), 0); nodes && *nodes >= 0)
    answer.nodes = std::max(answer.nodes, *nodes);
  take_score(answer, facts, depth, pv);
}

}  // namespace

bool take_line(UciAnswer& answer, std::string_view line) {
  const std::vector<std::string_view> words = words_of(line);
  if (words.empty()) return false;
  if (words[0] == "info") {
    take_info(answer, Words(words).subspan(1));
    return true;
  }
  if (words[0] != "bestmove" || words.size() < 2) return false;
  answer.best_move = words[1];
  return true;
}

}  // namespace tabiya::booksearch
