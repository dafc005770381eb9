#include "tools/learn/learn_json.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "codec/text.h"
#include "core/learn/learning.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/json.h"
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

// A number of the line. Throws Failure if it is not between `least` and `most`.
double number(const Json& line, const std::string& field, double least, double most) {
  const Json* found = line.find(field);
  if (found != nullptr && found->is_number()) {
    const auto value = found->get<double>();
    if (least <= value && value <= most) return value;
  }
  throw Failure(fmt::format("'{}' is not a number from {} to {}", field, least, most));
}

// Throws Failure if the line is not the one that a run with this header writes after its next iteration.
void restore(Spsa& spsa, const Json& header, const Json& line) {
  const std::uint64_t iteration = spsa.iteration() + 1;
  if (line.at("iteration") != iteration || iteration > header.at("iterations").get<std::uint64_t>())
    throw Failure(
        fmt::format("iteration {} is not one of this run, or not the next", json_text(line.at("iteration"))));
  const auto games = 2 * header.at("pairs").get<std::uint64_t>();
  if (line.at("games") != games) throw Failure(fmt::format("'games' is not {}", games));
  number(line, "result", -1, 1);
  const Json& named = line.at("values");
  if (!named.is_object() || named.size() != spsa.parameters().size())
    throw Failure("'values' are not those of the parameters");
  std::vector<double> values;
  for (const TunedParameter& parameter : spsa.parameters())
    values.push_back(number(named, parameter.name, parameter.least, parameter.most));
  spsa.restore(iteration, std::move(values));
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
  app.add_option(name, options.format, "Format of the text").one_of({"text", "epd"});
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

Json values_json(const Spsa& spsa) {
  Json values;
  for (std::size_t i = 0; i < spsa.parameters().size(); ++i)
    values[spsa.parameters()[i].name] = spsa.values()[i];
  return values;
}

TuningLog::TuningLog(const LogOptions& options, const Json& header, Spsa& spsa)
    : log_(options, header, "tuning run",
           [&spsa, &header](const Json& line) { restore(spsa, header, line); }) {}

void TuningLog::add(const Spsa& spsa, std::uint64_t games, double result) {
  log_.add(
      {{"iteration", spsa.iteration()}, {"games", games}, {"result", result}, {"values", values_json(spsa)}});
}

}  // namespace tabiya::tools
