// The explorer as files that need no program: for publishing a book.
#pragma once

#include <string>

#include "tools/explorer/library.h"

namespace tabiya::tools {

// Writes the page and all of the library to a folder that is not there yet, or empty: books with their
// audits, matrices of pairs, and jobs as they are now. What needs a program (searches, games) is left out.
// Opened from disk or served by any server, it loads only what is looked at. Throws Failure; nothing is left
// half-written.
void export_page(const Library& library, const std::string& folder);

// The modules of the page as one script, since browsers load no modules from disk: each becomes a function
// whose result holds what it exports. Imports stand on one line each, exports before what they declare.
std::string bundle_modules();

}  // namespace tabiya::tools
