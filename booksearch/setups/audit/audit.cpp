#include "booksearch/setups/audit/audit.h"

#include <numeric>
#include <string>
#include <utility>

#include "booksearch/setups/audit/audit_work.h"
#include "booksearch/setups/filter/filter.h"
#include "booksearch/work/shared_work.h"
#include "booksearch/work/work_kind.h"
#include "core/book/book_statistics.h"
#include "core/book/reply_count.h"
#include "core/setup/sampling.h"

namespace tabiya::booksearch {
namespace {

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
