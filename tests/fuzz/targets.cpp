#include "tests/fuzz/targets.h"

#include <algorithm>
#include <string_view>

#include "codec/base128.h"
#include "codec/byte_coder.h"
#include "codec/container.h"
#include "codec/dense_text.h"
#include "codec/framing.h"
#include "codec/matrix_coder.h"
#include "codec/number_coder.h"
#include "codec/varint.h"
#include "codec/word_coder.h"
#include "codec/zstd_frame.h"
#include "core/book/book_file.h"
#include "core/book/compact_book.h"
#include "core/eval/compact_network.h"
#include "core/eval/network_file.h"
#include "core/games/zero_point_one/setup.h"
#include "core/games/zero_point_one/wazirdrop.h"
#include "tests/fuzz/finding.h"

namespace tabiya::fuzz {
namespace {

const zero_point_one::Setups kSetups;
constexpr std::size_t kCap = 1 << 16;  // bytes that decoders may make of an input

void base128(Input input) {
  const auto bits = codec::decode_base128(as_text(input));
  if (!bits) return check_error(bits.error(), input);
  require(codec::encode_base128(*bits) == as_text(input), "base-128 text is not unique");
}

void dense(Input input) {
  if (const auto printed = codec::decode_printable(as_text(input)))
    require(codec::encode_printable(*printed) == as_text(input), "printable text is not unique");
  const auto bytes = codec::decode_dense(as_text(input));
  if (!bytes) return check_error(bytes.error(), input);
  require(codec::encode_dense(*bytes) == as_text(input), "dense text is not unique");
}

void varint(Input input) {
  codec::BitReader reader(input);
  codec::BitWriter writer;
  std::size_t read = 0;
  while (reader.remaining() > 0) {
    const auto number = codec::get_varint(reader);
    if (!number) break;
    codec::put_varint(writer, *number);
    require(writer.size() == (read = reader.position()), "an integer is not unique");
  }
  codec::BitReader original(input);
  const codec::Bits again = writer.take();
  codec::BitReader copy(again);
  while (copy.remaining() > 0) require(copy.get_bit() == original.get_bit(), "an integer is not unique");
}

void container(Input input) {
  const auto file = codec::decode_container(input);
  if (!file) return check_error(file.error(), input);
  require(same(encode_container(*file), input), "a container is not unique");
}

void frame(Input input) {
  const auto framed = codec::open_frame(input);
  if (!framed) return check_error(framed.error(), input);
  require(same(codec::frame(framed->kind, framed->content), input), "a frame is not unique");
}

void zstd(Input input) {
  const auto content = codec::decompress_zstd(input, kCap);
  if (!content) return check_error(content.error(), input);
  require(content->size() <= kCap, "zstd made more than its cap");
}

void bytes(Input input) {
  const auto content = codec::decode_bytes(input, kCap / 16);
  if (!content) return check_error(content.error(), input);
  require(content->size() <= kCap / 16, "bytes beyond the cap");
}

void numbers(Input input) {
  codec::RangeDecoder coder(input);
  codec::NumberModel model;
  for (int i = 0; i < 64 && !coder.overrun(); ++i) model.code(coder, 0);
}

// The shapes come from the first bytes, the rest is coded.
void matrices(Input input) {
  if (input.size() < 4) return;
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(input[i]) % 32; };
  const std::vector<codec::MatrixShape> shapes{{byte(0), byte(1)}, {byte(2), byte(3)}};
  const auto steps = static_cast<std::uint32_t>(input[0]) < 128 ? codec::Steps::kNone : codec::Steps::kCoded;
  const auto values = codec::decode_matrices(input.subspan(4), shapes, steps);
  if (!values) return check_error(values.error(), input);
  const bool bounded = std::ranges::all_of(*values, [](std::int32_t value) {
    return value >= -codec::kMaxMatrixValue - 1 && value <= codec::kMaxMatrixValue;
  });
  require(bounded, "a value beyond its bounds");
}

void words(Input input) {
  if (input.size() < 3) return;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned>(input[i]); };
  codec::RangeDecoder coder(input.subspan(3));
  const codec::WordShape shape{1 + byte(0) % codec::kMaxWordLength, 1 + byte(1) % codec::kMaxLetters};
  const auto set = decode_words(coder, shape, byte(2));
  if (!set) return check_error(set.error(), input);
  require(std::ranges::adjacent_find(*set, std::ranges::greater_equal{}) == set->end(), "words out of order");
  const codec::SimilarWords similar(*set);
  const auto labels = decode_labels(coder, similar, {7, false});
  require(std::ranges::all_of(labels, [](std::uint32_t label) { return label < 7; }),
          "a label that there is not");
  const auto ranks = decode_labels(coder, similar, {static_cast<std::uint32_t>(set->size()), true});
  std::vector<bool> taken(set->size());
  for (std::uint32_t rank : ranks) {
    require(!taken[rank], "a rank twice");
    taken[rank] = true;
  }
}

void book_file(Input input) {
  const auto book = decode_book(input);
  if (!book) return check_error(book.error(), input);
  require(*decode_book(encode_book(*book)) == *book, "a book does not come back");
}

void compact_book(Input input) {
  const auto book = decode_compact_book(input, kSetups, kSetups);
  if (!book) return check_error(book.error(), input);
  for (const BookEntry& entry : book->entries) {
    require(std::max(entry.red, entry.reply) < kSetups.count(), "an entry that is no setup");
  }
}

void wazirdrop_book(Input input) {
  const auto book = zero_point_one::import_wazirdrop_book(as_text(input));
  if (!book) return check_error(book.error(), input);
  require(*zero_point_one::export_wazirdrop_book(*book) == as_text(input), "a published book is not unique");
}

void network_file(Input input) {
  const auto network = decode_network(input);
  if (!network) return check_error(network.error(), input);
  require(same(encode_network(*network), input), "a network file is not unique");
}

void compact_network(Input input) {
  // Larger networks only take longer.
  if (input.size() > 9 && (input[2] != std::byte{0} || input[3] != std::byte{0} || input[4] != std::byte{0}))
    return;
  const auto network = decode_compact_network(input);
  if (!network) return check_error(network.error(), input);
  require(check_ranges(network->weights).ok(), "a number beyond its range");
}

void wazirdrop_network(Input input) {
  const auto weights = zero_point_one::import_wazirdrop_network(as_text(input), 1);
  if (!weights) return check_error(weights.error(), input);
  require(zero_point_one::export_wazirdrop_network(*weights) == as_text(input),
          "a published network is not unique");
}

constexpr Target kTargets[] = {
    {"base128", base128},
    {"book_file", book_file},
    {"bytes", bytes},
    {"compact_book", compact_book},
    {"compact_network", compact_network},
    {"container", container},
    {"dense", dense},
    {"matrices", matrices},
    {"network_file", network_file},
    {"numbers", numbers},
    {"frame", frame},
    {"varint", varint},
    {"wazirdrop_book", wazirdrop_book},
    {"wazirdrop_network", wazirdrop_network},
    {"words", words},
    {"zstd", zstd},
};

}  // namespace

std::span<const Target> decoder_targets() { return kTargets; }

const Target* find_target(std::string_view name) {
  for (const auto& targets :
       {decoder_targets(), game_targets(), move_book_targets(), notation_targets(), program_targets()}) {
    const auto found = std::ranges::find(targets, name, &Target::name);
    if (found != targets.end()) return &*found;
  }
  return nullptr;
}

}  // namespace tabiya::fuzz
