#include "booksearch/openings/start_check.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "codec/text.h"

namespace tabiya::booksearch {
namespace {

constexpr std::size_t kBatch = 4'096;  // positions that are searched together

}  // namespace

Result<std::size_t> StartChecker::add_entry(std::size_t line) {
  if (entries() == std::numeric_limits<std::uint32_t>::max())
    return invalid(concat("line ", line, ": a list of more entries is too long"));
  verdicts_.push_back({line});
  return entries() - 1;
}

Result<bool> StartChecker::take(const StartEntry& entry) {
  const Result<std::size_t> added = add_entry(entry.line);
  if (!added) return added.error();
  const auto place = static_cast<std::uint32_t>(*added);
  const bool is_over = entry.position != nullptr && entry.position->outcome() != Outcome::kOpen;
  find_faults(entry, place, is_over);
  if (entry.position == nullptr) return false;
  if (is_over) find(place, kOver, entry.position->result().value_or("The game is over"), Remedy::kDrop);
  find_same(entry, place);
  find_orphans(entry, place);
  return verdicts_[place].remedy != Remedy::kDrop;
}

void StartChecker::find(std::size_t place, std::string_view kind, std::string what, Remedy remedy,
                        std::size_t same_as) {
  if (ignored_.contains(kind)) return;
  StartVerdict& verdict = verdicts_[place];
  verdict.remedy = std::max(verdict.remedy, remedy);
  ++counts_[kind];
  on_finding_({verdict.line, kind, std::move(what), same_as});
}

void StartChecker::find_faults(const StartEntry& entry, std::size_t place, bool is_over) {
  for (const PositionFault& fault : entry.faults) {
    if (is_over && fault.kind == kDeadDraw) continue;
    const bool is_final = fault.kind == kUnreadable || fault.kind == kImpossible || fault.kind == kDeadDraw;
    find(place, fault.kind, fault.what, is_final ? Remedy::kDrop : Remedy::kMend);
  }
  if (verdicts_[place].remedy == Remedy::kMend) mended_[place] = entry.mended;
}

// At most one of these findings is reported: the closest.
void StartChecker::find_same(const StartEntry& entry, std::uint32_t place) {
  const auto written = written_.find_or_add(entry.written, place);
  const auto same = positions_.find_or_add(entry.position->key(), place);
  const auto image = images_.find_or_add(entry.position->symmetric_key(), place);
  const auto tell = [&](std::string_view kind, const char* how, std::uint32_t other) {
    const std::size_t line = verdicts_[other].line;
    find(place, kind, concat(how, " line ", line), Remedy::kDrop, line);
  };
  if (written) return tell(kDuplicate, "the same as", *written);
  if (same) {
    const bool has_other_moves = entry.path.size() > 1 && !paths_.find(entry.path.back());
    return has_other_moves ? tell(kTransposition, "other moves lead to the position of", *same)
                           : tell(kSamePosition, "the same position as", *same);
  }
  if (image) tell(kMirrored, "the mirror image of", *image);
}

// Beginnings of dropped lines are not noted, so that lines equal to them remain.
void StartChecker::find_orphans(const StartEntry& entry, std::uint32_t place) {
  const auto tell = [&](std::uint32_t orphan, std::uint32_t longer) {
    const std::size_t line = verdicts_[longer].line;
    if (orphans_.insert(orphan).second)
      find(orphan, kOrphan, concat("line ", line, " begins with the same moves"), Remedy::kDrop, line);
  };
  const std::uint64_t whole = entry.path.back();
  if (const auto longer = beginnings_.find(whole)) tell(place, *longer);
  paths_.find_or_add(whole, place);
  if (verdicts_[place].remedy == Remedy::kDrop) return;
  for (std::size_t i = 0; i + 1 < entry.path.size(); ++i) {
    beginnings_.find_or_add(entry.path[i], place);
    if (const auto shorter = paths_.find(entry.path[i])) tell(*shorter, place);
  }
}

std::vector<std::string_view> finding_kinds(const GameModule* game) {
  std::vector<std::string_view> kinds{kUnreadable, kImpossible};
  if (game != nullptr)
    for (const PositionFault& fault : game->facts().mendable_faults) kinds.push_back(fault.kind);
  kinds.insert(kinds.end(),
               {kDuplicate, kSamePosition, kTransposition, kMirrored, kOver, kDeadDraw, kWon, kOrphan});
  return kinds;
}

WinProofs::WinProofs(const GameModule& game, const ProofTask& task, Control control, OnWin on_win)
    : game_(game), control_(std::move(control)), on_win_(std::move(on_win)) {
  questions_.position = [this](std::uint32_t place) { return waiting_[place].position; };
  questions_.stages = {{.nodes = task.nodes}};
  questions_.read = judged_by_proof;
  pool_ = std::make_unique<JudgePool<Question>>(task.threads,
                                                engine_opening_judges(questions_, task.make_engine));
}

WinProofs::~WinProofs() = default;

Status WinProofs::add(std::size_t place, PositionHandle position) {
  waiting_.push_back({place, std::move(position)});
  return waiting_.size() < kBatch ? ok_status() : finish();
}

Status WinProofs::finish() {
  std::vector<Question> questions;
  for (std::uint32_t i = 0; i < waiting_.size(); ++i) questions.push_back({i, 0});
  std::vector<std::int64_t> plies(waiting_.size(), 0);
  const Status done = pool_->run(
      questions,
      [&](std::size_t index, const Judgement& judgement) {
        plies[index] = judgement.score;
        return ok_status();
      },
      control_);
  if (!done) return done;
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    if (plies[i] == 0) continue;
    const auto mover = static_cast<std::size_t>(waiting_[i].position->side_to_move());
    const std::string_view winner = game_.sides()[plies[i] > 0 ? mover : 1 - mover];
    on_win_(waiting_[i].place,
            concat(winner, " wins within ", counted(static_cast<std::uint64_t>(std::abs(plies[i])), "ply")));
  }
  waiting_.clear();
  return ok_status();
}

}  // namespace tabiya::booksearch
