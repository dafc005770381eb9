#include "tools/openings/candidates.h"

#include <algorithm>
#include <set>
#include <span>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "booksearch/openings/start_reader.h"
#include "codec/crc64.h"
#include "codec/parsing.h"
#include "core/book/book_walk.h"
#include "core/random.h"
#include "core/setup/sampling.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

using booksearch::Measure;

std::uint64_t fingerprint(const std::string& text, std::uint64_t previous = 0) {
  return codec::crc64(std::as_bytes(std::span(text)), previous);
}

bool has_moves(const GamePosition& position) {
  return position.outcome() == Outcome::kOpen && !position.moves().empty();
}

// The pair that stands for itself and its mirror image.
SetupPair normalised(const SetupPhase& setups, SetupPair pair) {
  if (setups.reds().is_normalised(pair.red)) return pair;
  return {setups.reds().mirror(pair.red), setups.blues().mirror(pair.blue)};
}

// The number in "sample 5000" and the like.
std::uint32_t number_of(const char* kind, const std::string& text, std::uint64_t most,
                        const char* hint = "") {
  const auto number = number_in<std::uint32_t>(text);
  if (!number || *number == 0 || *number > most)
    throw Failure(fmt::format("pairs: '{} {}': name a number from 1 to {}{}", kind, text, most, hint));
  return *number;
}

}  // namespace

Candidates::Candidates(const OpeningsJob& job) : game_(*job.game), seed_(job.seed), plies_(job.plies) {
  bool is_from_file = false;
  if (!job.positions.empty()) {
    take_file(job.positions, job.exit);
    is_from_file = true;
  } else if (job.tree) {
    take_tree(*job.tree);
    is_from_file = true;
  } else if (job.pairs == "all") {
    take_all();
  } else if (job.pairs == "same") {
    take_same();
  } else if (job.pairs.starts_with("sample ")) {
    take_sample(job.pairs.substr(7));
  } else if (job.pairs.starts_with("square ")) {
    take_square(job.pairs.substr(7));
  } else {
    take_file(job.pairs, job.exit);
    is_from_file = true;
  }
  // Pairs are different positions with a move to make; the positions of files and those after moves must be
  // checked.
  if (plies_ > 0 || is_from_file) drop_equal_and_ended();
  if (candidates_.empty()) throw Failure("openings: there is no position to look at");
  for (const Candidate& candidate : candidates_) {
    checksum_ = fingerprint(candidate.position != nullptr || plies_ > 0
                                ? made(candidate)->text() + '\n'
                                : fmt::format("{} {}\n", candidate.pair.red, candidate.pair.blue),
                            checksum_);
  }
}

void Candidates::drop_equal_and_ended() {
  std::unordered_set<std::uint64_t> seen;
  std::erase_if(candidates_, [&](const Candidate& candidate) {
    const PositionHandle position = made(candidate);
    return position == nullptr || !seen.insert(position->key()).second;
  });
}

void Candidates::add(Candidate candidate) {
  candidate.place = size();
  candidates_.push_back(std::move(candidate));
}

void Candidates::take_all() {
  const SetupPhase& setups = setup_phase_of(game_, "openings");
  const std::uint64_t pairs = std::uint64_t{setups.reds().normalised_count()} * setups.blues().count();
  if (pairs > kMost)
    throw Failure(
        fmt::format("pairs: all are {}, and more than {} are too many; ask for \"sample N\"", pairs, kMost));
  for (const SetupId red : setups.reds().normalised_ids()) {
    for (SetupId blue = 0; blue < setups.blues().count(); ++blue) add({{red, blue}, 0, nullptr, {}});
  }
}

void Candidates::take_same() {
  const SetupPhase& setups = setup_phase_of(game_, "openings");
  if (!setups.sides_are_alike())
    throw Failure(fmt::format("pairs: the sides of {} do not place the same setups", game_.name()));
  if (setups.reds().count() > kMost)
    throw Failure(
        fmt::format("pairs: there are {} setups, and more than {} are too many; ask for \"sample N\"",
                    setups.reds().count(), kMost));
  for (const SetupId id : setups.reds().normalised_ids()) add({{id, id}, 0, nullptr, {}});
}

