#include <algorithm>
#include <filesystem>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "tools/bench/bench.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/drawing/chart.h"

namespace tabiya::tools {
namespace {

struct BookTrial {
  std::string book, at;
  double regret = 0, low = 0, high = 0;  // of a player with the book, in % of that of the engine alone
  double known = 0;                      // %
};

BookTrial trial_of(const Json& json, const std::string& where) {
  try {
    const auto stem = [&](const char* key) {
      return std::filesystem::path(json.at(key).get<std::string>()).stem().string();
    };
    const double alone = json.at("regret_of_engine").get<double>();
    if (!(alone > 0))
      throw Failure(where + ": the engine alone loses nothing; try the books at more positions");
    const auto left = [&](const char* saved) { return 100 * (1 - json.at(saved).get<double>() / alone); };
    return {stem("book"),       stem("at"),        left("saved"),
            left("saved_high"), left("saved_low"), 100 * json.at("known").get<double>()};
  } catch (const JsonError&) {
    throw Failure(where + ": not a row of `audit --at --json`; leave it out, or try the book again");
  }
}

std::string drawn(const std::vector<BookTrial>& trials) {
  std::vector<std::string> books, ats;
  const auto place = [](std::vector<std::string>& names, const std::string& name) {
    const auto found = std::ranges::find(names, name);
    const auto at = std::distance(names.begin(), found);
    if (found == names.end()) names.push_back(name);
    return static_cast<std::size_t>(at);
  };
  double most = 100;
  for (const BookTrial& trial : trials) {
    place(books, trial.book);
    place(ats, trial.at);
    most = std::max(most, trial.high);
  }
  Axis rules{"book", -0.5, static_cast<double>(books.size()) - 0.5, {}};
  for (std::size_t i = 0; i < books.size(); ++i) rules.ticks.push_back({static_cast<double>(i), books[i]});
  Chart chart(rules, linear_axis("regret, % of that of the engine alone", 0, most));
  static constexpr const char* kColours[] = {"#d95f02", "#1b6ca8", "#3a7d34", "#7a3b8f"};
  for (std::size_t i = 0; i < ats.size(); ++i) {
    ChartLine line{"at positions of " + ats[i], kColours[i % std::size(kColours)], {}};
    for (const BookTrial& trial : trials) {
      if (trial.at != ats[i]) continue;
      const double x = static_cast<double>(place(books, trial.book)) + 0.05 * static_cast<double>(i);
      line.points.push_back({x, trial.regret});
      chart.add_bar(x, std::max(0.0, trial.low), trial.high, line.colour);
    }
    chart.add(line);
  }
  chart.add_note("bars: intervals of 95 %");
  return chart.svg();
}

}  // namespace

void show_trials(const std::string& rows, const std::string& picture, bool json) {
  if (!picture.empty()) check_output({picture});
  std::vector<BookTrial> trials;
  for (const InputLine& line : read_lines(rows)) {
    const Json row = parse_json(line.text);
    const BookTrial trial = trial_of(row, line.where);
    trials.push_back(trial);
    print_json_or_line(
        json, row,
        "{:<12} at {:<12} has {:.1f} %; {:.1f} % ({:.1f} to {:.1f} %) of the engine's regret are left",
        trial.book, trial.at, trial.known, trial.regret, trial.low, trial.high);
  }
  if (!picture.empty()) write_output({picture}, drawn(trials));
}

}  // namespace tabiya::tools
