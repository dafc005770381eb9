#include "core/book/compact_book.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "codec/crc64.h"
#include "core/games/zero_point_one/setup.h"
#include "core/games/zero_point_one/wazirdrop.h"
#include "tests/support/bytes.h"
#include "tests/support/checkout.h"
#include "tests/support/numbered_setups.h"

namespace tabiya::compact_book_test {

const zero_point_one::Setups kSetups;

Book random_book(std::mt19937_64& random, std::size_t size) {
  Book book{{"zero_point_one", random(), random(), "a test"}, {}};
  SetupId red = static_cast<SetupId>(random() % 1000);
  for (std::size_t i = 0; i < size; ++i, red += static_cast<SetupId>(1 + random() % 50)) {
    BookEntry entry{
        red, static_cast<SetupId>(random() % 40 * 1000), {}, static_cast<std::uint8_t>(8 + random() % 3)};
    if (random() % 9 != 0) entry.red_value = static_cast<Score>(random() % 4000);
    book.entries.push_back(entry);
  }
  for (std::size_t i = size; i > 1; --i) std::swap(book.entries[i - 1], book.entries[random() % i]);
  return book;
}

Book without_values(Book book) {
  book.meta = {book.meta.game, 0, 0, ""};
  book.origins.clear();
  for (BookEntry& entry : book.entries) entry = {entry.red, entry.reply, std::nullopt, 0};
  return book;
}

Book in_order_of_names(Book book) {
  std::ranges::sort(book.entries, {}, &BookEntry::red);
  book.meta.ordered = false;
  return book;
}

// With all that can be known of entries.
Book with_details(Book book, std::mt19937_64& random) {
  book.origins = {{random(), 6}, {random(), 5}};
  for (BookEntry& entry : book.entries) {
    entry.origin = static_cast<std::uint8_t>(random() % 3);
    entry.nodes = random() % 4 == 0 ? 0 : random() % 100'000'000;
    if (random() % 5 != 0) entry.standard_error = static_cast<std::uint32_t>(random() % 900);
  }
  return book;
}

TEST(CompactBook, GivesBackWhatItKeeps) {
  std::mt19937_64 random(61);
  for (const std::size_t size : {0, 1, 2, 3, 10, 100, 1000}) {
    const Book book = random_book(random, size);
    const auto round_trip = [&](BookContent content) {
      const auto bytes = encode_compact_book(book, kSetups, kSetups, content);
      EXPECT_TRUE(bytes.ok());
      auto decoded = decode_compact_book(*bytes, kSetups, kSetups);
      EXPECT_TRUE(decoded.ok()) << decoded.error().message;
      return *decoded;
    };
    EXPECT_EQ(round_trip(BookContent::kAll), book);
    EXPECT_EQ(round_trip(BookContent::kValues), book);
    EXPECT_EQ(round_trip(BookContent::kOrder), without_values(book));
    EXPECT_EQ(round_trip(BookContent::kMoves), in_order_of_names(without_values(book)));
  }
}

TEST(CompactBook, KeepsAllDetailsIfAsked) {
  std::mt19937_64 random(64);
  for (const std::size_t size : {0, 1, 2, 300}) {
    const Book plain = random_book(random, size);
    const Book book = with_details(plain, random);
    const auto all = encode_compact_book(book, kSetups, kSetups, BookContent::kAll);
    ASSERT_TRUE(all.ok());
    EXPECT_EQ(*decode_compact_book(*all, kSetups, kSetups), book);
    const auto values = encode_compact_book(book, kSetups, kSetups, BookContent::kValues);
    EXPECT_EQ(*decode_compact_book(*values, kSetups, kSetups), plain);
    // Where there are no details, both are the same.
    EXPECT_EQ(*encode_compact_book(plain, kSetups, kSetups, BookContent::kAll), *values);
  }
}

TEST(CompactBook, RememberThatABookHasNoOrder) {
  std::mt19937_64 random(65);
  const Book book = in_order_of_names(with_details(random_book(random, 100), random));
  for (const BookContent content : {BookContent::kMoves, BookContent::kOrder, BookContent::kAll}) {
    const auto coded = encode_compact_book(book, kSetups, kSetups, content);
    ASSERT_TRUE(coded.ok());
    const Book decoded = *decode_compact_book(*coded, kSetups, kSetups);
    EXPECT_EQ(decoded, content == BookContent::kAll ? book : in_order_of_names(without_values(book)));
  }
  Book ordered = book;
  ordered.meta.ordered = true;
  EXPECT_EQ(*encode_compact_book(book, kSetups, kSetups, BookContent::kOrder),
            *encode_compact_book(ordered, kSetups, kSetups, BookContent::kMoves));
}

TEST(CompactBook, NamesItsGameThoughDamaged) {
  std::mt19937_64 random(66);
  auto bytes = *encode_compact_book(random_book(random, 20), kSetups, kSetups, BookContent::kOrder);
  bytes.back() ^= std::byte{1};
  EXPECT_EQ(*compact_book_game(bytes), "zero_point_one");
  EXPECT_EQ(compact_book_game(test::bytes_of("no book")).error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(compact_book_game({}).error().code, ErrorCode::kUnsupported);
}

// The bytes of single-file players and of books that were packed before: raise kVersion with them.
TEST(CompactBook, KeepsItsBytes) {
  std::mt19937_64 random(67);
  const Book book = with_details(random_book(random, 30), random);
  const auto checksum = [&](BookContent content) {
    return codec::crc64(*encode_compact_book(book, kSetups, kSetups, content));
  };
  EXPECT_EQ(checksum(BookContent::kMoves), 2050128231556323390u);
  EXPECT_EQ(checksum(BookContent::kOrder), 18315983241738008429u);
  EXPECT_EQ(checksum(BookContent::kValues), 14781346819977242723u);
}

TEST(CompactBook, RoundsValuesAndDepthsAsAsked) {
  std::mt19937_64 random(62);
  Book book = random_book(random, 1000);
  for (BookEntry& entry : book.entries) {
    if (entry.red_value) *entry.red_value -= 2000;
  }
  std::size_t size = encode_compact_book(book, kSetups, kSetups, BookContent::kAll)->size();
  for (const std::uint32_t step : {2u, 5u, 10u, 100u}) {
    const BookPrecision precision{.value = step, .depth = 2};
    const auto bytes = encode_compact_book(book, kSetups, kSetups, BookContent::kAll, precision);
    ASSERT_TRUE(bytes.ok());
    const auto rounded = decode_compact_book(*bytes, kSetups, kSetups);
    ASSERT_TRUE(rounded.ok());
    for (std::size_t i = 0; i < book.entries.size(); ++i) {
      const BookEntry& entry = rounded->entries[i];
      EXPECT_EQ(entry.red, book.entries[i].red);
      EXPECT_EQ(entry.depth, book.entries[i].depth / 2 * 2);
      ASSERT_EQ(entry.red_value.has_value(), book.entries[i].red_value.has_value());
      if (!entry.red_value) continue;
      EXPECT_EQ(*entry.red_value % static_cast<Score>(step), 0);
      EXPECT_LE(2 * std::abs(*entry.red_value - *book.entries[i].red_value), static_cast<Score>(step));
    }
    EXPECT_LT(bytes->size(), size);
    size = bytes->size();
  }
}

TEST(CompactBook, RefusesAPrecisionOutOfBounds) {
  for (const BookPrecision& precision : {BookPrecision{.value = 0}, {.depth = 0}, {.value = 1'000'001}}) {
    EXPECT_FALSE(encode_compact_book({{"zero_point_one", 0, 0, ""}, {}}, kSetups, kSetups, BookContent::kAll,
                                     precision)
                     .ok());
  }
}

TEST(CompactBook, KnowsNoGame) {
  const test::NumberedSetups numbers(100);
  Book book{{"numbers", 0, 0, ""}, {}};
  for (SetupId red = 99; red > 0; red -= 9) book.entries.push_back({red, red % 7, {}, 0});
  const auto bytes = encode_compact_book(book, numbers, numbers, BookContent::kOrder);
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(*decode_compact_book(*bytes, numbers, numbers), book);
  EXPECT_EQ(decode_compact_book(*bytes, kSetups, kSetups).error().code, ErrorCode::kUnsupported);
}

TEST(CompactBook, RefusesBooksThatAreWanting) {
  std::mt19937_64 random(62);
  Book book = random_book(random, 5);
  book.entries[1].red = book.entries[3].red;
  EXPECT_THAT(encode_compact_book(book, kSetups, kSetups, BookContent::kAll).error().message,
              ::testing::HasSubstr("two entries"));
  book.entries[1].red = kSetups.count();
  EXPECT_THAT(encode_compact_book(book, kSetups, kSetups, BookContent::kAll).error().message,
              ::testing::HasSubstr("not of setups"));
}

TEST(CompactBook, RefusesControlCharacters) {
  std::mt19937_64 random(65);
  Book book = random_book(random, 3);
  book.meta.maker = "a\x1Bmaker";
  const auto bytes = encode_compact_book(book, kSetups, kSetups, BookContent::kAll);
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(decode_compact_book(*bytes, kSetups, kSetups).error().code, ErrorCode::kCorrupt);
}

TEST(CompactBook, BeatsThePublishedCoding) {
  const auto text = test::shared_file("data/wazirdrop/book.base128");
  if (!text) GTEST_SKIP() << "the published book is not there";
  const auto book = zero_point_one::import_wazirdrop_book(*text);
  ASSERT_TRUE(book.ok());
  const auto moves = encode_compact_book(*book, kSetups, kSetups, BookContent::kMoves);
  ASSERT_TRUE(moves.ok());
  EXPECT_LT(moves->size(), 18'100u);  // 171,429 bytes of text
  EXPECT_EQ(*decode_compact_book(*moves, kSetups, kSetups), in_order_of_names(without_values(*book)));
  const auto order = encode_compact_book(*book, kSetups, kSetups, BookContent::kOrder);
  ASSERT_TRUE(order.ok());
  EXPECT_LT(order->size(), 48'800u);
  EXPECT_EQ(decode_compact_book(*order, kSetups, kSetups)->entries, book->entries);
}

}  // namespace tabiya::compact_book_test
