// fuzz_make_corpus FOLDER: writes seeds for each target to FOLDER/TARGET/, to be done again when a format
// changes.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "codec/base128.h"
#include "codec/byte_coder.h"
#include "codec/container.h"
#include "codec/dense_text.h"
#include "codec/matrix_coder.h"
#include "codec/number_coder.h"
#include "codec/seal.h"
#include "codec/varint.h"
#include "codec/word_coder.h"
#include "codec/zstd_frame.h"
#include "core/book/book_file.h"
#include "core/book/compact_book.h"
#include "core/eval/compact_network.h"
#include "core/eval/wazirdrop_network.h"
#include "core/games/zero_point_one/setup.h"
#include "core/games/zero_point_one/wazirdrop_book.h"
#include "core/random.h"

namespace tabiya::fuzz {
namespace {

using Bytes = std::vector<std::byte>;

Bytes to_bytes(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

Book sample_book() {
  Book book{{"zero_point_one", 1, 2, "corpus"}, {}};
  for (SetupId i = 0; i < 12; ++i)
    book.entries.push_back({i * 3, i % 5 * 1000, 500 - static_cast<Score>(i * i), 9, 1, 1000 * i, 30});
  book.entries[7].red_value.reset();
  book.origins = {{1, 2}};
  return book;
}

NamedNetwork sample_network() {
  NamedNetwork network{"corpus", "numbers", NetworkWeights({1, 32})};
  int next = 0;
  visit_arrays(network.weights, [&](auto numbers, int, const char*) {
    for (auto& number : numbers)
      number = static_cast<std::remove_reference_t<decltype(number)>>(++next % 9 - 4);
  });
  return network;
}

Bytes with_prefix(std::initializer_list<int> prefix, Bytes bytes) {
  Bytes result;
  for (int byte : prefix) result.push_back(static_cast<std::byte>(byte));
  result.insert(result.end(), bytes.begin(), bytes.end());
  return result;
}

Bytes coded_numbers() {
  codec::RangeEncoder coder;
  codec::NumberModel model;
  for (int i = 0; i < 64; ++i) model.code(coder, (i % 7 - 3) * i * i);
  return coder.finish();
}

Bytes coded_words() {
  const std::vector<codec::Word> words{0x1123'0000'0000'0000, 0x1132'0000'0000'0000, 0x2113'0000'0000'0000};
  codec::RangeEncoder coder;
  encode_words(coder, {4, 3}, words);
  encode_labels(coder, words, {7, false}, std::vector<std::uint32_t>{0, 6, 3});
  encode_labels(coder, words, {3, true}, std::vector<std::uint32_t>{2, 0, 1});
  return with_prefix({3, 2, 3}, coder.finish());
}

Bytes coded_matrices() {
  std::vector<std::int32_t> values;
  for (int i = 0; i < 8 * 6 + 4; ++i) values.push_back(i % 6 * (i % 5));
  return with_prefix({8, 6, 1, 4},
                     codec::encode_matrices(std::vector<codec::MatrixShape>{{8, 6}, {1, 4}}, values));
}

Bytes varints() {
  codec::BitWriter writer;
  for (int i = -40; i < 40; i += 3) codec::put_varint(writer, i * i * i);
  return writer.take_bytes();
}

std::map<std::string, std::vector<Bytes>> corpus() {
  const zero_point_one::Setups setups;
  const Book book = sample_book();
  const Bytes text = to_bytes("what stands in a file, and stands in a file again");
  const auto compact = [&](BookContent content) {
    return *encode_compact_book(book, setups, setups, content);
  };
  return {{"base128", {to_bytes(codec::encode_base128(text)), to_bytes(codec::encode_base128(Bytes(9)))}},
          {"book_file", {encode_book(book), encode_book({})}},
          {"bytes", {codec::encode_bytes(text), codec::encode_bytes(Bytes(300))}},
          {"compact_book",
           {compact(BookContent::kMoves), compact(BookContent::kOrder), compact(BookContent::kAll)}},
          {"compact_network", {encode_compact_network(sample_network())}},
          {"container", {codec::encode_container({"TEST", 1, {{"ONE.", text}, {"TWO.", {}}}})}},
          {"dense", {to_bytes(codec::encode_dense(text)), to_bytes(codec::encode_dense(Bytes(9)))}},
          {"matrices", {coded_matrices()}},
          {"network_file", {encode_network(sample_network())}},
          {"numbers", {coded_numbers()}},
          {"seal", {codec::seal('S', text)}},
          {"varint", {varints()}},
          {"wazirdrop_book", {to_bytes(*zero_point_one::export_wazirdrop_book(book))}},
          {"wazirdrop_network", {to_bytes(export_wazirdrop_network(sample_network().weights))}},
          {"words", {coded_words()}},
          {"zstd", {*codec::compress_zstd(text), *codec::compress_zstd(Bytes(5000))}}};
}

}  // namespace
}  // namespace tabiya::fuzz

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: fuzz_make_corpus FOLDER\n");
    return 2;
  }
  for (const auto& [name, seeds] : tabiya::fuzz::corpus()) {
    const std::filesystem::path folder = std::filesystem::path(argv[1]) / name;
    std::filesystem::create_directories(folder);
    for (std::size_t i = 0; i < seeds.size(); ++i) {
      std::ofstream file(folder / std::to_string(i + 1), std::ios::binary);
      file.write(reinterpret_cast<const char*>(seeds[i].data()),
                 static_cast<std::streamsize>(seeds[i].size()));
    }
  }
  return 0;
}
