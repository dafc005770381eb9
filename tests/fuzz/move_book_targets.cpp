// Books of moves, and the games that they are made of.
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "codec/crc64.h"
#include "core/book/book_walk.h"
#include "core/book/indexed_book.h"
#include "core/book/polyglot_file.h"
#include "core/book/valued_book_file.h"
#include "core/game/pgn_reader.h"
#include "core/games/games.h"
#include "tests/fuzz/finding.h"
#include "tests/support/indexed_lines.h"

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

// The checksum of the head is made right, so that what it protects is looked at, too.
std::vector<std::byte> with_checksum(Input input) {
  constexpr std::size_t kSizeOffset = 12, kSize = 4, kSum = 8;
  std::vector<std::byte> file(input.begin(), input.end());
  std::size_t head = 0;
  for (std::size_t i = kSize; file.size() >= kSizeOffset + kSize && i-- > 0;)
    head = head << 8 | static_cast<std::size_t>(file[kSizeOffset + i]);
  if (head < kSum || head > file.size()) return file;
  const std::uint64_t sum = codec::crc64(std::span<const std::byte>(file).first(head - kSum));
  for (std::size_t i = 0; i < kSum; ++i)
    file[head - kSum + i] = static_cast<std::byte>(sum >> (8 * i) & 0xff);
  return file;
}

// A file that is opened may hold anything behind its head.
void indexed_book(Input input) {
  const std::vector<std::byte> file = with_checksum(input);
  const auto book = IndexedBook::make(file.size(), test::read_from(file));
  if (!book) return check_error(book.error(), input);
  const std::unique_ptr<BookWalk> walk = walk_of_a_game();
  (void)book->verify();
  for (const MoveCode move : walk->moves()) {
    const auto known = book->find(*walk);
    if (!known) return check_error(known.error(), input);
    for (const BookChoice& choice : *known ? (*known)->choices : std::vector<BookChoice>())
      require(walk->legal(choice.move) == choice.move, "a move that is not legal");
    walk->play(walk->legal(move).value_or(walk->moves().front()));
    if (walk->moves().empty()) return;
  }
}

void valued_book(Input input) {
  const std::unique_ptr<BookWalk> walk = walk_of_a_game();
  const auto book = decode_valued_book(input, *walk);
  if (!book) return check_error(book.error(), input);
  for (BookNode node = 0; node < book->size(); ++node) {
    require(book->find((*book)[node].key) == node, "a position that is not found");
    for (const BookLink& link : book->moves(node)) require(link.to < book->size(), "a move to nowhere");
  }
  // Files of other programs may have other steps.
  const auto section = encode_valued_book(*book, *walk);
  if (!section) return check_error(section.error(), input);
  require(*decode_valued_book(*section, *walk) == *book, "a book of moves does not come back");
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
    const std::string whole = read_in_pieces(as_text(input), input.size() + 1, keep);
    require(read_in_pieces(as_text(input), 7, keep) == whole, "pieces read otherwise than the whole");
  }
  PgnReader reader(play_game);
  reader.feed(as_text(input));
  reader.finish();
}

constexpr Target kTargets[] = {{"indexed_book", indexed_book},
                               {"valued_book", valued_book},
                               {"pgn", pgn},
                               {"polyglot_book", polyglot_book}};

}  // namespace

std::span<const Target> move_book_targets() { return kTargets; }

}  // namespace tabiya::fuzz
