// The work of `pack` and `unpack`: an asset is coded by the model for its kind (core/games/asset.h), framed
// with a checksum, and written in an encoding.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/encoding.h"
#include "codec/literal.h"
#include "core/games/asset.h"
#include "tools/cli/command_line.h"

namespace tabiya::tools {

// Encodings: text, zstd, source, bytes. `pack` writes them, and everything that opens assets reads them.
extern const codec::Encoding kZstd;  // one zstd frame, instead of our own coding
extern const codec::Encoding kCpp;   // a C++ header with dense text that is printable
extern const codec::Encoding kRust;  // a Rust module with such text

// All encodings, in the order in which they are offered.
std::span<const codec::Encoding* const> encodings();

// Declares an option of that name and meaning, which takes the name of an encoding.
CommandOption add_encoding_option(CommandLine& app, const char* name, const char* meaning,
                                  std::function<void(const codec::Encoding&)> set);

// The size of an output is limited; both limits hold where both are given.
struct SizeLimits {
  std::optional<std::size_t> bytes;
  std::optional<std::size_t> chars;  // units of UTF-16, of texts

  bool any() const { return bytes || chars; }
  bool allow(std::string_view output) const;
  // The size of an output that is beyond its limits: "12 bytes, more than --max-bytes 10".
  std::string excess(std::string_view output) const;
};

struct PackRequest {
  const codec::Encoding* encoding = &codec::kBase128;
  std::optional<BookContent> keep{};  // of a book, all unless given
  SizeLimits limits{};                // of the output; entries of a book are dropped for them
  BookPrecision precision{};          // of a book's values and depths
  bool plain = false;                 // the bytes as they are: no coding, no checksum
  bool decoder = false;               // of a book or network as source: what decodes it there, too
  bool lines = false;                 // with kZstd: the lines of play of a book, too
};

// A book with only its best entries, and its size.
struct SizePoint {
  std::size_t entries = 0;
  std::size_t bytes = 0, chars = 0;  // chars are units of UTF-16
  double loss = 0;                   // the share of Red's choices that find no entry, see entry_weights()
};

struct PackedAsset {
  std::string output;
  std::string_view kind;              // "book", "network", "bytes"
  std::size_t units = 0;              // entries, weights or bytes
  std::size_t published_bytes = 0;    // what the published format takes; 0 if there is none
  std::vector<SizePoint> curve;       // where entries were dropped: from the whole book to what was kept
  std::vector<std::string> left_out;  // of what the asset holds, in words
};

// An asset to pack.
struct Packable {
  std::string file;
  std::optional<Asset> model{};  // the book or network that the file holds, if it is one
};

// The content of the file at `path`; for a book or network that is packed already, the file that it was made
// from. Throws Failure.
Packable read_packable(const std::string& path);

// Packs an asset; `where` is its name in messages. Throws Failure.
PackedAsset pack_asset(const Packable& asset, const PackRequest& request, std::string_view where);

// These are pack_asset() for a book of a game that this program knows, and for a network: coded as such, neither plain nor as
// zstd.
PackedAsset pack_book(const Book& book, const PackRequest& request, std::string_view where);
PackedAsset pack_network(NamedNetwork network, const PackRequest& request);

struct UnpackRequest {
  const codec::Encoding* encoding = nullptr;  // recognised unless given
  bool plain = false;                         // needs the encoding, which plain bytes do not show
};

struct UnpackedAsset {
  std::string content;
  const codec::Encoding* encoding = nullptr;
};
UnpackedAsset unpack_asset(const std::string& packed, const UnpackRequest& request, std::string_view where);

// The book or network that was packed into the file at `path`, or the bytes of any other file. Throws
// Failure.
Asset read_asset(const std::string& path, std::size_t max_bytes);

// The file that was packed as its bytes into the file at `path`; empty for other files, damaged ones
// included. Throws Failure if the file cannot be read.
std::optional<std::string> packed_file(const std::string& path, std::size_t max_bytes);

// The file of an asset.
std::string file_of(Asset asset);

// The probability that Red chooses each entry. It halves for every 1,000 (0.1 logit) that an entry's value is
// below the best. Where values are missing, it is in proportion to 1 / rank, or equal for all without order.
// The probabilities add up to 1.
std::vector<double> entry_weights(const Book& book);

}  // namespace tabiya::tools
