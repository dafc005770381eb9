#include "tools/explorer/matrix_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "core/search/score.h"
#include "tools/cli/csv.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/json_text.h"

namespace tabiya::tools {
namespace {

std::string in_lower_case(std::string_view name) {
  std::string text(name);
  for (char& letter : text)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return text;
}

class MatrixReader {
 public:
  MatrixReader(const std::string& path, const GameModule& game)
      : path_(input_name(path)), text_(read_text(path)), game_(game), phase_(small_setup_phase(game)) {
    matrix_.values.resize(std::size_t{phase_.reds().count()} * phase_.blues().count());
    for (int side = 0; side < 2; ++side)
      for (SetupId id = 0; id < phase_.setups(side).count(); ++id)
        ids_[side].emplace(phase_.setups(side).name(id), id);
  }

  PairMatrix read() {
    text_.starts_with('{') ? read_proofs() : read_table();
    for (SetupId red = 0; red < phase_.reds().count(); ++red)
      for (SetupId blue = 0; blue < phase_.blues().count(); ++blue)
        if (!at(red, blue)) at(red, blue) = at(phase_.reds().mirror(red), phase_.blues().mirror(blue));
    return std::move(matrix_);
  }

 private:
  void read_table() {
    const std::vector<std::string> names = csv_fields(next_line().value_or(""), path_ + ", line 1");
    const std::size_t red = column(names, {"red", "first", "first_setup", in_lower_case(game_.sides()[0])});
    const std::size_t blue =
        column(names, {"blue", "reply", "second", "second_setup", in_lower_case(game_.sides()[1])});
    const std::size_t value = column(names, {"value", "score"});
    matrix_.unit = names[value] == "value" ? PairMatrix::Unit::kValue : PairMatrix::Unit::kScore;
    while (const auto line = next_line()) {
      const std::vector<std::string> cells = csv_fields(*line, fmt::format("{}, line {}", path_, line_));
      if (cells.size() != names.size())
        fail(fmt::format("has {} fields, not {}", cells.size(), names.size()));
      if (!cells[value].empty()) at(setup(0, cells[red]), setup(1, cells[blue])) = number(cells[value]);
    }
  }

  // Reads the output of `solve --all --json`.
  void read_proofs() {
    matrix_.unit = PairMatrix::Unit::kWinner;
    while (const auto line = next_line()) {
      const Json object = parse_json(*line);
      const auto text = [&](const char* name) {
        const Json* found = object.find(name);
        return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
      };
      if (!object.is_object() || !object.contains("solved") || !object.contains("winner"))
        fail("is not a line of `tabiya solve --all --json`");
      if (object["solved"] != true) continue;
      const std::string winner = text("winner");
      if (!object["winner"].is_null() && std::ranges::count(game_.sides(), winner) == 0)
        fail(fmt::format("'{}' is not a side of {}", winner, game_.name()));
      at(setup(0, text("red")), setup(1, text("blue"))) = winner == game_.sides()[0]   ? 1
                                                          : winner == game_.sides()[1] ? -1
                                                                                       : 0;
    }
  }

  std::optional<std::string_view> next_line() {
    if (rest_.empty()) return std::nullopt;
    ++line_;
    const auto end = std::min(rest_.find('\n'), rest_.size());
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  std::size_t column(const std::vector<std::string>& names, std::initializer_list<std::string> wanted) const {
    for (const std::string& name : wanted) {
      const auto found = std::ranges::find(names, name);
      if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    }
    std::string list;
    for (const std::string& name : wanted) list += (list.empty() ? "" : ", ") + name;
    fail(fmt::format("names no column of these: {}", list));
  }

  SetupId setup(int side, std::string_view name) const {
    const auto found = ids_[side].find(std::string(name));
    if (found == ids_[side].end()) fail(fmt::format("'{}' is not a setup of {}", name, game_.sides()[side]));
    return found->second;
  }

  int number(std::string_view text) const {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || !(std::abs(number) < kInfiniteScore))
      fail(fmt::format("'{}' is not a value", text));
    return static_cast<int>(std::lround(number));
  }

  std::optional<int>& at(SetupId red, SetupId blue) {
    return matrix_.values[std::size_t{red} * phase_.blues().count() + blue];
  }

  [[noreturn]] void fail(const std::string& fault) const {
    throw Failure(fmt::format("{}, line {}: {}", path_, line_, fault));
  }

  const std::string path_, text_;
  const GameModule& game_;
  const SetupPhase& phase_;
  std::unordered_map<std::string, SetupId> ids_[2];
  std::string_view rest_ = text_;
  std::size_t line_ = 0;
  PairMatrix matrix_;
};

}  // namespace

PairMatrix read_pair_matrix(const std::string& path, const GameModule& game) {
  return MatrixReader(path, game).read();
}

}  // namespace tabiya::tools
