// The values of pairs of setups that other programs and commands have found.
#pragma once

#include <string>

#include "tools/explorer/pair_matrix.h"

namespace tabiya::tools {

// Reads the values of pairs that another command has found. The file is CSV with a line of names and a line
// for each pair, with the columns of two setups (red, first, first_setup or the name of the side, and blue,
// reply, second, second_setup or the name of that side), and `value` or `score`; or it is the output of
// `solve --all --json`. Of mirror images, either may be missing. Throws Failure, with the line.
PairMatrix read_pair_matrix(const std::string& path, const GameModule& game);

}  // namespace tabiya::tools
