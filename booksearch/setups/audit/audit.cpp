#include "booksearch/setups/audit/audit.h"

#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "booksearch/setups/filter/filter.h"
#include "booksearch/setups/rows/reply_sources.h"
#include "booksearch/setups/rows/row_search.h"
#include "booksearch/setups/rows/static_order.h"
#include "booksearch/work/control.h"
#include "booksearch/work/shared_units.h"
#include "booksearch/work/shared_work.h"
#include "codec/result.h"
#include "core/book/book_statistics.h"
#include "core/book/reply_count.h"
#include "core/setup/pair_oracle.h"
#include "core/setup/sampling.h"

namespace tabiya::booksearch {
namespace {

// A red that is searched again, and how.
struct AuditUnit {
  SetupId red = 0;
  std::optional<SetupId> reply;  // of its entry in the book; nothing of a red that is not there
  int depth = 0;                 // plies
  std::optional<Score> cut{};    // a red that is worth less need not be searched further

  static void visit_parts(auto& self, auto& visit) { visit(self.red, self.reply, self.depth, self.cut); }
};

// A kind of work (work/shared_work.h).
class AuditWork {
 public:
  static constexpr std::string_view kName = "audit";
  using Unit = AuditUnit;
  using Answer = AuditAnswer;
  struct Pass {
    std::vector<SetupId> replies;   // that candidates are chosen from
    std::uint32_t own = 0;          // candidates of each red; 0: all
    std::vector<SetupId> shared;    // tried against every red
    std::uint64_t table_bytes = 0;  // of each thread's transposition table

    static void visit_parts(auto& self, auto& visit) {
      visit(self.replies, self.own, self.shared, self.table_bytes);
    }
  };

  AuditWork(const PairOracle& oracle, Pass pass)
      : oracle_(oracle),
        pass_(std::move(pass)),
        lists_(oracle, pass_.replies),
        candidates_({oracle, lists_, {.replies = pass_.own}, {.shared = pass_.shared}}) {}
  const Pass& pass() const { return pass_; }

  class Thread {
   public:
    explicit Thread(const AuditWork& work)
        : candidates_(work.candidates_), rows_(work.oracle_, candidates_, work.pass_.table_bytes) {}
    // Errors: kStopped.
    Result<AuditAnswer> compute(const AuditUnit& unit, const Control& control) {
      return unit.reply ? audit_entry(unit, control) : search_unless_below(unit, control);
    }

   private:
    Result<AuditAnswer> audit_entry(const AuditUnit& unit, const Control& control);
    Result<AuditAnswer> search_unless_below(const AuditUnit& unit, const Control& control);

    const ReplyCandidates& candidates_;
    RowSearcher rows_;
  };
  Thread thread() const { return Thread(*this); }

 private:
  const PairOracle& oracle_;
  const Pass pass_;
  ReplyLists lists_;
  const ReplyCandidates candidates_;
};

// A better reply was found with a transposition table that is full of the results of other replies. It must
// prove itself from an empty one, as that of the book did: else the luckiest of many replies would win.
Result<AuditAnswer> AuditWork::Thread::audit_entry(const AuditUnit& unit, const Control& control) {
  const Result<Row> found = rows_.search({unit.red, unit.reply}, unit.depth, control);
  if (!found) return found.error();
  const Score reply_value = found->red_value + found->improvement;  // it was tried first
  AuditAnswer answer{Row{unit.red, *unit.reply, reply_value}, reply_value, found->nodes};
  if (found->reply == *unit.reply) return answer;
  const Result<Row> proved = search_row(rows_.pairs(), unit.red, std::span(&found->reply, 1), unit.depth);
  if (!proved) return proved.error();
  answer.nodes += proved->nodes;
  if (proved->red_value < reply_value) answer.best = {unit.red, found->reply, proved->red_value};
  return answer;
}

Result<AuditAnswer> AuditWork::Thread::search_unless_below(const AuditUnit& unit, const Control& control) {
  AuditAnswer answer;
  PairSearcher& pairs = rows_.pairs();
  pairs.set_red(unit.red);
  for (const SetupId reply : candidates_.against({unit.red, {}})) {
    if (!unit.cut || control.stopped()) break;
    const Result<PairSearchResult> result = pairs.search(reply, unit.depth, *unit.cut - 1, *unit.cut);
    if (!result) return result.error();
    answer.nodes += result->nodes;
    if (result->red_value < *unit.cut) return answer;
  }
  const Result<Row> row = rows_.search({unit.red, {}}, unit.depth, control);
  if (!row) return row.error();
  answer.nodes += row->nodes;
  answer.best = {row->red, row->reply, row->red_value};
  return answer;
}

constexpr std::uint64_t kDiscardedStream = 0xD15CA2DED5E7095E;  // apart from others with the same seed
constexpr std::size_t kDiscardedBlock = 32;  // reds that are searched between two moves of the cut

// True if the answer can be that to the unit.
bool answers(const AuditAnswer& answer, const AuditUnit& unit) {
  return answer.best ? answer.best->red == unit.red : unit.cut.has_value();
}

class Auditor {
 public:
  Auditor(const PairOracle& oracle, const Book& book, std::span<const SetupId> replies,
          const AuditOptions& options, const Control& control, const AuditMemory& memory)
      : oracle_(oracle),
        book_(book),
        replies_(replies),
        options_(options),
        control_(control),
        memory_(memory),
        work_(oracle, {{replies.begin(), replies.end()},
                       options.replies,
                       most_frequent(replies_of(book), options.shared),
                       options.table_bytes}),
        workers_(work_) {}

