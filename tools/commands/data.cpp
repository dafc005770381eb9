#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "booksearch/learn/data_making.h"
#include "codec/text.h"
#include "core/learn/learning.h"
#include "core/learn/training_record.h"
#include "core/search/searcher.h"
#include "tools/assets/evaluation_input.h"
#include "tools/assets/shipped.h"
#include "tools/cli/command.h"
#include "tools/cli/computation.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/cli/rule_files.h"
#include "tools/cluster/cluster.h"
#include "tools/learn/learn_json.h"

namespace tabiya::tools {
namespace {

struct DataExportOptions {
  std::vector<std::string> files;
  DataTextOptions text;
  OutputOptions output;
};

int run_data_export(const DataExportOptions& options) {
  check_output(options.output);
  DataFiles files = open_data(options.files);
  const DataText text(files.game(), options.text.chosen_format(), options.text.scale);
  const std::size_t record_size = files.learning().record_size();
  PiecewiseOutput out(options.output);
  std::uint64_t written = 0, left_out = 0;
  while (const auto chunk = take(files.next())) {
    for (std::span<const std::byte> rest = chunk->records; !rest.empty(); rest = rest.subspan(record_size)) {
      const auto line = take(text.line_of(rest.first(record_size)),
                             fmt::format("position {} of the data", written + left_out + 1));
      ++(line ? written : left_out);
      if (line) out.write(*line + '\n');
    }
  }
  out.commit();
  if (options.output.path == "-") return kSuccess;
  print_line("{}: {}", options.output.path, counted(written, "position"));
  if (left_out > 0) print_line("  {} without a result left out; --to epd keeps them", left_out);
  return kSuccess;
}

struct DataImportOptions {
  std::vector<std::string> files;
  std::string game;
  DataTextOptions text;
  OutputOptions output;
};

// Writes chunks of records that come one after another. A game ends where the next record cannot follow in
// it; where that is never told, a chunk ends in spite of it.
class ChunkOutput {
 public:
  ChunkOutput(PiecewiseOutput& out, std::string path) : out_(out), path_(std::move(path)) {}

  void add(std::span<const std::byte> record) {
    const Lesson lesson = lesson_of(record);
    const bool begins = chunk_.games == 0 || begins_game(lesson);
    if ((begins && positions_ >= kEnough) || positions_ == kMost) flush();
    if (begins || chunk_.games == 0) ++chunk_.games, last_.reset();
    if (lesson.result != kNoResult) last_ = lesson;
    chunk_.records.insert(chunk_.records.end(), record.begin(), record.end());
    ++positions_;
  }

  void flush() {
    if (positions_ == 0) return;
    out_.write(as_text(take(data_file_chunk(chunk_, path_))));
    chunk_ = {chunk_.first_game + chunk_.games, 0, {}};
    positions_ = 0;
  }

 private:
  static constexpr std::uint64_t kEnough = 2'048, kMost = 4'096;  // positions

  // Positions of trees, without a result, are before those of the moves of their game.
  bool begins_game(const Lesson& lesson) const {
    return last_ && (lesson.result == kNoResult || !same_game(*last_, lesson));
  }

