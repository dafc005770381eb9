#include "tools/learn/tuning/tuning_log.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace tabiya::tools {
namespace {

using nlohmann::ordered_json;

void restore(Spsa& spsa, const ordered_json& line) {
  std::vector<double> values;
  for (const TunedParameter& parameter : spsa.parameters())
    values.push_back(line.at("values").at(parameter.name).get<double>());
  spsa.restore(line.at("iteration").get<std::uint64_t>(), std::move(values));
}

}  // namespace

TuningLog::TuningLog(const LogOptions& options, const ordered_json& header, Spsa& spsa)
    : log_(options, header, "tuning run", [&spsa](const ordered_json& line) { restore(spsa, line); }) {}

void TuningLog::add(const Spsa& spsa, std::uint64_t games, double result) {
  ordered_json values;
  for (std::size_t i = 0; i < spsa.parameters().size(); ++i)
    values[spsa.parameters()[i].name] = spsa.values()[i];
  log_.add({{"iteration", spsa.iteration()}, {"games", games}, {"result", result}, {"values", values}});
}

}  // namespace tabiya::tools
