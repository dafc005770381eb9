// fuzz_make_corpus FOLDER: writes seeds for each target to FOLDER/TARGET/, to be done again when a format
// changes.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>

#include "booksearch/learn/data_text.h"
#include "codec/base128.h"
#include "codec/byte_coder.h"
#include "codec/container.h"
#include "codec/dense_text.h"
#include "codec/framing.h"
#include "codec/literal.h"
#include "codec/matrix_coder.h"
#include "codec/number_coder.h"
#include "codec/text.h"
#include "codec/varint.h"
#include "codec/word_coder.h"
#include "codec/zstd_frame.h"
#include "core/book/book_file.h"
#include "core/book/book_walk.h"
#include "core/book/compact_book.h"
#include "core/book/indexed_book.h"
#include "core/book/polyglot_file.h"
#include "core/book/valued_book_file.h"
#include "core/eval/compact_network.h"
#include "core/games/games.h"
#include "core/games/zero_point_one/setup.h"
#include "core/games/zero_point_one/wazirdrop.h"
#include "core/learn/learning.h"
#include "core/random.h"
#include "tools/cli/json.h"
#include "tools/reports/game_records.h"

namespace tabiya::fuzz {
namespace {

using namespace std::string_literals;
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
  const codec::SimilarWords similar(words);
  encode_labels(coder, similar, {7, false}, std::vector<std::uint32_t>{0, 6, 3});
  encode_labels(coder, similar, {3, true}, std::vector<std::uint32_t>{2, 0, 1});
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

// What a target of files takes after the byte that says how.
Bytes file_of(char how, std::string_view content) { return with_prefix({how}, to_bytes(content)); }

std::string match_lines() {
  const booksearch::GameRecord won{.winner = 0, .ending = "capture", .moves = {"b5d3", "g4e6"}};
  const booksearch::GameRecord lost{
      .number = 1, .winner = 1, .ending = std::string(booksearch::kByIllegalMove), .detail = "b5b6"};
  const GameModule& game = *games().front();
  return tools::json_text(tools::json_of(game, won)) + "\n" + tools::json_text(tools::json_of(game, lost)) +
         "\n";
}

using Corpus = std::map<std::string, std::vector<Bytes>>;

Corpus notations() {
  const std::string red = "AWAAAAAADFFDDDAN", blue = "addadffdnaaaaawa";
  const std::string middle = "AWAAAAAA/DFFDDDAN/8/8/8/8/addadffd/naaaaawa r - 2";
  return {{"referee_session",
           {to_bytes("Time 5000\nOpening " + red + " " + blue + "\nStart\nQuit\n"),
            to_bytes("Start\n" + blue + "\n")}},
          {"move_text",
           {to_bytes("\n" + red + " " + blue + " b5d3"), to_bytes(middle + "\nAb5-d3"),
            to_bytes(middle + "\nb5d3")}},
          {"position_text", {to_bytes(middle), to_bytes("8/8/8/8/8/8/8/8 r - 0")}},
          {"setup_text", {to_bytes(red), to_bytes(blue)}}};
}

// A game of each module, in which the setups and moves come from one seed: its start with some moves, and a
// later position.
Corpus games() {
  Corpus corpus;
  for (std::size_t number = 0; number < tabiya::games().size(); ++number) {
    const GameModule& game = *tabiya::games()[number];
    const std::string digit(1, static_cast<char>('0' + number));
    Random random(number);
    PositionHandle position = game.start();
    std::string line = digit;
    if (const SetupPhase* phase = game.setup_phase(); phase != nullptr && position->in_setup_phase()) {
      const SetupId red = random.below(phase->reds().count()), blue = random.below(phase->blues().count());
      line += "\n" + phase->wire(0, red) + "\n" + phase->wire(1, blue);
      position = phase->position_after(red, blue);
    }
    for (int ply = 0; ply < 12; ++ply) {
      const std::vector<MoveText> moves = position->moves();
      if (moves.empty()) break;
      const MoveText& move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      if (ply < 6) line += "\n" + (ply % 2 == 0 ? move.wire : move.readable);
      position = *position->after(move.wire);
    }
    corpus["games"].push_back(to_bytes(line));
    corpus["games"].push_back(to_bytes(digit + position->text()));
  }
  return corpus;
}

// Of each game that learns, a position in either format.
std::vector<Bytes> training_lines() {
  std::vector<Bytes> lines;
  for (std::size_t number = 0; number < tabiya::games().size(); ++number) {
    const GameModule& game = *tabiya::games()[number];
    if (game.learning() == nullptr) continue;
    const SetupPhase* const phase = game.setup_phase();
    const PositionHandle position = phase ? phase->position_after(0, 1) : game.start();
    const auto record = game.learning()->record(*position, 1'230, 1, std::nullopt);
    if (!record) continue;  // its training data have no notation
    for (const booksearch::DataFormat format :
         {booksearch::DataFormat::kText, booksearch::DataFormat::kEpd}) {
      const booksearch::DataText text(game, format, booksearch::kLogitInCentipawns);
      lines.push_back(
          file_of(static_cast<char>(2 * number + (format == booksearch::DataFormat::kEpd ? 1 : 0)),
                  **text.line_of(*record)));
    }
  }
  return lines;
}

std::vector<Bytes> rule_files() {
  return {
      to_bytes("[own:chess]\nbishop = -\ncustomPiece1 = c:NA\npromotionPieceTypes = ncq\n"
               "startFen = rncqkcnr/pppppppp/8/8/8/8/PPPPPPPP/RNCQKCNR w KQkq - 0 1\n---\n\ne2e4\n"),
      to_bytes(
          "[a:minishogi]\nmaxRank = 6\nstartFen = rbsgk/4p/5/5/P4/KGSBR[-] w 0 1\n[b:a]\nmustCapture = true\n"
          "extinctionValue = loss\nextinctionPieceTypes = *\nflagPiece = k\nflagRegionWhite = *6\n---\n"
          "1bsgk/4+p/5/5/P4/KGSBR[Rr] b 3 7\nR@a5\n"),
      to_bytes("[c:3check]\npawn = -\ncustomPiece1 = p:mfWcfFifmnD\npawnTypes = p\nking = k:mR2cgQnA\n"
               "connectN = 4\npieceDrops = true\nmustDrop = true\ndropRegionWhite = a* *3\n---\n")};
}

Corpus program_files() {
  const std::string dense = codec::encode_dense(to_bytes("what stands in a file"));
  const Bytes asset = codec::frame('X', codec::encode_bytes(to_bytes(std::string(40, 'a'))));
  const std::string_view framed = as_text(asset);
  return {{"checkpoint",
           {file_of(1,
                    "{\"run\":\"fuzz\"}\0[[1,0.1,1,1,1,1]]\0"
                    "12345678\0nnnn"s)}},
          {"data_text", training_lines()},
          {"job_file",
           {to_bytes("game = \"zero_point_one\"\nseed = 1\nevaluation = \"linear\"\ntable_mib = 1\n"
                     "[filter]\npool = 40\nkeep = 40\nrounds = 2\n"
                     "[[stage]]\nkeep = 40\ndepth = 2\nreplies = 20\nshared = 3\n")}},
          {"literal", {to_bytes(codec::cpp_literal(dense)), to_bytes(codec::rust_literal(dense))}},
          {"match_log", {to_bytes(match_lines())}},
          {"rule_file", rule_files()},
          {"training_data", {file_of(1, "{\"game\":\"zero_point_one\",\"seed\":1}")}},
          {"tuning_log",
           {to_bytes("{\"iteration\":1,\"games\":2,\"result\":0.5,\"values\":{\"a\":5.5,\"b\":0.25}}\n")}},
          {"unpack",
           {file_of(0, framed), file_of(0, codec::encode_base128(asset)),
            file_of(0, codec::encode_dense(asset)), file_of('S', "bytes")}}};
}

// Some positions of the first game that has PolyGlot's books, as the targets take it, all of whose moves lead on, but
// for the best one outside the book; and their index.
std::pair<Bytes, Bytes> lines_of_a_game() {
  const auto game = std::ranges::find_if(
      tabiya::games(), [](const GameModule* module) { return module->facts().has_polyglot_books; });
  const std::unique_ptr<BookWalk> start = (*game)->make_book_walk();
  BookGraph graph;
  std::vector<std::unique_ptr<BookWalk>> walks;
  graph.add(start->key(), start->side_to_move());
  walks.push_back(start->clone());
  for (BookNode node = 0; node < walks.size(); ++node) {
    const std::vector<MoveCode> moves = walks[node]->moves();
    graph.set_outside(node, moves[node % moves.size()],
                      FoundScore{static_cast<Score>(node * 313 % 2'000), node % 7 == 0});
    for (std::size_t i = 0; i < moves.size() && walks.size() < 40; i += 5) {
      if (i == node % moves.size()) continue;
      std::unique_ptr<BookWalk> after = walks[node]->clone();
      after->play(moves[i]);
      const BookNode to = graph.add(after->key(), after->side_to_move());
      graph.link(node, moves[i], to);
      if (to == walks.size()) walks.push_back(std::move(after));
    }
  }
  const ValuedBook book = finish_book(graph, {{start->text(), 0}}, {1, "corpus", 1'500, 0, 1'000});
  return {*encode_valued_book(book, *start), *index_lines(book, *start, (*game)->name())};
}

Corpus move_books() {
  const MoveBook book{{{.key = 0x463b96181691fc9c, .move = 0x31c, .weight = 7},
                       {.key = 0x463b96181691fc9c, .move = 0x2db, .weight = 3},
                       {.key = 0x823c9b50fd114196, .move = 0xd24, .learn = 5, .weight = 1}}};
  const std::string tags = "[Event \"a \\\"b\\\"\"]\n[Result \"1-0\"]\n";
  const std::string fen = "[FEN \"r3k2r/8/8/8/8/8/7P/R3K2R w KQkq - 0 1\"]\n";
  const auto [lines, index] = lines_of_a_game();
  return {{"indexed_book", {index}},
          {"valued_book", {lines}},
          {"polyglot_book", {write_polyglot(book), write_polyglot({})}},
          {"pgn",
           {to_bytes(tags + "\n1. e4 {c} e5 $2 2. Nf3 (2. f4 exf4) 2... Nc6 ; rest\n% line\n3. Bb5 1-0\n"),
            to_bytes(tags + fen + "\n1. O-O O-O-O 2. h4 Kb8 *\n\n[Event \"c\"]\n\n1. d4 {open\n\n" + tags +
                     "*\n")}}};
}

Corpus decoder_inputs() {
  const zero_point_one::Setups setups;
  const Book book = sample_book();
  const Bytes text = to_bytes("what stands in a file, and stands in a file again");
  const auto compact = [&](BookContent content) {
    return *encode_compact_book(book, setups, setups, content);
  };
  return {
      {"base128", {to_bytes(codec::encode_base128(text)), to_bytes(codec::encode_base128(Bytes(9)))}},
      {"book_file", {encode_book(book), encode_book({}), encode_book_with(book, to_bytes("coded"))}},
      {"bytes", {codec::encode_bytes(text), codec::encode_bytes(Bytes(300))}},
      {"compact_book",
       {compact(BookContent::kMoves), compact(BookContent::kOrder), compact(BookContent::kValues),
        compact(BookContent::kAll)}},
      {"compact_network", {encode_compact_network(sample_network())}},
      {"container", {codec::encode_container({"TEST", 1, {{"ONE.", text}, {"TWO.", {}}}})}},
      {"dense", {to_bytes(codec::encode_dense(text)), to_bytes(codec::encode_dense(Bytes(9)))}},
      {"matrices", {coded_matrices()}},
      {"network_file", {encode_network(sample_network())}},
      {"numbers", {coded_numbers()}},
      {"frame", {codec::frame('S', text)}},
      {"varint", {varints()}},
      {"wazirdrop_book", {to_bytes(*zero_point_one::export_wazirdrop_book(book))}},
      {"wazirdrop_network", {to_bytes(zero_point_one::export_wazirdrop_network(sample_network().weights))}},
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
  tabiya::fuzz::Corpus corpus = tabiya::fuzz::decoder_inputs();
  corpus.merge(tabiya::fuzz::games());
  corpus.merge(tabiya::fuzz::move_books());
  corpus.merge(tabiya::fuzz::notations());
  corpus.merge(tabiya::fuzz::program_files());
  for (const auto& [name, seeds] : corpus) {
    const std::filesystem::path folder = std::filesystem::path(argv[1]) / name;
    std::filesystem::create_directories(folder);
    for (std::size_t i = 0; i < seeds.size(); ++i) {
      std::ofstream(folder / std::to_string(i + 1), std::ios::binary) << tabiya::as_text(seeds[i]);
    }
  }
  return 0;
}
