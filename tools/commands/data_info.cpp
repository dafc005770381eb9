#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/json_text.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/learn/selfplay/data_file.h"

namespace tabiya::tools {
namespace {

using nlohmann::ordered_json;
using namespace zero_point_one;

struct Options {
  std::vector<std::string> files;
  bool json = false;
};

struct Statistics {
  std::uint64_t chunks = 0;
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::uint64_t bytes = 0;
  std::unordered_set<std::uint64_t> hashes;
  std::array<std::uint64_t, 3> results{};  // for the side to move: lost, drawn, won
  std::uint64_t proven = 0;                // labels
  double label_sum = 0;                    // of the others, in logit
  double label_squares = 0;
  double log_loss = 0;  // of the label as a forecast of the result, in nats
  std::vector<std::uint64_t> plies = std::vector<std::uint64_t>(kPlyLimit);  // positions by ply
};

void add_record(Statistics& statistics, const TrainingRecord& record) {
  ++statistics.positions;
  statistics.hashes.insert(record.position.hash());
  ++statistics.results[static_cast<std::size_t>(record.result + 1)];
  ++statistics.plies[static_cast<std::size_t>(record.position.ply())];
  if (std::abs(record.label) >= kMaxLabel) {
    ++statistics.proven;
    return;
  }
  const double label = record.label / 1e4;
  statistics.label_sum += label;
  statistics.label_squares += label * label;
  const double share = (record.result + 1) / 2.0;
  statistics.log_loss += share * std::log1p(std::exp(-label)) + (1 - share) * std::log1p(std::exp(label));
}

Statistics read_statistics(const std::string& path, ordered_json& settings) {
  DataReader reader(path);
  settings = reader.settings();
  Statistics statistics;
  while (const auto chunk = reader.next()) {
    ++statistics.chunks;
    for (const PackedTrainingRecord& packed : chunk->records)
      add_record(statistics,
                 take(unpack_record(packed), fmt::format("{}, chunk {}", path, statistics.chunks)));
  }
  statistics.games = reader.games();
  statistics.bytes = reader.bytes();
  return statistics;
}

ordered_json facts_of(const std::string& path) {
  ordered_json settings;
  const Statistics s = read_statistics(path, settings);
  const double positions = std::max<double>(1, static_cast<double>(s.positions));
  const double labelled = std::max<double>(1, static_cast<double>(s.positions - s.proven));
  const double mean = s.label_sum / labelled;
  return {{"file", path},
          {"games", s.games},
          {"positions", s.positions},
          {"different_positions", s.hashes.size()},
          {"bytes", s.bytes},
          {"bytes_per_position", static_cast<double>(s.bytes) / positions},
          {"won", s.results[2]},
          {"drawn", s.results[1]},
          {"lost", s.results[0]},
          {"proven_labels", s.proven},
          {"mean_label", mean},
          {"label_deviation", std::sqrt(std::max(0.0, s.label_squares / labelled - mean * mean))},
          {"log_loss_of_label", s.log_loss / labelled},
          {"positions_by_ply", s.plies},
          {"settings", settings}};
}

void print_facts(const ordered_json& facts) {
  const auto count = [&](const char* name) { return facts[name].get<std::uint64_t>(); };
  const auto number = [&](const char* name) { return facts[name].get<double>(); };
  const double percent = 100.0 / std::max<double>(1, number("positions"));
  print_line("{}", facts["file"].get<std::string>());
  print_line("  games               {}", count("games"));
  print_line("  positions           {}, {} different", count("positions"), count("different_positions"));
  print_line("  bytes               {}, {:.1f} a position", count("bytes"), number("bytes_per_position"));
  print_line("  for the side to move {:.1f} % won, {:.1f} % drawn, {:.1f} % lost", number("won") * percent,
             number("drawn") * percent, number("lost") * percent);
  print_line("  labels              mean {:+.3f} logit, deviation {:.3f}; {:.1f} % proven",
             number("mean_label"), number("label_deviation"), number("proven_labels") * percent);
  print_line("  log loss            {:.4f} of the label as a forecast of the result",
             number("log_loss_of_label"));
  print_line("  settings            {}", json_text(facts["settings"]));
}

}  // namespace

CommandRun data_info(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("FILE", options->files, "Files of training data").required();
  add_json_option(app, options->json);
  app.footer(
      "Checks every chunk and record, and counts: results and labels are from the view of the side to move,\n"
      "a label in logit; proven labels do not count in their mean and deviation.\n"
      "Example: tabiya data info games.tbd");
  return [options] {
    for (const std::string& file : options->files) {
      const ordered_json facts = facts_of(file);
      options->json ? print_json(facts) : print_facts(facts);
    }
    return int{kSuccess};
  };
}

}  // namespace tabiya::tools
