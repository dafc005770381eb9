// What the books of moves of every game have to be (conformance_test.cpp has the rest).
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/book/book_paths.h"
#include "core/book/book_walk.h"
#include "core/book/indexed_book.h"
#include "core/book/valued_book.h"
#include "core/games/games.h"
#include "core/games/variants/module.h"
#include "core/random.h"
#include "tests/core/games/conformance.h"
#include "tests/support/indexed_lines.h"

namespace tabiya::book_conformance_test {

class BookConformance : public Conformance {};

// Games from files of rules: with drops, with a count towards a draw, and with setups.
std::vector<const GameModule*> games_and_files() {
  std::vector<const GameModule*> all(games().begin(), games().end());
  static const auto from_files = [] {
    std::vector<std::unique_ptr<const GameModule>> made;
    for (const std::string name : {"crazyhouse", "3check", "makruk", "placed"}) {
      const std::string rules =
          name != "placed" ? "[file_" + name + ":" + name + "]\n"
                           : "[file_placed:chess]\nstartFen = 8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1\n"
                             "castling = false\nsetupPieces = kqrrbbnn\nsetupRegion = *1\n";
      made.push_back(*variants::make_module(rules, "", "file_" + name));
    }
    return made;
  }();
  for (const auto& game : from_files) all.push_back(game.get());
  return all;
}

TEST_P(BookConformance, KnowItsPositionsAndMoves) {
  const std::unique_ptr<BookWalk> walk = game().make_book_walk();
  if (walk == nullptr) GTEST_SKIP() << game().name() << " has no books of moves";
  Random random(11);
  int known = 0;
  for (int i = 0; i < 5; ++i) {
    play_random_game(random, [&](const GamePosition& position) {
      if (const Status there = walk->go_to(position.text()); !there) {
        EXPECT_EQ(there.error().code, ErrorCode::kUnsupported) << position.text();
        return;
      }
      EXPECT_EQ(walk->text(), position.text());
      EXPECT_EQ(walk->side_to_move(), position.side_to_move());
      if (position.outcome() != Outcome::kOpen) return;
      ++known;
      const std::vector<MoveText> moves = position.moves();
      const std::vector<MoveCode> codes = walk->moves();
      ASSERT_EQ(codes.size(), moves.size()) << position.text();
      const std::unique_ptr<BookWalk> own = position.book_walk();
      EXPECT_EQ(own->moves(), codes) << position.text();
      ASSERT_TRUE(walk->go_to(own->text()).ok()) << own->text();
      EXPECT_EQ(own->key(), walk->key()) << own->text();
      const PositionHandle same = game().position_of(*own);
      EXPECT_EQ(same->text(), position.text());
      EXPECT_EQ(same->key(), position.key());
      EXPECT_EQ(same->moves(), moves) << position.text();
      EXPECT_EQ(std::set<MoveCode>(codes.begin(), codes.end()).size(), codes.size()) << position.text();
      for (std::size_t place = 0; place < moves.size(); ++place) {
        EXPECT_EQ(walk->move_text(codes[place]), moves[place]);
        EXPECT_EQ(walk->read(moves[place].wire).value(), codes[place]);
        EXPECT_EQ(walk->read(moves[place].readable).value(), codes[place]);
        EXPECT_EQ(walk->legal(codes[place]), codes[place]);
      }
      for (int other = 0; other < 1'000; ++other) {
        const auto code = static_cast<MoveCode>(random.next());
        if (std::ranges::count(codes, code) == 0 && walk->legal(code)) {
          EXPECT_EQ(std::ranges::count(codes, *walk->legal(code)), 1) << "another name of a legal move";
        }
      }
    });
  }
  EXPECT_GT(known, 0);
  EXPECT_FALSE(walk->go_to("no position of any game"));
  if (game().setup_phase() == nullptr) return;
  const std::unique_ptr<BookWalk> empty = game().start()->book_walk();
  EXPECT_TRUE(empty->moves().empty());
  EXPECT_EQ(empty->legal(1), std::nullopt);
  EXPECT_FALSE(empty->read("e4"));
}

// Two plies by every way: by moves of the walk, and from the position's text. Equal texts have equal keys, and equal keys
// have equal moves.
TEST_P(BookConformance, KnowAPositionByEveryWayToIt) {
  const std::unique_ptr<BookWalk> walk = game().make_book_walk(), other = game().make_book_walk();
  if (walk == nullptr) GTEST_SKIP() << game().name() << " has no books of moves";
  Random random(12);
  struct Known {
    std::string text;
    std::uint64_t perft;
  };
  std::map<std::string, PositionKey> by_text;
  std::map<PositionKey, Known> by_key;
  std::map<PositionKey, std::uint64_t> indexed;
  std::map<std::uint64_t, PositionKey> by_index;
  int ways = 0;
  const auto note = [&](const BookWalk& reached) {
    ++ways;
    const std::string text = reached.text();
    EXPECT_EQ(by_text.emplace(text, reached.key()).first->second, reached.key()) << text;
    ASSERT_TRUE(other->go_to(text).ok()) << text;
    EXPECT_EQ(other->key(), reached.key()) << text;
    const PositionHandle written = game().parse_position(text).value(), same = game().position_of(reached);
    const std::uint64_t perft = written->perft(2);
    EXPECT_EQ(same->text(), written->text());
    EXPECT_EQ(same->perft(2), perft) << text;
    EXPECT_EQ(by_key.emplace(reached.key(), Known{text, perft}).first->second.perft, perft) << text;
    const std::uint64_t index = indexed_key(indexed_text(reached));
    EXPECT_EQ(indexed.emplace(reached.key(), index).first->second, index) << text;
    EXPECT_EQ(by_index.emplace(index, reached.key()).first->second, reached.key()) << text;
  };
  play_random_game(random, [&](const GamePosition& position) {
    if (ways > 3'000 || (ways > 0 && random.below(8) != 0) || position.outcome() != Outcome::kOpen) return;
    if (!walk->go_to(position.text())) return;
    for (const MoveCode first : walk->moves()) {
      const std::unique_ptr<BookWalk> after = walk->clone();
      after->play(first);
      note(*after);
      for (const MoveCode second : after->moves()) {
        const std::unique_ptr<BookWalk> last = after->clone();
        last->play(second);
        note(*last);
      }
    }
  });
  EXPECT_GT(ways, 0);
}

// Lines of random moves from a position of a random game, as the indexed book of them has them.
TEST_P(BookConformance, IsIndexed) {
  const std::unique_ptr<BookWalk> start = game().make_book_walk();
  if (start == nullptr) GTEST_SKIP() << game().name() << " has no books of moves";
  Random random(14);
  play_random_game(random, [&](const GamePosition& position) {
    const auto walk = start->clone();
    if (position.outcome() == Outcome::kOpen && random.below(4) == 0 && walk->go_to(position.text()) &&
        !walk->moves().empty())
      start->go_to(position.text()).value();
  });
  BookGraph graph;
  std::map<BookNode, std::unique_ptr<BookWalk>> walks;
  const BookNode root = graph.add(start->key(), start->side_to_move());
  walks.emplace(root, start->clone());
  for (int line = 0; line < 40; ++line) {
    BookNode node = root;
    for (int ply = 0; ply < 6; ++ply) {
      const std::vector<MoveCode> moves = walks.at(node)->moves();
      if (moves.empty()) break;
      const MoveCode move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      std::unique_ptr<BookWalk> after = walks.at(node)->clone();
      after->play(move);
      const BookNode to = graph.add(after->key(), after->side_to_move());
      if (std::ranges::count(graph[node].links, move, &BookLink::move) == 0) graph.link(node, move, to);
      walks.emplace(to, std::move(after));
      node = to;
    }
  }
  for (BookNode node = 0; node < graph.size(); ++node) {
    std::vector<MoveCode> left = walks.at(node)->moves();
    std::erase_if(left, [&](MoveCode move) {
      return std::ranges::count(graph[node].links, move, &BookLink::move) > 0;
    });
    if (!left.empty())
      graph.set_outside(node, left[left.size() / 2],
                        FoundScore{static_cast<Score>(10 * random.below(900)), false});
    else if (graph[node].links.empty())
      graph.set_outside(node, {}, FoundScore{loss_in(0), true});
  }
  const ValuedBook lines = finish_book(graph, {{start->text(), root}}, {.search_error = 850});
  const auto file = index_lines(lines, *start, game().name());
  ASSERT_TRUE(file) << file.error().message;
  const auto indexed = IndexedBook::make(file->size(), test::read_from(*file));
  ASSERT_TRUE(indexed) << indexed.error().message;
  const BookPaths paths(lines);
  for (BookNode node = 0; node < lines.size(); ++node)
    EXPECT_EQ(test::difference(*indexed, lines, **paths.position(node, *start), node), "");
}

// A move that no search has found; where books know mirror images, from one of what the book was made of.
TEST_P(BookConformance, IsFollowedByPlayers) {
  const RefereeProtocol* protocol = game().referee_protocol();
  const std::unique_ptr<BookWalk> walk = game().make_book_walk();
  if (protocol == nullptr || walk == nullptr) GTEST_SKIP() << game().name() << " has no players, or no lines";
  const SetupPhase* setups = game().setup_phase();
  PositionHandle position = game().start();
  std::string opening = "Opening";
  Random random(13);
  if (setups != nullptr) {
    const SetupId red = random.below(setups->reds().count()), blue = random.below(setups->blues().count());
    SetupId setup[] = {setups->reds().mirror(red), setups->blues().mirror(blue)};
    if (!walk->go_to(setups->position_after(red, blue)->text())) {
      std::ranges::fill(setup, setups->sound_red());
      ASSERT_TRUE(walk->go_to(setups->position_after(setup[0], setup[1])->text()).ok());
    }
    position = setups->position_after(setup[0], setup[1]);
    for (const int side : {0, 1}) opening += " " + setups->wire(side, setup[side]);
  }
  const PositionKey key = walk->key();
  const MoveCode chosen = walk->moves().back();
  BookGraph graph;
  const BookNode root = graph.add(key, walk->side_to_move());
  graph.set_outside(root, chosen, FoundScore{100, false});
  const ValuedBook lines = finish_book(graph, {{walk->text(), root}}, {});
  ASSERT_TRUE(walk->go_to(position->text()).ok());
  ASSERT_EQ(walk->key(), key);

  std::string log;
  PlayerRequest request;
  request.search.table_bytes = 1 << 20;
  request.player.limits.nodes = 10;
  request.player.log = [&log](std::string_view line) { log += std::string(line) + "\n"; };
  request.book.lines = &lines;
  const auto player = *protocol->make_player(request);
  const auto now = std::chrono::steady_clock::now;
  if (setups != nullptr) {
    ASSERT_TRUE(player->receive(opening, now()));
  }
  const auto answer = player->receive("Start", now());
  ASSERT_TRUE(answer && *answer);
  EXPECT_EQ(protocol->words_of(*position, **answer).value(), std::vector{walk->move_text(chosen).wire});
  EXPECT_NE(log.find(", book, "), log.npos) << log;
}

INSTANTIATE_TEST_SUITE_P(AllGames, BookConformance, ::testing::ValuesIn(games_and_files()), name_of_game);

}  // namespace tabiya::book_conformance_test
