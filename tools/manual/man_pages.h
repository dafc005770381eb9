// The manual in the form of man(1): a page about the program, and one about each command and group; and the completions of shells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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

// Text for roff, the formatter of manuals, that is shown literally; UTF-8 becomes roff's own names of characters.
std::string roff_text(std::string_view text);

// A paragraph to fill, with at least one line for each sentence; text between backticks is bold.
std::string roff_paragraph(std::string_view text);

// Completion of tabiya's command line in three shells: commands, options, and the values of options whose values are files,
// folders or listed. Each is a whole script; `program` is all that describe_program() returns.
std::string bash_completion(const std::vector<CommandDescription>& program);
std::string zsh_completion(const std::vector<CommandDescription>& program);
std::string fish_completion(const std::vector<CommandDescription>& program);

}  // namespace tabiya::tools
