#include "core/book/book_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codec/container.h"
#include "codec/crc64.h"
#include "tests/support/bytes.h"

namespace tabiya {
namespace {

using ::testing::HasSubstr;

Book sample() {
  return {{"digits", 0x0123456789ABCDEF, 42, "a test"},
          {{5, 99, 1234, 11}, {7, 0, -kWinScore, 12}, {6, 3, std::nullopt, 0}}};
}

Book random_book(std::mt19937_64& random) {
  Book book{{std::to_string(random()), random(), random(), std::string(random() % 300, 'm')}, {}};
  book.entries.resize(random() % 50);
  for (BookEntry& entry : book.entries) {
    entry = {static_cast<SetupId>(random()),
             static_cast<SetupId>(random()),
             {},
             static_cast<std::uint8_t>(random())};
    if (random() % 3 != 0) entry.red_value = static_cast<Score>(random() % 20'000'000) - 10'000'000;
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

// A change of these bytes makes every existing book unreadable: raise kBookFileVersion with it.
TEST(BookFile, KeepsItsBytes) {
  const auto file = encode_book(sample());
  EXPECT_EQ(file.size(), 199u);
  EXPECT_EQ(codec::crc64(file), 0x9204574500C2C349u);
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
  const Error version = decode_changed(sample(), [](auto& file) { file.version = 2; }).error();
  EXPECT_EQ(version.code, ErrorCode::kUnsupported);
  EXPECT_THAT(version.message, HasSubstr("version 2"));
}

TEST(BookFile, RefusesSectionsThatDoNotFit) {
  const auto message = [](auto change) { return decode_changed(sample(), change).error().message; };
  for (std::size_t i = 1; i < 5; ++i) {
    EXPECT_THAT(message([&](auto& file) { file.sections[i].bytes.pop_back(); }),
                HasSubstr("one field for each"));
    EXPECT_THAT(message([&](auto& file) { file.sections[i].name = "ELSE"; }), HasSubstr("missing"));
  }
  EXPECT_THAT(message([](auto& file) { file.sections.pop_back(); }), HasSubstr("has 5 sections, not 4"));
  EXPECT_THAT(message([](auto& file) { file.sections[0].name = "ELSE"; }), HasSubstr("META"));
  EXPECT_THAT(message([](auto& file) { file.sections[0].bytes.pop_back(); }), HasSubstr("length"));
  EXPECT_THAT(message([](auto& file) { file.sections[0].bytes[0] = std::byte{255}; }), HasSubstr("length"));
  EXPECT_THAT(message([](auto& file) { file.sections[0].bytes[2] = std::byte{27}; }), HasSubstr("control"));
}

TEST(BookFile, SurvivesGarbageInItsSections) {
  std::mt19937_64 random(12);
  for (int round = 0; round < 2000; ++round) {
    const Result<Book> book = decode_changed(sample(), [&](auto& file) {
      file.sections[random() % 5].bytes = test::random_bytes(random, random() % 30);
    });
    if (book) {
      ASSERT_EQ(book->entries.size(), 3u);
    }
  }
}

}  // namespace
}  // namespace tabiya
