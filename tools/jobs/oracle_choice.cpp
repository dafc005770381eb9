#include "tools/jobs/oracle_choice.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "booksearch/engines/engine_process.h"
#include "booksearch/engines/uci_pair_oracle.h"
#include "tools/assets/evaluation_input.h"
#include "tools/assets/shipped.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {

std::unique_ptr<PairOracle> make_oracle(const GameModule& game, const std::string& evaluation,
                                        std::string_view command) {
  const SetupPhase& setups = setup_phase_of(game, command);
  return take_fitting(setups.make_oracle(load_evaluation(game, evaluation)), game, evaluation);
}

namespace {

struct KnownOracle {
  std::string name;
  std::unique_ptr<PairOracle> oracle;  // none if the fingerprint is of nothing that comes with the program
};

KnownOracle known_oracle(const GameModule& game, std::uint64_t fingerprint) {
  for (const std::string_view name : {kLinear, kShipped}) {
    std::unique_ptr<PairOracle> oracle = make_oracle(game, std::string(name));
    if (oracle->origin().evaluation == fingerprint) return {std::string(name), std::move(oracle)};
  }
  return {};
}

}  // namespace

std::unique_ptr<PairOracle> make_oracle(const GameModule& game, const std::string& evaluation,
                                        std::uint64_t fingerprint, const std::string& where) {
  if (!evaluation.empty()) return make_oracle(game, evaluation);
  if (KnownOracle known = known_oracle(game, fingerprint); known.oracle) return std::move(known.oracle);
  throw Failure(fmt::format("{}: {}; name the one to use with --net", where,
                            fingerprint == 0
                                ? "does not say which evaluation it was made with"
                                : fmt::format("was made with the evaluation {:016x}, which does not "
                                              "come with the program",
                                              fingerprint)));
}

std::string evaluation_name(const GameModule& game, std::uint64_t fingerprint) {
  return fingerprint == 0 ? "" : known_oracle(game, fingerprint).name;
}

std::string path_from_file(const std::string& name, const std::string& path) {
  return (std::filesystem::path(name).parent_path() / path).string();
}

OracleChoice read_oracle(TomlTable& root, const std::string& name) {
  OracleChoice choice;
  root.read("evaluation", choice.evaluation);
  if (choice.evaluation != kLinear && choice.evaluation != kShipped)
    choice.evaluation = path_from_file(name, choice.evaluation);
  if (!root.has("oracle")) return choice;
  TomlTable table = root.table("oracle");
  table.require("engine");
  table.read("engine", choice.engine);
  if (choice.engine.find_first_not_of(" \t") == std::string::npos) table.fail("engine", "names no program");
  for (auto& [option, value] : table.read_entries("options")) choice.options.push_back({option, value});
  std::int64_t patience = choice.patience.count();
  table.read("timeout", 1, 86'400, patience);
  choice.patience = std::chrono::seconds(patience);
  table.refuse_other_keys();
  const std::string program = take(split_command(choice.engine)).front();
  if (program.find('/') != std::string::npos && !program.starts_with('/'))
    choice.engine = path_from_file(name, choice.engine);
  return choice;
}

const GameModule& read_game(TomlTable& root, const std::string& name, const GameModule* otherwise) {
  if (otherwise == nullptr) root.require("game");
  std::string game;
  root.read("game", game);
  if (!root.has("game")) return *otherwise;
  return names_rule_file(game) ? game_of_rule_file_in(name, game) : game_named(game, root.where("game"));
}

std::string oracle_reference(std::string_view work) {
  return fmt::format(R"([oracle]                 without it, our own search {}
engine      required     a UCI engine: its program, and arguments after it; no shell sees them
options     {{}}           what it is told to set, as in {{ Hash = 16 }}
timeout     60           seconds for each of its answers
)",
                     work);
}

namespace {

UciChoice uci_choice_of(const OracleChoice& choice, const GameModule& game) {
  UciChoice uci = take(uci_choice(choice.engine, game, told_game(game)));
  uci.settings.options.insert(uci.settings.options.end(), choice.options.begin(), choice.options.end());
  uci.settings.patience = choice.patience;
  return uci;
}

}  // namespace

std::unique_ptr<PairOracle> with_engine(std::unique_ptr<PairOracle> statics, const OracleChoice& choice,
                                        const GameModule& game) {
  if (choice.engine.empty()) return statics;
  UciChoice uci = uci_choice_of(choice, game);
  if (uci.limits.depth != 0)
    throw Failure(
        fmt::format("engine '{}': pairs are searched to the depth that is asked for anyway; leave out "
                    "'depth=', or limit the nodes, too, with 'nodes='",
                    choice.engine));
  return take(make_uci_pair_oracle(game, std::move(statics), std::move(uci)));
}

std::string maker_text(const std::string& engine) {
  return "tabiya " TABIYA_VERSION + (engine.empty() ? "" : " with " + engine);
}

booksearch::ToldGame told_game(const GameModule& game) {
  booksearch::ToldGame told{variant_name(game), {}};
  if (!names_rule_file(game.name())) return told;
  const std::string path = rule_file_path(game.name());
  if (file_exists(path)) told.rules = path;
  return told;
}

CommandOption add_engine_option(CommandLine& app, std::string& engine) {
  return app
      .add_option(
          "--engine", engine,
          "Search with this UCI engine. Its program and arguments; among them option.NAME=VALUE for its "
          "options, and nodes=N to limit each search")
      .type_name("COMMAND");
}

namespace {

// The settings of the chosen engine, for jobs that set the search limits themselves.
UciSettings engine_settings(const OracleChoice& choice, const GameModule& game) {
  UciChoice uci = uci_choice_of(choice, game);
  if (uci.limits.any())
    throw Failure(fmt::format("engine '{}': the job says how long it searches; leave out '{}'", choice.engine,
                              uci.limits.nodes != 0 ? "nodes=" : "depth="));
  return std::move(uci.settings);
}

}  // namespace

ChosenSearch chosen_search(const OracleChoice& choice, const GameModule& game) {
  if (!choice.engine.empty()) return take(engine_search(game, engine_settings(choice, game)));
  return take_fitting(own_search(game, load_evaluation(game, choice.evaluation)), game, choice.evaluation);
}

}  // namespace tabiya::tools
