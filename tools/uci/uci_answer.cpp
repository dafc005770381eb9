#include "tools/uci/uci_answer.h"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "tools/uci/uci_words.h"

namespace tabiya::tools {
namespace {

using Words = std::span<const std::string_view>;

// The words after `name`; none if it is not there.
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

void take_score(UciAnswer& answer, Words words, int depth) {
  const Words score = after(words, "score");
  const auto value = small_number_at(score, 1);
  const bool is_first = small_number_at(after(words, "multipv"), 0).value_or(1) == 1;
  if (!value || !is_first) return;
  if (score[0] != "cp" && score[0] != "mate") return;
  answer.centipawns = score[0] == "cp" ? value : std::nullopt;
  answer.mate_in = score[0] == "mate" ? value : std::nullopt;
  answer.wdl = wdl_of(words);
  answer.depth = depth;
}

void take_info(UciAnswer& answer, Words words) {
  // A line of play and a text may hold any words.
  const auto end = std::ranges::find_if(words, [](auto word) { return word == "pv" || word == "string"; });
  const Words facts(words.begin(), end);
  const int depth = small_number_at(after(facts, "depth"), 0).value_or(0);
  answer.deepest = std::max(answer.deepest, depth);
  if (const auto nodes = number_at(after(facts, "nodes"), 0); nodes && *nodes >= 0)
    answer.nodes = std::max(answer.nodes, *nodes);
  take_score(answer, facts, depth);
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

}  // namespace tabiya::tools
