// A player as one self-contained source file: the project's own sources, a network and a book.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/book/book_setups.h"
#include "core/game/game_module.h"
#include "tools/assets/packing.h"
#include "tools/learn/network_shrinking.h"
#include "tools/submission/division.h"

namespace tabiya::tools {

struct SubmissionRequest {
  const GameModule* game = nullptr;
  std::string network = "shipped";  // or a file, or "linear"
  std::string book = "shipped";     // or a file, or "none"
  std::string lines;                // a file, or "none"; empty: the lines in the book
  int table_megabytes = 64;
  int max_loss = OpeningOptions{}.max_loss;
  int variety = OpeningOptions{}.variety;
  // The limits of the source. To meet them, the room is divided for the most Elo (division.h): a smaller network ships where
  // the shipped one was asked for, networks are shrunk, and lines and the entries that Red is least likely to choose are
  // dropped. With a limit of characters alone, texts are of those that take one unit of UTF-16 each.
  SizeLimits limits{1'474'560, {}};
  std::string
      positions;  // over which networks are shrunk, a file; empty: those that the network plays itself
};

struct Submission {
  std::string source;
  std::size_t code_bytes = 0;
  std::string network;  // as in the request, or a smaller one that ships
  std::size_t network_bytes = 0;
  std::optional<ShrunkNetwork> shrunk;  // the network, if it was shrunk
  std::size_t book_bytes = 0;
  std::size_t entries = 0, all_entries = 0;    // that are kept of the book
  std::string book;                            // what the source carries of it, as a book file; empty: none
  std::size_t lines_bytes = 0, positions = 0;  // of the lines
  std::string lines;                           // that the source carries, as a book file; empty: none
  std::size_t dropped_lines_bytes = 0;         // of lines that are too large
  std::optional<LostElo> lost;                 // where the player was divided
};

// Throws Failure.
Submission make_submission(const SubmissionRequest& request);

// The source of a single-file player, put together by the build from the game's single_file_player.cpp, main.cpp and all
// that they need: all but the definition of the payload. It is empty if the game has no such player.
std::string player_source(std::string_view game);

}  // namespace tabiya::tools
