// The commands about the space of setups. Setups are in canonical notation, ranks in its lexicographic order.
#include "core/games/zero_point_one/setup.h"

#include <charconv>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/games/zero_point_one/notation.h"
#include "core/setup/sampling.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

using zero_point_one::format_setup;
using zero_point_one::Position;
using zero_point_one::Setup;
using zero_point_one::Side;

constexpr auto kSetups = static_cast<SetupId>(zero_point_one::kSetupRanking.size());
constexpr SetupId kNormalisedSetups = kSetups / 2;  // no setup is its own mirror image: there is one wazir

struct Options {
  std::vector<std::string> arguments;  // setups or ranks
  bool normalised = false;
  SetupId size = 0;
  std::uint64_t seed = 1;
  bool json = false;
};

// By the parser for canonical setups, or that for either notation.
std::vector<Setup> parse_setups(const Options& options,
                                Result<Setup> (*parse)(std::string_view) = zero_point_one::parse_setup) {
  std::vector<Setup> setups;
  for (const InputLine& line : argument_lines(options.arguments, "SETUP"))
    setups.push_back(take(parse(line.text), line.where));
  return setups;
}

SetupId parse_rank(const InputLine& line) {
  SetupId rank = 0;
  const char* end = line.text.data() + line.text.size();
  const auto [stop, error] = std::from_chars(line.text.data(), end, rank);
  if (error != std::errc{} || stop != end || rank >= kSetups)
    throw Failure(fmt::format("{}: '{}' is not a number from 0 to {}", line.where, line.text, kSetups - 1));
  return rank;
}

void print_setup(const Setup& setup, SetupId rank, bool json) {
  if (json) {
    print_json({{"rank", rank}, {"setup", format_setup(setup)}});
  } else {
    print_line("{}", format_setup(setup));
  }
}

int run_count(const Options& options) {
  const SetupId count = options.normalised ? kNormalisedSetups : kSetups;
  if (options.json) {
    print_json({{"count", count}});
  } else {
    print_line("{}", count);
  }
  return kSuccess;
}

int run_list(const Options& options) {
  SetupId rank = 0;
  zero_point_one::for_each_setup([&](const Setup& setup) {
    if (!options.normalised || is_normalised(setup)) print_setup(setup, rank, options.json);
    ++rank;
  });
  return kSuccess;
}

int run_rank(const Options& options) {
  for (const Setup& setup : parse_setups(options)) {
    if (options.json) {
      print_json({{"setup", format_setup(setup)}, {"rank", rank(setup)}});
    } else {
      print_line("{}", rank(setup));
    }
  }
  return kSuccess;
}

int run_unrank(const Options& options) {
  std::vector<SetupId> ranks;
  for (const InputLine& line : argument_lines(options.arguments, "RANK")) ranks.push_back(parse_rank(line));
  for (const SetupId rank : ranks) print_setup(zero_point_one::unrank(rank), rank, options.json);
  return kSuccess;
}

int run_mirror(const Options& options) {
  for (const Setup& setup : parse_setups(options)) {
    const Setup image = mirror(setup);
    if (options.json) {
      print_json({{"setup", format_setup(setup)}, {"mirror", format_setup(image)}});
    } else {
      print_line("{}", format_setup(image));
    }
  }
  return kSuccess;
}

int run_sample(const Options& options) {
  for (const SetupId id : sample_normalised(zero_point_one::Setups(), options.size, options.seed))
    print_setup(zero_point_one::unrank(id), id, options.json);
  return kSuccess;
}

// The setup on its side's rows of an otherwise empty board.
std::string draw_setup(Side side, const Setup& setup) {
  Position position;
  for (int i = 0; i < zero_point_one::kSetupSize; ++i)
    position.put({side, setup[i]}, zero_point_one::setup_square(side, i));
  return draw_board(position);
}

int run_show(const Options& options) {
  for (const Setup& setup : parse_setups(options, zero_point_one::parse_written_setup)) {
    const std::string red = format_wire_setup(Side::kRed, setup);
    const std::string blue = format_wire_setup(Side::kBlue, setup);
    if (options.json) {
      print_json({{"setup", format_setup(setup)},
                  {"rank", rank(setup)},
                  {"mirror", format_setup(mirror(setup))},
                  {"normalised", is_normalised(setup)},
                  {"red_wire", red},
                  {"blue_wire", blue}});
    } else {
      print_line("{}  rank {}  mirror {}{}", format_setup(setup), rank(setup), format_setup(mirror(setup)),
                 is_normalised(setup) ? "  normalised" : "");
      print_line("\nRed: {}\n{}", red, draw_setup(Side::kRed, setup));
      print_line("Blue: {}\n{}", blue, draw_setup(Side::kBlue, setup));
    }
  }
  return kSuccess;
}

void add_normalised_option(CommandLine& app, Options& options) {
  app.add_flag("--normalised", options.normalised,
               "Only those with the wazir in columns 1 to 4, one of each mirror pair");
}

void add_arguments(CommandLine& app, Options& options, const char* name, const char* help) {
  app.add_option(name, options.arguments,
                 std::string(help) + "; - reads one from each line of standard input")
      .required()
      .type_name("");
}

constexpr const char* kSetupHelp = "16 capitals as their owner sees them";
constexpr const char* kEitherHelp =
    "16 capitals as their owner sees them, or Blue's setup in lower case as the judge writes it, g1 to h8";

// What all commands of the group share: --json, an example, and the options that live until it runs.
template <class Declare>
CommandRun setup_command(CommandLine& app, const char* example, int (*run)(const Options&), Declare declare) {
  const auto options = std::make_shared<Options>();
  declare(*options);
  add_json_option(app, options->json);
  app.footer(std::string("Example: tabiya setups ") + example);
  return [options, run] { return run(*options); };
}

}  // namespace

CommandRun setups_count(CommandLine& app) {
  return setup_command(app, "count --normalised", run_count,
                       [&](Options& options) { add_normalised_option(app, options); });
}

CommandRun setups_list(CommandLine& app) {
  return setup_command(app, "list --normalised", run_list,
                       [&](Options& options) { add_normalised_option(app, options); });
}

CommandRun setups_show(CommandLine& app) {
  return setup_command(app, "show AWAAAAAADFFDDDAN", run_show,
                       [&](Options& options) { add_arguments(app, options, "SETUP", kEitherHelp); });
}

CommandRun setups_rank(CommandLine& app) {
  return setup_command(app, "rank AWAAAAAADFFDDDAN", run_rank,
                       [&](Options& options) { add_arguments(app, options, "SETUP", kSetupHelp); });
}

CommandRun setups_unrank(CommandLine& app) {
  return setup_command(app, "unrank 0 10810799", run_unrank,
                       [&](Options& options) { add_arguments(app, options, "RANK", "A number from 0"); });
}

CommandRun setups_mirror(CommandLine& app) {
  return setup_command(app, "mirror AWAAAAAADFFDDDAN", run_mirror,
                       [&](Options& options) { add_arguments(app, options, "SETUP", kSetupHelp); });
}

CommandRun setups_sample(CommandLine& app) {
  return setup_command(app, "sample 10 --seed 7", run_sample, [&](Options& options) {
    app.add_option("N", options.size, "How many different normalised setups")
        .required()
        .whole_number(0, kNormalisedSetups);
    app.add_option("--seed", options.seed, "The same seed gives the same sample")
        .whole_number()
        .capture_default_str();
  });
}

}  // namespace tabiya::tools
