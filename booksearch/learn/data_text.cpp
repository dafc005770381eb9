#include "booksearch/learn/data_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "codec/parsing.h"
#include "codec/text.h"
#include "core/game/written_move.h"
#include "core/learn/learning.h"
#include "core/search/value_text.h"

namespace tabiya::booksearch {
namespace {

constexpr std::size_t kFenWords = 6;  // at least, of which the last two are counters

struct Operation {
  std::string_view name, value;
};

// The spelling of results of the first side in both formats.
struct ResultText {
  int result;
  std::string_view text, epd;
};
constexpr std::array<ResultText, 3> kResults{
    {{1, "1.0", "\"1-0\""}, {0, "0.5", "\"1/2-1/2\""}, {-1, "0.0", "\"0-1\""}}};

bool is_counter(std::string_view word) { return number_in<unsigned>(word).has_value(); }

// Returns `text` after its first `count` words.
std::string_view after_words(std::string_view text, std::size_t count) {
  const auto words = words_of(text);
  return words.size() <= count ? std::string_view() : text.substr(words[count].data() - text.data());
}

// Reads operations, the last of which ends with a semicolon, too.
Result<std::vector<Operation>> operations_in(std::string_view text) {
  std::vector<Operation> operations;
  text = trimmed(text);
  for (const std::string_view operation : epd_operations(text)) {
    if (operation.end() == text.end())
      return invalid("'" + std::string(operation) + "' does not end with a semicolon");
    const std::size_t blank = std::min(operation.find_first_of(kBlanks), operation.size());
    operations.push_back({operation.substr(0, blank), trimmed(operation.substr(blank))});
  }
  return operations;
}

std::optional<std::string_view> value_of(const std::vector<Operation>& operations, std::string_view name) {
  const auto found = std::ranges::find(operations, name, &Operation::name);
  return found == operations.end() ? std::nullopt : std::optional(found->value);
}

// Returns the label that operations tell: `logit`, or else `ce` by `of_centipawns`. Errors: kInvalid.
template <class OfCentipawns>
Result<Score> label_in(const std::vector<Operation>& operations, OfCentipawns of_centipawns) {
  if (const auto text = value_of(operations, "logit")) {
    const auto logit = number_in<double>(*text);
    if (!logit || !(std::abs(*logit) <= kMaxLabel / kLogit))
      return invalid("'" + std::string(*text) + "' is not a logit; they are numbers from -32.767 to 32.767");
    return static_cast<Score>(std::lround(*logit * kLogit));
  }
  const auto text = value_of(operations, "ce");
  if (!text) return invalid("has no score; write 'ce CENTIPAWNS;' after the position");
  const std::optional<Score> label = of_centipawns(*text);
  if (!label) return invalid("'" + std::string(*text) + "' is not a whole number of centipawns");
  return *label;
}

}  // namespace

DataText::DataText(const GameModule& game, DataFormat format, double scale)
    : game_(game), format_(format), scale_(scale) {
  // Positions of a setup phase may lack fields.
  const SetupPhase* const setups = game.setup_phase();
  const std::string start = (setups ? setups->position_after(0, 0) : game.start())->text();
  const auto words = words_of(start);
  has_counters_ =
      words.size() >= kFenWords && is_counter(words.back()) && is_counter(words[words.size() - 2]);
  words_ = words.size() - (has_counters_ ? 2 : 0);
}

long DataText::centipawns(Score label) const {
  return std::lround(static_cast<double>(label) * scale_ / kLogit);
}

std::optional<Score> DataText::label_of_centipawns(std::string_view text) const {
  const auto centipawns = number_in<int>(text);
  if (!centipawns) return std::nullopt;
  const double label = *centipawns * kLogit / scale_;
  return static_cast<Score>(std::lround(std::clamp(label, double{-kMaxLabel}, double{kMaxLabel})));
}

Result<std::optional<std::string>> DataText::line_of(std::span<const std::byte> record) const {
  const auto position = game_.learning()->position(record);
  if (!position) return position.error();
  const Lesson lesson = lesson_of(record);
  if (format_ == DataFormat::kEpd) return std::optional(epd_line(**position, lesson));
  if (lesson.result == kNoResult) return std::optional<std::string>();
  const int sign = (*position)->side_to_move() == 0 ? 1 : -1;
  const auto result = std::ranges::find(kResults, sign * lesson.result, &ResultText::result);
  return std::optional(
      concat((*position)->text(), " | ", centipawns(sign * lesson.label), " | ", result->text));
}

std::string DataText::epd_line(const GamePosition& position, const Lesson& lesson) const {
  const std::string text = position.text();
  std::string line;
  const auto words = words_of(text);
  for (std::size_t i = 0; i < std::min(words_, words.size()); ++i) line += concat(words[i], " ");
  if (has_counters_) line += concat("hmvc ", words[words.size() - 2], "; fmvn ", words.back(), "; ");
  if (!has_counters_) line += concat("ply ", lesson.ply, "; ");
  line += concat("ce ", centipawns(lesson.label), "; logit ", decimal(lesson.label / kLogit, 3), ";");
  if (lesson.result == kNoResult) return line;
  const int result = position.side_to_move() == 0 ? lesson.result : -lesson.result;
  return line + concat(" c9 ", std::ranges::find(kResults, result, &ResultText::result)->epd, ";");
}

Result<std::vector<std::byte>> DataText::record_of(std::string_view line) const {
  const Result<Told> told = format_ == DataFormat::kText ? read_text(line) : read_epd(line);
  if (!told) return told.error();
  const auto position = game_.parse_position(told->position);
  if (!position) return position.error();
  const int sign = (*position)->side_to_move() == 0 ? 1 : -1;
  const Score label = format_ == DataFormat::kText ? sign * told->label : told->label;
  const int result = told->result == kNoResult ? kNoResult : sign * told->result;
  return game_.learning()->record(**position, label, result, told->ply);
}

Result<DataText::Told> DataText::read_text(std::string_view line) const {
  const std::size_t first = line.find('|'), last = line.rfind('|');
  if (first == line.npos || first == last || line.find('|', first + 1) != last)
    return invalid("is not of the form 'POSITION | CENTIPAWNS | RESULT'");
  Told told{.position = std::string(trimmed(line.substr(0, first)))};
  const std::string_view score = trimmed(line.substr(first + 1, last - first - 1));
  const std::string_view result = trimmed(line.substr(last + 1));
  const auto label = label_of_centipawns(score);
  if (!label) return invalid("'" + std::string(score) + "' is not a whole number of centipawns");
  told.label = *label;
  const auto found = std::ranges::find(kResults, result, &ResultText::text);
  if (found == kResults.end())
    return invalid("'" + std::string(result) + "' is not a result; use 1.0, 0.5 or 0.0");
  told.result = found->result;
  return told;
}

Result<DataText::Told> DataText::read_epd(std::string_view line) const {
  const std::string_view rest = after_words(line, words_);
  const auto operations = operations_in(rest);
  if (!operations) return operations.error();
  Told told{.position = std::string(trimmed(line.substr(0, line.size() - rest.size())))};
  if (has_counters_)
    told.position += concat(" ", value_of(*operations, "hmvc").value_or("0"), " ",
                            value_of(*operations, "fmvn").value_or("1"));
  if (const auto ply = value_of(*operations, "ply"); ply && !(told.ply = number_in<int>(*ply)))
    return invalid("'" + std::string(*ply) + "' is not a ply");
  const auto label =
      label_in(*operations, [this](std::string_view text) { return label_of_centipawns(text); });
  if (!label) return label.error();
  told.label = *label;
  if (const auto result = value_of(*operations, "c9")) {
    const auto found = std::ranges::find(kResults, *result, &ResultText::epd);
    if (found == kResults.end())
      return invalid(R"(c9 is not a result; use "1-0", "1/2-1/2" or "0-1", or leave it out)");
    told.result = found->result;
  }
  return told;
}

}  // namespace tabiya::booksearch