  Result<Audit> run();

 private:
  Status check_depths() const;
  int depth_of(const BookEntry& entry) const {
    return options_.depth.value_or(entry.depth + options_.deeper);
  }

  Status audit_entries(std::span<AuditedEntry> entries);

  Result<DiscardedReds> audit_discarded(std::span<const AuditedEntry> entries);
  void choose_cut(std::span<const AuditedEntry> entries, DiscardedReds& discarded) const;
  std::vector<SetupId> draw_discarded(DiscardedReds& discarded) const;
  Result<std::vector<Row>> search_block(std::span<const FilteredRed> block, int depth,
                                        std::optional<Score> cut);
  Status compute(std::span<const AuditUnit> units, const OnAnswer<AuditWork>& take_in);

  const PairOracle& oracle_;
  const Book& book_;
  const std::span<const SetupId> replies_;
  const AuditOptions& options_;
  const Control& control_;
  const AuditMemory& memory_;
  const AuditWork work_;
  WorkerPool<AuditWork> workers_;
  std::size_t numbered_ = 0;  // reds that have a number
  std::uint64_t nodes_ = 0;   // of all searches
};

Result<Audit> Auditor::run() {
  if (auto status = check_depths(); !status) return status.error();
  Result<AuditSample> sample = draw_entries(book_, options_.sample, options_.seed);
  if (!sample) return sample.error();

  Audit audit{std::move(sample->strata), {}, {}, 0};
  for (const DrawnEntry& drawn : sample->entries)
    audit.entries.push_back({drawn.entry, drawn.stratum, depth_of(book_.entries[drawn.entry]), 0, {}});
  if (Status status = audit_entries(audit.entries); !status) return status.error();

  if (options_.discarded > 0) {
    Result<DiscardedReds> discarded = audit_discarded(audit.entries);
    if (!discarded) return discarded.error();
    audit.discarded = std::move(*discarded);
  }
  audit.nodes = nodes_;
  return audit;
}

Status Auditor::check_depths() const {
  for (std::size_t i = 0; i < book_.entries.size(); ++i) {
    const int depth = depth_of(book_.entries[i]);
    if (depth <= kMostAuditDepth) continue;
    return invalid("entry " + std::to_string(i + 1) + " would be searched to depth " + std::to_string(depth) +
                   ", beyond " + std::to_string(kMostAuditDepth));
  }
  return ok_status();
}

// Audits the deepest entries first, so that no thread is left with a long search in the end.
Status Auditor::audit_entries(std::span<AuditedEntry> entries) {
  std::vector<std::size_t> order(entries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return entries[i].depth; });
  std::vector<AuditUnit> units;
  for (const std::size_t i : order) {
    const BookEntry& entry = book_.entries[entries[i].entry];
    units.push_back({entry.red, entry.reply, entries[i].depth});
  }
  ProgressMeter meter(control_, "audit", entries.size());
  const auto take_in = [&](std::size_t index, const AuditAnswer& answer) {
    AuditedEntry& audited = entries[order[index]];
    audited.reply_value = answer.reply_value;
    audited.best = answer.best.value_or(Row{});
    nodes_ += answer.nodes;
    meter.advance(1);
    return ok_status();
  };
  return compute(units, take_in);
}

// Takes the known answers from the memory, computes the others, and keeps them.
Status Auditor::compute(std::span<const AuditUnit> units, const OnAnswer<AuditWork>& take_in) {
  const std::size_t first = std::exchange(numbered_, numbered_ + units.size());
  std::vector<AuditUnit> left;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const auto known = memory_.known.find(first + i);
    if (known == memory_.known.end()) {
      left.push_back(units[i]);
      places.push_back(i);
      continue;
    }
    if (!answers(known->second, units[i]))
      return corrupt("search " + std::to_string(first + i) + " is of another audit");
    if (Status status = take_in(i, known->second); !status) return status;
  }
  const auto keep = [&](std::size_t index, const AuditAnswer& answer) {
    if (memory_.keep) {
      if (Status status = memory_.keep(first + places[index], answer); !status) return status;
    }
    return take_in(places[index], answer);
  };
  return workers_.compute(left, keep, control_);
}

