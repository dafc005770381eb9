// Books of moves, wherever they are: read, toured, mended, and as EPD.
#include "booksearch/books/book_moves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "booksearch/books/book_tour.h"
#include "booksearch/books/move_book_epd.h"
#include "core/games/games.h"

namespace tabiya::booksearch::book_moves_test {
namespace {

const GameModule& chess() { return *find_game("chess"); }

TourStarts usual_start() {
  TourStarts starts;
  starts.push_back(chess().make_book_walk());
  return starts;
}

// The last move of a line, as an entry.
BookMove entry(std::initializer_list<const char*> line, std::uint64_t weight) {
  const std::unique_ptr<BookWalk> walk = chess().make_book_walk();
  BookMove last;
  for (const char* move : line) {
    last = {.key = walk->key(), .move = walk->read(move).value(), .weight = weight};
    walk->play(last.move);
  }
  return last;
}

// Two ways to one position, and a move that the start does not lead to.
MoveBook some_book() {
  MoveBook book{{entry({"d2d4"}, 9), entry({"g1f3"}, 4), entry({"d2d4", "d7d5"}, 1),
                 entry({"g1f3", "d7d5"}, 1), entry({"d2d4", "d7d5", "g1f3"}, 2),
                 entry({"g1f3", "d7d5", "d2d4"}, 3), entry({"d2d4", "d7d5", "g1f3", "g8f6"}, 6),
                 entry({"e2e4", "e7e5"}, 5)}};
  sort_moves(book);
  return book;
}

// The book in a file, of which nothing behind the first so many bytes can be read.
BookMoves in_file(const std::vector<std::byte>& bytes, const std::size_t& readable) {
  const auto read = [&](std::uint64_t offset, std::span<std::byte> to) -> Status {
    if (offset + to.size() > readable) return Error{ErrorCode::kIo, "book.bin: a bad sector", {}};
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset), to.size(), to.begin());
    return ok_status();
  };
  return BookMoves("book.bin", PolyglotFile::make(bytes.size(), read).value());
}

// The book's moves in the order of the tour.
std::string toured(const BookMoves& book, const TourLimits& limits = {}) {
  std::string moves;
  const auto add = [&](const TouredMove& move) {
    moves += std::to_string(move.ply) + move.before.move_text(move.move).readable +
             (move.entry == nullptr  ? "? "
              : move.leads_elsewhere ? "= "
                                     : " ");
  };
  EXPECT_TRUE(tour_book(book, usual_start(), limits, add).ok());
  return moves;
}

}  // namespace

TEST(BookMoves, AreTheSameInMemoryAndInAFile) {
  const std::vector<std::byte> bytes = write_polyglot(some_book());
  const std::size_t readable = bytes.size();
  const BookMoves memory(some_book()), file = in_file(bytes, readable);
  EXPECT_FALSE(memory.is_in_file());
  EXPECT_TRUE(file.is_in_file());
  EXPECT_EQ(memory.size(), file.size());
  const auto walk = chess().make_book_walk();
  ASSERT_EQ(memory.find(*walk)->size(), 2u);
  EXPECT_EQ(*memory.find(*walk), *file.find(*walk));
  EXPECT_EQ(toured(memory), toured(file));
}

TEST(BookMoves, AreTouredEachOnceByTheShortestWay) {
  EXPECT_EQ(toured(BookMoves(some_book())), "0d4 1d5 2Nf3 3Nf6 0Nf3 1d5 2d4= ");
  EXPECT_EQ(toured(BookMoves(some_book()), {.plies = 1}), "0d4 0Nf3 ");
}

TEST(BookMoves, OfOneSideAreReachedByMovesOfTheOther) {
  MoveBook book{
      {entry({"e2e4", "e7e5"}, 1), entry({"e2e4", "e7e5", "g1f3", "b8c6"}, 1), entry({"c2c4", "e7e5"}, 1)}};
  sort_moves(book);
  EXPECT_EQ(toured(BookMoves(book)), "0c4? 1e5 0e4? 1e5 2Nf3? 3Nc6 ");
}

