#include "tools/books/line_book_input.h"

#include <fmt/format.h>

#include "core/book/book_walk.h"
#include "core/book/indexed_book.h"
#include "core/book/line_book_file.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {
namespace {

std::unique_ptr<BookWalk> walk_of(const GameModule& game, const std::string& name) {
  std::unique_ptr<BookWalk> walk = game.make_book_walk();
  if (walk == nullptr) throw Failure(fmt::format("{}: {} has no books of moves", name, game.title()));
  return walk;
}

}  // namespace

LoadedLines lines_in(std::span<const std::byte> file, const Book& book, const std::string& name) {
  const std::vector<std::byte> section = take(line_book_in(file), name);
  if (section.empty()) throw Failure(name + ": holds no book of lines; `tabiya lines` makes one");
  const GameModule& game = game_named(book.meta.game, name);
  return {name, &game,
          take(decode_line_book(section, *walk_of(game, name)), name,
               "take another copy, or grow it again with `tabiya lines`")};
}

std::vector<std::byte> line_book_file(const LineBook& lines, const GameModule& game) {
  Book book;
  book.meta.game = game.name();
  book.meta.maker = "tabiya " TABIYA_VERSION;
  book.rules = kept_rules(game.name());
  return encode_book_with(book, take(encode_line_book(lines, *walk_of(game, "lines")), "lines"));
}

std::vector<std::byte> indexed_book_file(const LineBook& lines, const GameModule& game) {
  return take(index_lines(lines, *walk_of(game, "lines"), game.name(), kept_rules(game.name())), "lines");
}

std::vector<std::byte> line_book_file_for(const std::string& path, const LineBook& lines,
                                          const GameModule& game) {
  return path.ends_with(kIndexedSuffix) ? indexed_book_file(lines, game) : line_book_file(lines, game);
}

}  // namespace tabiya::tools
