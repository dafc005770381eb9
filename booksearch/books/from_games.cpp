#include "booksearch/books/from_games.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <iterator>
#include <queue>
#include <string_view>

#include <oneapi/tbb/parallel_sort.h>

#include "booksearch/work/parallel.h"
#include "codec/text.h"
#include "core/game/written_move.h"

namespace tabiya::booksearch {
namespace {

constexpr std::size_t kRecord = 11;         // bytes of a move in the file: key, move, outcome
constexpr std::size_t kBuffered = 1 << 14;  // records

Error file_error() {
  return {ErrorCode::kIo,
          concat("a temporary file for the moves of the games: ", std::strerror(errno),
                 "; make room on the disk of temporary files, or take fewer plies of each game"),
          {}};
}

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

struct WeightFormula {
  const char* name;
  double (*weight)(const BookMove& move);
};

constexpr WeightFormula kFormulas[] = {
    {"results", [](const BookMove& m) { return 4.0 * m.wins - 2.0 * m.losses + m.draws; }},
    {"score", [](const BookMove& m) { return 1.0 * m.games + m.wins - m.losses; }},
    {"games", [](const BookMove& m) { return 1.0 * m.games; }},
    {"wilson",
     [](const BookMove& m) {
       const double decided = 1.0 * m.wins + m.draws + m.losses;
       return std::round(10'000 * wilson_lower_bound(m.wins + 0.5 * m.draws, decided));
     }},
};

}  // namespace

// A sorted part of the file, read piece by piece.
struct MoveCounter::Run {
  std::FILE* file;
  std::uint64_t at, end;
  std::vector<char> bytes{};
  std::size_t next = 0;  // in `bytes`
  Played current{};

  bool is_at_end() const { return next == bytes.size() && at == end; }
  // Goes to the next one. Errors: kIo.
  Status advance() {
    if (next == bytes.size())
      if (Status filled = fill(); !filled) return filled;
    std::memcpy(&current.key, &bytes[next], 8);
    std::memcpy(&current.move, &bytes[next + 8], 2);
    std::memcpy(&current.outcome, &bytes[next + 10], 1);
    next += kRecord;
    return ok_status();
  }

 private:
  Status fill() {
    bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kBuffered * kRecord, end - at)));
    if (::fseeko(file, static_cast<off_t>(at), SEEK_SET) != 0 ||
        std::fread(bytes.data(), 1, bytes.size(), file) != bytes.size())
      return file_error();
    at += bytes.size();
    next = 0;
    return ok_status();
  }
};

MoveCounter::MoveCounter(std::size_t capacity) : capacity_(capacity) {}

Status MoveCounter::add(PositionKey key, MoveCode move, GameOutcome outcome) {
  if (played_.size() == capacity_)
    if (Status spilled = spill(); !spilled) return spilled;
  played_.push_back({key, move, outcome});
  return ok_status();
}

void MoveCounter::sort_played() {
  run_tbb([this] {
    tbb::parallel_sort(played_.begin(), played_.end(),
                       [](const Played& a, const Played& b) { return a.place() < b.place(); });
  });
}

Status MoveCounter::spill() {
  if (file_ == nullptr) file_.reset(std::tmpfile());
  if (file_ == nullptr) return file_error();
  sort_played();
  std::vector<char> bytes;
  for (std::size_t i = 0; i < played_.size();) {
    bytes.clear();
    for (; i < played_.size() && bytes.size() < kBuffered * kRecord; ++i) {
      char record[kRecord];
      std::memcpy(record, &played_[i].key, 8);
      std::memcpy(record + 8, &played_[i].move, 2);
      std::memcpy(record + 10, &played_[i].outcome, 1);
      bytes.insert(bytes.end(), record, record + kRecord);
    }
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) return file_error();
  }
  const std::uint64_t begin = run_ends_.empty() ? 0 : run_ends_.back();
  run_ends_.push_back(begin + played_.size() * kRecord);
  played_.clear();
  return ok_status();
}

