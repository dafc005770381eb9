#include "tools/openings/pair_table.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "codec/text.h"
#include "core/search/value_text.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/json.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

using booksearch::KnownScore;
using booksearch::Measure;
using booksearch::MixedChoice;

constexpr const char* kValueColumns = "score,low,high,wins,draws,losses,stage,depth,nodes\n";

std::string value_fields(const KnownScore& known) {
  const auto& [wins, draws, losses] = known.judgement.chances;
  const std::string interval =
      known.interval ? fmt::format("{:.1f},{:.1f}", known.interval->low, known.interval->high) : ",";
  return fmt::format("{},{},{},{},{},{},{},{}\n", known.judgement.score, interval, wins, draws, losses,
                     known.stage + 1, known.judgement.depth, known.judgement.nodes);
}

// The head of a file in NumPy's format 1.0, whose length is a multiple of 64.
std::string npy_head(std::size_t rows, std::size_t columns) {
  std::string facts =
      fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}), }}", rows, columns);
  constexpr std::size_t kBefore = 10;
  facts.resize((kBefore + facts.size() + 1 + 63) / 64 * 64 - kBefore - 1, ' ');
  facts += '\n';
  std::string head = "\x93NUMPY";
  head += {'\1', '\0', static_cast<char>(facts.size() & 0xFF), static_cast<char>(facts.size() >> 8)};
  return head + facts;
}

void add_float(std::string& bytes, float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(bits >> shift & 0xFF);
}

std::vector<SetupId> unique_sorted(std::vector<SetupId> ids) {
  std::ranges::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

std::size_t place_of(const std::vector<SetupId>& ids, SetupId id) {
  return static_cast<std::size_t>(std::ranges::lower_bound(ids, id) - ids.begin());
}

constexpr std::size_t kSetupsToName = 5;
constexpr double kLeastShare = 1e-6;  // less is rounding

// Setups with the probabilities of their choice, the most frequent first.
using Mixture = std::vector<std::pair<SetupId, double>>;

Mixture mixture_of(const std::vector<SetupId>& setups, const std::vector<double>& shares) {
  Mixture mixture;
  for (std::size_t i = 0; i < setups.size(); ++i) {
    if (shares[i] > kLeastShare) mixture.emplace_back(setups[i], shares[i]);
  }
  std::ranges::stable_sort(mixture, std::ranges::greater(), [](const auto& part) { return part.second; });
  return mixture;
}

class Report {
 public:
  Report(const OpeningsJob& job, const PairTable& table, const booksearch::FullResult& result)
      : job_(job), pairs_(table), result_(result), sides_(job.game->sides()) {}

  void print(const std::string& list, const std::string& judge, bool json) const {
    const PairTable::Table table = pairs_.table();
    Facts facts(json);
    facts.add({{"list", list},
               {"pairs", result_.scores.size()},
               {"known", table.known},
               {"finished", result_.is_finished},
               {"rows", table.rows.size()},
               {"columns", table.columns.size()},
               {"searched", result_.searched},
               {"nodes", result_.nodes},
               {"judge", judge}});
    facts.line("{}: {} of {}, {} by {}, judged by {}; {:.0f} nodes a pair", list, table.known,
               counted(result_.scores.size(), "pair"), counted(table.rows.size(), "setup"),
               table.columns.size(), judge, nodes_a_pair());
    add_same(facts);
    facts.add({{"in_turn", nullptr}, {"at_once", nullptr}});
    if (table.game)
      add_choices(facts, table);
    else
      facts.line(
          "what the sides would choose is not known: that takes all pairs of some setups with some "
          "others, as \"all\" or \"square N\" have them");
    facts.print();
  }

 private:
  std::string name(int side, SetupId id) const { return pairs_.setups().setups(side).name(id); }

  double nodes_a_pair() const {
    return static_cast<double>(result_.nodes) /
           static_cast<double>(std::max<std::uint64_t>(1, result_.searched[0]));
  }

  // A value of the table's game.
  std::string value_text(double value) const {
    if (job_.has_window && job_.window.measure == Measure::kExpectedScore)
      return fmt::format("{:.2f} %", value);
    return job_.oracle.engine.empty() ? fmt::format("{:+.4f}", value / kLogit)
                                      : fmt::format("{:+.2f}", value);
  }

  std::string score_text(const PairTable::Row& row) const {
    const double unit = job_.oracle.engine.empty() ? kLogit : 1;
    const int digits = job_.oracle.engine.empty() ? 4 : 0;
    const auto text = [&](double score) { return fmt::format("{:+.{}f}", score / unit, digits); };
    const std::string own =
        fmt::format("{} {}", name(0, row.pair.red), text(static_cast<double>(row.known->judgement.score)));
    const auto& interval = row.known->interval;
    return interval ? fmt::format("{} ({} to {})", own, text(interval->low), text(interval->high)) : own;
  }

  void add_same(Facts& facts) const {
    const std::vector<PairTable::Row> same = pairs_.same();
    facts.add("same", same.size());
    if (!same.empty())
      facts.line("the same setup for both sides: {}, from {} to {}", counted(same.size(), "pair"),
                 score_text(same.front()), score_text(same.back()));
  }

  // Adds what the sides choose, one after the other and both at once.
  void add_choices(Facts& facts, const PairTable::Table& table) const {
    const booksearch::PureChoice pure = booksearch::best_of_minima(*table.game);
    const std::string first = name(0, table.rows[pure.row]), second = name(1, table.columns[pure.column]);
    facts.add("in_turn", {{"first", first}, {"second", second}, {"value", pure.value}});
    facts.line("{} chooses, then {}: {}, answered by {}, {}", sides_[0], sides_[1], first, second,
               value_text(pure.value));
    const MixedChoice mixed = booksearch::simultaneous_choice(*table.game);
    facts.line("both choose at once, at random: {} (for {} at least {}, and no more than {})",
               value_text((mixed.low + mixed.high) / 2), sides_[0], value_text(mixed.low),
               value_text(mixed.high));
    const Json of_first = mixture(facts, 0, mixture_of(table.rows, mixed.rows));
    const Json of_second = mixture(facts, 1, mixture_of(table.columns, mixed.columns));
    facts.add("at_once",
              {{"low", mixed.low}, {"high", mixed.high}, {"first", of_first}, {"second", of_second}});
  }

  // Prints the line of a mixture, which has only the first few setups, and returns the object.
  Json mixture(const Facts& facts, int side, const Mixture& parts) const {
    Json list = Json::array();
    std::string text;
    for (const auto& [id, share] : parts) {
      const std::string setup = name(side, id);
      if (list.size() < kSetupsToName)
        text += fmt::format("{}{} {:.1f} %", text.empty() ? "" : ", ", setup, 100 * share);
      list.push_back({{"setup", setup}, {"probability", share}});
    }
    facts.line("  {}: {} setup{}, {}{}", sides_[static_cast<std::size_t>(side)], parts.size(),
               parts.size() == 1 ? "" : "s", text, parts.size() > kSetupsToName ? " …" : "");
    return list;
  }

  const OpeningsJob& job_;
  const PairTable& pairs_;
  const booksearch::FullResult& result_;
  std::array<std::string_view, 2> sides_;
};

}  // namespace

