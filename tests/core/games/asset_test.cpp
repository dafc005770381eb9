#include "core/games/asset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "codec/base128.h"
#include "codec/dense_text.h"
#include "codec/framing.h"
#include "core/book/book_file.h"
#include "core/book/compact_book.h"
#include "core/eval/compact_network.h"
#include "core/eval/network_file.h"
#include "core/games/games.h"
#include "tests/support/bytes.h"

namespace tabiya::asset_test {

using test::Bytes;
using test::bytes_of;

const GameModule& game_with_setups() {
  return **std::ranges::find_if(games(), [](const GameModule* game) { return game->setup_phase(); });
}

Book small_book() {
  const SetupPhase& setups = *game_with_setups().setup_phase();
  Book book{{.game = std::string(game_with_setups().name()), .maker = "a test"}, {}};
  for (const SetupId red : {3u, 1u, 7u}) {
    BookEntry& entry = book.entries.emplace_back();
    entry.red = setups.reds().normalised(red);
    entry.reply = red + 2;
    entry.red_value = 40 - static_cast<Score>(red);
  }
  return book;
}

NamedNetwork small_network() {
  NamedNetwork network{"small", "a test", NetworkWeights({.features = 50, .width = 32})};
  for (std::size_t i = 0; i < network.weights.transformer.size(); ++i)
    network.weights.transformer[i] = static_cast<std::int16_t>(i % 300);
  return network;
}

// A frame in each of its encodings.
std::vector<Bytes> carried(const Bytes& frame) {
  return {frame, bytes_of(codec::encode_dense(frame)), bytes_of(codec::encode_printable(frame)),
          bytes_of(codec::encode_base128(frame))};
}

TEST(Asset, IsABookFromItsFileOrPacked) {
  const SetupPhase& setups = *game_with_setups().setup_phase();
  const Book book = small_book();
  const auto compact = encode_compact_book(book, setups.reds(), setups.blues(), BookContent::kAll);
  ASSERT_TRUE(compact) << compact.error().message;
  std::vector<Bytes> forms = carried(codec::frame(kFramedBook, *compact));
  forms.push_back(encode_book(book));
  for (const Bytes& form : forms) {
    const auto asset = open_asset(form);
    ASSERT_TRUE(asset) << asset.error().message;
    EXPECT_EQ(std::get<Book>(*asset), book);
  }
}

TEST(Asset, IsANetworkFromItsFileOrPacked) {
  const NamedNetwork network = small_network();
  std::vector<Bytes> forms = carried(codec::frame(kFramedNetwork, encode_compact_network(network)));
  forms.push_back(encode_network(network));
  for (const Bytes& form : forms) {
    const auto asset = open_asset(form);
    ASSERT_TRUE(asset) << asset.error().message;
    EXPECT_EQ(std::get<NamedNetwork>(*asset), network);
  }
}

// Text is decoded while it is recognised, and not again.
TEST(Asset, IsDecodedOnce) {
  static int decoded = 0;
  constexpr codec::Encoding kCounting{"counting", "", codec::kDense.encode, [](std::string_view text) {
                                        ++decoded;
                                        return codec::decode_dense(text);
                                      }};
  const codec::Encoding* const encodings[] = {&kCounting};
  const NamedNetwork network = small_network();
  const std::string text = codec::encode_dense(codec::frame(kFramedNetwork, encode_compact_network(network)));
  const std::optional<Carried> carried = recognise_packed(text, encodings);
  ASSERT_TRUE(carried && carried->frame);
  const auto asset = find_asset_kind(carried->frame->kind)->decode(carried->frame->content);
  EXPECT_EQ(std::get<NamedNetwork>(*asset), network);
  EXPECT_EQ(decoded, 1);
}

TEST(Asset, OfEveryKindComesBack) {
  const std::vector<std::pair<char, Asset>> assets{{kFramedBook, small_book()},
                                                   {kFramedNetwork, small_network()},
                                                   {kFramedBytes, std::string("some bytes")},
                                                   {kFramedStored, std::string("other bytes")}};
  ASSERT_EQ(assets.size(), asset_kinds().size());
  for (const auto& [framed, asset] : assets) {
    const AssetKind& kind = *find_asset_kind(framed);
    const auto content = kind.encode(asset, {});
    ASSERT_TRUE(content) << kind.name;
    EXPECT_EQ(*kind.decode(*content), asset) << kind.name;
  }
  EXPECT_EQ(find_asset_kind('?'), nullptr);
}

TEST(Asset, ThatIsDamagedIsRecognisedByHowItBegins) {
  Bytes frame = codec::frame(kFramedNetwork, encode_compact_network(small_network()));
  frame[frame.size() / 2] ^= std::byte{1};
  for (const Bytes& form : carried(frame)) EXPECT_EQ(open_asset(form).error().code, ErrorCode::kCorrupt);
}

TEST(Asset, IsReadAsTextBehindAByteOrderMark) {
  const Bytes frame = codec::frame(kFramedNetwork, encode_compact_network(small_network()));
  for (const std::string& text : {codec::encode_base128(frame), codec::encode_dense(frame)})
    EXPECT_TRUE(open_asset(bytes_of("\xEF\xBB\xBF" + text))) << text.substr(0, 10);
}

TEST(Asset, IsTheBytesOfAnyOtherPackedFile) {
  const Asset file(std::string("a file of any kind"));
  const auto content = find_asset_kind(kFramedBytes)->encode(file, {});
  ASSERT_TRUE(content);
  for (const Bytes& form : carried(codec::frame(kFramedBytes, *content))) EXPECT_EQ(*open_asset(form), file);
}

TEST(Asset, IsToldToBeUnpackedWhereItIsAZstdFrame) {
  const auto asset = open_asset(bytes_of("\x28\xB5\x2F\xFD and more"));
  ASSERT_EQ(asset.error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(asset.error().message, ::testing::HasSubstr("tabiya unpack"));
}

TEST(Asset, IsNothingElse) {
  Bytes damaged = encode_network(small_network());
  damaged[damaged.size() / 2] ^= std::byte{1};
  for (const Bytes& bytes :
       {Bytes{}, bytes_of("some text"), codec::frame('X', bytes_of("other bytes")), damaged})
    EXPECT_FALSE(open_asset(bytes));
  EXPECT_EQ(open_asset(damaged).error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(open_asset(bytes_of("some text")).error().code, ErrorCode::kUnsupported);
}

}  // namespace tabiya::asset_test
