#include "tools/jobs/oracle_choice.h"

#include <filesystem>

#include <fmt/format.h>

#include "core/search/searcher.h"
#include "tools/assets/evaluation_input.h"
#include "tools/assets/shipped.h"
#include "tools/uci/uci_command.h"

namespace tabiya::tools {

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
  if (choice.engine.find('/') != std::string::npos && !choice.engine.starts_with('/'))
    choice.engine = path_from_file(name, choice.engine);
  return choice;
}

UciSettings engine_settings(const OracleChoice& choice, const GameModule& game) {
  note_engine_files(split_command(choice.engine));
  return {uci_command(choice.engine), choice.options, choice.patience, game.uci_variant()};
}

OwnSearch own_search(const OracleChoice& choice, const GameModule& game) {
  constexpr std::size_t kTableBytes = std::size_t{16} << 20;
  const EvaluationChoice evaluation = load_evaluation(game, choice.evaluation);
  const auto make_engine = [&game, evaluation] {
    return game.make_engine(evaluation, {.table_bytes = kTableBytes, .parameters = game.search_parameters()});
  };
  take_fitting(make_engine(), game, choice.evaluation);
  ValueOrigin origin{0, kSearchVersion};
  if (evaluation.network) origin.evaluation = evaluation.network->fingerprint();
  if (evaluation.weights) origin.evaluation = fingerprint(*evaluation.weights);
  if (const SetupPhase* setups = game.setup_phase())
    origin = take_fitting(setups->make_oracle(evaluation), game, choice.evaluation)->origin();
  return {fmt::format("our own search {:016x} with the evaluation {:016x}", origin.search, origin.evaluation),
          make_engine};
}

}  // namespace tabiya::tools
