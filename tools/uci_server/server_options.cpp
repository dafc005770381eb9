#include "tools/uci_server/server_options.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "codec/parsing.h"
#include "codec/text.h"
#include "core/games/games.h"
#include "core/random.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {
namespace {

using Kind = UciOption::Kind;
using Setting = std::variant<std::monostate, int ServerSettings::*, bool ServerSettings::*,
                             std::string ServerSettings::*>;

struct OfferedOption {
  UciOption option;
  Setting setting{};
};

UciOption spin(std::string_view name, int least, int most) {
  return {std::string(name), Kind::kSpin, least, most, {}};
}
UciOption plain(std::string_view name, Kind kind) { return {std::string(name), kind, 0, 0, {}}; }

std::vector<OfferedOption> offered_options(const ServerSettings& settings) {
  constexpr int kMostLines = 256, kMostOverhead = 5'000, kMostVariety = 100;
  std::vector<OfferedOption> options{
      {spin("Hash", 1, settings.most_hash), &ServerSettings::hash},
      {plain(kClearHash, Kind::kButton)},
      {spin("Threads", 1, settings.most_threads), &ServerSettings::threads},
      {spin("MultiPV", 1, kMostLines), &ServerSettings::lines},
      {plain("Ponder", Kind::kCheck), &ServerSettings::ponders},
      {spin("Move Overhead", 0, kMostOverhead), &ServerSettings::overhead},
      {plain("UCI_LimitStrength", Kind::kCheck), &ServerSettings::limits_strength},
      {spin("UCI_Elo", kLeastElo, kMostElo), &ServerSettings::elo},
      {plain("UCI_ShowWDL", Kind::kCheck), &ServerSettings::shows_chances},
      {plain("EvalFile", Kind::kString), &ServerSettings::evaluation},
      {plain("OwnBook", Kind::kCheck), &ServerSettings::plays_from_books},
      {plain("BookFile", Kind::kString), &ServerSettings::book},
      {spin("BookDepth", 0, kMostBookDepth), &ServerSettings::book_depth},
      {plain("Book2File", Kind::kString), &ServerSettings::second_book},
      {spin("Book2Depth", 0, kMostBookDepth), &ServerSettings::second_book_depth},
      {spin("BookVariety", 0, kMostVariety), &ServerSettings::book_variety},
      {plain("UCI_AnalyseMode", Kind::kCheck), &ServerSettings::analyses},
      {plain("Log File", Kind::kString), &ServerSettings::log},
      {plain("UCI_Variant", Kind::kCombo), &ServerSettings::game}};
  std::vector<std::string>& variants = options.back().option.choices;
  for (const GameModule* game : games()) {
    variants.emplace_back(game->name());
    if (const GameModule* fairy = game->fairy_form()) variants.emplace_back(fairy->name());
  }
  if (!settings.rules.empty()) {
    const std::string of_file = variant_name(game_named(settings.rules));
    if (std::ranges::count(variants, of_file) == 0) variants.push_back(of_file);
  }
  if (const std::string_view variant = settings.module().facts().uci_variant; !variant.empty())
    options.push_back({plain(fmt::format("UCI_{}", variant), Kind::kCheck), &ServerSettings::in_variant});
  return options;
}

std::string default_words(const ServerSettings& settings, const OfferedOption& offered) {
  const UciOption& option = offered.option;
  switch (option.kind) {
    case Kind::kSpin:
      return fmt::format("spin default {} min {} max {}",
                         settings.*std::get<int ServerSettings::*>(offered.setting), option.least,
                         option.most);
    case Kind::kCheck:
      return fmt::format("check default {}", settings.*std::get<bool ServerSettings::*>(offered.setting));
    case Kind::kString: {
      const std::string& text = settings.*std::get<std::string ServerSettings::*>(offered.setting);
      return fmt::format("string default {}", text.empty() ? "<empty>" : text);
    }
    case Kind::kCombo:
      return fmt::format("combo default {} var {}",
                         settings.*std::get<std::string ServerSettings::*>(offered.setting),
                         joined(option.choices, " var "));
    case Kind::kButton:
      return "button";
  }
  return {};
}

struct Assign {
  ServerSettings& settings;
  const std::string& value;

