// Books and networks as people have them: in files, or packed by `tabiya pack`.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <variant>

#include "codec/result.h"
#include "core/book/book.h"
#include "core/eval/network_file.h"

namespace tabiya {

// What a seal (codec/seal.h) says that it holds.
inline constexpr char kSealedBook = 'B';     // a compact book (core/book/compact_book.h)
inline constexpr char kSealedNetwork = 'N';  // a compact network (core/eval/compact_network.h)

// A compact book of any game that this program knows. Errors: as decode_compact_book(); kUnsupported for
// another game, or one without setups.
Result<Book> open_compact_book(std::span<const std::byte> bytes);

// A book or a network out of its file (.tbk, .tbn) or out of what `tabiya pack` makes of it as raw, dense or
// base128 (.tbp), or the text that its literals hold; a zstd frame is for codec/zstd_frame.h. What is decoded
// is well-formed; what a book's entries say is for verify_book() to judge. Errors: kCorrupt with the offset;
// kUnsupported for what is none of these.
Result<std::variant<Book, NamedNetwork>> open_asset(std::span<const std::byte> bytes);

}  // namespace tabiya
