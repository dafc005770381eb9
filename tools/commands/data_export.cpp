#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "codec/text.h"
#include "core/learn/learning.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
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

}  // namespace tabiya::tools