PairTable::PairTable(const OpeningsJob& job, const Candidates& candidates,
                     const booksearch::FullResult& result)
    : job_(job), setups_(setup_phase_of(*job.game, "openings --all")) {
  for (std::uint32_t i = 0; i < candidates.size(); ++i) {
    if (result.scores[i]) rows_.push_back({*candidates.pair(i), &*result.scores[i]});
  }
  std::ranges::sort(rows_, {}, [](const Row& row) { return std::tuple(row.pair.red, row.pair.blue); });
}

std::string PairTable::csv() const {
  std::string text = std::string("first_setup,second_setup,") + kValueColumns;
  for (const auto& [pair, known] : rows_)
    text += fmt::format("{},{},{}", setups_.reds().name(pair.red), setups_.blues().name(pair.blue),
                        value_fields(*known));
  return text;
}

std::string PairTable::npy() const {
  const std::uint64_t columns = setups_.blues().count();
  const std::uint64_t most_rows = setups_.reds().count();
  const std::vector<SetupId> rows =
      most_rows <= kMostCells ? setups_.reds().normalised_ids() : std::vector<SetupId>();
  if (rows.empty() || rows.size() * columns > kMostCells)
    throw Failure(
        fmt::format("the matrix of all pairs of {} would have {} rows of {}, and more than {} values "
                    "are too many; write a list of those that were judged, as CSV",
                    job_.game->name(), rows.empty() ? most_rows : rows.size(), columns, kMostCells));
  std::vector<float> values(rows.size() * columns, std::numeric_limits<float>::quiet_NaN());
  for (const auto& [pair, known] : rows_)
    values[place_of(rows, pair.red) * columns + pair.blue] = static_cast<float>(known->judgement.score);
  std::string bytes = npy_head(rows.size(), columns);
  bytes.reserve(bytes.size() + 4 * values.size());
  for (const float value : values) add_float(bytes, value);
  return bytes;
}

std::vector<PairTable::Row> PairTable::same() const {
  std::vector<Row> same;
  if (!setups_.sides_are_alike()) return same;
  std::ranges::copy_if(rows_, std::back_inserter(same),
                       [](const Row& row) { return row.pair.red == row.pair.blue; });
  std::ranges::stable_sort(same, std::ranges::greater(),
                           [](const Row& row) { return row.known->judgement.score; });
  return same;
}

std::string PairTable::same_csv() const {
  std::string text = std::string("rank,setup,") + kValueColumns;
  std::size_t rank = 0;
  for (const auto& [pair, known] : same())
    text += fmt::format("{},{},{}", ++rank, setups_.reds().name(pair.red), value_fields(*known));
  return text;
}

double PairTable::value(const KnownScore& known) const {
  const bool is_expected_score = job_.has_window && job_.window.measure == Measure::kExpectedScore;
  return booksearch::value_of(known.judgement, is_expected_score ? Measure::kExpectedScore : Measure::kScore);
}

PairTable::Table PairTable::table() const {
  Table table;
  for (const Row& row : rows_) {
    table.rows.push_back(row.pair.red);
    table.columns.push_back(row.pair.blue);
  }
  table.rows = unique_sorted(std::move(table.rows));
  table.columns = unique_sorted(std::move(table.columns));
  table.known = rows_.size();  // pairs are different
  if (table.known == 0 || table.known > kMostCells || table.known < table.rows.size() * table.columns.size())
    return table;
  booksearch::MatrixGame game{table.rows.size(), table.columns.size(), {}};
  for (const Row& row : rows_) game.values.push_back(value(*row.known));  // which are sorted
  table.game = std::move(game);
  return table;
}

void print_pairs(const OpeningsJob& job, const PairTable& table, const booksearch::FullResult& result,
                 const std::string& list, const std::string& judge, bool json) {
  Report(job, table, result).print(list, judge, json);
}

}  // namespace tabiya::tools
