#include "tools/play/match/openings.h"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <sstream>

#include <fmt/format.h>

#include "codec/crc64.h"
#include "core/games/games.h"
#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/notation.h"
#include "core/random.h"
#include "tools/assets/book_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

using namespace zero_point_one;

Setup good_setup(Random& random) {
  constexpr int kTries = 64;
  const auto draw = [&] { return unrank(random.below(static_cast<std::uint32_t>(kSetupRanking.size()))); };
  Setup best = draw();
  for (int i = 1; i < kTries; ++i) {
    const Setup setup = draw();
    if (LinearEvaluation::setup_value(setup) > LinearEvaluation::setup_value(best)) best = setup;
  }
  return best;
}

Opening opening_of(const Setup& red, const Setup& blue) {
  return {format_wire_setup(Side::kRed, red), format_wire_setup(Side::kBlue, blue)};
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace

Opening random_opening(std::uint64_t seed, std::uint64_t index) {
  constexpr int kReplies = 4;
  Random random(Random(seed).next() + index);
  const Setup red = good_setup(random);
  const auto imbalance = [&](const Setup& blue) {
    return std::abs(LinearEvaluation::setup_value(red) - LinearEvaluation::setup_value(blue));
  };
  Setup reply = good_setup(random);
  for (int i = 1; i < kReplies; ++i) {
    const Setup setup = good_setup(random);
    if (imbalance(setup) < imbalance(reply)) reply = setup;
  }
  return opening_of(red, reply);
}

std::vector<Opening> read_openings(const std::string& path) {
  std::istringstream text(read_input(path, kMaxTextInput));
  std::vector<Opening> openings;
  std::size_t number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    const Opening opening = words_of(line);
    if (opening.empty() || opening.front().starts_with('#')) continue;
    Position position;
    for (const std::string& move : opening) {
      const Status played = play_wire(position, move);
      if (!played.ok()) {
        throw Failure(
            fmt::format("{}, line {}: '{}': {}", input_name(path), number, move, played.error().message));
      }
    }
    if (!position.in_setup_phase() && outcome(position) != Outcome::kOpen) {
      throw Failure(fmt::format("{}, line {}: the game is already over", input_name(path), number));
    }
    openings.push_back(opening);
  }
  if (openings.empty()) throw Failure(fmt::format("{}: no openings in it", input_name(path)));
  return openings;
}

std::vector<Opening> book_openings(const std::string& path) {
  const LoadedBook loaded = load_book(path, *games().front());
  std::vector<Opening> openings;
  for (const BookEntry& entry : loaded.book.entries) {
    if (entry.red >= kSetupRanking.size() || entry.reply >= kSetupRanking.size()) continue;
    openings.push_back(opening_of(unrank(entry.red), unrank(entry.reply)));
  }
  if (openings.empty()) throw Failure(fmt::format("{}: no entries in it", input_name(path)));
  return openings;
}

std::uint64_t checksum_of(const std::vector<Opening>& openings) {
  std::string text;
  for (const Opening& opening : openings) {
    for (const std::string& move : opening) text += move + ' ';
    text += '\n';
  }
  return codec::crc64(std::as_bytes(std::span(text)));
}

}  // namespace tabiya::tools
