#include "tools/learn/tuning_log.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/json_text.h"

namespace tabiya::tools {
namespace {

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

TuningLog::TuningLog(const LogOptions& options, const Json& header, Spsa& spsa)
    : log_(options, header, "tuning run",
           [&spsa, &header](const Json& line) { restore(spsa, header, line); }) {}

void TuningLog::add(const Spsa& spsa, std::uint64_t games, double result) {
  Json values;
  for (std::size_t i = 0; i < spsa.parameters().size(); ++i)
    values[spsa.parameters()[i].name] = spsa.values()[i];
  log_.add({{"iteration", spsa.iteration()}, {"games", games}, {"result", result}, {"values", values}});
}

}  // namespace tabiya::tools
