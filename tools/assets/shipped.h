// The network and the book that come with the program, and where they are.
//
// The files lie in the folder that the environment variable TABIYA_DATA names; without it, in
// share/tabiya/data next to the folder of an installed program; or else in data/ of the sources that it was
// built from.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tabiya::tools {

// The names in options and job files of the shipped assets, of the linear weights, and of no book. kShipped
// means the book where both a book and a network are possible.
inline constexpr std::string_view kShipped = "shipped", kLinear = "linear", kNoBook = "none";
inline constexpr std::string_view kShippedNetwork = "shipped-net";
// The book of moves behind the best setups of the book.
inline constexpr std::string_view kShippedLines = "shipped-lines";

// The path of the network or book that `name` means: that of the shipped one for kShipped, kShippedNetwork
// and kShippedLines, else `name` itself. Throws Failure, which says where it was looked for.
std::string network_path(const std::string& name);
std::string book_path(const std::string& name);
// The path of the network that comes with the program for a game other than the first; empty if there is
// none.
std::optional<std::string> network_of_game(std::string_view game);
// The path of an asset, where a network or a book may be meant.
std::string asset_path(const std::string& name);

// The file that makes an exported page live (tools/explorer/engine/), beside the installed data or where `./quickstart wasm`
// builds it; empty if it is not there.
std::optional<std::string> page_engine_path();

}  // namespace tabiya::tools
