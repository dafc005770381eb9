#include "core/book/indexed_book.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <utility>

#include "core/book/book_paths.h"
#include "core/games/games.h"
#include "core/random.h"
#include "tests/support/indexed_lines.h"
#include "tests/support/ring_game.h"

namespace tabiya {
namespace indexed_book_test {

using test::random_valued_book;
using test::read_from;
using test::RingWalk;
using ::testing::HasSubstr;

using Bytes = std::vector<std::byte>;

Bytes sample(const RingWalk& walk, std::uint64_t seed, std::size_t positions) {
  return index_lines(random_valued_book(walk, seed, positions), walk, "ring", "rules\n").value();
}

Result<IndexedBook> open(const Bytes& file) { return IndexedBook::make(file.size(), read_from(file)); }

std::string refusal(const Bytes& file) {
  const auto book = open(file);
  return book ? "" : book.error().message;
}

// The example of data/books/indexed.md.
TEST(IndexedBook, KeysAreThoseOfTheFormatsPage) {
  const GameModule& chess = *find_game("chess");
  const auto walk = chess.make_book_walk();
  EXPECT_EQ(indexed_text(*walk), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq");
  EXPECT_EQ(indexed_key(indexed_text(*walk)), 0xbb34a808c26a339u);
  walk->play(*walk->read("e2e4"));
  EXPECT_EQ(indexed_text(*walk), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq");
  EXPECT_EQ(indexed_key(indexed_text(*walk)), 0xef541dcc0a26f29u);
  ASSERT_TRUE(walk->go_to("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 7"));
  EXPECT_EQ(indexed_text(*walk), "4k3/8/8/8/4Pp2/8/8/4K3 b - e3") << "the square can be taken on";
  ASSERT_TRUE(walk->go_to("8/8/8/8/k3Pp1R/8/8/4K3 b - e3 0 7"));
  EXPECT_EQ(indexed_text(*walk), "8/8/8/8/k3Pp1R/8/8/4K3 b - e3")
      << "a pawn stands beside, though it may not capture";
  ASSERT_TRUE(walk->go_to("8/8/8/8/k4p1R/8/4P3/4K3 w - - 0 7"));
  walk->play(*walk->read("e2e4"));
  EXPECT_EQ(indexed_text(*walk), "8/8/8/8/k3Pp1R/8/8/4K3 b - e3");
}

// Chess960: the rook on d1 castles although it is not the outermost one, and a right may be written as a file.
TEST(IndexedBook, KnowsWhichRooksCastle) {
  const auto walk = find_game("chess")->make_book_walk();
  const std::string rest = "6k1/p7/8/8/8/8/P7/1R1RK3 w ";
  ASSERT_TRUE(walk->go_to(rest + "D - 0 1"));
  EXPECT_EQ(indexed_text(*walk), rest + "D");
  BookGraph graph;
  const BookNode root = graph.add(walk->key(), 0);
  const MoveCode castling = walk->read("e1d1").value(), outside = walk->read("b1b7").value();
  const auto after = walk->clone();
  after->play(castling);
  EXPECT_EQ(indexed_text(*after), "6k1/p7/8/8/8/8/P7/1RKR4 b");
  const BookNode castled = graph.add(after->key(), 1);
  graph.link(root, castling, castled);
  graph.set_outside(root, outside, FoundScore{100, false});
  graph.set_outside(castled, after->read("a7a6").value(), FoundScore{-300, false});
  const ValuedBook book = finish_book(graph, {{walk->text(), root}}, {.search_error = 850});
  const Bytes file = index_lines(book, *walk, "chess").value();
  const auto indexed = open(file);
  ASSERT_TRUE(indexed);
  for (const auto& [rights, is_known] : {std::pair("D", true), {"Q", false}, {"B", false}, {"-", false}}) {
    ASSERT_TRUE(walk->go_to(rest + rights + " - 5 9"));
    const auto known = indexed->find(*walk).value();
    ASSERT_EQ(known.has_value(), is_known) << rights;
    if (!known) continue;
    ASSERT_EQ(known->choices.size(), 2u);
    EXPECT_EQ(known->choices[0].move, castling);
    EXPECT_TRUE(known->choices[0].to);
    EXPECT_EQ(known->choices[1].move, outside);
  }
  ASSERT_TRUE(walk->go_to(rest + "Q - 0 1"));
  const std::string outermost = indexed_text(*walk);
  ASSERT_TRUE(walk->go_to(rest + "B - 0 1"));
  EXPECT_EQ(indexed_text(*walk), outermost) << "Q is the outermost rook's";
}

TEST(IndexedBook, KnowsWhatRandomBooksKnow) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const RingWalk walk(2 + 20 * static_cast<std::uint32_t>(seed), 1 + static_cast<std::uint32_t>(seed % 9));
    const ValuedBook book = random_valued_book(walk, seed, 1 + 5 * seed);
    const Bytes file = sample(walk, seed, 1 + 5 * seed);
    const auto indexed = open(file);
    ASSERT_TRUE(indexed) << seed << ": " << indexed.error().message;
    EXPECT_EQ(indexed->size(), book.size());
    EXPECT_EQ(indexed->head().game, "ring");
    EXPECT_EQ(indexed->head().rules_text, "rules\n");
    EXPECT_EQ(indexed->head().meta, book.meta());
    ASSERT_EQ(indexed->head().roots.size(), book.roots().size());
    EXPECT_EQ(indexed->head().roots[0], book.roots()[0].position);
    EXPECT_TRUE(indexed->verify());
    const BookPaths paths(book);
    for (BookNode node = 0; node < book.size(); ++node)
      EXPECT_EQ(test::difference(*indexed, book, **paths.position(node, walk), node), "") << seed;
  }
}

TEST(IndexedBook, FindsNothingElse) {
  const RingWalk walk(100'000, 3);
  const ValuedBook book = random_valued_book(walk, 3, 300);
  const Bytes file = sample(walk, 3, 300);
  const auto indexed = open(file);
  ASSERT_TRUE(indexed);
  std::unique_ptr<BookWalk> at = walk.clone();
  for (int place = 0; place < 1'000; ++place) {
    ASSERT_TRUE(at->go_to(std::to_string(place)));
    EXPECT_EQ(indexed->find(*at).value().has_value(), book.find(at->key()).has_value());
  }
}

// All in one bucket, close to each other, evenly, and next to one end: the search takes few reads wherever keys are.
TEST(IndexedBook, FindsKeysHoweverTheyLie) {
  const RingWalk start(10, 1);
  const std::uint64_t wanted = indexed_key(indexed_text(start));
  const std::uint64_t bucket = wanted >> kIndexedRest << kIndexedRest;
  for (const std::uint64_t step : {1u, 3u, 1u << 20, 1u << 30}) {
    for (const std::uint64_t before : {0u, 1u, 100u, 4'000u, 60'000u}) {
      std::vector<IndexedPosition> positions(60'001);
      std::uint64_t key = std::max(bucket, wanted - std::min(wanted, before * step));
      for (IndexedPosition& position : positions) position.key = std::exchange(key, key + step);
      if (positions[before].key != wanted) continue;  // the bucket begins behind the first ones
      positions[before].value = {1'230, 450};
      const Bytes file = encode_indexed({}, positions).value();
      int reads = 0;
      const auto indexed = IndexedBook::make(file.size(), [&](std::uint64_t offset, std::span<std::byte> to) {
        ++reads;
        return read_from(file)(offset, to);
      });
      ASSERT_TRUE(indexed) << indexed.error().message;
      reads = 0;
      const auto found = indexed->find(start);
      ASSERT_TRUE(found && *found) << step << " " << before;
      EXPECT_EQ((*found)->value, (BookValue{1'230, 450}));
      EXPECT_LE(reads, 2 * 16);
    }
  }
}

TEST(IndexedBook, RoundsValuesAndErrors) {
  for (const Score value :
       {0, 10, -10, 123'450, -310'000, 310'000, win_in(0), win_in(1'000), loss_in(0), loss_in(77)})
    EXPECT_EQ(value_of_index(indexed_value(value)), value);
  EXPECT_EQ(value_of_index(indexed_value(kMaxEvaluation)), 310'000);
  EXPECT_EQ(value_of_index(indexed_value(-kMaxEvaluation)), -310'000);
  for (int code = -32'768; code <= 32'767; ++code)
    EXPECT_LE(std::abs(value_of_index(static_cast<std::int16_t>(code))), kWinScore);
  for (int code = 0; code < 256; ++code)
    EXPECT_EQ(indexed_error(error_of_index(static_cast<std::uint8_t>(code))), code);
  EXPECT_EQ(indexed_error(1), 1) << "not proved";
  for (Score error = kValueStep; error < 39'000; error += kValueStep)
    EXPECT_LE(std::abs(error_of_index(indexed_error(error)) - error), (error <= 1'920 ? 0 : 0.04 * error))
        << error;
  EXPECT_EQ(error_of_index(indexed_error(100'000)), kWinScore);
}

TEST(IndexedBook, RefusesTwoPositionsWithOneKey) {
  EXPECT_THAT(encode_indexed({}, {{.key = 5}, {.key = 4}, {.key = 5}}).error().message,
              HasSubstr("two positions of the book have one key"));
  IndexedHead head;
  head.roots = {"a\tb"};
  EXPECT_FALSE(encode_indexed(head, {}));
}

// It would not be read again.
TEST(IndexedBook, RefusesMoreRootsThanAHeadHolds) {
  IndexedHead head;
  head.roots.assign(300, std::string(60'000, 'x'));
  const auto file = encode_indexed(head, {});
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::kTooLarge);
  EXPECT_THAT(file.error().message, HasSubstr("300 roots of the book take"));
  head.roots.resize(200);
  EXPECT_TRUE(open(encode_indexed(head, {}).value()));
}

TEST(IndexedBook, RefusesFilesOfAnotherKindOrSize) {
  const RingWalk walk(3'000, 4);
  const Bytes file = sample(walk, 4, 900);
  EXPECT_EQ(refusal(file), "");
  const std::size_t head = file.size() - open(file)->size() * kIndexedRecord;
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{15}, std::size_t{16}, std::size_t{100}, head - 1, head, head + 1,
        head + kIndexedRecord, file.size() - kIndexedRecord, file.size() - 1}) {
    Bytes cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_THAT(refusal(cut), HasSubstr("cut short")) << size;
  }
  Bytes longer = file;
  longer.push_back({});
  EXPECT_THAT(refusal(longer), HasSubstr("and this one " + std::to_string(longer.size())));
  Bytes other = file;
  other[0] = std::byte{'X'};
  EXPECT_THAT(refusal(other), HasSubstr("not an indexed book: it does not begin with TABINDEX"));
  other = file;
  other[8] = std::byte{2};
  EXPECT_THAT(refusal(other), HasSubstr("layout 2; this program reads layout 1"));
}

// Its head is under a checksum; a damaged position is refused, or tells another value until the file is verified.
TEST(IndexedBook, RefusesDamagedBytesOrSaysSoWhenVerified) {
  const RingWalk walk(3'000, 4);
  const ValuedBook book = random_valued_book(walk, 4, 900);
  const Bytes file = sample(walk, 4, 900);
  const std::size_t head = file.size() - book.size() * kIndexedRecord;
  const BookPaths paths(book);
  Random random(1);
  for (int i = 0; i < 600; ++i) {
    Bytes damaged = file;
    const auto place = i % 2 == 0 ? random.below(static_cast<std::uint32_t>(head))
                                  : head + random.below(static_cast<std::uint32_t>(file.size() - head));
    damaged[place] ^= static_cast<std::byte>(1 << random.below(8));
    const auto indexed = open(damaged);
    if (!indexed) continue;
    EXPECT_GE(place, head);
    EXPECT_FALSE(indexed->verify());
    for (int probe = 0; probe < 10; ++probe) {
      const BookNode node = random.below(static_cast<std::uint32_t>(book.size()));
      const auto found = indexed->find(**paths.position(node, walk));
      EXPECT_TRUE(found || !found.error().message.empty());
    }
  }
}

TEST(IndexedBook, SaysThatPositionsAreOutOfOrder) {
  std::vector<IndexedPosition> positions(3'000);
  Random random(9);
  for (IndexedPosition& position : positions) position.key = random.next() >> 16;  // of one bucket
  Bytes file = encode_indexed({}, positions).value();
  const std::size_t head = file.size() - positions.size() * kIndexedRecord;
  std::swap_ranges(file.begin() + static_cast<std::ptrdiff_t>(head),
                   file.begin() + static_cast<std::ptrdiff_t>(head + kIndexedRecord),
                   file.end() - static_cast<std::ptrdiff_t>(kIndexedRecord));
  EXPECT_THAT(refusal(file), HasSubstr("not sorted by key"));
}

TEST(IndexedBook, RefusesMovesThatThePositionDoesNotHave) {
  const RingWalk start(10, 1);
  const Bytes file = encode_indexed({}, {{.key = indexed_key(indexed_text(start)), .outside = 77}}).value();
  EXPECT_THAT(open(file)->find(start).error().message, HasSubstr("names move 77 in 0, which has fewer"));
}

TEST(IndexedBook, SaysThatAFileCannotBeRead) {
  const RingWalk walk(3'000, 4);
  const Bytes file = sample(walk, 4, 900);
  const auto shrunk = std::span(file).first(file.size() - 900 * kIndexedRecord / 2);
  const auto indexed = IndexedBook::make(file.size(), read_from(shrunk));
  EXPECT_EQ(indexed.ok() ? indexed->verify().error().code : indexed.error().code, ErrorCode::kIo);
}

}  // namespace indexed_book_test
}  // namespace tabiya
