#include "tools/learn/learn_json.h"

#include <algorithm>
#include <utility>

#include "codec/text.h"
#include "core/learn/learning.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/json_text.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {
namespace {

constexpr std::size_t kNumbersOfEpoch = 6;

const GameModule* game_in(const Json& settings, const std::string& path) {
  const Json* game = settings.find("game");
  if (!settings.is_object() || (game != nullptr && !game->is_string()))
    throw Failure(path + ": its settings are not an object of JSON that names its game");
  const Json* rules = settings.find("rules");
  if (rules != nullptr && rules->is_string())
    learn_rules(settings.value("game", default_game()), rules->get<std::string>(), path);
  return &game_of(settings, path);
}

Json epochs_json(const std::vector<EpochResult>& epochs) {
  Json all = Json::array();
  for (const EpochResult& epoch : epochs)
    all.push_back({epoch.epoch, epoch.rate, epoch.training_loss, epoch.training_excess, epoch.validation_loss,
                   epoch.validation_excess});
  return all;
}

// The result is empty if the JSON holds no epochs: a training is only kept after its first.
std::vector<EpochResult> epochs_in(const Json& all) {
  if (!all.is_array()) return {};
  std::vector<EpochResult> epochs;
  for (const Json& epoch : all) {
    const bool is_epoch = epoch.is_array() && epoch.size() == kNumbersOfEpoch &&
                          std::ranges::all_of(epoch, [](const Json& number) { return number.is_number(); });
    if (!is_epoch) return {};
    const auto number = [&](std::size_t i) { return epoch[i].get<double>(); };
    epochs.push_back(
        {static_cast<int>(epochs.size()) + 1, number(1), number(2), number(3), number(4), number(5)});
  }
  return epochs;
}

Status check_header(const Json& found, const Json& wanted) {
  if (!found.is_object()) return corrupt("its header is not a JSON object");
  for (const auto& [name, value] : wanted.items()) {
    const std::string there = found.contains(name) ? json_text(found[name]) : "nothing";
    if (there != json_text(value))
      return invalid(
          concat("is of another training: ", name, " is ", there, " there, and ", json_text(value), " here"));
  }
  return ok_status();
}

}  // namespace

const GameModule& game_of(const Json& settings, const std::string& path) {
  const GameModule& game = game_named(settings.value("game", default_game()), path);
  if (!game.learning())
    throw Failure(concat(path, ": ", game.name(), " has no features, so that there is nothing to learn"));
  return game;
}

Result<DataSettings> read_data_settings(std::string_view text, const std::string& path) {
  Json settings = parse_json(text);
  DataSettings read;
  try {
    read.game = game_in(settings, path);
  } catch (const Failure& failure) {
    return invalid(failure.what());
  }
  read.seed = json_text(settings.value("seed", Json()));
  settings.erase("seed");
  settings.erase("rules");  // of one game in all files: learn_rules() has compared them
  read.kind = json_text(settings);
  return read;
}

DataReader open_data(const std::string& path) { return take(DataReader::open(path, read_data_settings)); }

DataFiles open_data(const std::vector<std::string>& paths) {
  return take(DataFiles::open(paths, read_data_settings));
}

DataWriter write_data(const std::string& path, const Json& settings, bool resume, bool force) {
  return take(DataWriter::open(path, json_text(settings), resume, force, read_data_settings));
}

Json sources_json(const DataFiles& files) {
  Json all = Json::array();
  for (const DataFiles::Source& source : files.sources()) {
    Json settings = parse_json(source.settings);
    settings.erase("rules");
    settings["records"] = hexadecimal(source.records);
    all.push_back(std::move(settings));
  }
  return all;
}

Json kinds_json(const TrainingData& data) {
  Json all = Json::array();
  for (const DataKind& kind : data.kinds) {
    Json settings = parse_json(kind.settings), seeds = Json::array();
    for (const std::string& seed : kind.seeds) seeds.push_back(parse_json(seed));
    settings["seeds"] = std::move(seeds);
    all.push_back(std::move(settings));
  }
  return all;
}

void add_data_text_options(CommandLine& app, const std::string& name, DataTextOptions& options) {
  app.add_option(name, options.format, "Format of the text").one_of({"text", "epd"}).capture_default_str();
  app.add_option("--scale", options.scale,
                 "Centipawns of a logit, as trainers call it. The default is that of `uci`")
      .range(1, 100'000)
      .default_text("271.6");
}

std::vector<std::byte> encode_checkpoint(const Json& header, const TrainingState& state) {
  return booksearch::encode_checkpoint({json_text(header), json_text(epochs_json(state.epochs))}, state);
}

Result<TrainingState> decode_checkpoint(std::span<const std::byte> file, const Json& header,
                                        const ModelShape& model) {
  const Result<Checkpoint> checkpoint = Checkpoint::open(file);
  if (!checkpoint) return checkpoint.error();
  const CheckpointTexts texts = checkpoint->texts();
  if (Status same = check_header(parse_json(texts.header), header); !same) return same.error();
  return checkpoint->state(epochs_in(parse_json(texts.epochs)), model);
}

}  // namespace tabiya::tools
