// Books of lines as files.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/book/book.h"
#include "core/book/line_book.h"
#include "core/game/game_module.h"

namespace tabiya::tools {

struct LoadedLines {
  std::string name;  // for messages
  const GameModule* game;
  LineBook lines;
};

// The lines in a file, which is `book`. Throws Failure, about `name`, if the file has no lines, is damaged,
// or is of a game that this program does not know, or of other rules.
LoadedLines lines_in(std::span<const std::byte> file, const Book& book, const std::string& name);

// A file of lines alone, which names this program as its maker.
std::vector<std::byte> line_book_file(const LineBook& lines, const GameModule& game);

// The same, indexed: to be searched where it stands.
inline constexpr const char* kIndexedSuffix = ".tbi";
std::vector<std::byte> indexed_book_file(const LineBook& lines, const GameModule& game);
// That of the two which the name of the file wants.
std::vector<std::byte> line_book_file_for(const std::string& path, const LineBook& lines,
                                          const GameModule& game);

}  // namespace tabiya::tools
