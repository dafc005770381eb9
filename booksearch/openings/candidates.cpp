#include "booksearch/openings/candidates.h"

#include <algorithm>
#include <set>
#include <span>
#include <unordered_set>
#include <utility>

#include "booksearch/openings/engine_opening_judge.h"
#include "booksearch/openings/start_reader.h"
#include "booksearch/work/input_file.h"
#include "codec/crc64.h"
#include "codec/parsing.h"
#include "codec/text.h"
#include "core/book/book_walk.h"
#include "core/random.h"
#include "core/setup/sampling.h"

namespace tabiya::booksearch {
namespace {

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

constexpr std::string_view kSample = "sample ", kSquare = "square ";
static_assert(kSample.size() == kSquare.size());

// True if the pairs of a job are in a file.
bool is_file(const std::string& pairs) {
  return pairs != "all" && pairs != "same" && !pairs.starts_with(kSample) && !pairs.starts_with(kSquare);
}

// The number in "sample 5000" and the like.
Result<std::uint32_t> number_of(const char* kind, const std::string& text, std::uint64_t most,
                                const char* hint = "") {
  const auto number = number_in<std::uint32_t>(text);
  if (!number || *number == 0 || *number > most)
    return invalid(
        concat("pairs: '", kind, " ", text, "': name a number from 1 to ", most, std::string_view(hint)));
  return *number;
}

Error too_many_pairs(const std::string& what) {
  return too_large(
      concat("pairs: ", what, ", and more than ", Candidates::kMost, " are too many; ask for \"sample N\""));
}

}  // namespace

Result<Candidates> Candidates::make(const OpeningsJob& job, const TreeBook* book) {
  Candidates candidates(*job.game, job.seed, job.plies);
  if (Status taken = candidates.take(job, book); !taken) return taken.error();
  return candidates;
}

Status Candidates::take(const OpeningsJob& job, const TreeBook* book) {
  if (job.tree && book == nullptr) return invalid("tree: the book of its lines is not given");
  const bool is_of_pairs = job.positions.empty() && !job.tree;
  const Status taken = !job.positions.empty() ? take_file(job.positions, job.exit)
                       : job.tree.has_value() ? take_tree(*job.tree, *book)
                                              : take_pairs(job.pairs);
  if (!taken) return taken;
  // Pairs are different positions with a move to make; the positions of files and those after moves must be
  // checked.
  if (plies_ > 0 || !is_of_pairs || is_file(job.pairs)) drop_equal_and_ended();
  if (candidates_.empty()) return invalid("openings: there is no position to look at");
  for (const Candidate& candidate : candidates_) {
    checksum_ = fingerprint(candidate.position != nullptr || plies_ > 0
                                ? concat(made(candidate)->text(), "\n")
                                : concat(candidate.pair.red, " ", candidate.pair.blue, "\n"),
                            checksum_);
  }
  return ok_status();
}

Status Candidates::take_pairs(const std::string& pairs) {
  if (is_file(pairs)) return take_file(pairs, PgnGame::kMaxPlies);
  const SetupPhase* setups = game_->setup_phase();
  if (setups == nullptr)
    return unsupported(concat(game_->name(), " has no setup phase: `openings` cannot be used with it"));
  if (pairs == "all") return take_all(*setups);
  if (pairs == "same") return take_same(*setups);
  const std::string number = pairs.substr(kSample.size());
  return pairs.starts_with(kSample) ? take_sample(*setups, number) : take_square(*setups, number);
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

Status Candidates::take_all(const SetupPhase& setups) {
  const std::uint64_t pairs = std::uint64_t{setups.reds().normalised_count()} * setups.blues().count();
  if (pairs > kMost) return too_many_pairs(concat("all are ", pairs));
  for (const SetupId red : setups.reds().normalised_ids()) {
    for (SetupId blue = 0; blue < setups.blues().count(); ++blue) add({{red, blue}, 0, nullptr, {}});
  }
  return ok_status();
}

Status Candidates::take_same(const SetupPhase& setups) {
  if (!setups.sides_are_alike())
    return invalid(concat("pairs: the sides of ", game_->name(), " do not place the same setups"));
  if (setups.reds().count() > kMost)
    return too_many_pairs(concat("there are ", setups.reds().count(), " setups"));
  for (const SetupId id : setups.reds().normalised_ids()) add({{id, id}, 0, nullptr, {}});
  return ok_status();
}

// Takes all pairs of some setups of either side, as they are numbered.
Status Candidates::take_square(const SetupPhase& setups, const std::string& size) {
  const SetupId reds = setups.reds().normalised_count(), blues = setups.blues().count();
  const auto wanted = number_of("square", size, std::min<std::uint32_t>({reds, blues, 2'000}));
  if (!wanted) return wanted.error();
  Random random(seed_);
  std::set<SetupId> rows, columns;
  while (rows.size() < *wanted) rows.insert(random.below(reds));
  while (columns.size() < *wanted) columns.insert(random.below(blues));
  for (const SetupId red : normalised_at(setups.reds(), std::vector(rows.begin(), rows.end()))) {
    for (const SetupId blue : columns) add({{red, blue}, 0, nullptr, {}});
  }
  return ok_status();
}

Status Candidates::take_sample(const SetupPhase& setups, const std::string& size) {
  const std::uint64_t pairs = std::uint64_t{setups.reds().count()} * setups.blues().count();
  // A sample is drawn until all are different, which takes ever longer.
  const auto wanted =
      number_of("sample", size, std::min<std::uint64_t>(pairs / 4, kMost), "; \"all\" takes every pair");
  if (!wanted) return wanted.error();
  Random random(seed_);
  std::set<std::pair<SetupId, SetupId>> seen;
  while (candidates_.size() < *wanted) {
    const SetupId red = random.below(setups.reds().count());
    const SetupPair pair = normalised(setups, {red, random.below(setups.blues().count())});
    if (seen.emplace(pair.red, pair.blue).second) add({pair, 0, nullptr, {}});
  }
  return ok_status();
}

Status Candidates::take_file(const std::string& path, std::size_t exit) {
  StartReader reader({.game = game_, .plies = exit});
  const auto add_entry = [&](const StartEntry& entry) -> Status {
    const auto fault = [&](const std::string& what) {
      return invalid(concat(input_name(path), ", line ", entry.line,
                            entry.offset ? concat(", byte ", *entry.offset) : "", ": ", what));
    };
    if (size() == kMost) return fault(concat("more than ", kMost, " positions are too many"));
    if (entry.position == nullptr) return fault(entry.faults.front().what);
    if (!has_moves(*entry.position)) return fault("the game is over in this position");
    entry.pair ? add({*entry.pair, 0, nullptr, {}}) : add({{}, 0, entry.position, entry.operations});
    return ok_status();
  };
  const Result<StartFormat> format = reader.read(path, add_entry);
  return format ? ok_status() : Status(format.error());
}

// The tree is taken ply by ply, so that each position is followed once.
Status Candidates::take_tree(const LineTree& tree, const TreeBook& book) {
  TourStarts ends;
  for (const auto& start : book.starts) ends.push_back(start->clone());
  for (int ply = 0; ply < tree.plies; ++ply) {
    TourStarts next;
    std::unordered_set<PositionKey> seen;
    for (const auto& end : ends) {
      Result<TourStarts> behind = next_of_tree(tree, book, *end);
      if (!behind) return behind.error();
      for (auto& walk : *behind) {
        if (!seen.insert(walk->key()).second) continue;
        if (next.size() == kMost)
          return too_large(concat(book.name, ": more than ", kMost, " lines of ", ply + 1,
                                  " plies are too many; raise share"));
        next.push_back(std::move(walk));
      }
    }
    ends = std::move(next);
  }
  for (const auto& end : ends) add({{}, 0, game_->position_of(*end), {}});
  return ok_status();
}

// The positions behind the moves of a position whose weights are large enough.
Result<TourStarts> Candidates::next_of_tree(const LineTree& tree, const TreeBook& book,
                                            const BookWalk& end) const {
  const Result<std::vector<BookMove>> moves = book.moves.find(end);
  if (!moves) return moves.error();
  std::uint64_t best = 0;
  for (const BookMove& move : *moves) best = std::max(best, move.weight);
  TourStarts next;
  for (const BookMove& move : *moves) {
    const auto legal = end.legal(move.move);
    if (!legal || static_cast<double>(move.weight) * 100 < tree.share * static_cast<double>(best)) continue;
    next.push_back(end.clone());
    next.back()->play(*legal);
  }
  return next;
}

PositionHandle Candidates::made(const Candidate& candidate) const {
  PositionHandle position = candidate.position;
  if (position == nullptr)
    position = game_->setup_phase()->position_after(candidate.pair.red, candidate.pair.blue);
  Random random(Random(seed_ ^ 0x6D6F766573).next() + candidate.place);
  for (int ply = 0; ply < plies_; ++ply) {
    if (!has_moves(*position)) return nullptr;
    const std::vector<MoveText> moves = position->moves();
    const std::size_t choice = random.below(static_cast<std::uint32_t>(moves.size()));
    Result<PositionHandle> after = position->after(moves[choice].wire);
    if (!after) return nullptr;  // which its own moves do not do
    position = *std::move(after);
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

Result<JudgeKind<Question>> opening_judges(const OpeningsJob& job, const Candidates& candidates,
                                           const ChosenSearch& search) {
  const bool needs_chances = job.window.measure != Measure::kScore;
  if (needs_chances && !search.tells_chances)
    return invalid(concat("engine '", search.command,
                          "' has no option UCI_ShowWDL, so it reports no chances; choose a window of score"));
  const auto questions = std::make_shared<OpeningQuestions>();
  questions->position = [&candidates](std::uint32_t candidate) { return candidates.position(candidate); };
  for (const UciLimits& limits : job.stages) questions->stages.push_back(limits.search_limits());
  questions->read = search.is_ours ? judged_in_logit : judged_in_centipawns(needs_chances);
  return JudgeKind<Question>{
      search.identity, search.name,
      [questions, make = engine_opening_judges(*questions, search.make_engine)] { return make(); }};
}

}  // namespace tabiya::booksearch
