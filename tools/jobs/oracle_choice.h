// The evaluations and searchers that commands and jobs can ask for: the program's own, or a UCI engine, as the table [oracle] of
// a job file states it.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "booksearch/engines/chosen_search.h"
#include "booksearch/engines/uci_choice.h"
#include "core/game/game_module.h"
#include "core/setup/pair_oracle.h"
#include "tools/cli/command_line.h"
#include "tools/jobs/toml_table.h"

namespace tabiya::tools {

// `evaluation`: "linear", or a network as load_named_network() has it. Throws Failure, also if the game has no setups.
std::unique_ptr<PairOracle> make_oracle(const GameModule& game, const std::string& evaluation,
                                        std::string_view command = "build");

// An oracle as above. If `evaluation` is empty, it has the evaluation with that fingerprint that comes with
// the program: the linear weights or the shipped network. Throws Failure, about `where`, if neither has that
// fingerprint.
std::unique_ptr<PairOracle> make_oracle(const GameModule& game, const std::string& evaluation,
                                        std::uint64_t fingerprint, const std::string& where);

// The name in options and job files of the evaluation with that fingerprint: "linear" or "shipped"; empty if
// it does not come with the program.
std::string evaluation_name(const GameModule& game, std::uint64_t fingerprint);

struct OracleChoice {
  std::string evaluation =
      "shipped";         // as make_oracle() has it: of the program's own search, and static values
  std::string engine{};  // a UCI engine, as uci_choice.h has it; empty: the program's own search
  std::vector<booksearch::UciSetting> options{};  // of the engine, after those that `engine` names
  std::chrono::seconds patience{60};              // for each answer of the engine
};

// UCI engines are told a game's variant_name(), and the file of its rules if it exists.
booksearch::ToldGame told_game(const GameModule& game);

// Declares --engine, which names a UCI engine.
CommandOption add_engine_option(CommandLine& app, std::string& engine);

// Reads the keys that choose the oracle from a job file at the path `name`; paths in it are relative to its
// folder. Throws Failure with the line of the fault.
OracleChoice read_oracle(TomlTable& root, const std::string& name);

// Reads the game of such a file from its key `game`; `otherwise` where the file names none. Throws Failure.
const GameModule& read_game(TomlTable& root, const std::string& name, const GameModule* otherwise = nullptr);

// The help text on [oracle]. `work` is the task of our own search without [oracle], as in "our own search
// judges".
std::string oracle_reference(std::string_view work);

// A path in the file at `name`, relative to the current folder.
std::string path_from_file(const std::string& name, const std::string& path);

// The oracle that searches pairs as `choice` says. If it names an engine, that one searches, and static
// values come from `statics`; otherwise `statics` is returned. Throws Failure.
std::unique_ptr<PairOracle> with_engine(std::unique_ptr<PairOracle> statics, const OracleChoice& choice,
                                        const GameModule& game);

// The maker that a book names: this program and its version, and the PairOracle::engine() that searched.
std::string maker_text(const std::string& engine);

// The search that a choice names. Throws Failure if the engine cannot be used, or names limits of its own, or the game cannot
// be searched with the evaluation.
booksearch::ChosenSearch chosen_search(const OracleChoice& choice, const GameModule& game);

}  // namespace tabiya::tools
