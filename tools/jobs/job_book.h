// The book that a job makes, on its way to the disk.
#pragma once

#include <string>

#include "core/book/book.h"

namespace tabiya::tools {

// Throws Failure if the file is a book that knows something which `book` does not: of some red a deeper
// value, a better reply at the same depth by the same evaluation, or any. A file that is no sound book knows
// nothing.
void check_nothing_is_lost(const std::string& path, const Book& book);

}  // namespace tabiya::tools
