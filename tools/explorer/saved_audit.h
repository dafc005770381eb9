// Reports that `audit --json` has printed to a file, read back for the page.
#pragma once

#include <string>

#include "core/book/book.h"
#include "core/game/game_module.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

// {"summary": the last line, "entries": the lines before it}, with all that the page draws in it, and of the
// right kind. Throws Failure, with the line.
Json read_audit_report(const std::string& path);

// Whether the report is one of this book, as far as it tells: as many entries, and those that it lists.
bool is_audit_of(const Json& report, const Book& book, const SetupPhase& setups);

}  // namespace tabiya::tools
