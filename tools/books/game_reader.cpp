#include "tools/books/game_reader.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "tools/books/variant_tag.h"

namespace tabiya::tools {
namespace {

int elo_of(std::string_view tag) {
  int elo = 0;
  const auto read = std::from_chars(tag.data(), tag.data() + tag.size(), elo);
  return read.ec == std::errc() ? elo : 0;
}

GameOutcome outcome_for(int side, std::string_view result) {
  if (result == "1/2-1/2") return GameOutcome::kDraw;
  if (result != "1-0" && result != "0-1") return GameOutcome::kUnknown;
  return (result == "1-0") == (side == 0) ? GameOutcome::kWin : GameOutcome::kLoss;
}

}  // namespace

void GameReader::read(const PgnGame& game, const std::string& file) {
  ++counts_.games;
  if (game.fault) return skip(*game.fault, file);
  if (!is_wanted(game)) {
    ++counts_.left_out;
    return;
  }
  if (const auto fault = replay(game)) return skip(*fault, file);
  ++counts_.used;
  for (const Step& step : steps_) {
    if ((filter_.colour == "white" && step.side != 0) || (filter_.colour == "black" && step.side != 1))
      continue;
    counter_.add(step.key, step.move, outcome_for(step.side, game.result));
    ++counts_.moves;
  }
}

bool GameReader::is_wanted(const PgnGame& game) const {
  if (filter_.min_elo > 0 &&
      (elo_of(game.tag("WhiteElo")) < filter_.min_elo || elo_of(game.tag("BlackElo")) < filter_.min_elo))
    return false;
  return filter_.results.empty() || std::ranges::find(filter_.results, game.result) != filter_.results.end();
}

std::optional<PgnFault> GameReader::set_up(const PgnGame& game) {
  walk_->go_to_start();
  if (is_other_variant(game_, game.tag("Variant")))
    return PgnFault{game.line,
                    fmt::format("the variant {}, of which this book has no moves", game.tag("Variant"))};
  const std::string_view fen = game.tag("FEN");
  if (fen.empty()) return std::nullopt;
  Status there = walk_->go_to(fen);
  if (there && filter_.in_polyglot) there = walk_->in_polyglot();
  if (there) return std::nullopt;
  return PgnFault{game.line, "FEN: " + there.error().message};
}

std::optional<PgnFault> GameReader::replay(const PgnGame& game) {
  steps_.clear();
  if (auto fault = set_up(game)) return fault;
  const std::size_t plies = std::min(game.plies(), filter_.plies);
  for (std::size_t ply = 0; ply < plies; ++ply) {
    const Result<MoveCode> move = walk_->read(game.move(ply));
    if (!move) return PgnFault{game.line_of(ply), move.error().message};
    steps_.push_back({walk_->key(), *move, walk_->side_to_move()});
    walk_->play(*move);
  }
  return std::nullopt;
}

void GameReader::skip(const PgnFault& fault, const std::string& file) {
  ++counts_.skipped;
  skipped_.tell(file, fault.line, fault.message);
}

}  // namespace tabiya::tools
