#include "core/games/asset.h"

#include <string>
#include <utility>
#include <vector>

#include "codec/base128.h"
#include "codec/container.h"
#include "codec/dense_text.h"
#include "codec/seal.h"
#include "core/book/book_file.h"
#include "core/book/compact_book.h"
#include "core/eval/compact_network.h"
#include "core/games/games.h"

namespace tabiya {
namespace {

using BookOrNetwork = std::variant<Book, NamedNetwork>;

template <class T>
Result<BookOrNetwork> either(Result<T> result) {
  if (!result) return std::move(result).error();
  return BookOrNetwork(std::move(result).value());
}

Result<BookOrNetwork> open_file(std::span<const std::byte> bytes) {
  Result<NamedNetwork> network = decode_network(bytes);
  if (network || network.error().code != ErrorCode::kUnsupported) return either(std::move(network));
  return either(decode_book(bytes));
}

// The seal that `bytes` are, or carry as text.
Result<codec::Sealed> find_seal(std::span<const std::byte> bytes) {
  if (Result<codec::Sealed> sealed = codec::open_seal(bytes)) return sealed;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const auto& decode : {codec::decode_dense, codec::decode_printable, codec::decode_base128_bytes}) {
    const Result<std::vector<std::byte>> carried = decode(text);
    if (!carried) continue;
    if (Result<codec::Sealed> sealed = codec::open_seal(*carried)) return sealed;
  }
  return unsupported("neither a book nor a network, or damaged");
}

}  // namespace

Result<Book> open_compact_book(std::span<const std::byte> bytes) {
  const Result<std::string> name = compact_book_game(bytes);
  if (!name) return name.error();
  const GameModule* game = find_game(*name);
  if (game == nullptr || game->setup_phase() == nullptr)
    return unsupported("a book of the game \"" + *name + "\", which is unknown here or has no setups");
  return decode_compact_book(bytes, game->setup_phase()->reds(), game->setup_phase()->blues());
}

Result<BookOrNetwork> open_asset(std::span<const std::byte> bytes) {
  if (codec::looks_like_container(bytes)) return open_file(bytes);
  const Result<codec::Sealed> sealed = find_seal(bytes);
  if (!sealed) return sealed.error();
  if (sealed->kind == kSealedBook) return either(open_compact_book(sealed->content));
  if (sealed->kind == kSealedNetwork) return either(decode_compact_network(sealed->content));
  return unsupported("packed, but neither a book nor a network");
}

}  // namespace tabiya
