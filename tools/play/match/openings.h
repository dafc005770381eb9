// From which setups, and moves after them, the games of a match begin.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tabiya::tools {

// Wire moves, setups first.
using Opening = std::vector<std::string>;

// Pairs of setups that are good by the linear evaluation, and about equal: each is chosen from a few random
// ones. Opening number `index` of a seed is always the same.
Opening random_opening(std::uint64_t seed, std::uint64_t index);

// A file of text with an opening on each line; empty lines and those that begin with # do not count. Throws
// Failure, with the line, on a move that is not legal, and when there is no opening.
std::vector<Opening> read_openings(const std::string& path);

// Red setups and replies of a book, best first. Throws Failure.
std::vector<Opening> book_openings(const std::string& path);

// Equal for equal openings in the same order.
std::uint64_t checksum_of(const std::vector<Opening>& openings);

}  // namespace tabiya::tools
