// The command that starts a UCI engine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"

namespace tabiya::booksearch {

// Returns program and arguments, from the text that a person gave. Debian puts engines into /usr/games, which
// root's PATH lacks: a program that is nowhere else is found there. "tabiya" is this program itself. Errors:
// those of split_command().
Result<std::vector<std::string>> uci_command(std::string_view text);

// Returns the path of this program.
std::string own_program();

}  // namespace tabiya::booksearch