// Sets the value that a red must reach to be worth keeping: see DiscardedReds.
void Auditor::choose_cut(std::span<const AuditedEntry> entries, DiscardedReds& discarded) const {
  const int smallest = std::ranges::min(book_.entries, {}, &BookEntry::depth).depth;
  std::vector<Score> values;
  for (const AuditedEntry& audited : entries) {
    if (book_.entries[audited.entry].depth != smallest) continue;
    discarded.depth = audited.depth;
    values.push_back(audited.best.red_value);
  }
  const auto median = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, median, std::greater());
  discarded.cut = *median;
}

// Nearly all of these reds are bad: for most of them the first reply already proves, in a window of no width,
// that they are worth less than the best one so far or than the cut, whichever is less. The statically best
// come first, so that there soon is a good one. The cut of a block is settled before the block begins, so
// that nothing depends on the threads.
Result<DiscardedReds> Auditor::audit_discarded(std::span<const AuditedEntry> entries) {
  DiscardedReds discarded;
  choose_cut(entries, discarded);
  const std::vector<SetupId> reds = draw_discarded(discarded);
  const Result<FilterResult> ordered =
      filter(oracle_, reds, replies_, {.keep = reds.size(), .stage = "discarded setups"}, control_);
  if (!ordered) return ordered.error();

  ProgressMeter meter(control_, "discarded setups: search", reds.size());
  std::optional<Score> cut;
  for (std::size_t first = 0; first < reds.size(); first += kDiscardedBlock) {
    const auto block =
        std::span(ordered->kept).subspan(first, std::min(kDiscardedBlock, reds.size() - first));
    const Result<std::vector<Row>> rows = search_block(block, discarded.depth, cut);
    if (!rows) return rows.error();
    for (const Row& row : *rows) {
      if (!discarded.best || better(row, *discarded.best)) discarded.best = row;
      if (row.red_value >= discarded.cut) discarded.worth_keeping.push_back(row);
    }
    if (discarded.best) cut = std::min(discarded.cut, discarded.best->red_value);
    meter.advance(block.size());
  }
  std::ranges::sort(discarded.worth_keeping, [](const Row& a, const Row& b) { return better(a, b); });
  return discarded;
}

std::vector<SetupId> Auditor::draw_discarded(DiscardedReds& discarded) const {
  const SetupSpace& space = oracle_.reds();
  std::vector<SetupId> kept;
  for (const BookEntry& entry : book_.entries)
    if (space.is_normalised(entry.red)) kept.push_back(entry.red);
  std::ranges::sort(kept);
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  discarded.population = space.normalised_count() - kept.size();
  std::vector<SetupId> reds =
      sample_normalised(space, options_.discarded, options_.seed ^ kDiscardedStream, kept);
  discarded.sampled = reds.size();
  return reds;
}

// Returns the rows of the reds of a block, without those whose value is lower than `cut`.
Result<std::vector<Row>> Auditor::search_block(std::span<const FilteredRed> block, int depth,
                                               std::optional<Score> cut) {
  std::vector<AuditUnit> units;
  for (const FilteredRed& red : block) units.push_back({red.red, {}, depth, cut});
  std::vector<std::optional<Row>> rows(block.size());
  const auto take_in = [&](std::size_t index, const AuditAnswer& answer) {
    rows[index] = answer.best;
    nodes_ += answer.nodes;
    return ok_status();
  };
  if (const Status status = compute(units, take_in); !status) return status.error();
  std::vector<Row> found;
  for (const std::optional<Row>& row : rows) {
    if (row) found.push_back(*row);
  }
  return found;
}

}  // namespace

Result<Audit> audit_book(const PairOracle& oracle, const Book& book, std::span<const SetupId> replies,
                         const AuditOptions& options, const Control& control, const AuditMemory& memory) {
  return Auditor(oracle, book, replies, options, control, memory).run();
}

std::vector<WorkKind> audit_work(std::shared_ptr<const PairOracle> oracle) {
  const auto make = [oracle](AuditWork::Pass pass) {
    return std::make_shared<AuditWork>(*oracle, std::move(pass));
  };
  return {offer<AuditWork>(make), filter_work(oracle)};
}

}  // namespace tabiya::booksearch
