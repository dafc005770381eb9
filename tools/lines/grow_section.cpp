#include "tools/lines/grow_section.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "codec/text.h"
#include "tools/books/game_file.h"
#include "tools/books/game_reader.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/print.h"
#include "tools/jobs/oracle_choice.h"

namespace tabiya::tools {
namespace {

using booksearch::GrowthSettings;

constexpr std::int64_t kMostGrown = 4'000'000;
constexpr std::int64_t kMostMoves = 1'000;
constexpr std::size_t kPlies = 60;  // of each game

void count_games(const std::vector<std::string>& paths, const GameModule& game, MoveCounter& counter) {
  GameFilter filter;
  filter.plies = kPlies;
  filter.in_polyglot = false;
  GameReader reader(game, std::move(filter), counter);
  for (const std::string& path : paths) {
    const std::uint64_t before = reader.counts().used;
    read_games(path, [&](const PgnGame& pgn) { reader.read(pgn, path); });
    if (reader.counts().used == before)
      throw Failure(fmt::format("{}: holds no game of {}; name files of its games", path, game.title()));
  }
  if (reader.counts().skipped > 0)
    print_note(fmt::format("{} of {} are left out", reader.counts().skipped,
                           counted(reader.counts().games, "game")));
}

// How often moves were played in the games of some files; or the weights of a book of moves.
std::shared_ptr<const MoveBook> played_in(const std::vector<std::string>& paths, const GameModule& game) {
  if (paths.size() == 1 && !is_pgn(paths[0])) {
    const LoadedMoveBook loaded = require_move_book(paths[0]);
    if (loaded.game != &game)
      throw Failure(fmt::format("{}: is a book of {}", paths[0], loaded.game->title()));
    return std::make_shared<const MoveBook>(loaded.moves.all());
  }
  for (const std::string& path : paths)
    if (paths.size() > 1 && !is_pgn(path))
      throw Failure(
          fmt::format("{}: only files of games (.pgn) may be several; a book of moves stands alone", path));
  MoveCounter counter;
  count_games(paths, game, counter);
  const auto book = std::make_shared<MoveBook>();
  counter.finish([&](const BookMove& move) {
    book->moves.push_back(move);
    book->moves.back().weight = move.games;
  });
  return book;
}

// The games that a key names. Keys that say more about them go with it.
std::shared_ptr<const MoveBook> read_games_of(TomlTable& table, const char* key,
                                              std::initializer_list<const char*> details,
                                              const GameModule& game, const std::string& name) {
  if (!table.has(key)) {
    for (const char* detail : details)
      if (table.has(detail))
        table.fail(detail, fmt::format("goes with {}, which is missing{}", key, table.misspelt(key)));
    return nullptr;
  }
  std::vector<std::string> paths = table.read_texts(key);
  for (std::string& path : paths) {
    if (path.empty()) table.fail(key, "is empty: name a file of games, or a book of moves");
    path = path_from_file(name, path);
  }
  return played_in(paths, game);
}

void read_seeds(TomlTable& table, const GameModule& game, const std::string& name, GrowthSettings& growth) {
  growth.seeds = read_games_of(table, "seeds", {"seed_positions"}, game, name);
  growth.seed_positions = growth.positions / 4;
  table.read("seed_positions", 1, kMostGrown, growth.seed_positions);
}

void read_replies(TomlTable& table, const GameModule& game, int side, const std::string& name,
                  GrowthSettings& growth) {
  if (growth.costs.confidence > 0 && table.has("replies"))
    table.fail("replies", "does not go with `confidence` of [lines], which chooses whatever games say");
  growth.replies.games = read_games_of(table, "replies", {"smoothing", "floor"}, game, name);
  table.read("smoothing", 0.001, 1e9, growth.replies.smoothing);
  table.read("floor", 0.0, 1.0, growth.replies.floor);
  growth.replies.sides = {side != 0, side != 1};
}

void read_widths(TomlTable& table, int side, GrowthSettings& growth) {
  for (const auto& [key, is_own] : {std::pair("own", true), std::pair("other", false)}) {
    if (!table.has(key)) continue;
    if (side < 0) table.fail(key, "is for a book for one side, which [lines] names as `side`");
    table.read(key, 1, kMostMoves, growth.bounds.moves[static_cast<std::size_t>(is_own ? side : 1 - side)]);
  }
}

void read_focus(TomlTable& table, const GameModule& game, GrowthSettings& growth) {
  if (!table.has("focus")) {
    if (table.has("focus_positions")) table.fail("focus_positions", "goes with focus, which is missing");
    return;
  }
  table.require("focus_positions");
  const std::unique_ptr<BookWalk> walk = game.make_book_walk();
  for (const std::string& position : table.read_texts("focus")) {
    walk->go_to_start();
    if (position != "startpos")
      if (const Status there = walk->go_to(position); !there)
        table.fail("focus", describe(there.error(), position));
    growth.focus.push_back(walk->key());
  }
  table.read("focus_positions", 1, kMostGrown, growth.focus_positions);
}

}  // namespace

void read_grow(TomlTable& table, const GameModule& game, int side, const std::string& name,
               GrowthSettings& growth) {
  read_widths(table, side, growth);
  read_focus(table, game, growth);
  read_seeds(table, game, name, growth);
  read_replies(table, game, side, name, growth);
  table.refuse_other_keys();
}

std::string grow_reference() {
  const booksearch::Likelihood likelihood;
  return fmt::format(
      R"(
[grow]                   where the book grows
replies     none         games: files in PGN, or a book of moves. The other side's moves, or those of both, come up as
                         often as there, whatever they lose
smoothing   {:<12} so many games speak for moves that lose little, for each 0.1 logit half as much
floor       {:<12} share of the games below which a move is left out, unless it is the best one
own         no limit     moves of a position for the side of the book; another enters only if it is better than all, and
                         with `confidence` of [lines] none does
other       no limit     and for the other side
seeds       none         games whose most frequent positions come into the book first
seed_positions           so many positions; a quarter of the book by default
focus       none         positions of the book, behind which it goes on at its end
focus_positions          with so many positions more
)",
      likelihood.smoothing, likelihood.floor);
}

}  // namespace tabiya::tools