// Takes all pairs of some setups of either side, as they are numbered.
void Candidates::take_square(const std::string& size) {
  const SetupPhase& setups = setup_phase_of(game_, "openings");
  const SetupId reds = setups.reds().normalised_count(), blues = setups.blues().count();
  const std::uint32_t wanted = number_of("square", size, std::min<std::uint32_t>({reds, blues, 2'000}));
  Random random(seed_);
  std::set<SetupId> rows, columns;
  while (rows.size() < wanted) rows.insert(random.below(reds));
  while (columns.size() < wanted) columns.insert(random.below(blues));
  for (const SetupId red : normalised_at(setups.reds(), std::vector(rows.begin(), rows.end()))) {
    for (const SetupId blue : columns) add({{red, blue}, 0, nullptr, {}});
  }
}

void Candidates::take_sample(const std::string& size) {
  const SetupPhase& setups = setup_phase_of(game_, "openings");
  const std::uint64_t pairs = std::uint64_t{setups.reds().count()} * setups.blues().count();
  // A sample is drawn until all are different, which takes ever longer.
  const std::uint32_t wanted =
      number_of("sample", size, std::min<std::uint64_t>(pairs / 4, kMost), "; \"all\" takes every pair");
  Random random(seed_);
  std::set<std::pair<SetupId, SetupId>> seen;
  while (candidates_.size() < wanted) {
    const SetupId red = random.below(setups.reds().count());
    const SetupPair pair = normalised(setups, {red, random.below(setups.blues().count())});
    if (seen.emplace(pair.red, pair.blue).second) add({pair, 0, nullptr, {}});
  }
}

void Candidates::take_file(const std::string& path, std::size_t exit) {
  booksearch::StartReader reader({.game = &game_, .plies = exit});
  const auto add_entry = [&](const booksearch::StartEntry& entry) {
    const auto fail = [&](const std::string& what) {
      throw Failure(describe({ErrorCode::kInvalid, what, entry.offset},
                             fmt::format("{}, line {}", input_name(path), entry.line)));
    };
    if (size() == kMost) fail(fmt::format("more than {} positions are too many", kMost));
    if (entry.position == nullptr) fail(entry.faults.front().what);
    if (!has_moves(*entry.position)) fail("the game is over in this position");
    entry.pair ? add({*entry.pair, 0, nullptr, {}}) : add({{}, 0, entry.position, entry.operations});
    return ok_status();
  };
  take(reader.read(path, add_entry));
}

// The tree is taken ply by ply, so that each position is followed once.
void Candidates::take_tree(const LineTree& tree) {
  const LoadedMoveBook loaded = require_move_book(tree.book);
  if (loaded.game != &game_)
    throw Failure(fmt::format("{}: a book of moves of {}, and not of {}", loaded.name, loaded.game->name(),
                              game_.name()));
  std::vector<std::unique_ptr<BookWalk>> ends = loaded.starts("");
  for (int ply = 0; ply < tree.plies; ++ply) {
    std::vector<std::unique_ptr<BookWalk>> next;
    std::unordered_set<PositionKey> seen;
    for (const auto& end : ends) {
      const std::vector<BookMove> moves = loaded.moves.find(*end);
      std::uint64_t best = 0;
      for (const BookMove& move : moves) best = std::max(best, move.weight);
      for (const BookMove& move : moves) {
        const auto legal = end->legal(move.move);
        if (!legal || static_cast<double>(move.weight) * 100 < tree.share * static_cast<double>(best))
          continue;
        auto walk = end->clone();
        walk->play(*legal);
        if (!seen.insert(walk->key()).second) continue;
        if (next.size() == kMost)
          throw Failure(fmt::format("{}: more than {} lines of {} plies are too many; raise share",
                                    loaded.name, kMost, ply + 1));
        next.push_back(std::move(walk));
      }
    }
    ends = std::move(next);
  }
  for (const auto& end : ends) add({{}, 0, game_.position_of(*end), {}});
}

PositionHandle Candidates::made(const Candidate& candidate) const {
  PositionHandle position = candidate.position;
  if (position == nullptr)
    position = game_.setup_phase()->position_after(candidate.pair.red, candidate.pair.blue);
  Random random(Random(seed_ ^ 0x6D6F766573).next() + candidate.place);
  for (int ply = 0; ply < plies_; ++ply) {
    if (!has_moves(*position)) return nullptr;
    const std::vector<MoveText> moves = position->moves();
    const std::size_t choice = random.below(static_cast<std::uint32_t>(moves.size()));
    position = take(position->after(moves[choice].wire), "openings");
  }
  return has_moves(*position) ? position : nullptr;
}

std::uint32_t Candidates::size() const { return static_cast<std::uint32_t>(candidates_.size()); }

PositionHandle Candidates::position(std::uint32_t candidate) const { return made(candidates_[candidate]); }

const std::string& Candidates::operations(std::uint32_t candidate) const {
  return candidates_[candidate].operations;
}

std::optional<SetupPair> Candidates::pair(std::uint32_t candidate) const {
  if (candidates_[candidate].position != nullptr) return std::nullopt;
  return candidates_[candidate].pair;
}

JudgeKind choose_judge(const OpeningsJob& job, const Candidates& candidates) {
  const ChosenSearch search = chosen_search(job.oracle, *job.game);
  const bool needs_chances = job.window.measure != Measure::kScore;
  if (needs_chances && !search.tells_chances)
    throw Failure(fmt::format(
        "engine '{}' has no option UCI_ShowWDL, so it reports no chances; choose a window of score",
        job.oracle.engine));
  const auto questions = std::make_shared<booksearch::OpeningQuestions>();
  questions->position = [&candidates](std::uint32_t candidate) { return candidates.position(candidate); };
  for (const booksearch::UciLimits& limits : job.stages) questions->stages.push_back(limits.search_limits());
  questions->read =
      search.is_ours ? booksearch::judged_in_logit : booksearch::judged_in_centipawns(needs_chances);
  return {search.identity, search.name,
          [questions, make = booksearch::engine_opening_judges(*questions, search.make_engine)] {
            return make();
          }};
}

}  // namespace tabiya::tools