// A file that cannot be read ends the tour with its error, however far it had come.
TEST(BookMoves, ThatCannotBeReadAreAnError) {
  const std::vector<std::byte> bytes = write_polyglot(some_book());
  std::size_t readable = bytes.size();
  const BookMoves book = in_file(bytes, readable);
  for (readable = 0; readable < bytes.size(); readable += kPolyglotEntry) {
    const auto counts = tour_book(book, usual_start(), {}, [](const TouredMove&) { FAIL(); });
    ASSERT_FALSE(counts.ok()) << readable;
    EXPECT_EQ(counts.error().message, "book.bin: a bad sector");
  }
  // On the way.
  readable = bytes.size();
  int visited = 0;
  const auto break_at_second = [&](const TouredMove&) { readable = ++visited == 2 ? 0 : readable; };
  EXPECT_FALSE(tour_book(book, usual_start(), {}, break_at_second).ok());
  EXPECT_EQ(visited, 2);
}

TEST(MendedMoves, LoseWhatIsIllegalOrRepeated) {
  MoveBook book = some_book();
  const MoveBook sound = book;
  book.moves.push_back(sound.moves[1]);
  BookMove illegal = entry({"d2d4"}, 8);
  illegal.move = entry({"d2d4", "d7d5"}, 1).move;
  book.moves.push_back(illegal);
  std::vector<std::byte> bytes;
  for (const BookMove& move : book.moves) {  // one by one, so that they stay where they are
    const std::vector<std::byte> one = write_polyglot(MoveBook{{move}});
    bytes.insert(bytes.end(), one.begin(), one.end());
  }
  bytes.push_back(std::byte{7});
  const MendedMoves mended = mended_moves(bytes, chess().make_book_walk());
  EXPECT_EQ(mended.book, sound);
  EXPECT_FALSE(mended.was_sound());
  EXPECT_THAT(describe(mended),
              ::testing::EndsWith("1 illegal move and 1 repeated move left out, and the 1 byte of "
                                  "a part of an entry"));
  EXPECT_TRUE(mended_moves(write_polyglot(sound), chess().make_book_walk()).was_sound());
}

TEST(MoveBookEpd, ComesBack) {
  MoveBook book = some_book();
  std::erase(book.moves, entry({"e2e4", "e7e5"}, 5));
  const EpdText epd = epd_of(BookMoves(some_book()), usual_start()).value();
  EXPECT_EQ(epd.moves, book.moves.size());
  EXPECT_THAT(epd.text, ::testing::StartsWith(
                            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm d4 Nf3; weight 9 4;\n"));
  EpdBookReader reader(chess());
  EXPECT_TRUE(reader.read("  ").ok());
  EXPECT_TRUE(reader.is_empty());
  for (std::size_t begin = 0; begin < epd.text.size(); begin = epd.text.find('\n', begin) + 1)
    EXPECT_TRUE(reader.read(epd.text.substr(begin, epd.text.find('\n', begin) - begin)).ok());
  EXPECT_EQ(reader.finish(), book);
}

TEST(MoveBookEpd, FaultsAreTold) {
  EpdBookReader reader(chess());
  const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ";
  const auto fault = [&](const std::string& line) { return reader.read(line).error().message; };
  EXPECT_EQ(fault(start), "names no move; write 'bm MOVE…;' after the position");
  EXPECT_EQ(fault(start + "bm e4 d4; weight 7;"), "2 moves, but 1 weights; write one for each");
  EXPECT_EQ(fault(start + "bm e4; weight x;"), "'x' is not a weight; weights are whole numbers");
  EXPECT_THAT(fault("9/8 w - - bm e4;"), ::testing::EndsWith("; EPD is read of Chess alone"));
}

}  // namespace tabiya::booksearch::book_moves_test
