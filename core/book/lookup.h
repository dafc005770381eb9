// One setup looked up in a book. For many, BookIndex (book.h) is faster.
#pragma once

#include <optional>

#include "core/book/book.h"

namespace tabiya {

// Answers as BookIndex::find() does, by going through the entries once.
std::optional<BookAnswer> look_up(const Book& book, const SetupSpace& reds, const SetupSpace& blues,
                                  SetupId red);

}  // namespace tabiya
