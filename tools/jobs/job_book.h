// The book that a job makes, on its way to the disk.
#pragma once

#include <string>

#include "core/book/book.h"

namespace tabiya::tools {

// Throws Failure if a file of that name exists and is no book that can be read. Call it before a long
// computation.
void check_book(const std::string& path);

// As check_book(); also throws Failure if the file is a book with knowledge that `book` lacks: a red that
// `book` does not have, or has with a shallower value.
void check_nothing_is_lost(const std::string& path, const Book& book);

}  // namespace tabiya::tools
