// The formats of WazirDrop, the CodeCup 2026 winner (T. Czajka), as base-128 text (codec/base128.h).
//
// A book has, for each entry, Red's setup and Blue's reply, best for Red first, each as 16 prefix codes in
// canonical order (30 bits). A network has its numbers in the published order, each a varint (codec/varint.h);
// the text does not say its shape.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "codec/result.h"
#include "core/book/book.h"
#include "core/eval/network.h"

namespace tabiya::zero_point_one {

// The entries have neither values nor depths. Errors: kCorrupt, with the offset in bytes.
Result<Book> import_wazirdrop_book(std::string_view text);

// Setups and their order are all that the format holds. Errors: kInvalid if an entry is not of setups.
Result<std::string> export_wazirdrop_book(const Book& book);

// `features`: of the game that the network is for; the width follows from how many numbers there are.
// Errors, with the offset in bytes: kCorrupt where the text is damaged or a number is out of range,
// kUnsupported for a number of numbers that no supported width has.
Result<NetworkWeights> import_wazirdrop_network(std::string_view text, std::uint32_t features);

// The inverse of the import, byte for byte.
std::string export_wazirdrop_network(const NetworkWeights& weights);

}  // namespace tabiya::zero_point_one
