// The explorer as files that need no program, for publishing a book.
#pragma once

#include <optional>
#include <string>

#include "tools/explorer/library.h"

namespace tabiya::tools {

// Writes the page and the whole library to a new or empty folder: books with their audits, matrices of pairs,
// and jobs as they are now. With `engine`, the path of engine.js (page_engine_path()), the page analyses and plays, in
// workers of the browser; without, that is left out. The page can be opened from disk or served by any server, and
// loads only the data that a reader looks at, and the engine when it is asked. Throws Failure; nothing is left
// half-written.
void export_page(const Library& library, const std::string& folder, const std::optional<std::string>& engine);

// The modules of the page as one script, since browsers load no modules from disk. Each module becomes a
// function whose result holds its exports. In the sources, each import takes one line, and each `export`
// stands before a declaration.
std::string bundle_modules();

}  // namespace tabiya::tools
