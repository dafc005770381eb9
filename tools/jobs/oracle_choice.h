// Who searches the positions of a job: the program's own search, or a UCI engine, as the table [oracle] of a job file says.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/games/game_module.h"
#include "tools/jobs/toml_table.h"
#include "tools/uci/uci_engine.h"

namespace tabiya::tools {

struct OracleChoice {
  std::string evaluation = "shipped";  // of the program's own search, as in other job files
  std::string engine;                  // a UCI engine: program and arguments; empty: the program's own search
  std::vector<UciSetting> options;     // of the engine
  std::chrono::seconds patience{60};   // for each answer of the engine
};

// The keys of a job file at the path `name` that choose one, from whose folder paths are seen. Throws Failure with the line
// of what is wrong.
OracleChoice read_oracle(TomlTable& root, const std::string& name);

// A path in the file at `name`, as seen from here.
std::string path_from_file(const std::string& name, const std::string& path);

// Of a choice that names an engine. Throws Failure.
UciSettings engine_settings(const OracleChoice& choice, const GameModule& game);

// Of one that does not.
struct OwnSearch {
  std::string identity;  // equal for searches that find the same
  std::function<Result<std::unique_ptr<GameEngine>>()> make_engine;
};
// Throws Failure if the game cannot be searched with the evaluation.
OwnSearch own_search(const OracleChoice& choice, const GameModule& game);

}  // namespace tabiya::tools
