#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "codec/text.h"
#include "core/games/games.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/print.h"
#include "tools/cli/rule_files.h"
#include "tools/uci_server/uci_server.h"

namespace tabiya::tools {
namespace {

struct UciOptions {
  std::string game;
};

// The game that GUIs expect an engine to play unless they say otherwise.
std::string game_of_guis() {
  for (const GameModule* game : games())
    if (!game->facts().uci_variant.empty()) return std::string(game->name());
  return default_game();
}

// The next line; empty at the end of the input. A line that is longer than any line of a GUI is dropped.
std::optional<std::string> next_line(std::istream& in) {
  constexpr std::size_t kMostOfALine = std::size_t{1} << 20;
  std::string line;
  bool is_too_long = false;
  for (int c = in.get(); c != std::istream::traits_type::eof(); c = in.get()) {
    if (c == '\n') return line;
    if (line.size() == kMostOfALine) is_too_long = true;
    if (is_too_long) {
      line.clear();
    } else {
      line += static_cast<char>(c);
    }
  }
  if (line.empty()) return std::nullopt;
  return line;
}

int run_uci(const UciOptions& options) {
  const auto write = [](std::string_view line) {
    print_lines(line);
    flush_output();
  };
  std::random_device device;
  const GameModule& game = game_named(options.game);
  ServerSettings settings{.game = variant_name(game), .seed = device()};
  if (names_rule_file(game.name())) settings.rules = game.name();
  UciServer server(settings, write);
  while (!server.has_quit()) {
    const std::optional<std::string> line = next_line(std::cin);
    if (!line) break;
    server.receive(without_mark(*line), std::chrono::steady_clock::now());
  }
  server.finish();
  return kSuccess;
}

}  // namespace

CommandRun uci(CommandLine& app) {
  const auto options = std::make_shared<UciOptions>();
  options->game = game_of_guis();
  add_game_option(app, options->game);
  app.footer(
      "Reads the commands of a GUI or a tester from standard input, and answers on standard output.\n"
      "tools/uci_server/README.md says how to set it up in a GUI, and which options it has.\n"
      "Example: tabiya uci");
  return [options] { return run_uci(*options); };
}

}  // namespace tabiya::tools