  PiecewiseOutput& out_;
  std::string path_;
  DataChunk chunk_;
  std::uint64_t positions_ = 0;
  std::optional<Lesson> last_;  // with a result, of the present game
};

Json settings_of(const GameModule& game, const DataTextOptions& text) {
  Json settings{{"game", game.name()}, {"imported", text.format}, {"scale", text.scale}};
  if (names_rule_file(game.name())) settings["rules"] = kept_rules(game.name());
  return settings;
}

int run_data_import(const DataImportOptions& options) {
  check_output(options.output);
  const GameModule& game = game_or_default(options.game);
  const Json settings = settings_of(game, options.text);
  const DataText text(game_of(settings, "--game"), options.text.chosen_format(), options.text.scale);
  PiecewiseOutput out(options.output);
  out.write(as_text(take(data_file_beginning(json_text(settings), options.output.path))));
  ChunkOutput chunks(out, options.output.path);
  std::uint64_t positions = 0;
  for (const std::string& file : options.files) {
    stream_lines(file, [&](std::size_t number, std::string_view line) {
      if (line.find_first_not_of(" \t") == line.npos) return;
      chunks.add(take(text.record_of(line), fmt::format("{}, line {}", input_name(file), number)));
      ++positions;
    });
  }
  chunks.flush();
  out.commit();
  print_line("{}: {}", options.output.path, counted(positions, "position"));
  return kSuccess;
}

struct DataRescoreOptions {
  std::vector<std::string> files;
  std::string network;  // empty: as chosen_evaluation() has it
  RescoreSettings settings;
  std::optional<std::uint64_t> unstable;
  ComputationOptions computation;
  OutputOptions output;
  bool resume = false;
  bool json = false;
};

// Each search begins with an empty table, which holds two entries for each of its nodes if that is not too much.
SearcherOptions searcher_options(const GameModule& game, std::uint64_t nodes) {
  constexpr std::uint64_t kBytesPerNode = 32, kLeast = std::uint64_t{1} << 18, kMost = std::uint64_t{1} << 26;
  SearcherOptions search{.parameters = game.facts().search_parameters};
  search.table_bytes = static_cast<std::size_t>(std::clamp(nodes * kBytesPerNode, kLeast, kMost));
  search.parameters.correction = 0;  // as in self-play: labels are to be of one kind
  return search;
}

// The settings that the labels depend on, besides the positions.
struct RescoreTask {
  const GameModule& game;
  Json settings;
  LabellerMaker make_labeller;
};

RescoreTask task_of(const DataRescoreOptions& options, const GameModule& game) {
  const EvaluationChoice evaluation = chosen_evaluation(game, options.network);
  const SearcherOptions search = searcher_options(game, options.settings.nodes);
  const auto make = [&game, evaluation, search] {
    return game.learning()->make_labeller(evaluation, search);
  };
  take_fitting(make(), game, options.network);
  Json settings{{"game", game.name()},
                {"evaluation", evaluation_fingerprint(game, evaluation)},
                {"search_version", kSearchVersion},
                {"rescored_by_nodes", options.settings.nodes}};
  if (options.settings.unstable) settings["unstable"] = *options.settings.unstable;
  if (names_rule_file(game.name())) settings["rules"] = kept_rules(game.name());
  return {game, std::move(settings), make};
}

std::string identity_of(const RescoreTask& task) { return TABIYA_VERSION " " + json_text(task.settings); }

// The offer of a process that helps the first one of several.
Cluster::Offer offer_help(const DataRescoreOptions& options) {
  const DataReader first = open_data(options.files.front());
  const RescoreTask task = task_of(options, first.game());
  return {identity_of(task),
          {labels_work(task.make_labeller, options.settings, first.learning().record_size())}};
}

void print_facts(const DataRescoreOptions& options, const RescoreCounts& counts, double seconds) {
  const double positions = static_cast<double>(std::max<std::uint64_t>(1, counts.positions));
  const double change = counts.changes / static_cast<double>(std::max<std::uint64_t>(1, counts.kept));
  const double nodes = static_cast<double>(counts.nodes) / positions;
  const double rate = static_cast<double>(counts.positions) / std::max(seconds, 1e-9);
  print_json_or_line(options.json,
                     {{"new_positions", counts.positions},
                      {"kept", counts.kept},
                      {"nodes_per_position", nodes},
                      {"change", change},
                      {"seconds", seconds},
                      {"positions_per_second", rate}},
                     "{}: {} new positions, {} kept; their labels changed by {:.4f} of a win on average\n"
                     "  {:.0f} nodes a position; {:.1f} s, {:.0f} positions a second",
                     options.output.path, counts.positions, counts.kept, change, nodes, seconds, rate);
}

int run_data_rescore(DataRescoreOptions& options) {
  if (options.unstable) options.settings.unstable = static_cast<Score>(*options.unstable);
  Cluster cluster(options.computation.threads);
  if (cluster.is_led()) return cluster.serve([&] { return offer_help(options); });
  DataFiles files = open_data(options.files);
  RescoreTask task = task_of(options, files.game());
  Computation computation(options.computation, cluster.lead(identity_of(task)));
  task.settings["sources"] = sources_json(files);
  DataWriter writer = write_data(options.output.path, task.settings, options.resume, options.output.force);

  RescoreCounts all;
  Status written = ok_status();  // its error says by itself where it is
  const auto start = std::chrono::steady_clock::now();
  const auto work = [&](const booksearch::Control& control) {
    const auto sink = [&](const DataChunk& chunk, const RescoreCounts& counts) {
      all.add(counts);
      return written = writer.add(chunk);
    };
    return rescore(files, writer.games(), task.make_labeller, options.settings, sink, control);
  };
  const Status rescored = computation.run(
      work, fmt::format("{} keeps all finished games; continue with --resume", options.output.path));
  take(written);
  take(rescored, "data rescore");
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  print_facts(options, all, seconds.count());
  return kSuccess;
}

}  // namespace

CommandRun data_export(CommandLine& app) {
  const auto options = std::make_shared<DataExportOptions>();
  app.add_option("FILE", options->files, "Files of training data, of one game").type_name("FILE").required();
  add_data_text_options(app, "--to", options->text);
  add_output_options(app, options->output);
  app.footer(
      "text has lines `POSITION | CENTIPAWNS | RESULT` from the first side's view, as the trainer bullet reads\n"
      "them; positions without a result are left out. epd has all: the score from the side to move's view as\n"
      "`ce`, the label in full as `logit`, the result as `c9`.\n"
      "Example: tabiya data export games.tbd --to epd --out games.epd");
  return [options] { return run_data_export(*options); };
}

CommandRun data_import(CommandLine& app) {
  const auto options = std::make_shared<DataImportOptions>();
  app.add_option("FILE", options->files, "Files of text, compressed by zstd or not; - is standard input")
      .type_name("FILE")
      .required();
  add_data_text_options(app, "--from", options->text);
  add_game_option(app, options->game);
  add_file_output_options(app, options->output);
  app.footer(
      "`data export --help` shows the formats. In epd, `logit` takes precedence over `ce`, and other operations are\n"
      "ignored; a position without `c9` has no result. Nothing is written if any line is wrong.\n"
      "Example: tabiya data import games.epd --from epd --out games.tbd");
  return [options] { return run_data_import(*options); };
}

CommandRun data_rescore(CommandLine& app) {
  const auto options = std::make_shared<DataRescoreOptions>();
  app.add_option("FILE", options->files, "Files of training data, of one game").type_name("FILE").required();
  app.add_option("--net", options->network, "Network or linear model that the searches use")
      .type_name("FILE")
      .default_text(kShipped);
  app.add_option("--nodes", options->settings.nodes, "Nodes per search. No iteration begins after them")
      .whole_number(1, 1'000'000'000);
  app.add_option(
         "--unstable", options->unstable,
         "Keep only positions whose static value is further off than this. A search of a sixteenth of the "
         "nodes decides; in logit x 10,000")
      .type_name("SCORE")
      .whole_number(0, 1'000'000);
  add_file_output_options(app, options->output);
  app.add_flag("--resume", options->resume, "Continue an existing file").group(kOutputGroup);
  add_computation_options(app, options->computation);
  add_json_option(app, options->json);
  app.footer(
      "Positions keep the results of their games. A label depends on the position, the network and --nodes\n"
      "alone: a resumed file has the same bytes as one made at once, with any number of threads. `train` takes\n"
      "the new file alone, or with --mixed next to others.\n"
      "Example: tabiya data rescore games.tbd --net new.tbn --nodes 5000 --out deeper.tbd");
  return [options] { return run_data_rescore(*options); };
}

}  // namespace tabiya::tools
