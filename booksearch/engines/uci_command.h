// The command that starts a UCI engine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"

namespace tabiya::booksearch {

// Program and arguments, from the text that a person gave. Debian puts engines into /usr/games, where root's programs
// are not looked for: a program that is nowhere else is found there. Errors:
// those of split_command(). "tabiya" is this program itself.
Result<std::vector<std::string>> uci_command(std::string_view text);

// The path of this program.
std::string own_program();

}  // namespace tabiya::booksearch