// Takes the moves of all parts of the file in one order.
Status MoveCounter::merge_runs(const std::function<void(const Played&)>& take) {
  if (Status spilled = spill(); !spilled) return spilled;
  if (std::fflush(file_.get()) != 0) return file_error();
  played_ = {};
  std::vector<Run> runs;
  for (std::size_t i = 0; i < run_ends_.size(); ++i)
    runs.push_back({file_.get(), i == 0 ? 0 : run_ends_[i - 1], run_ends_[i]});
  const auto is_later = [](const Run* a, const Run* b) { return a->current.place() > b->current.place(); };
  std::priority_queue<Run*, std::vector<Run*>, decltype(is_later)> next(is_later);
  const auto advance = [&](Run& run) {
    if (run.is_at_end()) return ok_status();
    Status advanced = run.advance();
    if (advanced) next.push(&run);
    return advanced;
  };
  for (Run& run : runs)
    if (Status advanced = advance(run); !advanced) return advanced;
  while (!next.empty()) {
    Run* const run = next.top();
    next.pop();
    take(run->current);
    if (Status advanced = advance(*run); !advanced) return advanced;
  }
  return ok_status();
}

Status MoveCounter::finish(const std::function<void(const BookMove&)>& take) {
  BookMove sum;
  const auto count = [&](const Played& played) {
    if (sum.games > 0 && played.place() != std::pair(sum.key, sum.move)) {
      take(sum);
      sum = {};
    }
    sum.key = played.key;
    sum.move = played.move;
    ++sum.games;
    sum.wins += played.outcome == GameOutcome::kWin;
    sum.draws += played.outcome == GameOutcome::kDraw;
    sum.losses += played.outcome == GameOutcome::kLoss;
  };
  if (run_ends_.empty()) {
    sort_played();
    std::ranges::for_each(played_, count);
  } else if (Status merged = merge_runs(count); !merged) {
    return merged;
  }
  if (sum.games > 0) take(sum);
  played_ = {};
  run_ends_.clear();
  file_.reset();
  return ok_status();
}

Result<std::optional<PgnFault>> GameReader::read(const PgnGame& game) {
  ++counts_.games;
  if (!game.fault && !is_wanted(game)) {
    ++counts_.left_out;
    return std::optional<PgnFault>();
  }
  std::optional<PgnFault> fault = game.fault ? game.fault : replay(game);
  if (fault) {
    ++counts_.skipped;
    return fault;
  }
  ++counts_.used;
  for (const Step& step : steps_) {
    if ((filter_.colour == "white" && step.side != 0) || (filter_.colour == "black" && step.side != 1))
      continue;
    if (Status added = counter_.add(step.key, step.move, outcome_for(step.side, game.result)); !added)
      return added.error();
    ++counts_.moves;
  }
  return fault;
}

bool GameReader::is_wanted(const PgnGame& game) const {
  if (filter_.min_elo > 0 &&
      (elo_of(game.tag("WhiteElo")) < filter_.min_elo || elo_of(game.tag("BlackElo")) < filter_.min_elo))
    return false;
  return filter_.results.empty() || std::ranges::find(filter_.results, game.result) != filter_.results.end();
}

std::optional<PgnFault> GameReader::set_up(const PgnGame& game) {
  if (is_other_variant(game_, game.tag("Variant")))
    return PgnFault{game.line,
                    concat("the variant ", game.tag("Variant"), ", of which this book has no moves")};
  Result<std::unique_ptr<BookWalk>> start = read_book_walk(game_, game.tag("FEN"));
  Status there = start ? ok_status() : start.error();
  if (there && filter_.in_polyglot) there = (*start)->in_polyglot();
  if (!there) return PgnFault{game.line, "FEN: " + there.error().message};
  walk_ = *std::move(start);
  return std::nullopt;
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

std::vector<std::string> weight_formulas() {
  std::vector<std::string> names;
  for (const WeightFormula& formula : kFormulas) names.emplace_back(formula.name);
  return names;
}

std::uint64_t weight_of(const BookMove& move, const std::string& formula) {
  const auto found =
      std::ranges::find_if(kFormulas, [&](const WeightFormula& each) { return formula == each.name; });
  if (found == std::end(kFormulas)) return 0;
  return static_cast<std::uint64_t>(std::max(found->weight(move), 0.0));
}

double wilson_lower_bound(double score, double games) {
  if (games <= 0) return 0;
  constexpr double kDeviations = 1.96;
  const double share = score / games, squared = kDeviations * kDeviations / games;
  const double spread = kDeviations * std::sqrt(share * (1 - share) / games + squared / (4 * games));
  return std::max(0.0, (share + squared / 2 - spread) / (1 + squared));
}

}  // namespace tabiya::booksearch
