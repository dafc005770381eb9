// The network and the book that come with the program, and where they are.
//
// They lie in the folder that the environment variable TABIYA_DATA names; without it, in share/tabiya/data
// next to the folder of an installed program; or else in data/ of the sources that it was built from.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tabiya::tools {

// What options and job files call them, and what stands for the linear weights, and for no book. Where either
// may be meant, kShipped is the book.
inline constexpr std::string_view kShipped = "shipped", kLinear = "linear", kNoBook = "none";
inline constexpr std::string_view kShippedNetwork = "shipped-net";
// The book of lines behind the best setups of the book.
inline constexpr std::string_view kShippedLines = "shipped-lines";

// The path of the network or book that `name` means: that of the shipped one for kShipped, kShippedNetwork and
// kShippedLines, else `name` itself. Throws Failure, which says where it was looked for.
std::string network_path(const std::string& name);
std::string book_path(const std::string& name);
// That of the network that comes with the program for another game than the first; nothing if there is
// none.
std::optional<std::string> network_of_game(std::string_view game);
// The same where either may be meant.
std::string asset_path(const std::string& name);

}  // namespace tabiya::tools
