// The report on all pairs: a comparison of the same setups on both sides, and the choices of the sides.
#pragma once

#include <string>

#include "tools/openings/pair_table.h"

namespace tabiya::tools {

// Prints on standard output. `list`: the path of the list. `judge`: its name, for people.
void print_pairs(const OpeningsJob& job, const PairTable& table, const booksearch::FullResult& result,
                 const std::string& list, const std::string& judge, bool json);

}  // namespace tabiya::tools
