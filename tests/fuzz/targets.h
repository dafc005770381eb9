// One entry point for each reader of foreign data, shared by the fuzzer (libFuzzer) and the replay driver.
// Any input must be refused or read; what was read must be written as the same input again, where there is
// one way to write it only.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace tabiya::fuzz {

using Input = std::span<const std::byte>;

struct Target {
  std::string_view name;
  void (*run)(Input input);  // aborts on a finding
};

std::span<const Target> decoder_targets();    // of codec/ and core/
std::span<const Target> game_targets();       // texts of all games, by their modules
std::span<const Target> move_book_targets();  // books of moves, and games in PGN
std::span<const Target> notation_targets();   // texts of 0.1, and the referee's session
std::span<const Target> program_targets();    // files of tools/

// Nothing if there is none of that name.
const Target* find_target(std::string_view name);

}  // namespace tabiya::fuzz
