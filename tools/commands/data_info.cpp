#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "booksearch/learn/training_data.h"
#include "core/learn/learning.h"
#include "tools/assets/evaluation_input.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/learn/learn_json.h"

namespace tabiya::tools {
namespace {

struct DataInfoOptions {
  std::vector<std::string> files;
  std::string network;  // empty for none
  bool json = false;
};

struct DataStatistics {
  std::uint64_t chunks = 0;
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::uint64_t bytes = 0;
  std::unordered_set<std::uint64_t> hashes;
  std::array<std::uint64_t, 4> results{};  // for the side to move: lost, drawn, won; without a result
  std::uint64_t proven = 0;                // labels
  double label_sum = 0;                    // of the others, in logit
  double label_squares = 0;
  std::uint64_t foretold = 0;        // results, by labels that are not proven
  double log_loss = 0;               // of the label as a forecast of the result, in nats
  std::vector<std::uint64_t> plies;  // positions by ply
};

// A measurement of how well a network predicts the content of files.
class Forecast {
 public:
  Forecast(const GameModule& game, const std::string& name) : evaluation_(load_evaluation(game, name)) {
    std::size_t features = 0;
    if (evaluation_.network) features = evaluation_.network->weights().shape.features;
    if (evaluation_.weights) features = evaluation_.weights->weights.size();
    if (features != game.facts().network_features)
      throw Failure(fmt::format("{}: name a network, or a linear model, of {}", name, game.name()));
  }

  void add(const SeenPosition& position, const Lesson& lesson) {
    const double logit = value_of(evaluation_, position) / double{kOutputScale};
    const double label = target_of(lesson, 1);
    const double excess = cross_entropy(label, logit) - entropy(label);
    if (lesson.result == kNoResult) return leaf_excess_.add(excess);
    const double result = target_of(lesson, 0);
    excess_.add(excess);
    loss_.add(cross_entropy(result, logit));
    bias_.add(1 / (1 + std::exp(-logit)) - result);
  }

  void add_to(Facts& facts) const {
    facts.add(
        "network",
        {{"log_loss_of_result", loss_.value()},
         {"bias", bias_.value()},
         {"excess_over_labels", excess_.value()},
         {"excess_over_labels_without_result", leaf_excess_.value()}},
        "  network",
        "log loss {:.4f} of the result, bias {:+.4f}; excess over labels {:.4f}, {:.4f} without a result",
        loss_.value(), bias_.value(), excess_.value(), leaf_excess_.value());
  }

 private:
  struct Mean {
    double sum = 0, count = 0;
    void add(double x) { sum += x, ++count; }
    double value() const { return sum / std::max(1.0, count); }
  };

  EvaluationChoice evaluation_;
  Mean loss_, bias_, excess_, leaf_excess_;
};

void add_record(DataStatistics& statistics, const SeenPosition& position, const Lesson& record) {
  ++statistics.positions;
  statistics.hashes.insert(position.key);
  ++statistics.results[static_cast<std::size_t>(record.result + 1)];
  ++statistics.plies[static_cast<std::size_t>(record.ply)];
  if (std::abs(record.label) >= kMaxLabel) {
    ++statistics.proven;
    return;
  }
  const double label = record.label / 1e4;
  statistics.label_sum += label;
  statistics.label_squares += label * label;
  if (record.result == kNoResult) return;
  ++statistics.foretold;
  const double share = (record.result + 1) / 2.0;
  statistics.log_loss += share * std::log1p(std::exp(-label)) + (1 - share) * std::log1p(std::exp(label));
}

DataStatistics read_statistics(DataReader& reader, const std::string& path,
                               std::optional<Forecast>& forecast) {
  const Learning& learning = reader.learning();
  DataStatistics statistics;
  statistics.plies.resize(static_cast<std::size_t>(reader.game().facts().ply_limit));
  while (const auto chunk = take(reader.next())) {
    ++statistics.chunks;
    for (std::span<const std::byte> rest = chunk->records; !rest.empty();
         rest = rest.subspan(learning.record_size())) {
      const auto record = rest.first(learning.record_size());
      const SeenPosition position =
          take(learning.see(record), fmt::format("{}, chunk {}", path, statistics.chunks));
      add_record(statistics, position, lesson_of(record));
      if (forecast) forecast->add(position, lesson_of(record));
    }
  }
  statistics.games = reader.games();
  statistics.bytes = reader.bytes();
  return statistics;
}

void print_facts(const std::string& path, const std::string& network, bool json) {
  DataReader reader = open_data(path);
  std::optional<Forecast> forecast;
  if (!network.empty()) forecast.emplace(reader.game(), network);
  const DataStatistics s = read_statistics(reader, path, forecast);
  const auto part = [](auto of, auto whole) {
    return static_cast<double>(of) / std::max<double>(1, static_cast<double>(whole));
  };
  const auto& [lost, drawn, won, open] = s.results;
  const std::uint64_t labelled = s.positions - s.proven, with_result = s.positions - open;
  const double mean = part(s.label_sum, labelled);
  const double deviation = std::sqrt(std::max(0.0, part(s.label_squares, labelled) - mean * mean));
  constexpr int kWidth = 22;  // columns of the labels
  Facts facts(json, kWidth);
  facts.add("file", path);
  facts.line("{}", path);
  facts.add("games", s.games, "  games");
  facts.add("positions", s.positions, "  positions", "{}, {} different", s.positions, s.hashes.size());
  facts.add("different_positions", s.hashes.size());
  facts.add("bytes", s.bytes, "  bytes", "{}, {:.1f} a position", s.bytes, part(s.bytes, s.positions));
  facts.add("bytes_per_position", part(s.bytes, s.positions));
  facts.add({{"won", won}, {"drawn", drawn}, {"lost", lost}, {"without_result", open}});
  facts.line("  for the side to move {:.1f} % won, {:.1f} % drawn, {:.1f} % lost; {} without a result",
             100 * part(won, with_result), 100 * part(drawn, with_result), 100 * part(lost, with_result),
             open);
  facts.add("proven_labels", s.proven, "  labels", "mean {:+.3f} logit, deviation {:.3f}; {:.1f} % proven",
            mean, deviation, 100 * part(s.proven, s.positions));
  facts.add({{"mean_label", mean}, {"label_deviation", deviation}});
  facts.add("log_loss_of_label", part(s.log_loss, s.foretold), "  log loss",
            "{:.4f} of the label as a forecast of the result", part(s.log_loss, s.foretold));
  facts.add("positions_by_ply", s.plies);
  const Json settings = parse_json(reader.settings_text());
  facts.add("settings", settings);
  if (forecast) forecast->add_to(facts);
  facts.say("  settings", "{}", json_text(settings));
  facts.print();
}

}  // namespace

CommandRun data_info(CommandLine& app) {
  const auto options = std::make_shared<DataInfoOptions>();
  app.add_option("FILE", options->files, "Files of training data").required();
  app.add_option("--net", options->network, "Also print how well this network predicts results and labels")
      .type_name("FILE");
  add_json_option(app, options->json);
  app.footer(
      "Checks every chunk and record. Results and labels are from the side to move's view; labels are in\n"
      "logit, and their mean and deviation leave out proven ones. With --net it prints the network's log loss\n"
      "on results in nats, its bias in win probability for the side to move, and its log loss on labels above\n"
      "the minimum possible.\n"
      "Example: tabiya data info games.tbd");
  return [options] {
    for (const std::string& file : options->files) print_facts(file, options->network, options->json);
    return int{kSuccess};
  };
}

}  // namespace tabiya::tools
