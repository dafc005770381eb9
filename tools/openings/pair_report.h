// What is said of all pairs: how the same setups on both sides compare, and what the sides would choose.
#pragma once

#include <string>

#include "tools/openings/pair_table.h"

namespace tabiya::tools {

// On standard output. `list`: the path of the list; `judge`: for people.
void print_pairs(const OpeningsJob& job, const PairTable& table, const booksearch::FullResult& result,
                 const std::string& list, const std::string& judge, bool json);

}  // namespace tabiya::tools
