#include "core/book/book_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "codec/container.h"
#include "codec/crc64.h"
#include "core/book/valued_book_file.h"
#include "tests/support/bytes.h"

namespace tabiya::book_file_test {

using ::testing::HasSubstr;

Book sample() {
  return {{"digits", 0x0123456789ABCDEF, 42, "a test"},
          {{5, 99, 1234, 11, 2, 1'000'000'000'000, 0},
           {7, 0, -kWinScore, 12, 1, 17, 250},
           {6, 3, std::nullopt, 0, 0, 0, {}}},
          {{0x0123456789ABCDEF, 2}, {77, 1}}};
}

Book random_book(std::mt19937_64& random) {
  Book book{{std::to_string(random()), random(), random(), std::string(random() % 300, 'm')}, {}, {}};
  const bool has_lines = random() % 2 == 0;
  book.meta.ordered = random() % 2 == 0;
  for (std::size_t i = random() % 256; i > 0; --i) book.origins.push_back({random(), random() % 5});
  book.entries.resize(random() % 50);
  for (BookEntry& entry : book.entries) {
    entry = {static_cast<SetupId>(random()),
             static_cast<SetupId>(random()),
             {},
             static_cast<std::uint8_t>(random()),
             0,
             0,
             {}};
    if (random() % 3 != 0) entry.red_value = static_cast<Score>(random() % 20'000'000) - 10'000'000;
    entry.origin = static_cast<std::uint8_t>(random() % (book.origins.size() + 1));
    entry.nodes = random();
    if (random() % 3 != 0) entry.standard_error = static_cast<std::uint32_t>(random() % 1'000'000);
    if (has_lines) entry.line.resize(random() % (kLinePlies + 1), static_cast<std::uint16_t>(random() % 40));
  }
  return book;
}

// The file of `book` after `change` was made to its sections.
template <class Change>
Result<Book> decode_changed(const Book& book, Change change) {
  Result<codec::Container> file = codec::decode_container(encode_book(book));
  change(*file);
  return decode_book(encode_container(*file));
}

TEST(BookFile, GivesBackTheBook) {
  std::mt19937_64 random(11);
  EXPECT_EQ(*decode_book(encode_book(sample())), sample());
  EXPECT_EQ(*decode_book(encode_book(Book{})), Book{});
  for (int round = 0; round < 300; ++round) {
    const Book book = random_book(random);
    const auto file = encode_book(book);
    const Result<Book> decoded = decode_book(file);
    ASSERT_TRUE(decoded.ok()) << decoded.error().message;
    ASSERT_EQ(*decoded, book);
    ASSERT_EQ(encode_book(*decoded), file);
  }
}

// A change of these bytes makes every existing book unreadable: it needs another version.
TEST(BookFile, KeepsItsBytes) {
  const auto file = encode_book(sample());
  EXPECT_EQ(file.size(), 350u);
  EXPECT_EQ(codec::crc64(file), 0xC616FA481D401B4u);
}

TEST(BookFile, SaysWhetherTheEntriesHaveAnOrder) {
  Book book = sample();
  book.meta.ordered = false;
  const auto file = encode_book(book);
  EXPECT_EQ(codec::decode_container(file)->version, 3u);
  EXPECT_EQ(*decode_book(file), book);
  EXPECT_EQ(codec::decode_container(encode_book(sample()))->version, 2u);
  EXPECT_THAT(decode_changed(book, [](auto& changed) { changed.sections[0].bytes.back() = std::byte{3}; })
                  .error()
                  .message,
              HasSubstr("flags"));
}

TEST(BookFile, KeepsLinesOfPlayInVersion4) {
  Book book = sample();
  book.entries[1].line = {3, 0, 17, 511};
  for (const bool ordered : {true, false}) {
    book.meta.ordered = ordered;
    const auto file = encode_book(book);
    EXPECT_EQ(codec::decode_container(file)->version, 4u);
    EXPECT_EQ(*decode_book(file), book);
    Book without = book;
    without.entries[1].line.clear();
    EXPECT_EQ(*without_lines_of_play(file), encode_book(without));
    EXPECT_EQ(*without_lines_of_play(encode_book(without)), encode_book(without));
    EXPECT_EQ(*decode_book(file, LinesOfPlay::kSkip), without);
  }
  EXPECT_THAT(decode_changed(book, [](auto& changed) { changed.sections.pop_back(); }).error().message,
              HasSubstr("has 10 sections, not 9"));
  EXPECT_THAT(
      decode_changed(book, [](auto& changed) { changed.sections.back().name = "ELSE"; }).error().message,
      HasSubstr("no section LINE"));
  EXPECT_THAT(decode_changed(book, [](auto& changed) { changed.sections[0].bytes.back() = std::byte{4}; })
                  .error()
                  .message,
              HasSubstr("flags"));
}

TEST(BookFile, HoldsABookOfLinesInVersion5) {
  Book book = sample();
  const test::Bytes lines{std::byte{1}, std::byte{2}};
  for (const bool has_lines_of_play : {false, true}) {
    if (has_lines_of_play) book.entries[1].line = {3, 0};
    EXPECT_EQ(encode_book_with(book, {}), encode_book(book));
    EXPECT_FALSE(may_have_lines(encode_book(book)));
    EXPECT_TRUE(valued_book_in(encode_book(book))->empty());
    const auto file = encode_book_with(book, lines);
    EXPECT_EQ(codec::decode_container(file)->version, 5u);
    EXPECT_TRUE(may_have_lines(file));
    EXPECT_EQ(*decode_book(file), book);
    EXPECT_EQ(*valued_book_in(file), lines);
  }
  const Book alone{{"digits", 0, 0, "a test"}, {}};
  auto container = *codec::decode_container(encode_book_with(alone, lines));
  EXPECT_EQ(*decode_book(encode_container(container)), alone);
  container.sections.back().bytes.clear();
  EXPECT_THAT(decode_book(encode_container(container)).error().message,
              HasSubstr("GRPH is missing or empty"));
  container.sections[0].bytes.back() = std::byte{1};
  EXPECT_THAT(decode_book(encode_container(container)).error().message, HasSubstr("flags"));
}

// Of a book that an earlier program has given results of games.
TEST(BookFile, PassesOverTheResultsOfVersions6And7) {
  Book book = sample();
  book.meta.ordered = false;  // so that there are flags
  const test::Bytes lines{std::byte{1}, std::byte{2}};
  for (const bool has_lines : {false, true}) {
    auto file = *codec::decode_container(encode_book_with(book, has_lines ? lines : test::Bytes()));
    file.version = has_lines ? 7 : 6;
    file.sections[0].bytes.back() |= std::byte{8};
    const std::size_t sections = file.sections.size();
    EXPECT_THAT(decode_book(encode_container(file)).error().message, HasSubstr("sections, not"));
    file.sections.push_back({"RSLT", test::Bytes(80)});
    const auto bytes = encode_container(file);
    EXPECT_EQ(*decode_book(bytes), book);
    EXPECT_EQ(may_have_lines(bytes), has_lines);
    EXPECT_EQ(*valued_book_in(bytes), has_lines ? lines : test::Bytes());
    EXPECT_EQ(codec::decode_container(encode_book(*decode_book(bytes)))->version, 3u);
    file.sections[sections].name = "ELSE";
    EXPECT_THAT(decode_book(encode_container(file)).error().message, HasSubstr("RSLT"));
    file.version = 5;
    EXPECT_THAT(decode_book(encode_container(file)).error().message, HasSubstr("flags"));
  }
}

TEST(BookFile, ReadsVersion1) {
  const auto old = decode_changed(sample(), [](auto& file) {
    file.version = 1;
    file.sections.erase(file.sections.begin() + 6, file.sections.end());
    file.sections.erase(file.sections.begin() + 1);
  });
  ASSERT_TRUE(old.ok()) << old.error().message;
  EXPECT_EQ(*old,
            (Book{sample().meta, {{5, 99, 1234, 11}, {7, 0, -kWinScore, 12}, {6, 3, std::nullopt, 0}}}));
}

TEST(BookFile, RefusesEveryBitFlipTruncationAndAppendedByte) {
  const auto file = encode_book(sample());
  const auto refused = [](const test::Bytes& damaged) {
    const Result<Book> book = decode_book(damaged);
    ASSERT_FALSE(book.ok());
    ASSERT_TRUE(book.error().offset.has_value());
  };
  test::for_each_bit_flip(file, refused);
  test::for_each_truncation(file, refused);
  test::Bytes longer = file;
  longer.push_back(std::byte{0});
  refused(longer);
}

TEST(BookFile, RefusesOtherKindsAndVersions) {
  const Error kind = decode_changed(sample(), [](auto& file) { file.kind = "NETW"; }).error();
  EXPECT_EQ(kind.code, ErrorCode::kUnsupported);
  EXPECT_THAT(kind.message, HasSubstr("NETW"));
  const Error version = decode_changed(sample(), [](auto& file) { file.version = 8; }).error();
  EXPECT_EQ(version.code, ErrorCode::kUnsupported);
  EXPECT_THAT(version.message, HasSubstr("version 8"));
}

TEST(BookFile, RefusesSectionsThatDoNotFit) {
  const auto message = [](auto change) { return decode_changed(sample(), change).error().message; };
  for (std::size_t i = 2; i < 9; ++i) {
    EXPECT_THAT(message([&](auto& file) { file.sections[i].bytes.pop_back(); }),
                HasSubstr("one field for each"));
    EXPECT_THAT(message([&](auto& file) { file.sections[i].name = "ELSE"; }), HasSubstr("missing"));
  }
  EXPECT_THAT(message([](auto& file) { file.sections.pop_back(); }), HasSubstr("has 9 sections, not 8"));
  EXPECT_THAT(message([](auto& file) { file.sections[0].name = "ELSE"; }), HasSubstr("META"));
  EXPECT_THAT(message([](auto& file) { file.sections[1].name = "ELSE"; }), HasSubstr("ORIG"));
  EXPECT_THAT(message([](auto& file) { file.sections[1].bytes.pop_back(); }), HasSubstr("ORIG"));
  EXPECT_THAT(message([](auto& file) { file.sections[1].bytes.resize(16 * 256); }), HasSubstr("ORIG"));
  EXPECT_EQ(message([](auto& file) { file.sections[1].bytes.resize(16); }),
            "entry 1 of the book names origin 2 of 1");
  EXPECT_THAT(message([](auto& file) { file.sections[0].bytes.pop_back(); }), HasSubstr("length"));
  EXPECT_THAT(message([](auto& file) { file.sections[0].bytes[0] = std::byte{255}; }), HasSubstr("length"));
  EXPECT_THAT(message([](auto& file) { file.sections[0].bytes[2] = std::byte{27}; }), HasSubstr("control"));
}

TEST(BookFile, SurvivesGarbageInItsSections) {
  std::mt19937_64 random(12);
  int read = 0;
  for (int round = 0; round < 2000; ++round) {
    const Result<Book> book = decode_changed(sample(), [&](auto& file) {
      file.sections[random() % 9].bytes = test::random_bytes(random, random() % 30);
    });
    if (book) {
      ++read;
      ASSERT_EQ(book->entries.size(), 3u);
    }
  }
  EXPECT_GT(read, 0);
  EXPECT_LT(read, 2000);
}

TEST(BookFile, LosesItsLinesOfPlayAndNothingElse) {
  const test::Bytes lines{std::byte{1}, std::byte{2}};
  for (int parts = 0; parts < 4; ++parts) {
    Book book = sample();
    book.meta.ordered = (parts & 1) != 0;
    const std::span<const std::byte> graph =
        (parts & 2) != 0 ? std::span(lines) : std::span<const std::byte>();
    book.rules = "[toy]\n";
    const test::Bytes without = encode_book_with(book, graph);
    EXPECT_EQ(codec::decode_container(without)->sections.back().name, "RULE");
    EXPECT_EQ(*decode_book(without), book) << parts;
    book.entries[1].line = {3, 0};
    EXPECT_EQ(*without_lines_of_play(encode_book_with(book, graph)), without) << parts;
    EXPECT_EQ(*without_lines_of_play(without), without) << parts;
  }
  EXPECT_EQ(without_lines_of_play(codec::encode_container({"NNUE", 1, {}})).error().code,
            ErrorCode::kUnsupported);
}

}  // namespace tabiya::book_file_test
