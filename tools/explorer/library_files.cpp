#include "tools/explorer/library_files.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "codec/parsing.h"
#include "codec/text.h"
#include "core/search/score.h"
#include "tools/assets/evaluation_input.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/csv.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/explorer/open_lines.h"
#include "tools/jobs/job_file.h"
#include "tools/jobs/job_status_text.h"
#include "tools/jobs/oracle_choice.h"

namespace tabiya::tools {
namespace {

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
    const std::size_t red = column(names, {"red", "first", "first_setup", lower_case(game_.sides()[0])});
    const std::size_t blue =
        column(names, {"blue", "reply", "second", "second_setup", lower_case(game_.sides()[1])});
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
    std::string_view line = take_until("\n", rest_);
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
    const auto number = number_in<double>(text);
    if (!number || !(std::abs(*number) < kInfiniteScore)) fail(fmt::format("'{}' is not a value", text));
    return static_cast<int>(std::lround(*number));
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

// One line of a report, and its place, so that messages can name a missing member.
class Checked {
 public:
  Checked(const Json& object, std::string where) : object_(object), where_(std::move(where)) {
    if (!object.is_object()) fail("is not a JSON object");
  }

  const Checked& numbers(std::initializer_list<const char*> names) const {
    for (const char* name : names)
      if (!at(name).is_number()) fail(fmt::format("{} is not a number", name));
    return *this;
  }
  const Checked& numbers_or_null(std::initializer_list<const char*> names) const {
    for (const char* name : names)
      if (!at(name).is_number() && !at(name).is_null())
        fail(fmt::format("{} is neither a number nor null", name));
    return *this;
  }
  const Checked& texts(std::initializer_list<const char*> names) const {
    for (const char* name : names)
      if (!at(name).is_string()) fail(fmt::format("{} is not a text", name));
    return *this;
  }
  const Checked& share(const char* name) const {
    object(name).numbers({"share", "low", "high", "count"});
    return *this;
  }
  const Checked& regret(const char* name) const {
    object(name).numbers({"mean", "low", "largest"}).numbers_or_null({"high"});
    return *this;
  }

  Checked object(const char* name) const { return {at(name), fmt::format("{}: {}", where_, name)}; }
  std::vector<Checked> objects(const char* name) const {
    if (!at(name).is_array()) fail(fmt::format("{} is not a list", name));
    std::vector<Checked> list;
    for (const Json& each : at(name)) list.emplace_back(each, fmt::format("{}: {}", where_, name));
    return list;
  }
  void boolean(const char* name) const {
    if (!at(name).is_boolean()) fail(fmt::format("{} is not true or false", name));
  }

 private:
  const Json& at(const char* name) const {
    const Json* found = object_.find(name);
    if (found == nullptr) fail(fmt::format("has no {}", name));
    return *found;
  }
  [[noreturn]] void fail(const std::string& fault) const {
    throw Failure(fmt::format("{}: {}; write reports with `tabiya audit BOOK --json`", where_, fault));
  }

  const Json& object_;
  const std::string where_;
};

void check_summary(const Checked& summary) {
  summary.numbers({"entries", "sampled", "replies", "pool", "tolerance"})
      .share("wrong_replies")
      .regret("reply_regret")
      .regret("order_regret")
      .boolean("same_evaluation");
  for (const Checked& depth : summary.objects("depths"))
    depth.numbers({"depth", "sampled"}).share("wrong_replies");
  for (const Checked& step : summary.objects("regrets")) step.numbers({"count"}).numbers_or_null({"up_to"});
}

void check_entry(const Checked& entry) {
  entry.numbers_or_null({"rank"})
      .texts({"red", "reply", "better"})
      .numbers({"reply_value", "better_value", "depth", "regret"});
}

}  // namespace

LibraryOfFiles::LibraryOfFiles(const std::vector<std::string>& books, std::string network,
                               const std::string& from)
    : Library(std::move(network), load_evaluation) {
  for (const std::string& name : books) open(name, from);
}

// Opens a book's setups, its lines, or both; or its moves with weights.
void LibraryOfFiles::open(const std::string& name, const std::string& from) {
  std::optional<LoadedMoveBook> moves = load_move_book(name);
  if (!moves) {
    add(name, load_sound_book(name));
    moves = load_move_book(name, /*wants_lines=*/true);
  }
  if (!moves) return;
  if (moves->lines)
    add(std::make_unique<OpenLines>(name, *std::move(moves)));
  else
    add(std::make_unique<OpenWeights>(name, *moves, from));
}

void LibraryOfFiles::watch(const std::string& job, const std::string& folder) {
  const auto file = std::make_shared<const JobFile>(parse_job_file(read_text(job), input_name(job)));
  add(WatchedJob{job, file->game, [file, files = JobPaths(job, folder)] {
                   return status_facts(files.state(), read_status(file->job, files), files.owner(),
                                       setup_phase_of(*file->game, "build"), /*json=*/true)
                       .object();
                 }});
}

void LibraryOfFiles::add_audit(const std::string& path) {
  const Json report = read_audit_report(path);
  const auto fits = [&](const OpenBook& book) {
    return is_audit_of(report, book.loaded.book, *book.loaded.setups);
  };
  const auto book = std::ranges::find_if(books(), fits);
  if (book == books().end())
    throw Failure(fmt::format("{}: is not a report of one of these books", input_name(path)));
  book->audit = json_text(report);
}

void LibraryOfFiles::add_matrix(const std::string& path, const GameModule& game) {
  add(LoadedMatrix{path, &game, json_text(matrix_json(read_pair_matrix(path, game), game))});
}

PairMatrix read_pair_matrix(const std::string& path, const GameModule& game) {
  return MatrixReader(path, game).read();
}

Json read_audit_report(const std::string& path) {
  const std::vector<InputLine> lines = read_lines(path);
  if (lines.empty()) throw Failure(fmt::format("{}: is empty, and no report of an audit", input_name(path)));
  Json report{{"summary", nullptr}, {"entries", Json::array()}};
  for (const InputLine& line : lines) {
    Json object;
    try {
      object = parse_json(line.text);
    } catch (const Failure& failure) {
      throw Failure(fmt::format("{}: {}", line.where, failure.what()));
    }
    if (&line == &lines.back()) {
      check_summary({object, line.where});
      report["summary"] = std::move(object);
    } else {
      check_entry({object, line.where});
      report["entries"].push_back(std::move(object));
    }
  }
  return report;
}

bool is_audit_of(const Json& report, const Book& book, const SetupPhase& setups) {
  if (report["summary"]["entries"] != book.entries.size()) return false;
  std::map<std::string, std::string> replies;
  for (const BookEntry& entry : book.entries)
    replies.emplace(setups.reds().name(entry.red), setups.blues().name(entry.reply));
  return std::ranges::all_of(report["entries"], [&](const Json& entry) {
    const auto found = replies.find(entry["red"].get<std::string>());
    return found != replies.end() && found->second == entry["reply"];
  });
}

}  // namespace tabiya::tools
