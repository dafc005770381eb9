// Files of books of games from files of rules, which keep the rules in a section of their own.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/book/book.h"

namespace tabiya::tools {

// The file of a book of a game, with the game's rules if these come from a file.
std::vector<std::byte> with_rules(std::vector<std::byte> file, const std::string& game);
// The file of a book of setups, as with_rules() has it.
std::vector<std::byte> encode_ruled_book(const Book& book);

// Makes the game of a book's file known if the file has kept its rules. Other files, damaged ones included,
// are passed over: their decoder reports the fault. Throws Failure as learn_rules().
void learn_rules_of_book(std::span<const std::byte> file, std::string_view where);

}  // namespace tabiya::tools
