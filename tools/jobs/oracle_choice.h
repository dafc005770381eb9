// Who searches the positions of a job: the program's own search, or a UCI engine, as the table [oracle] of a job file says.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "booksearch/engines/uci_choice.h"
#include "core/game/game_module.h"
#include "tools/cli/command_line.h"
#include "tools/jobs/toml_table.h"

namespace tabiya::tools {

struct OracleChoice {
  std::string evaluation =
      "shipped";         // as make_oracle() has it: of the program's own search, and static values
  std::string engine{};  // a UCI engine, as uci_choice.h has it; empty: the program's own search
  std::vector<booksearch::UciSetting> options{};  // of the engine, after those that `engine` names
  std::chrono::seconds patience{60};              // for each answer of the engine
};

// --engine, which names a UCI engine.
CommandOption add_engine_option(CommandLine& app, std::string& engine);

// The keys of a job file at the path `name` that choose one, from whose folder paths are seen. Throws Failure with the line
// of what is wrong.
OracleChoice read_oracle(TomlTable& root, const std::string& name);

// The game that the key `game` of such a file names. Throws Failure.
const GameModule& game_of_job(const TomlTable& root, const std::string& name, const std::string& game);

// What help says of [oracle]. `work`: what our own search does without [oracle], as in "our own search judges".
std::string oracle_reference(std::string_view work);

// A path in the file at `name`, as seen from here.
std::string path_from_file(const std::string& name, const std::string& path);

// Of a choice that names an engine for jobs that say themselves how long it searches. Throws Failure.
booksearch::UciSettings engine_settings(const OracleChoice& choice, const GameModule& game);

// Searches pairs as `choice` says: with its engine if it names one, whose static values are those of `statics`; else that
// is handed back. Throws Failure.
std::unique_ptr<PairOracle> with_engine(std::unique_ptr<PairOracle> statics, const OracleChoice& choice,
                                        const GameModule& game);

// What a book tells of its maker: this program and its version, and the PairOracle::engine() that searched.
std::string maker_text(const std::string& engine);

// Of one that does not.
struct OwnSearch {
  std::string identity;  // equal for searches that find the same
  std::function<Result<std::unique_ptr<GameEngine>>()> make_engine;
};
// Throws Failure if the game cannot be searched with the evaluation.
OwnSearch own_search(const OracleChoice& choice, const GameModule& game);

}  // namespace tabiya::tools
