// Books of moves, and the games that they are made of.
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "core/book/book_walk.h"
#include "core/book/line_book_file.h"
#include "core/book/polyglot_file.h"
#include "core/game/pgn_reader.h"
#include "core/games/games.h"
#include "tests/fuzz/finding.h"

namespace tabiya::fuzz {
namespace {

std::unique_ptr<BookWalk> walk_of_a_game() {
  for (const GameModule* game : games())
    if (game->facts().has_polyglot_books) return game->make_book_walk();
  std::abort();
}

void polyglot_book(Input input) {
  const auto book = read_polyglot(input);
  require(looks_like_polyglot(input) == (book.ok() && !input.empty()), "a book that does not look like one");
  if (!book) return check_error(book.error(), input);
  require(same(write_polyglot(*book), input), "a book of moves is not unique");
  const std::unique_ptr<BookWalk> start = walk_of_a_game();
  for (const BookMove& entry : book->moves) {
    const auto move = start->legal(entry.move);
    if (!move) continue;
    const MoveText text = start->move_text(*move);
    require(start->read(text.readable).value() == *move, "a move does not come back");
    const std::unique_ptr<BookWalk> next = start->clone();
    next->play(*move);
    require(next->key() != start->key(), "a move that changes nothing");
  }
}

void line_book(Input input) {
  const std::unique_ptr<BookWalk> walk = walk_of_a_game();
  const auto book = decode_line_book(input, *walk);
  if (!book) return check_error(book.error(), input);
  for (LineNode node = 0; node < book->size(); ++node) {
    require(book->find((*book)[node].key) == node, "a position that is not found");
    for (const LineLink& link : book->moves(node)) require(link.to < book->size(), "a move to nowhere");
  }
  // Files of other programs may have other steps.
  const auto section = encode_line_book(*book, *walk);
  if (!section) return check_error(section.error(), input);
  require(*decode_line_book(*section, *walk) == *book, "a book of lines does not come back");
}

// All that a game says, as one text.
std::string text_of_game(const PgnGame& game) {
  std::string text = std::to_string(game.line) + game.result;
  for (const auto& [name, value] : game.tags) text += '[' + name + ' ' + value + ']';
  for (std::size_t ply = 0; ply < game.plies(); ++ply) text += ' ' + std::string(game.move(ply));
  for (std::size_t part = 0; part < game.parts(); ++part)
    text += std::to_string(static_cast<int>(game.kind(part))) + std::string(game.text(part));
  if (game.fault) text += std::to_string(game.fault->line) + game.fault->message;
  return text + '\n';
}

std::string read_in_pieces(std::string_view text, std::size_t piece, PgnReader::Keep keep) {
  std::string read;
  PgnReader reader([&](const PgnGame& game) { read += text_of_game(game); }, keep);
  for (std::size_t at = 0; at < text.size(); at += piece) reader.feed(text.substr(at, piece));
  reader.finish();
  return read;
}

void play_game(const PgnGame& game) {
  const std::unique_ptr<BookWalk> walk = walk_of_a_game();
  if (const std::string_view fen = game.tag("FEN"); !fen.empty()) {
    if (const Status there = walk->go_to(fen); !there)
      return require(!there.error().message.empty(), "an error without a message");
  }
  for (std::size_t ply = 0; ply < game.plies(); ++ply) {
    const auto move = walk->read(game.move(ply));
    if (!move) return require(!move.error().message.empty(), "an error without a message");
    require(walk->legal(*move) == *move, "an illegal move is read");
    require(walk->read(walk->move_text(*move).readable).value() == *move, "a move does not come back");
    walk->play(*move);
  }
}

void pgn(Input input) {
  for (const PgnReader::Keep keep : {PgnReader::Keep::kMainLine, PgnReader::Keep::kAll}) {
    const std::string whole = read_in_pieces(text_of(input), input.size() + 1, keep);
    require(read_in_pieces(text_of(input), 7, keep) == whole, "pieces read otherwise than the whole");
  }
  PgnReader reader(play_game);
  reader.feed(text_of(input));
  reader.finish();
}

constexpr Target kTargets[] = {{"line_book", line_book}, {"pgn", pgn}, {"polyglot_book", polyglot_book}};

}  // namespace

std::span<const Target> move_book_targets() { return kTargets; }

}  // namespace tabiya::fuzz
