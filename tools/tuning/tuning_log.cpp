#include "tools/tuning/tuning_log.h"

#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "tools/failure.h"
#include "tools/input.h"

namespace tabiya::tools {

using nlohmann::ordered_json;

TuningLog::TuningLog(const std::string& path, const ordered_json& header, bool resume, bool force, Spsa& spsa)
    : path_(path) {
  const bool exists = std::filesystem::exists(path);
  if (exists && !resume && !force)
    throw Failure(
        fmt::format("{}: is already there; go on with it by --resume, or replace it by --force", path));
  std::string text = exists && resume ? read_input(path, kMaxTextInput) : "";
  text.erase(text.rfind('\n') + 1);  // npos + 1 is 0
  if (!text.empty()) {
    load(text, header, spsa);
    std::filesystem::resize_file(path, text.size());
  }
  file_.open(path, text.empty() ? std::ios::trunc : std::ios::app);
  if (!file_) throw Failure(fmt::format("{}: cannot be written", path));
  if (text.empty()) write_line(header);
}

void TuningLog::load(const std::string& text, const ordered_json& header, Spsa& spsa) const {
  std::uint64_t number = 0;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = text.find('\n', begin);
    try {
      const ordered_json line = ordered_json::parse(text.begin() + static_cast<std::ptrdiff_t>(begin),
                                                    text.begin() + static_cast<std::ptrdiff_t>(end));
      if (number == 0 && line != header)
        throw Failure(
            fmt::format("{}: is of another run; take its options, or replace it by --force", path_));
      if (number > 0) {
        std::vector<double> values;
        for (const TunedParameter& parameter : spsa.parameters())
          values.push_back(line.at("values").at(parameter.name).get<double>());
        spsa.restore(line.at("iteration").get<std::uint64_t>(), std::move(values));
      }
    } catch (const ordered_json::exception&) {
      throw Failure(
          fmt::format("{}, line {}: not a line of a tuning run; replace it by --force", path_, number + 1));
    }
    begin = end + 1;
  }
}

void TuningLog::add(const Spsa& spsa, std::uint64_t games, double result) {
  ordered_json values;
  for (std::size_t i = 0; i < spsa.parameters().size(); ++i)
    values[spsa.parameters()[i].name] = spsa.values()[i];
  write_line({{"iteration", spsa.iteration()}, {"games", games}, {"result", result}, {"values", values}});
}

void TuningLog::write_line(const ordered_json& line) {
  file_ << line.dump() << '\n' << std::flush;
  if (!file_) throw Failure(fmt::format("{}: cannot be written", path_));
}

}  // namespace tabiya::tools
