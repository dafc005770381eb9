// The file of a book (.tbk): a container (codec/container.h) of kind "BOOK" with a section for each column,
// since columns of like numbers compress better than rows. All integers are little-endian.
//
//   META  game and maker (each: length u16, bytes), evaluation u64, job u64; from version 3 on also u8: 1
//   ORIG  for each origin: evaluation u64, search u64; 255 at most
//   REDS  u32 per entry, the best for Red first, unless the version is 3
//   RPLY  u32 per entry
//   VALU  i32 per entry, the smallest i32 if there is none
//   DEPT  u8 per entry
//   FROM  u8 per entry: 0, or the number of its origin, from 1
//   NODE  u64 per entry
//   ERRS  u32 per entry: the standard error, the largest u32 if there is none
//   LINE  from version 4 on, where a flag says so: the lines of play (line_coder.h)
//   RSLT  of versions 6 and 7: what pairs have scored in games, which is passed over
//   RULE  of a game from a file: the text of its rules
//
// Version 1 had none of ORIG, FROM, NODE and ERRS: of its entries nothing more is known. Version 3 says that
// the entries have no order. Version 4 has flags for the last byte of META: 1 for entries without order, and 2
// for lines of play. Version 6 has flag 8, and a section of results; version 7 has one and a book of moves, too. These two
// are read, and no longer written. Each book is written as the first version from 2 to 5 that can hold it, so that the
// same book is always the same bytes.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/book/book.h"

namespace tabiya {

// Files with a book of moves are of version 5 (core/book/valued_book_file.h).

// The names in `book.meta` are at most 65,535 bytes without control characters; there are at most 255
// origins, and every entry has one of them or none.
std::vector<std::byte> encode_book(const Book& book);

// The file of a book without its lines of play, and with all else that it holds. Errors: those of decode_container(), and
// kUnsupported for another kind of file.
Result<std::vector<std::byte>> without_lines_of_play(std::span<const std::byte> file);

// Lines of play take longer to decode than all the rest: 0.3 s for 20,000 entries.
enum class LinesOfPlay { kSkip, kDecode };

// Accepts every well-formed file; what its entries say is for verify_book() to judge. Errors: kCorrupt with
// an offset where the container is damaged; kUnsupported for another kind of file or a version yet unknown.
Result<Book> decode_book(std::span<const std::byte> bytes, LinesOfPlay lines = LinesOfPlay::kDecode);

}  // namespace tabiya
