// What pack and unpack do: an asset is coded by the model for its kind, sealed under a checksum, and carried
// as text or as it is.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/book/compact_book.h"
#include "core/eval/network_file.h"
#include "tools/cli/command_line.h"

namespace tabiya::tools {

// The largest asset that is packed or unpacked, in bytes. What unpack needs stays below 256 MB.
inline constexpr std::size_t kMaxAsset = std::size_t{32} << 20;

enum class Carrier {
  kBase128,  // text of 7 bits a byte (codec/base128.h)
  kDense,    // text of 7.11 bits a byte (codec/dense_text.h)
  kZstd,     // one zstd frame, instead of our own coding
  kRaw,      // the coded bytes themselves
  kCpp,      // a C++ header with dense text that is printable
  kRust,     // a Rust module with such text
};
inline constexpr std::string_view kCarrierNames[] = {"base128", "dense", "zstd", "raw", "cpp", "rust"};
std::string_view carrier_name(Carrier carrier);

// An option of that name and meaning, which takes one of kCarrierNames.
void add_carrier_option(CommandLine& app, const char* name, const char* meaning,
                        std::function<void(Carrier)> set);

struct PackRequest {
  Carrier carrier = Carrier::kBase128;
  std::optional<BookContent> keep;       // of a book, all unless given
  std::optional<std::size_t> max_bytes;  // of the output; entries of a book are dropped for it
  BookPrecision precision;               // of a book's values and depths
  bool plain = false;                    // the bytes as they are: no coding, no checksum
  bool decoder = false;                  // of a book or network as source: what decodes it there, too
};

// A book with only its best entries, and what it takes.
struct SizePoint {
  std::size_t entries = 0;
  std::size_t bytes = 0;
  double loss = 0;  // the share of Red's choices that find no entry, see entry_weights()
};

struct PackedAsset {
  std::string output;
  std::string_view kind;            // "book", "network", "bytes"
  std::size_t units = 0;            // entries, weights or bytes
  std::size_t published_bytes = 0;  // what the published format takes; 0 where there is none
  std::vector<SizePoint> curve;     // where entries were dropped: from the whole book to what was kept
};

// Throws Failure; `where` is what messages call the asset.
PackedAsset pack_asset(const std::string& asset, const PackRequest& request, std::string_view where);

// The same of a book of a game that this program knows, and of a network: coded as what they are, neither
// plain nor as zstd.
PackedAsset pack_book(const Book& book, const PackRequest& request, std::string_view where);
PackedAsset pack_network(const NamedNetwork& network, const PackRequest& request);

struct UnpackRequest {
  std::optional<Carrier> carrier;  // recognised unless given
  bool plain = false;
};

struct UnpackedAsset {
  std::string content;
  Carrier carrier = Carrier::kRaw;
};
UnpackedAsset unpack_asset(const std::string& packed, const UnpackRequest& request, std::string_view where);

// A book or network that was packed as one, or the bytes of any other file.
using Asset = std::variant<std::string, Book, NamedNetwork>;

// What is at `path`, or was packed into what is there. Throws Failure.
Asset read_asset(const std::string& path, std::size_t max_bytes);

// As a file.
std::string file_of(Asset asset);

// What is to be packed: the file that is at `path`; of a book or network that is packed already, what it was
// made from. Throws Failure.
std::string read_packable(const std::string& path);

// How likely Red is to choose each entry: half as likely for every 1,000 (0.1 logit) that its value is below
// the best; where values are missing, in proportion to 1 / rank, or all alike without order. They add up
// to 1.
std::vector<double> entry_weights(const Book& book);

}  // namespace tabiya::tools
