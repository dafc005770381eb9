// The request of a single-file player (`tabiya submit`) to its game.
//
// A game that has one defines the function in its folder, in single_file_player.cpp, which is compiled only
// as a part of such a player: it needs no module.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "codec/result.h"
#include "core/book/book_setups.h"
#include "core/game/refereed_player.h"
#include "core/search/clocked_search.h"

namespace tabiya {

struct SingleFileRequest {
  std::span<const std::byte> network;  // compact_network.h; empty: the evaluation that is built in
  std::span<const std::byte> book;     // compact_book.h; empty: none
  std::span<const std::byte> lines;    // valued_book_file.h, to follow after the setups; empty: none
  std::size_t table_bytes = 0;
  PlayerOptions player{};  // its log is told of the choice of setups, too
  OpeningOptions opening{};
};

// The data that the request refers to outlive the player.
Result<std::unique_ptr<RefereedPlayer>> make_single_file_player(const SingleFileRequest& request);

}  // namespace tabiya
