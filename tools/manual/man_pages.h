// The manual in the form of man(1): a page about the program, and one about each command and group.
#pragma once

#include <string>
#include <string_view>

#include "tools/cli/description.h"

namespace tabiya::tools {

// The name of a command's page, and of its file before ".1": "tabiya", "tabiya-book-list".
std::string page_name(std::string_view command);

// The edition that a page states below its text.
struct Edition {
  std::string version;  // of the program
  std::string date;     // "2026-11-22"
};

// The page of a command for roff; `program` is all that describe_program() returns.
std::string man_page(const CommandDescription& command, const std::vector<CommandDescription>& program,
                     const Edition& edition);

}  // namespace tabiya::tools
