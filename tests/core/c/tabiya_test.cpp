#include "core/c/tabiya.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/book/book_file.h"
#include "core/book/book_graph.h"
#include "core/book/book_walk.h"
#include "core/book/polyglot_file.h"
#include "core/book/valued_book.h"
#include "core/book/valued_book_file.h"
#include "core/games/games.h"
#include "tests/support/bytes.h"
#include "tests/support/checkout.h"

namespace tabiya::tabiya_test {

using test::Bytes;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string file_of(const std::string& inside) {
  std::ifstream file(test::source_path(inside), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Close {
  void operator()(tabiya_book* book) const { tabiya_book_close(book); }
  void operator()(tabiya_engine* engine) const { tabiya_engine_free(engine); }
};
using BookHandle = std::unique_ptr<tabiya_book, Close>;
using EngineHandle = std::unique_ptr<tabiya_engine, Close>;

tabiya_error error;

BookHandle opened(const Bytes& bytes) {
  tabiya_book* book = nullptr;
  EXPECT_EQ(tabiya_book_open(bytes.data(), bytes.size(), &book, &error), TABIYA_OK) << error.message;
  return BookHandle(book);
}

EngineHandle engine_of(const char* game) {
  tabiya_engine* engine = nullptr;
  EXPECT_EQ(tabiya_engine_new(game, nullptr, 1 << 20, &engine, &error), TABIYA_OK) << error.message;
  return EngineHandle(engine);
}

std::vector<tabiya_book_move> moves_of(const BookHandle& book, const char* position, const char* moves) {
  std::vector<tabiya_book_move> found(100);
  std::size_t count = 0;
  EXPECT_EQ(tabiya_book_moves(book.get(), position, moves, found.data(), found.size(), &count, &error),
            TABIYA_OK)
      << error.message;
  found.resize(std::min(count, found.size()));
  return found;
}

const GameModule& game_with_setups() { return *games().front(); }

// One of whose entries has a value with an error.
Book book_of_setups(std::string game) {
  Book book{{.game = std::move(game), .maker = "a test"}, {}};
  book.entries.push_back(
      {.red = 1, .reply = 3, .red_value = -40, .depth = 9, .nodes = 70, .standard_error = 120});
  book.entries.emplace_back().red = 5;
  return book;
}

TEST(Tabiya, ListsABookOfSetups) {
  const SetupPhase& setups = *game_with_setups().setup_phase();
  const BookHandle book = opened(encode_book(book_of_setups(std::string(game_with_setups().name()))));
  ASSERT_EQ(tabiya_book_size(book.get()), 2u);
  EXPECT_EQ(tabiya_book_positions(book.get()), 0u);
  tabiya_entry entry, again;
  ASSERT_EQ(tabiya_book_entry(book.get(), 0, &entry, &error), TABIYA_OK) << error.message;
  EXPECT_EQ(entry.setup, setups.reds().name(1));
  EXPECT_EQ(entry.reply, setups.blues().name(3));
  EXPECT_EQ(entry.reply_wire, setups.wire(1, 3));
  EXPECT_THAT((std::vector<int>{entry.has_value, entry.value, entry.has_error, entry.error, entry.depth}),
              ElementsAre(1, -40, 1, 120, 9));
  EXPECT_EQ(entry.nodes, 70u);
  ASSERT_EQ(tabiya_book_find(book.get(), entry.setup, &again, &error), TABIYA_OK);
  EXPECT_EQ(std::string_view(again.reply), entry.reply);
  ASSERT_EQ(tabiya_book_entry(book.get(), 1, &entry, &error), TABIYA_OK);
  EXPECT_EQ(entry.index, 1u);
  EXPECT_EQ(entry.has_value + entry.has_error, 0);
  EXPECT_EQ(tabiya_book_entry(book.get(), 2, &entry, &error), TABIYA_NOT_FOUND);
  std::size_t count = 0;
  EXPECT_EQ(tabiya_book_moves(book.get(), "startpos", nullptr, nullptr, 0, &count, &error),
            TABIYA_UNSUPPORTED);
}

TEST(Tabiya, MirrorsBothSetupsOfAnEntry) {
  const SetupPhase& setups = *game_with_setups().setup_phase();
  const BookHandle book = opened(encode_book(book_of_setups(std::string(game_with_setups().name()))));
  const SetupId mirrored = setups.reds().mirror(1);
  tabiya_entry entry;
  ASSERT_EQ(tabiya_book_find(book.get(), setups.reds().name(mirrored).c_str(), &entry, &error), TABIYA_OK);
  EXPECT_EQ(entry.setup, setups.reds().name(mirrored));
  EXPECT_EQ(entry.reply, setups.blues().name(setups.blues().mirror(3)));
  EXPECT_EQ(entry.index, 0u);
}

TEST(Tabiya, KnowsTheMovesOfABookOfLines) {
  const BookHandle book = opened(test::bytes_of(file_of("data/books/lines.tbk")));
  EXPECT_EQ(tabiya_book_size(book.get()), 0u);
  EXPECT_GT(tabiya_book_positions(book.get()), 1000u);
  const char* root = tabiya_book_root(book.get(), 0);
  ASSERT_NE(root, nullptr);
  EXPECT_EQ(tabiya_book_root(book.get(), 1'000'000), nullptr);
  const auto moves = moves_of(book, root, nullptr);
  ASSERT_GE(moves.size(), 2u);
  EXPECT_TRUE(std::ranges::is_sorted(moves, std::greater(), &tabiya_book_move::value));
  ASSERT_TRUE(moves[0].has_value && moves[0].leads_on);
  EXPECT_EQ(moves[0].weight, 0u);
  EXPECT_GT(moves[0].error, 0);
  // What is best for one side is worth as much to the other.
  EXPECT_EQ(moves_of(book, root, moves[0].move)[0].value, -moves[0].value);
  const std::string lines = std::string("\r\n\t") + moves[0].move + "\n";
  EXPECT_EQ(moves_of(book, root, lines.c_str())[0].value, -moves[0].value) << "any blank separates moves";
  std::size_t count = 0;
  tabiya_book_move one;
  ASSERT_EQ(tabiya_book_moves(book.get(), root, "", &one, 1, &count, &error), TABIYA_OK);
  EXPECT_EQ(count, moves.size());
  EXPECT_EQ(std::string_view(one.move), moves[0].move);
  tabiya_entry entry;
  EXPECT_EQ(tabiya_book_find(book.get(), "AWAAAAAADFDDFDNA", &entry, &error), TABIYA_NOT_FOUND);
}

TEST(Tabiya, KnowsTheMovesOfABookInPolyglotsFormat) {
  const auto walk = find_game("chess")->make_book_walk();
  MoveBook moves;
  for (const auto& [move, weight] : {std::pair("e2e4", 3), std::pair("d2d4", 5)})
    moves.moves.push_back(
        {.key = walk->key(), .move = *walk->read(move), .weight = static_cast<unsigned>(weight)});
  sort_moves(moves);
  const BookHandle book = opened(write_polyglot(moves));
  EXPECT_EQ(tabiya_book_game(book.get()), std::string_view("chess"));
  EXPECT_EQ(tabiya_book_positions(book.get()), 1u);
  const auto found = moves_of(book, "startpos", nullptr);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].move, std::string_view("d2d4"));
  EXPECT_EQ(found[0].weight, 5u);
  EXPECT_FALSE(found[0].has_value);
  std::size_t count = 0;
  EXPECT_EQ(tabiya_book_moves(book.get(), "startpos", "e2e4", nullptr, 0, &count, &error), TABIYA_NOT_FOUND);
  EXPECT_EQ(tabiya_book_moves(book.get(), "startpos", "e2e5", nullptr, 0, &count, &error), TABIYA_INVALID);
}

TEST(Tabiya, PlaysAGameByTheTextOfItsRules) {
  const std::string rules = file_of("data/variants/courtyard.ini");
  tabiya_engine* made = nullptr;
  ASSERT_EQ(tabiya_engine_new_by_rules(rules.c_str(), nullptr, nullptr, 1 << 20, &made, &error), TABIYA_OK)
      << error.message;
  const EngineHandle engine(made);
  const tabiya_limits limits{.depth = 3, .nodes = 0, .milliseconds = 0};
  tabiya_result result;
  ASSERT_EQ(tabiya_search(engine.get(), "startpos", "CK...G...GRC .ck.cg..gr..", &limits, &result, &error),
            TABIYA_OK)
      << error.message;
  EXPECT_EQ(result.depth, 3);
  ASSERT_EQ(tabiya_engine_new_by_rules("[a]\nking = @", nullptr, nullptr, 0, &made, &error), TABIYA_INVALID);
  EXPECT_THAT(error.message, HasSubstr("line 2"));
  EXPECT_NE(tabiya_engine_new_by_rules(rules.c_str(), "another", nullptr, 0, &made, &error), TABIYA_OK);
  EXPECT_EQ(made, nullptr);
}

TEST(Tabiya, TakesTheRulesOfABookFromTheBook) {
  Book of_rules = book_of_setups("courtyard.ini");
  tabiya_book* unknown = nullptr;
  const Bytes without = encode_book(of_rules);
  EXPECT_EQ(tabiya_book_open(without.data(), without.size(), &unknown, &error), TABIYA_UNSUPPORTED);
  of_rules.rules = file_of("data/variants/courtyard.ini");
  BookHandle book = opened(encode_book(of_rules));
  EXPECT_EQ(tabiya_book_game(book.get()), std::string_view("courtyard.ini"));
  tabiya_entry entry;
  ASSERT_EQ(tabiya_book_entry(book.get(), 0, &entry, &error), TABIYA_OK);
  tabiya_engine* made = nullptr;
  ASSERT_EQ(tabiya_engine_new_for_book(book.get(), nullptr, 1 << 20, &made, &error), TABIYA_OK);
  const EngineHandle engine(made);
  book.reset();
  std::int32_t value;
  const std::string moves = std::string(entry.setup) + " " + entry.reply_wire;
  EXPECT_EQ(tabiya_evaluate(engine.get(), "startpos", moves.c_str(), &value, &error), TABIYA_OK)
      << error.message;
}

TEST(Tabiya, RefusesEntriesOfAGameWithoutSetups) {
  const auto found = std::ranges::find_if(games(), [](const GameModule* each) {
    return each->setup_phase() == nullptr && each->make_book_walk();
  });
  ASSERT_NE(found, games().end());
  const auto walk = (*found)->make_book_walk();
  BookGraph graph;
  const BookNode node = graph.add(walk->key(), walk->side_to_move());
  graph.set_outside(node, walk->moves().front(), FoundScore{100, false});
  ValuedBookMeta meta;
  meta.rules = (*found)->rules_version();
  meta.search_error = 1'000;
  const auto lines = encode_valued_book(finish_book(graph, {{walk->text(), node}}, std::move(meta)), *walk);
  ASSERT_TRUE(lines.ok());
  Book book = book_of_setups(std::string((*found)->name()));
  const Bytes file = encode_book_with(book, *lines);
  book.entries.clear();
  EXPECT_EQ(tabiya_book_positions(opened(encode_book_with(book, *lines)).get()), 1u);
  tabiya_book* refused = nullptr;
  EXPECT_EQ(tabiya_book_open(file.data(), file.size(), &refused, &error), TABIYA_UNSUPPORTED);
  EXPECT_EQ(refused, nullptr);
}

TEST(Tabiya, TellsAZstdFrameFromDamage) {
  tabiya_book* book = nullptr;
  tabiya_network* network = nullptr;
  const std::string frame = file_of("data/books/default.tbp");
  EXPECT_EQ(tabiya_book_open(frame.data(), frame.size(), &book, &error), TABIYA_UNSUPPORTED);
  EXPECT_THAT(error.message, HasSubstr("zstd frame: unpack it"));
  EXPECT_EQ(tabiya_network_open(frame.data(), frame.size(), &network, &error), TABIYA_UNSUPPORTED);
  Bytes damaged = encode_book(book_of_setups(std::string(game_with_setups().name())));
  damaged.back() ^= std::byte{1};
  EXPECT_EQ(tabiya_book_open(damaged.data(), damaged.size(), &book, &error), TABIYA_CORRUPT);
  const Bytes short_and_sorted = test::bytes_of("0123456789abcdef");
  EXPECT_EQ(tabiya_book_open(short_and_sorted.data(), short_and_sorted.size(), &book, &error),
            TABIYA_UNSUPPORTED);
}

struct Watched {
  tabiya_engine* engine;
  std::vector<int> depths{};
};

TEST(Tabiya, TellsTheProgressOfASearchAndEndsIt) {
  const EngineHandle engine = engine_of("chess");
  const tabiya_limits limits{.depth = 5, .nodes = 0, .milliseconds = 0};
  tabiya_result result;
  const auto run = [&](tabiya_progress progress) {
    Watched watched{engine.get()};
    EXPECT_EQ(
        tabiya_search_with(engine.get(), "startpos", nullptr, &limits, progress, &watched, &result, &error),
        TABIYA_OK);
    return watched.depths;
  };
  EXPECT_THAT(run([](void* data, const tabiya_result* so_far) {
                static_cast<Watched*>(data)->depths.push_back(so_far->depth);
                return 1;
              }),
              ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(run([](void* data, const tabiya_result* so_far) {
                static_cast<Watched*>(data)->depths.push_back(so_far->depth);
                return so_far->depth < 2 ? 1 : 0;
              }),
              ElementsAre(0, 1, 2));
  EXPECT_EQ(result.depth, 2);
  EXPECT_THAT(run([](void* data, const tabiya_result* so_far) {
                static_cast<Watched*>(data)->depths.push_back(so_far->depth);
                tabiya_stop(static_cast<Watched*>(data)->engine);
                return 1;
              }),
              ElementsAre(0));
  // The stop has passed.
  EXPECT_EQ(run(nullptr).size(), 0u);
  EXPECT_EQ(result.depth, 5);
}

TEST(Tabiya, KeepsAnEngineThatSearchesFromOtherCalls) {
  const EngineHandle engine = engine_of("chess");
  const tabiya_limits limits{.depth = 1, .nodes = 0, .milliseconds = 0};
  tabiya_result result;
  const auto refused = [](void* data, const tabiya_result*) -> std::int32_t {
    auto* const busy = static_cast<tabiya_engine*>(data);
    std::int32_t value;
    EXPECT_EQ(tabiya_evaluate(busy, "startpos", nullptr, &value, &error), TABIYA_INVALID);
    EXPECT_THAT(error.message, HasSubstr("at work"));
    EXPECT_EQ(tabiya_engine_new_game(busy), TABIYA_INVALID);
    EXPECT_EQ(tabiya_engine_free(busy), TABIYA_INVALID);
    return 1;
  };
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(tabiya_search_with(engine.get(), "startpos", nullptr, &limits, refused, engine.get(), &result,
                                 &error),
              TABIYA_OK);
  EXPECT_EQ(tabiya_engine_new_game(engine.get()), TABIYA_OK);
}

TEST(Tabiya, RefusesNullPointers) {
  const BookHandle book = opened(encode_book(book_of_setups(std::string(game_with_setups().name()))));
  tabiya_entry entry;
  std::size_t count = 0;
  tabiya_engine* engine = nullptr;
  for (const tabiya_status status :
       {tabiya_book_entry(nullptr, 0, &entry, &error), tabiya_book_entry(book.get(), 0, nullptr, nullptr),
        tabiya_book_find(nullptr, "", &entry, &error), tabiya_book_find(book.get(), nullptr, &entry, &error),
        tabiya_book_find(book.get(), "", nullptr, &error),
        tabiya_book_moves(nullptr, "startpos", "", nullptr, 0, &count, &error),
        tabiya_book_moves(book.get(), "startpos", "", nullptr, 1, &count, &error),
        tabiya_book_moves(book.get(), "startpos", "", nullptr, 0, nullptr, &error),
        tabiya_engine_new_by_rules(nullptr, nullptr, nullptr, 0, &engine, &error),
        tabiya_engine_new_by_rules("[a]", nullptr, nullptr, 0, nullptr, &error),
        tabiya_engine_new_for_book(nullptr, nullptr, 0, &engine, &error),
        tabiya_engine_new_for_book(book.get(), nullptr, 0, nullptr, &error), tabiya_stop(nullptr)})
    EXPECT_EQ(status, TABIYA_INVALID);
  EXPECT_EQ(tabiya_book_root(nullptr, 0), nullptr);
  EXPECT_EQ(tabiya_book_positions(nullptr), 0u);
}

TEST(Tabiya, IsStoppedByAnotherThread) {
  const EngineHandle engine = engine_of("chess");
  const tabiya_limits limits{.depth = 0, .nodes = UINT64_MAX, .milliseconds = 600'000};
  tabiya_result result;
  std::thread stopping;
  const auto begin = [](void* data, const tabiya_result* so_far) -> std::int32_t {
    auto& [engine_handle, thread] = *static_cast<std::pair<tabiya_engine*, std::thread*>*>(data);
    if (so_far->depth == 1) *thread = std::thread([handle = engine_handle] { tabiya_stop(handle); });
    return 1;
  };
  std::pair<tabiya_engine*, std::thread*> data{engine.get(), &stopping};
  ASSERT_EQ(tabiya_search_with(engine.get(), "startpos", nullptr, &limits, begin, &data, &result, &error),
            TABIYA_OK);
  stopping.join();
  EXPECT_GE(result.depth, 1);
}

}  // namespace tabiya::tabiya_test
