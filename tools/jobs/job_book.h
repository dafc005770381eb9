// The book that a job makes, on its way to the disk.
#pragma once

#include <string>

#include "core/book/book.h"

namespace tabiya::tools {

// Throws Failure if a file of that name is there and is no book that can be read: to be called before a long
// computation.
void check_book(const std::string& path);

// The same; and if the file is a book that knows something which `book` does not: of some red a deeper
// value, or any.
void check_nothing_is_lost(const std::string& path, const Book& book);

}  // namespace tabiya::tools
