// The file container of our assets (books, networks): named sections under checksums, so that any flipped
// bit, cut or appended byte is refused, with its offset, before the content is looked at.
//
//   magic            8 bytes: "TABIYA" 0x1A 0x0A
//   container        u16, version of this layout: 1
//   sections         u16, their number, at most kMaxSections
//   kind             4 characters: what the asset is, e.g. "BOOK"
//   version          u32, of the kind's own schema
//   table            per section: name (4 characters), length (u64, bytes), CRC-64/XZ of its bytes (u64)
//   header checksum  u64, CRC-64/XZ of everything above
//   sections         their bytes, in the order of the table, without gaps, to the end of the file
//
// Integers are little-endian. The size of the file follows from the table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"

namespace tabiya::codec {

inline constexpr std::size_t kMaxSections = 64;

// Names and kinds are 4 characters of printable ASCII.
struct Section {
  std::string name;
  std::vector<std::byte> bytes;
};

struct Container {
  std::string kind;
  std::uint32_t version = 0;      // of the kind's schema
  std::vector<Section> sections;  // names differ

  // The content of the section called `name`, or nullptr.
  const std::vector<std::byte>* find(std::string_view name) const;
};

std::vector<std::byte> encode_container(const Container& container);

// Accepts exactly what encode_container() makes. Errors: kCorrupt with the offset in bytes; kUnsupported for
// another layout version.
Result<Container> decode_container(std::span<const std::byte> file);

// True if `file` begins like a container, whatever follows.
bool looks_like_container(std::span<const std::byte> file);

}  // namespace tabiya::codec
