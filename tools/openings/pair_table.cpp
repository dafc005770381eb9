#include "tools/openings/pair_table.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <tuple>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"

namespace tabiya::tools {
namespace {

using booksearch::KnownScore;
using booksearch::Measure;

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

}  // namespace

PairTable::PairTable(const OpeningsJob& job, const Candidates& candidates,
                     const booksearch::FullResult& result)
    : job_(job), setups_(setup_phase_of(game_named(job.game, "game"), "openings --all")) {
  for (std::uint32_t i = 0; i < candidates.size(); ++i) {
    if (result.scores[i]) lines_.push_back({*candidates.pair(i), &*result.scores[i]});
  }
  std::ranges::sort(lines_, {}, [](const Line& line) { return std::tuple(line.pair.red, line.pair.blue); });
}

std::string PairTable::csv() const {
  std::string text = std::string("first_setup,second_setup,") + kValueColumns;
  for (const auto& [pair, known] : lines_)
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
                    job_.game, rows.empty() ? most_rows : rows.size(), columns, kMostCells));
  std::vector<float> values(rows.size() * columns, std::numeric_limits<float>::quiet_NaN());
  for (const auto& [pair, known] : lines_)
    values[place_of(rows, pair.red) * columns + pair.blue] = static_cast<float>(known->judgement.score);
  std::string bytes = npy_head(rows.size(), columns);
  bytes.reserve(bytes.size() + 4 * values.size());
  for (const float value : values) add_float(bytes, value);
  return bytes;
}

std::vector<PairTable::Line> PairTable::same() const {
  std::vector<Line> same;
  if (!setups_.sides_are_alike()) return same;
  std::ranges::copy_if(lines_, std::back_inserter(same),
                       [](const Line& line) { return line.pair.red == line.pair.blue; });
  std::ranges::stable_sort(same, std::ranges::greater(),
                           [](const Line& line) { return line.known->judgement.score; });
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
  for (const Line& line : lines_) {
    table.rows.push_back(line.pair.red);
    table.columns.push_back(line.pair.blue);
  }
  table.rows = unique_sorted(std::move(table.rows));
  table.columns = unique_sorted(std::move(table.columns));
  table.known = lines_.size();  // pairs are different
  if (table.known == 0 || table.known > kMostCells || table.known < table.rows.size() * table.columns.size())
    return table;
  booksearch::MatrixGame game{table.rows.size(), table.columns.size(), {}};
  for (const Line& line : lines_) game.values.push_back(value(*line.known));  // which are sorted
  table.game = std::move(game);
  return table;
}

}  // namespace tabiya::tools
