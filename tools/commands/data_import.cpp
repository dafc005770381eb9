#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "codec/text.h"
#include "core/learn/learning.h"
#include "core/learn/training_record.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/json_text.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/cli/rule_files.h"
#include "tools/learn/learn_json.h"

namespace tabiya::tools {
namespace {

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
    const std::vector<std::byte> bytes = take(data_file_chunk(chunk_, path_));
    out_.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
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
  const std::vector<std::byte> beginning =
      take(data_file_beginning(json_text(settings), options.output.path));
  out.write({reinterpret_cast<const char*>(beginning.data()), beginning.size()});
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

}  // namespace

CommandRun data_import(CommandLine& app) {
  const auto options = std::make_shared<DataImportOptions>();
  app.add_option("FILE", options->files, "Files of text, compressed by zstd or not; - is standard input")
      .type_name("FILE")
      .required();
  add_data_text_options(app, "--from", options->text);
  add_game_option(app, options->game);
  add_file_output_options(app, options->output);
  app.footer(
      "`data export --help` shows the formats. Of epd, `logit` counts before `ce`, and other operations are passed\n"
      "over; a position without `c9` has no result. Nothing is written if any line is wrong.\n"
      "Example: tabiya data import games.epd --from epd --out games.tbd");
  return [options] { return run_data_import(*options); };
}

}  // namespace tabiya::tools
