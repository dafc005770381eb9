// The book format of WazirDrop, the CodeCup 2026 winner (T. Czajka): base-128 text of, for each entry, Red's
// setup and Blue's reply, best for Red first, each as 16 prefix codes in canonical order (30 bits).
#pragma once

#include <string>
#include <string_view>

#include "codec/result.h"
#include "core/book/book.h"

namespace tabiya::zero_point_one {

// The entries have neither values nor depths. Errors: kCorrupt, with the offset in bytes.
Result<Book> import_wazirdrop_book(std::string_view text);

// Setups and their order are all that the format holds. Errors: kInvalid if an entry is not of setups.
Result<std::string> export_wazirdrop_book(const Book& book);

}  // namespace tabiya::zero_point_one
