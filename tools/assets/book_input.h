// Books as inputs of commands, and their entries as text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/book/book.h"
#include "core/book/book_file.h"
#include "core/game/game_module.h"
#include "core/search/value_text.h"
#include "tools/assets/packing.h"
#include "tools/cli/command_line.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

inline constexpr std::size_t kMaxBookFile = std::size_t{96} << 20;  // bytes: room for millions of entries

struct LoadedBook {
  Book book;
  const SetupPhase* setups;  // of the book's game
  const GameModule* game;
  std::string name{};  // for messages; set by all that load a book
};

// Reads a book file (.tbk), packed or not, or the shipped one (shipped.h), of a game that this program knows.
// Players of a book skip its lines of play. Throws Failure.
LoadedBook load_book(const std::string& name, LinesOfPlay lines = LinesOfPlay::kDecode);

// True for a book file, packed or not, even a damaged one.
bool is_book(const Asset& asset);

// The book in an asset. Throws Failure, about `name`, if the asset is no book.
LoadedBook book_in(Asset asset, const std::string& name, LinesOfPlay lines = LinesOfPlay::kDecode);

// This is load_book() for commands that need sound entries: a book that verify_book() finds wanting is refused,
// too.
LoadedBook load_sound_book(const std::string& name);

// This is load_book() for commands about one game: books of other games are refused, too.
LoadedBook load_book(const std::string& name, const GameModule& game,
                     LinesOfPlay lines = LinesOfPlay::kDecode);

// The formats of books that options offer: those in which others publish books of any game, then csv and
// json.
std::vector<std::string> book_formats();

// The format of that name in which others publish books of this game. Throws Failure if there is none.
const BookFormat& published_format(const GameModule& game, std::string_view name);

// Declares --book: a book to play from, or "none".
CommandOption add_book_choice(CommandLine& app, std::string& name);

// BOOK
void add_book_option(CommandLine& app, std::string& path);

// The view of the side that places first, by the names of the sides of the game: "red" for programs.
View first_view(const SetupPhase& setups);

// The name of a setup; "#" and the number where a damaged book holds one that does not exist.
std::string setup_text(const SetupSpace& setups, SetupId id);

// A reply as the line protocol of the game writes it; "#" and the number as above.
std::string reply_wire(const SetupPhase& setups, SetupId id);

// The columns of an entry in lists: red, reply, reply_wire, depth and value (value_text.h).
std::string entry_text(const SetupPhase& setups, const BookEntry& entry);

// The names of those columns, behind that of the rank.
std::string entry_header(const SetupPhase& setups);

// The rank of an entry, from 1: "7", or "-" in a book without order.
std::string rank_text(const Book& book, std::size_t index);

// rank (from 1; null without order), red, reply, reply_wire, value (red's view; value_text.h) with win and
// view, depth, nodes, standard_error, evaluation and search (their fingerprints), line (of play, in the notation
// of programs); null for what is not known
Json entry_json(const LoadedBook& loaded, std::size_t index);

// What a book knows of the position behind an entry's setups (core/game/entry_positions.h finds the entry):
// "rank 1, -0.035 (49.1 %) at depth 17, standard error 0.146"; the value from the view of Red.
std::string known_text(const LoadedBook& loaded, std::size_t index);
// rank, value (red's view; value_text.h) with win and view, depth, standard_error; null for what is not known
Json known_json(const LoadedBook& loaded, std::size_t index);

}  // namespace tabiya::tools
