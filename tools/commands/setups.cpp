// The commands about the space of setups. Setups are in canonical notation, ranks in its order.
#include <memory>
#include <string>
#include <vector>

#include "codec/parsing.h"
#include "core/setup/sampling.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/drawing/board_drawing.h"

namespace tabiya::tools {
namespace {

struct SetupsOptions {
  std::vector<std::string> arguments;  // setups or ranks
  std::string game = default_game();
  std::string side;  // its name; empty: the first
  bool normalised = false;
  SetupId size = 0;
  std::uint64_t seed = 1;
  bool json = false;
};

// The subject of a command.
struct Subject {
  const GameModule& game;
  const SetupPhase& phase;
  int side;
  const SetupSpace& setups;  // of that side
};

Subject subject_of(const SetupsOptions& options) {
  const GameModule& game = game_named(options.game);
  const SetupPhase& phase = setup_phase_of(game, "setups");
  const int side = options.side.empty() ? 0 : static_cast<int>(side_named(game, options.side, "--side"));
  return {game, phase, side, phase.setups(side)};
}

std::vector<SetupId> parse_setups(const SetupsOptions& options, const SetupSpace& setups) {
  std::vector<SetupId> ids;
  for (const InputLine& line : argument_lines(options.arguments, "SETUP"))
    ids.push_back(take(setups.parse(line.text), line.where));
  return ids;
}

SetupId parse_rank(const InputLine& line, SetupId count) {
  const auto rank = number_in<SetupId>(line.text);
  if (!rank || *rank >= count)
    throw Failure(fmt::format("{}: '{}' is not a number from 0 to {}", line.where, line.text, count - 1));
  return *rank;
}

void print_setup(SetupId id, const std::string& name, bool json) {
  json ? print_json({{"rank", id}, {"setup", name}}) : print(name + '\n');  // millions of them
}

int run_count(const SetupsOptions& options) {
  const SetupSpace& setups = subject_of(options).setups;
  const SetupId count = options.normalised ? setups.normalised_count() : setups.count();
  print_json_or_line(options.json, {{"count", count}}, "{}", count);
  return kSuccess;
}

int run_list(const SetupsOptions& options) {
  const SetupSpace& setups = subject_of(options).setups;
  setups.for_each_name(options.normalised,
                       [&](SetupId id, const std::string& name) { print_setup(id, name, options.json); });
  return kSuccess;
}

int run_rank(const SetupsOptions& options) {
  const SetupSpace& setups = subject_of(options).setups;
  for (const SetupId id : parse_setups(options, setups)) {
    print_json_or_line(options.json, {{"setup", setups.name(id)}, {"rank", id}}, "{}", id);
  }
  return kSuccess;
}

int run_unrank(const SetupsOptions& options) {
  const SetupSpace& setups = subject_of(options).setups;
  std::vector<SetupId> ids;
  for (const InputLine& line : argument_lines(options.arguments, "RANK"))
    ids.push_back(parse_rank(line, setups.count()));
  for (const SetupId id : ids) print_setup(id, setups.name(id), options.json);
  return kSuccess;
}

int run_mirror(const SetupsOptions& options) {
  const SetupSpace& setups = subject_of(options).setups;
  for (const SetupId id : parse_setups(options, setups)) {
    const std::string image = setups.name(setups.mirror(id));
    print_json_or_line(options.json, {{"setup", setups.name(id)}, {"mirror", image}}, "{}", image);
  }
  return kSuccess;
}

int run_sample(const SetupsOptions& options) {
  const SetupSpace& setups = subject_of(options).setups;
  if (setups.normalised_count() < options.size)
    throw Failure(fmt::format("setups sample: N: there are {} normalised setups, fewer than {}",
                              setups.normalised_count(), options.size));
  for (const SetupId id : sample_normalised(setups, options.size, options.seed))
    print_setup(id, setups.name(id), options.json);
  return kSuccess;
}

void print_facts(const Subject& subject, SetupId id, bool json) {
  const SetupSpace& setups = subject.setups;
  const std::string name = setups.name(id), mirror = setups.name(setups.mirror(id));
  const bool is_normalised = setups.is_normalised(id);
  Facts facts(json);
  facts.add({{"setup", name}, {"rank", id}, {"mirror", mirror}, {"normalised", is_normalised}});
  facts.line("{}  rank {}  mirror {}{}", name, id, mirror, is_normalised ? "  normalised" : "");
  for (const int side : {0, 1}) {
    if (side != subject.side && !subject.phase.sides_are_alike()) continue;
    const std::string wire = subject.phase.wire(side, id);
    facts.add(side == 0 ? "red_wire" : "blue_wire", wire);
    facts.line("{}{}: {}\n{}", side == 0 ? "\n" : "", subject.game.sides()[static_cast<std::size_t>(side)],
               wire, board_text(subject.phase.picture(side, id)));
  }
  facts.print();
}

int run_show(const SetupsOptions& options) {
  const Subject subject = subject_of(options);
  std::vector<SetupId> ids;
  for (const InputLine& line : argument_lines(options.arguments, "SETUP"))
    ids.push_back(take(subject.phase.parse_written(subject.side, line.text), line.where));
  for (const SetupId id : ids) print_facts(subject, id, options.json);
  return kSuccess;
}

void add_normalised_option(CommandLine& app, SetupsOptions& options) {
  app.add_flag("--normalised", options.normalised,
               "Only the normalised setup of each mirror pair, as in books");
}

void add_arguments(CommandLine& app, SetupsOptions& options, const char* name, const char* help) {
  app.add_option(name, options.arguments, std::string(help) + "; - reads one per line from standard input")
      .required()
      .type_name("");
}

constexpr const char* kSetupHelp = "Setups in canonical notation";
constexpr const char* kEitherHelp = "Setups in canonical notation, or Blue's in wire notation";

// Declares the common parts of all commands of the group: --game, --side, --json, an example, and the options
// that live until the command runs.
template <class Declare>
CommandRun setup_command(CommandLine& app, const char* example, int (*run)(const SetupsOptions&),
                         Declare declare) {
  const auto options = std::make_shared<SetupsOptions>();
  declare(*options);
  add_game_option(app, options->game);
  app.add_option("--side", options->side, "Side whose setups are meant, where they differ")
      .default_text("the side that begins")
      .type_name("SIDE");
  add_json_option(app, options->json);
  app.footer(std::string("Example: tabiya setups ") + example);
  return [options, run] { return run(*options); };
}

}  // namespace

CommandRun setups_count(CommandLine& app) {
  return setup_command(app, "count --normalised", run_count,
                       [&](SetupsOptions& options) { add_normalised_option(app, options); });
}

CommandRun setups_list(CommandLine& app) {
  return setup_command(app, "list --normalised", run_list,
                       [&](SetupsOptions& options) { add_normalised_option(app, options); });
}

CommandRun setups_show(CommandLine& app) {
  return setup_command(app, "show AWAAAAAADFFDDDAN", run_show,
                       [&](SetupsOptions& options) { add_arguments(app, options, "SETUP", kEitherHelp); });
}

CommandRun setups_rank(CommandLine& app) {
  return setup_command(app, "rank AWAAAAAADFFDDDAN", run_rank,
                       [&](SetupsOptions& options) { add_arguments(app, options, "SETUP", kSetupHelp); });
}

CommandRun setups_unrank(CommandLine& app) {
  return setup_command(app, "unrank 0 10810799", run_unrank, [&](SetupsOptions& options) {
    add_arguments(app, options, "RANK", "A number from 0");
  });
}

CommandRun setups_mirror(CommandLine& app) {
  return setup_command(app, "mirror AWAAAAAADFFDDDAN", run_mirror,
                       [&](SetupsOptions& options) { add_arguments(app, options, "SETUP", kSetupHelp); });
}

CommandRun setups_sample(CommandLine& app) {
  return setup_command(app, "sample 10 --seed 7", run_sample, [&](SetupsOptions& options) {
    app.add_option("N", options.size, "Number of different normalised setups")
        .required()
        .whole_number(1, 1'000'000'000);
    app.add_option("--seed", options.seed, "Seed of the sample").whole_number();
  });
}

}  // namespace tabiya::tools
