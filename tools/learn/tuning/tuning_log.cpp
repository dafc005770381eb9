#include "tools/learn/tuning/tuning_log.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/json_text.h"

namespace tabiya::tools {
namespace {

using nlohmann::ordered_json;

// A number of the line. Throws Failure where it is none between `least` and `most`.
double number(const ordered_json& line, const std::string& field, double least, double most) {
  const auto found = line.find(field);
  if (found == line.end() || !found->is_number() || !(least <= *found && *found <= most))
    throw Failure(fmt::format("'{}' is not a number from {} to {}", field, least, most));
  return found->get<double>();
}

// Throws Failure where the line is not what a run with this header writes after its next iteration.
void restore(Spsa& spsa, const ordered_json& header, const ordered_json& line) {
  const std::uint64_t iteration = spsa.iteration() + 1;
  if (line.at("iteration") != iteration || iteration > header.at("iterations").get<std::uint64_t>())
    throw Failure(
        fmt::format("iteration {} is not one of this run, or not the next", json_text(line.at("iteration"))));
  const auto games = 2 * header.at("pairs").get<std::uint64_t>();
  if (line.at("games") != games) throw Failure(fmt::format("'games' is not {}", games));
  number(line, "result", -1, 1);
  const ordered_json& named = line.at("values");
  if (!named.is_object() || named.size() != spsa.parameters().size())
    throw Failure("'values' are not those of the parameters");
  std::vector<double> values;
  for (const TunedParameter& parameter : spsa.parameters())
    values.push_back(number(named, parameter.name, parameter.least, parameter.most));
  spsa.restore(iteration, std::move(values));
}

}  // namespace

TuningLog::TuningLog(const LogOptions& options, const ordered_json& header, Spsa& spsa)
    : log_(options, header, "tuning run",
           [&spsa, &header](const ordered_json& line) { restore(spsa, header, line); }) {}

void TuningLog::add(const Spsa& spsa, std::uint64_t games, double result) {
  ordered_json values;
  for (std::size_t i = 0; i < spsa.parameters().size(); ++i)
    values[spsa.parameters()[i].name] = spsa.values()[i];
  log_.add({{"iteration", spsa.iteration()}, {"games", games}, {"result", result}, {"values", values}});
}

}  // namespace tabiya::tools
