#include "booksearch/openings/opening_list.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "booksearch/books/pgn_text.h"
#include "booksearch/openings/resolution.h"
#include "codec/parsing.h"
#include "codec/text.h"
#include "core/game/written_move.h"
#include "core/random.h"
#include "core/search/value_text.h"

namespace tabiya::booksearch {
namespace {

std::uint64_t place_by_seed(std::uint64_t seed, std::uint32_t candidate) {
  return Random(Random(seed ^ 0x6F72646572).next() + candidate).next();
}

int distance(const BoardPicture& a, const BoardPicture& b) {
  int squares = 0;
  for (std::size_t i = 0; i < a.squares.size(); ++i) squares += a.squares[i] == b.squares[i] ? 0 : 1;
  return squares;
}

// The FEN without the numbers of moves, which EPD lacks; unusual numbers become operations.
std::string epd_of(const std::string& position) {
  const auto words = words_of(position);
  if (words.size() != 6 || !number_in(words[4]) || !number_in(words[5])) return position;
  std::string text = joined(std::vector<std::string_view>(words.begin(), words.begin() + 4), " ");
  if (words[4] != "0") text += concat(" hmvc ", words[4], ";");
  if (words[5] != "1") text += concat(" fmvn ", words[5], ";");
  return text;
}

// The text is "draw rate 51.2 %", "expected score 61.0 %" or "logit +0.341".
std::string measure_text(const OpeningsJob& job, const Judgement& judgement) {
  if (!job.in_centipawns && job.window.measure == Measure::kScore)
    return concat("logit ", shift_text(static_cast<double>(judgement.score)));
  if (job.window.measure != Measure::kExpectedScore && judgement.has_chances())
    return concat("draw rate ", decimal(value_of(judgement, Measure::kDrawRate), 1), " %");
  if (judgement.has_chances())
    return concat("expected score ", decimal(value_of(judgement, Measure::kExpectedScore), 1), " %");
  return concat("score ", judgement.score < 0 ? "" : "+", judgement.score);
}

// An engine's name for a text that one of the characters `ends` would end.
std::string without(std::string_view ends, char instead, std::string name) {
  std::ranges::replace_if(
      name, [&](char c) { return ends.find(c) != ends.npos; }, instead);
  return name;
}

std::string_view code_of(std::string_view operation) { return operation.substr(0, operation.find(' ')); }

// The operations of a candidate stay, but for those that say the same as the list's own. Comments of the list take the
// first codes that the candidate leaves free, of c0 to c9.
std::string epd_line(const OpeningsJob& job, const GamePosition& position, const Membership& membership,
                     const std::string& judge, std::string_view others) {
  const Judgement& judgement = membership.judgement;
  const std::int64_t for_mover = position.side_to_move() == 0 ? judgement.score : -judgement.score;
  std::vector<std::pair<std::string, std::string>> own{{"acd", std::to_string(judgement.depth)},
                                                       {"acn", std::to_string(judgement.nodes)}};
  if (job.in_centipawns) own.insert(own.begin(), {"ce", std::to_string(for_mover)});
  const std::vector<std::string_view> operations = epd_operations(others);
  char digit = '0';
  for (const std::string& comment : {concat("probability ", decimal(membership.probability, 3)),
                                     measure_text(job, judgement), without("\"\\", '\'', judge)}) {
    const auto is_taken = [&](std::string_view operation) {
      return code_of(operation) == std::string{'c', digit};
    };
    while (std::ranges::any_of(operations, is_taken)) ++digit;
    if (digit <= '9') own.emplace_back(std::string{'c', digit++}, concat("\"", comment, "\""));
  }
  std::string line = epd_of(position.text());
  for (const auto& [code, value] : own) line += concat(" ", code, " ", value, ";");
  for (const std::string_view operation : operations)
    if (!std::ranges::count(own, code_of(operation), &std::pair<std::string, std::string>::first))
      line.append(" ").append(operation).append(";");
  return line + '\n';
}

// A game without moves, to be played from the position. What is said of it is a tag: some testers refuse a comment before
// the first move.
std::string pgn_game(const OpeningsJob& job, const GamePosition& position, const Membership& membership,
                     const std::string& judge, std::size_t round) {
  const Judgement& judgement = membership.judgement;
  const std::int64_t for_mover = position.side_to_move() == 0 ? judgement.score : -judgement.score;
  const std::string score = job.in_centipawns ? concat("ce ", for_mover, ", ") : "";
  const std::string said =
      concat(score, "depth ", judgement.depth, ", nodes ", judgement.nodes, ", probability ",
             decimal(membership.probability, 3), ", ", measure_text(job, judgement), ", ", judge);
  return concat("[Event \"start positions\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"", round,
                "\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n",
                variant_tag(*job.game, job.variant, position), "[SetUp \"1\"]\n[FEN \"", position.text(),
                "\"]\n", pgn_tag("Judgement", said), "\n*\n\n");
}

constexpr const char* kColumns =
    "position,first_setup,second_setup,score,wins,draws,losses,probability,stage,depth,nodes\n";

std::string csv_line(const GameModule& game, const Candidates& candidates, std::uint32_t candidate,
                     const Membership& membership) {
  const auto pair = candidates.pair(candidate);
  const SetupPhase* setups = game.setup_phase();
  const auto& [wins, draws, losses] = membership.judgement.chances;
  std::string line = candidates.position(candidate)->text();
  line += concat(",", pair ? setups->reds().name(pair->red) : "", ",",
                 pair ? setups->blues().name(pair->blue) : "", ",", membership.judgement.score);
  line += concat(",", wins, ",", draws, ",", losses, ",", decimal(membership.probability, 6));
  return line + concat(",", membership.stage + 1, ",", membership.judgement.depth, ",",
                       membership.judgement.nodes, "\n");
}

constexpr const char* kValueColumns = "score,low,high,wins,draws,losses,stage,depth,nodes\n";

std::string value_fields(const KnownScore& known) {
  const auto& [wins, draws, losses] = known.judgement.chances;
  const std::string interval =
      known.interval ? concat(decimal(known.interval->low, 1), ",", decimal(known.interval->high, 1)) : ",";
  return concat(known.judgement.score, ",", interval, ",", wins, ",", draws, ",", losses, ",",
                known.stage + 1, ",", known.judgement.depth, ",", known.judgement.nodes, "\n");
}

// The head of a file in NumPy's format 1.0, whose length is a multiple of 64.
std::string npy_head(std::size_t rows, std::size_t columns) {
  std::string facts =
      concat("{'descr': '<f4', 'fortran_order': False, 'shape': (", rows, ", ", columns, "), }");
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

Selection selection_of(const OpeningsJob& job, const Candidates& candidates) {
  Selection selection{job.wanted, [&job](std::uint32_t i) { return place_by_seed(job.seed, i); }};
  if (job.prefers_resolution) selection.worth = resolution_of;
  if (job.distance == 0) return selection;
  auto pictures = std::make_shared<std::unordered_map<std::uint32_t, BoardPicture>>();
  const auto picture = [pictures, &candidates](std::uint32_t candidate) -> const BoardPicture& {
    const auto found = pictures->find(candidate);
    if (found != pictures->end()) return found->second;
    return pictures->emplace(candidate, candidates.position(candidate)->picture()).first->second;
  };
  selection.are_near = [picture, &job](std::uint32_t a, std::uint32_t b) {
    return distance(picture(a), picture(b)) < job.distance;
  };
  return selection;
}

WindowTask window_task(const OpeningsJob& job, const Candidates& candidates) {
  return {job.window, job.error, selection_of(job, candidates)};
}

OpeningFormat opening_format(const std::string& name, const std::string& path) {
  const std::string format = name.empty() ? path.substr(std::min(path.rfind('.') + 1, path.size())) : name;
  if (format == "fen") return OpeningFormat::kFen;
  if (format == "pgn") return OpeningFormat::kPgn;
  if (format == "npy") return OpeningFormat::kNpy;
  if (format == "csv") return OpeningFormat::kCsv;
  return OpeningFormat::kEpd;
}

std::string opening_text(OpeningFormat format, const OpeningsJob& job, const Candidates& candidates,
                         const WindowFindings& result, const std::string& judge) {
  const GameModule& game = *job.game;
  std::string text = format == OpeningFormat::kCsv ? kColumns : "";
  std::vector<std::uint32_t> list = result.list;
  std::ranges::sort(list, {}, [&](std::uint32_t candidate) { return place_by_seed(job.seed, candidate); });
  std::size_t round = 0;
  for (const std::uint32_t candidate : list) {
    const PositionHandle position = candidates.position(candidate);
    const Membership& membership = result.memberships[candidate];
    switch (format) {
      case OpeningFormat::kEpd:
        text += epd_line(job, *position, membership, judge, candidates.operations(candidate));
        break;
      case OpeningFormat::kFen:
        text += position->text() + '\n';
        break;
      case OpeningFormat::kPgn:
        text += pgn_game(job, *position, membership, judge, ++round);
        break;
      case OpeningFormat::kNpy:  // of all pairs alone (PairTable)
      case OpeningFormat::kCsv:
        text += csv_line(game, candidates, candidate, membership);
        break;
    }
  }
  return text;
}

PairTable::PairTable(const OpeningsJob& job, const Candidates& candidates, const FullResult& result)
    : job_(job), setups_(*job.game->setup_phase()) {
  for (std::uint32_t i = 0; i < candidates.size(); ++i) {
    if (result.scores[i]) rows_.push_back({*candidates.pair(i), &*result.scores[i]});
  }
  std::ranges::sort(rows_, {}, [](const Row& row) { return std::tuple(row.pair.red, row.pair.blue); });
}

std::string PairTable::csv() const {
  std::string text = std::string("first_setup,second_setup,") + kValueColumns;
  for (const auto& [pair, known] : rows_)
    text += concat(setups_.reds().name(pair.red), ",", setups_.blues().name(pair.blue), ",",
                   value_fields(*known));
  return text;
}

Result<std::string> PairTable::npy() const {
  const std::uint64_t columns = setups_.blues().count();
  const std::uint64_t most_rows = setups_.reds().count();
  const std::vector<SetupId> rows =
      most_rows <= kMostCells ? setups_.reds().normalised_ids() : std::vector<SetupId>();
  if (rows.empty() || rows.size() * columns > kMostCells)
    return too_large(concat("the matrix of all pairs of ", job_.game->name(), " would have ",
                            rows.empty() ? most_rows : rows.size(), " rows of ", columns, ", and more than ",
                            kMostCells,
                            " values are too many; write a list of those that were judged, as CSV"));
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
    text += concat(++rank, ",", setups_.reds().name(pair.red), ",", value_fields(*known));
  return text;
}

double PairTable::value(const KnownScore& known) const {
  const bool is_expected_score = job_.has_window && job_.window.measure == Measure::kExpectedScore;
  return value_of(known.judgement, is_expected_score ? Measure::kExpectedScore : Measure::kScore);
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
  MatrixGame game{table.rows.size(), table.columns.size(), {}};
  for (const Row& row : rows_) game.values.push_back(value(*row.known));  // which are sorted
  table.game = std::move(game);
  return table;
}

}  // namespace tabiya::booksearch
