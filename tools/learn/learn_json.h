// The JSON in the files of learning: the settings of training data, the header of a checkpoint, and the file of
// a tuning run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "booksearch/learn/data_file.h"
#include "booksearch/learn/data_text.h"
#include "booksearch/learn/spsa.h"
#include "booksearch/learn/training_data.h"
#include "booksearch/learn/training_run.h"
#include "codec/result.h"
#include "tools/cli/command_line.h"
#include "tools/cli/json.h"
#include "tools/cli/record_log.h"

namespace tabiya::tools {

// The game that settings name ("game"; the default one without that). Throws Failure, about `path`, if there
// is no such game, or if it cannot be learned.
const GameModule& game_of(const Json& settings, const std::string& path);

// The settings in a file: an object of JSON that names its game, and keeps the game's rules if they come from
// a file ("rules"). Errors: the text is no such object, or game_of() fails.
Result<booksearch::DataSettings> read_data_settings(std::string_view text, const std::string& path);

// Files of such settings. Throw Failure.
booksearch::DataReader open_data(const std::string& path);
booksearch::DataFiles open_data(const std::vector<std::string>& paths);
booksearch::DataWriter write_data(const std::string& path, const Json& settings, bool resume, bool force);

// The sources of files: their settings, each with a checksum of its records ("records"), without the rules of
// the game.
Json sources_json(const booksearch::DataFiles& files);

// The kinds of settings that data were made with: an array of them, each with its "seeds".
Json kinds_json(const booksearch::TrainingData& data);

// --to or --from, and --scale.
struct DataTextOptions {
  std::string format = "text";
  double scale = booksearch::kLogitInCentipawns;

  booksearch::DataFormat chosen_format() const {
    return format == "epd" ? booksearch::DataFormat::kEpd : booksearch::DataFormat::kText;
  }
};
void add_data_text_options(CommandLine& app, const std::string& name, DataTextOptions& options);

// A checkpoint whose header is an object of JSON, and whose epochs are an array of arrays of numbers.
std::vector<std::byte> encode_checkpoint(const Json& header, const booksearch::TrainingState& state);

// Errors: those of Checkpoint; kInvalid for a header that is not `header`, with the first of its settings
// that differs. `model` is the trained model.
Result<booksearch::TrainingState> decode_checkpoint(std::span<const std::byte> file, const Json& header,
                                                    const booksearch::ModelShape& model);

// The values of the parameters, by their names.
Json values_json(const booksearch::Spsa& spsa);

// The file of a tuning run: a line of JSON with the settings of the run, then one for each iteration.
class TuningLog {
 public:
  // Restores `spsa` to the last line of a file that is continued. Throws Failure.
  TuningLog(const LogOptions& options, const Json& header, booksearch::Spsa& spsa);

  // Adds a line after an iteration: iteration (from 1), games, result (-1 … 1, of the set that was moved up),
  // values.
  void add(const booksearch::Spsa& spsa, std::uint64_t games, double result);

 private:
  RecordLog log_;
};

}  // namespace tabiya::tools
