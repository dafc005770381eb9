// Reports that `audit --json` has printed to a file, read back for the page.
#pragma once

#include <string>

#include "core/book/book.h"
#include "core/game/game_module.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

// {"summary": the last line, "entries": the lines before it}, with all members that the page draws, of the
// right types. Throws Failure, with the line.
Json read_audit_report(const std::string& path);

// True if the report appears to be of this book: it has the same number of entries, and the listed ones
// agree.
bool is_audit_of(const Json& report, const Book& book, const SetupPhase& setups);

}  // namespace tabiya::tools
