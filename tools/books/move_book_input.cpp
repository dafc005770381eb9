#include "tools/books/move_book_input.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "core/book/polyglot_file.h"
#include "core/games/games.h"
#include "tools/assets/own_files.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

constexpr const char* kSuffix = ".bin";

}  // namespace

const GameModule& game_of_move_books() {
  const auto game = std::ranges::find_if(games(), &GameModule::has_polyglot_books);
  if (game == games().end()) throw Failure("no game of this program has books of moves");
  return **game;
}

namespace {

std::span<const std::byte> content_of(const std::string& file) { return std::as_bytes(std::span(file)); }

// Without its name: whole entries in order, and one of them is a legal move at the start.
bool shows_moves(const std::string& file) {
  if (own_format(file) != nullptr || !looks_like_polyglot(content_of(file))) return false;
  const std::unique_ptr<BookWalk> start = game_of_move_books().make_book_walk();
  const MoveBook book = *read_polyglot(content_of(file));
  return std::ranges::any_of(book.find(start->key()),
                             [&](const BookMove& move) { return start->legal(move.move).has_value(); });
}

bool may_be_entries(const std::string& path) {
  std::error_code error;
  if (path == "-" || !std::filesystem::is_regular_file(path, error)) return false;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  return !error && size > 0 && size % kPolyglotEntry == 0 && own_format(beginning_of(path)) == nullptr;
}

}  // namespace

std::unique_ptr<BookWalk> LoadedMoveBook::from(const std::string& position) const {
  std::unique_ptr<BookWalk> walk = game->make_book_walk();
  if (position.empty() || position == "startpos") return walk;
  const Status there = walk->go_to(position);
  if (!there) throw Failure(describe(there.error(), "--from"));
  return walk;
}

std::optional<LoadedMoveBook> load_move_book(const std::string& path) {
  const bool is_named = path.ends_with(kSuffix);
  if (!is_named && !may_be_entries(path)) return std::nullopt;
  const std::string file = read_input(path, kMaxMoveBook);
  if (is_named ? own_format(file) != nullptr : !shows_moves(file)) return std::nullopt;
  MoveBook book = take(read_polyglot(content_of(file)), input_name(path),
                       "a book in PolyGlot's format has entries of 16 bytes by ascending key; make it again");
  return LoadedMoveBook{input_name(path), &game_of_move_books(), std::move(book)};
}

LoadedMoveBook require_move_book(const std::string& path) {
  if (std::optional<LoadedMoveBook> loaded = load_move_book(path)) return *std::move(loaded);
  throw Failure(fmt::format("{}: not a book of moves in PolyGlot's format (.bin), as the other one is",
                            input_name(path)));
}

void check_selects_moves(const BookSelection& selection, const std::string& path) {
  if (!selection.least_rank && !selection.most_rank && selection.min_depth == 0 && !selection.least_value &&
      !selection.most_value && selection.red_pieces.empty())
    return;
  throw Failure(fmt::format("{}: a book of moves has no setups to select by; only --first goes with it",
                            input_name(path)));
}

void add_from_option(CommandLine& app, std::string& position) {
  app.add_option("--from", position, "Of a book of moves: begin at this position. The usual start by default")
      .type_name("POSITION");
}

}  // namespace tabiya::tools
