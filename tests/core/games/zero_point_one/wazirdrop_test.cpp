#include "core/games/zero_point_one/wazirdrop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "codec/base128.h"
#include "codec/varint.h"
#include "core/book/verify.h"
#include "core/games/zero_point_one/setup.h"
#include "tests/core/eval/random_network.h"
#include "tests/support/bytes.h"
#include "tests/support/checkout.h"

namespace tabiya::zero_point_one::wazirdrop_book_test {

using ::testing::HasSubstr;

const Setups kSetups;

SetupId id_of(std::string_view name) { return *kSetups.parse(name); }

Book random_book(std::size_t size) {
  std::mt19937_64 random(size);
  Book book{{"zero_point_one", 0, 0, "WazirDrop"}, {}};
  for (std::size_t i = 0; i < size; ++i) {
    const auto id = [&] { return static_cast<SetupId>(random() % kSetups.count()); };
    book.entries.push_back({id(), id(), std::nullopt, 0});
  }
  return book;
}

std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

TEST(WazirdropBook, WritesThirtyBitsASetup) {
  Book book;
  book.entries = {{id_of("AWAAAAAADFFDDDAN"), id_of("AWAAAAAANDFFDADD"), 123, 8}};
  const Result<std::string> text = export_wazirdrop_book(book);
  ASSERT_TRUE(text.ok());
  const Result<codec::Bits> bits = codec::decode_base128(*text);
  ASSERT_TRUE(bits.ok());
  std::string read;
  for (codec::BitReader reader(*bits); reader.remaining() > 0;) read.push_back(reader.get_bit() ? '1' : '0');
  EXPECT_EQ(read, without_blanks("0 1111 0 0 0 0 0 0 10 110 110 10 10 10 0 1110"
                                 "0 1111 0 0 0 0 0 0 1110 10 110 110 10 0 10 10"));
}

TEST(WazirdropBook, GivesBackSetupsAndOrder) {
  for (const std::size_t size : {0, 1, 2, 7, 1000}) {
    const Book book = random_book(size);
    const Result<std::string> text = export_wazirdrop_book(book);
    ASSERT_TRUE(text.ok());
    const Result<Book> imported = import_wazirdrop_book(*text);
    ASSERT_TRUE(imported.ok()) << imported.error().message;
    EXPECT_EQ(*imported, book);
  }
}

TEST(WazirdropBook, RefusesToExportWhatIsNoSetup) {
  Book book = random_book(3);
  book.entries[1].reply = kSetups.count();
  EXPECT_EQ(export_wazirdrop_book(book).error().message,
            "entry 2 holds 10810800, which is not the number of a setup");
}

TEST(WazirdropBook, SaysWhereABookIsWrong) {
  const auto error_of = [](const codec::Bits& bits) {
    return import_wazirdrop_book(codec::encode_base128(bits)).error();
  };
  const std::string text = *export_wazirdrop_book(random_book(7));
  codec::Bits bits = *codec::decode_base128(text);
  bits.size -= 3;
  bits.bytes.resize((bits.size + 7) / 8);
  Error error = error_of(bits);
  EXPECT_EQ(error.offset, 13 * 30 / 7u);
  EXPECT_THAT(error.message, HasSubstr("ends within a setup"));

  error = error_of(codec::Bits{std::vector<std::byte>(2), 16});
  EXPECT_EQ(error.offset, 0u);
  EXPECT_THAT(error.message, HasSubstr("pieces of the game"));

  // Half an entry: a red without a reply.
  bits = *codec::decode_base128(*export_wazirdrop_book(random_book(1)));
  bits.size = 30;
  bits.bytes.resize(4);
  bits.bytes[3] &= std::byte{0x3F};
  EXPECT_EQ(error_of(bits).message, "the book ends within a setup");
}

TEST(WazirdropBook, ReadsAndWritesThePublishedBook) {
  const auto text = test::shared_file("data/wazirdrop/book.base128");
  const auto lines = test::shared_file("data/wazirdrop/book.txt");
  if (!text || !lines) GTEST_SKIP() << "the published book is not there";
  const Result<Book> book = import_wazirdrop_book(*text);
  ASSERT_TRUE(book.ok()) << book.error().message;
  EXPECT_EQ(book->entries.size(), 20'000u);
  EXPECT_TRUE(verify_book(*book, kSetups, kSetups).empty());
  std::string decoded;
  for (const BookEntry& entry : book->entries) {
    decoded += kSetups.name(entry.red) + ' ' + kSetups.name(entry.reply) + '\n';
  }
  EXPECT_EQ(decoded, *lines);
  EXPECT_EQ(*export_wazirdrop_book(*book), *text);
}

}  // namespace tabiya::zero_point_one::wazirdrop_book_test

namespace tabiya::zero_point_one::wazirdrop_network_test {
constexpr std::uint32_t kFeatures = 40;

TEST(WazirdropNetwork, ComesBackAsItWas) {
  for (std::uint32_t width : kNetworkWidths) {
    const NetworkWeights weights = test::random_network({kFeatures, width}, width);
    const Result<NetworkWeights> imported =
        import_wazirdrop_network(export_wazirdrop_network(weights), kFeatures);
    ASSERT_TRUE(imported) << imported.error().message;
    EXPECT_EQ(*imported, weights);
  }
}

TEST(WazirdropNetwork, RefusesAnotherNumberOfNumbers) {
  const NetworkWeights weights = test::random_network({kFeatures, 32}, 9);
  const Result<NetworkWeights> imported =
      import_wazirdrop_network(export_wazirdrop_network(weights), kFeatures + 1);
  ASSERT_FALSE(imported);
  EXPECT_EQ(imported.error().code, ErrorCode::kUnsupported);
  EXPECT_FALSE(import_wazirdrop_network(codec::encode_base128(codec::Bits{}), kFeatures));
  EXPECT_FALSE(import_wazirdrop_network("", kFeatures));
}

TEST(WazirdropNetwork, RefusesWhatIsLongerThanAnyNetworkBeforeItIsDecoded) {
  const Result<NetworkWeights> imported = import_wazirdrop_network(std::string(1'000'000, ' '), kFeatures);
  ASSERT_FALSE(imported);
  EXPECT_EQ(imported.error().message, "the text is longer than that of any network of 40 features");
}

TEST(WazirdropNetwork, SaysWhereANumberIsOutOfRange) {
  const NetworkWeights weights = test::random_network({kFeatures, 32}, 9);
  codec::BitWriter writer;
  std::size_t index = 0, bad_bit = 0;
  visit_arrays(weights, [&](auto numbers, int, const char*) {
    for (auto number : numbers) {
      if (index == 1234) bad_bit = writer.size();
      codec::put_varint(writer, index++ == 1234 ? 1024 : number);
    }
  });
  const Result<NetworkWeights> imported =
      import_wazirdrop_network(codec::encode_base128(writer.take()), kFeatures);
  ASSERT_FALSE(imported);
  EXPECT_EQ(imported.error().offset, bad_bit / 7);
  EXPECT_EQ(imported.error().message, "feature transformer weight 1024 is outside -1023...1023");
}

TEST(WazirdropNetwork, ExportsThePublishedBytes) {
  const auto text = test::shared_file("data/wazirdrop/nnue_weights.base128");
  if (!text) GTEST_SKIP() << "needs ../shared/data/wazirdrop/nnue_weights.base128";
  ASSERT_EQ(text->size(), 854'188u);
  const Result<NetworkWeights> weights = import_wazirdrop_network(*text, 6360);
  ASSERT_TRUE(weights) << weights.error().message;
  EXPECT_EQ(weights->shape, (NetworkShape{6360, 128}));
  EXPECT_TRUE(export_wazirdrop_network(*weights) == *text);
}

}  // namespace tabiya::zero_point_one::wazirdrop_network_test