  void operator()(std::monostate) const {}
  void operator()(int ServerSettings::*member) const {
    settings.*member = static_cast<int>(number_in(value).value_or(settings.*member));
  }
  void operator()(bool ServerSettings::*member) const { settings.*member = booksearch::is_true(value); }
  void operator()(std::string ServerSettings::*member) const {
    settings.*member = value == "<empty>" ? "" : value;
  }
};

struct MeasuredStrength {
  int elo;
  double nodes;
};
// The points were measured with the network before the one that ships, on the scale of Stockfish 15.1's UCI_Elo, and nodes of that
// one turned into nodes of this one by games of both: data/nets/HISTORY.md has them, of 25 and 29 November 2026. Between these
// points, and beyond them, the logarithm of the nodes is a straight line.
constexpr std::array kMeasured{MeasuredStrength{1'400, 900}, MeasuredStrength{1'700, 2'400},
                               MeasuredStrength{2'000, 65'000}};

constexpr double kMostOverlooked = 0.075;  // of kLeastElo

std::uint64_t number_of(const std::string& text) {
  std::uint64_t number = 0;
  for (const char c : text) number = Random(number + static_cast<unsigned char>(c)).next();
  return number;
}

}  // namespace

// A game of a file goes before one that is built in.
const GameModule& ServerSettings::module_by_name() const {
  if (!rules.empty() && game == variant_name(game_named(rules))) return game_named(rules);
  for (const GameModule* module : games())
    if (const GameModule* fairy = module->fairy_form(); fairy && fairy->name() == game) return *module;
  return game_named(game);
}

const GameModule& ServerSettings::module() const {
  const GameModule& by_name = module_by_name();
  const GameModule* const fairy = by_name.fairy_form();
  return fairy && fairy->name() == game ? *fairy : by_name;
}

EngineChoice ServerSettings::engine() const {
  EngineChoice choice;
  if (evaluation != kShipped) choice.network = evaluation;
  choice.table_megabytes = hash;
  choice.threads = threads;
  choice.lines = lines;
  return choice;
}

bool is_same_engine(const ServerSettings& a, const ServerSettings& b) {
  return a.game == b.game && a.hash == b.hash && a.threads == b.threads && a.lines == b.lines &&
         a.evaluation == b.evaluation;
}

std::vector<std::string> option_lines(const ServerSettings& settings) {
  std::vector<std::string> lines;
  for (const OfferedOption& offered : offered_options(settings))
    lines.push_back(
        fmt::format("option name {} type {}", offered.option.name, default_words(settings, offered)));
  return lines;
}

OptionWords option_words(std::string_view rest) {
  const std::vector<std::string_view> words = words_of(rest);
  const auto name = std::ranges::find(words, "name");
  if (name == words.end()) return {};
  const auto value = std::find(name, words.end(), "value");
  OptionWords option{joined(std::span(name + 1, value), " "), {}};
  if (value != words.end()) option.value = joined(std::span(value + 1, words.end()), " ");
  return option;
}

Status set_option(ServerSettings& settings, const OptionWords& words) {
  for (const OfferedOption& offered : offered_options(settings)) {
    if (!is_same_option(offered.option.name, words.name)) continue;
    if (const auto fault = offered.option.fault_of(words.value))
      return invalid(fmt::format("option {}: {}", offered.option.name, *fault));
    std::visit(Assign{settings, words.value}, offered.setting);
    return ok_status();
  }
  return unsupported(fmt::format("no option '{}'", words.name));
}

std::uint64_t nodes_of_elo(int elo) {
  std::size_t end = 1;
  while (end + 1 < kMeasured.size() && elo > kMeasured[end].elo) ++end;
  const MeasuredStrength &low = kMeasured[end - 1], &high = kMeasured[end];
  const double share = static_cast<double>(elo - low.elo) / (high.elo - low.elo);
  return static_cast<std::uint64_t>(low.nodes * std::pow(high.nodes / low.nodes, share));
}

double overlooked_share(int elo) {
  return kMostOverlooked * std::clamp(kMostElo - elo, 0, kMostElo - kLeastElo) / (kMostElo - kLeastElo);
}

GoCommand weakened(GoCommand command, const GamePosition& root, int elo, std::uint64_t seed) {
  command.nodes =
      std::min(command.nodes.value_or(std::numeric_limits<std::uint64_t>::max()), nodes_of_elo(elo));
  Random random(seed ^ number_of(root.text()));
  const auto threshold = static_cast<std::uint64_t>(overlooked_share(elo) * 4'294'967'296.0);  // of 2^32
  for (const MoveText& move : root.moves())
    if (random.next() >> 32 >= threshold) command.first_moves.push_back(move.wire);
  return command;  // without any first move, all may be played
}

}  // namespace tabiya::tools
