// What every game module has to be, whatever the game: run over all of the list.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/games/games.h"
#include "core/random.h"
#include "tests/core/games/conformance.h"
#include "tests/support/checkout.h"

namespace tabiya::conformance_test {

TEST_P(Conformance, IsFoundByItsName) {
  EXPECT_EQ(find_game(game().name()), &game());
  EXPECT_FALSE(game().title().empty());
  EXPECT_GT(game().rules_version(), 0u);
  EXPECT_NE(game().sides()[0], game().sides()[1]);
}

TEST_P(Conformance, ReadsThePositionsThatItWrites) {
  Random random(1);
  for (int i = 0; i < 5; ++i) {
    play_random_game(random, [&](const GamePosition& position) {
      const auto read = game().parse_position(position.text());
      ASSERT_TRUE(read) << position.text() << ": " << read.error().message;
      EXPECT_EQ((*read)->text(), position.text());
      EXPECT_EQ((*read)->side_to_move(), position.side_to_move());
      if (position.outcome() == Outcome::kDraw) return;  // by what the text may not say: repetition, plies
      EXPECT_EQ((*read)->outcome(), position.outcome());
      EXPECT_EQ((*read)->moves(), position.moves());
    });
  }
  EXPECT_FALSE(game().parse_position("no position of any game"));
  EXPECT_FALSE(game().parse_position(""));
}

TEST_P(Conformance, ReadsMovesInBothNotationsAndRefusesOthers) {
  Random random(2);
  play_random_game(random, [&](const GamePosition& position) {
    for (const MoveText& move : position.moves()) {
      const auto wire = position.after(move.wire), readable = position.after(move.readable);
      ASSERT_TRUE(wire) << position.text() << " " << move.wire << ": " << wire.error().message;
      ASSERT_TRUE(readable) << position.text() << " " << move.readable << ": " << readable.error().message;
      EXPECT_EQ((*wire)->text(), (*readable)->text());
      EXPECT_NE((*wire)->side_to_move(), position.side_to_move());
    }
    EXPECT_FALSE(position.after("z9z9"));
    EXPECT_FALSE(position.after(""));
  });
}

TEST_P(Conformance, PlaysMovesByTheirPlaces) {
  Random random(9);
  play_random_game(random, [&](const GamePosition& position) {
    const std::vector<MoveText> moves = position.moves();
    for (std::size_t place = 0; place < moves.size(); ++place) {
      const auto played = position.play(place);
      ASSERT_TRUE(played);
      EXPECT_EQ(played->first, moves[place]);
      EXPECT_EQ(played->second->text(), (*position.after(moves[place].wire))->text());
    }
    EXPECT_FALSE(position.play(moves.size()));
  });
}

TEST_P(Conformance, EndsWhereThereIsNoMoveAndSaysSo) {
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    play_random_game(random, [&](const GamePosition& position) {
      EXPECT_EQ(position.outcome() == Outcome::kOpen, !position.moves().empty()) << position.text();
      EXPECT_EQ(position.outcome() == Outcome::kOpen, !position.result()) << position.text();
    });
  }
}

TEST_P(Conformance, CountsMoveSequencesAsItsMovesDo) {
  Random random(4);
  int visited = 0;
  play_random_game(random, [&](const GamePosition& position) {
    if (++visited % 7 != 1) return;
    std::uint64_t sum = 0;
    const std::vector<MoveText> moves = position.moves();
    for (const MoveText& move : moves) sum += (*position.after(move.wire))->perft(1);
    EXPECT_EQ(position.perft(0), 1u);
    EXPECT_EQ(position.perft(1), moves.size());
    EXPECT_EQ(position.perft(2), sum) << position.text();
  });
}

// "perft-pawn-race.tsv"
std::string vectors_of(const GameModule& game) {
  if (game.name() == "zero_point_one") return "perft.tsv";
  std::string name = "perft-" + std::string(game.name()) + ".tsv";
  std::ranges::replace(name, '_', '-');
  return name;
}

// Lines of a position and its counts from depth 1 on, on which two independent programs agree.
TEST_P(Conformance, CountsAsThePublishedVectors) {
  if (game().name().starts_with("toy")) GTEST_SKIP() << game().name() << " has no vectors";
  std::istringstream lines(test::data_file(vectors_of(game())));
  int positions = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    std::string text, nodes;
    std::getline(fields, text, '\t');
    const auto position = game().parse_position(text);
    ASSERT_TRUE(position) << text << ": " << position.error().message;
    ++positions;
    for (int depth = 1; std::getline(fields, nodes, '\t'); ++depth)
      EXPECT_EQ((*position)->perft(depth), std::stoull(nodes)) << text << " " << depth;
  }
  EXPECT_GE(positions, 5);
}

TEST_P(Conformance, DrawsWholeBoards) {
  Random random(5);
  play_random_game(random, [&](const GamePosition& position) {
    const BoardPicture picture = position.picture();
    ASSERT_NE(picture.pieces, nullptr);
    EXPECT_EQ(picture.squares.size(), picture.row_names.size() * picture.column_names.size());
    for (const auto& piece : picture.squares) {
      EXPECT_TRUE(!piece || (piece->side < 2 && piece->glyph < picture.pieces->glyphs.size()));
    }
    EXPECT_FALSE(picture.caption.empty());
  });
}

TEST_P(Conformance, GivesTheTurnAwayOnTheSameBoard) {
  Random random(12);
  int given = 0;
  play_random_game(random, [&](const GamePosition& position) {
    const PositionHandle passed = position.passed();
    if (passed == nullptr) return;
    ++given;
    EXPECT_EQ(position.outcome(), Outcome::kOpen);
    EXPECT_NE(passed->side_to_move(), position.side_to_move());
    EXPECT_EQ(passed->picture().squares, position.picture().squares);
  });
  const std::set<std::string_view> keeps_the_turn{"ard_ri", "pawn_race", "toy_without_passing"};
  EXPECT_EQ(given == 0, keeps_the_turn.contains(game().name()));
}

TEST_P(Conformance, TakesSinglePiecesAway) {
  Random random(13);
  int taken = 0;
  play_random_game(random, [&](const GamePosition& position) {
    auto squares = position.picture().squares;
    const std::size_t square = random.below(static_cast<std::uint32_t>(squares.size()));
    const PositionHandle rest = position.without(square);
    if (rest == nullptr) return;
    ASSERT_TRUE(squares[square]);
    ++taken;
    squares[square].reset();
    EXPECT_EQ(rest->picture().squares, squares);
    EXPECT_EQ(rest->side_to_move(), position.side_to_move());
  });
  EXPECT_EQ(taken == 0, game().name() == "pawn_race" || game().name().starts_with("toy"));
}

TEST_P(Conformance, SearchesToLegalMovesAndTheSameAgain) {
  const auto made = game().make_engine({}, {.table_bytes = 1 << 20});
  if (!made) {
    EXPECT_EQ(made.error().code, ErrorCode::kUnsupported);
    GTEST_SKIP() << game().name() << " has no engine: " << made.error().message;
  }
  GameEngine& engine = **made;
  Random random(6);
  play_random_game(random, [&](const GamePosition& position) {
    if (position.outcome() != Outcome::kOpen) return;
    const PositionHandle root = *game().parse_position(position.text());
    const Limits limits{.depth = 3};
    engine.new_game();
    const GameSearchResult first = *engine.search({&root, 1}, limits, {});
    engine.new_game();
    const GameSearchResult again = *engine.search({&root, 1}, limits, {});
    ASSERT_FALSE(first.best.pv.empty()) << position.text();
    EXPECT_EQ(first.best.score, again.best.score);
    EXPECT_EQ(first.best.pv, again.best.pv);
    EXPECT_EQ(first.nodes, again.nodes);
    PositionHandle at = root;
    for (const MoveText& move : first.best.pv) {
      const auto next = at->after(move.wire);
      ASSERT_TRUE(next) << at->text() << " " << move.wire;
      at = *next;
    }
  });
}

TEST_P(Conformance, SearchesTheMovesThatItIsToldAlone) {
  const auto made = game().make_engine({}, {.table_bytes = 1 << 20});
  if (!made) GTEST_SKIP() << game().name() << " has no engine: " << made.error().message;
  Random random(10);
  play_random_game(random, [&](const GamePosition& position) {
    const std::vector<MoveText> moves = position.moves();
    if (moves.size() < 2) return;
    const PositionHandle root = *game().parse_position(position.text());
    const std::vector<std::string> allowed{moves[random.below(static_cast<std::uint32_t>(moves.size()))].wire,
                                           moves.back().wire};
    const GameSearchResult found = *(*made)->search({&root, 1}, {.depth = 3}, {}, allowed);
    ASSERT_FALSE(found.best.pv.empty()) << position.text();
    EXPECT_EQ(std::ranges::count(allowed, found.best.pv[0].wire), allowed[0] == allowed[1] ? 2 : 1)
        << position.text() << " " << found.best.pv[0].wire;
  });
}

TEST_P(Conformance, SetupsHaveNamesMirrorsAndPositions) {
  const SetupPhase* setups = game().setup_phase();
  if (setups == nullptr) GTEST_SKIP() << game().name() << " has no setup phase";
  Random random(7);
  for (const SetupSpace* space : {&setups->reds(), &setups->blues()}) {
    EXPECT_EQ(space->game(), game().name());
    EXPECT_EQ(space->normalised_count(), space->normalised_ids().size());
    for (int i = 0; i < 200; ++i) {
      const SetupId id = random.below(space->count());
      const auto parsed = space->parse(space->name(id));
      ASSERT_TRUE(parsed) << space->name(id);
      EXPECT_EQ(*parsed, id);
      EXPECT_EQ(space->mirror(space->mirror(id)), id);
      EXPECT_EQ(space->normalised(id), space->normalised(space->mirror(id)));
      EXPECT_TRUE(space->is_normalised(space->normalised(id)));
    }
  }
}

// The value of a pair is that of its line, and a bound has none.
TEST_P(Conformance, PairSearchesTellTheirLines) {
  const SetupPhase* setups = game().setup_phase();
  if (setups == nullptr) GTEST_SKIP() << game().name() << " has no setup phase";
  const auto oracle = setups->make_oracle({});
  if (!oracle) GTEST_SKIP() << game().name() << " has no oracle: " << oracle.error().message;
  const auto searcher = (*oracle)->searcher(1 << 20);
  Random random(5);
  for (int round = 0; round < 20; ++round) {
    const SetupId red = random.below(setups->reds().count()), blue = random.below(setups->blues().count());
    searcher->set_red(red);
    const PairSearchResult found = *searcher->search(blue, 3, -kInfiniteScore, kInfiniteScore);
    EXPECT_GE(found.line.size(), is_proven(found.red_value) ? 0u : 3u);
    EXPECT_LE(found.line.size(), kLinePlies);
    PositionHandle position = setups->position_after(red, blue);
    for (const std::uint16_t place : found.line) {
      const auto played = position->play(place);
      ASSERT_TRUE(played);
      position = played->second;
    }
    EXPECT_TRUE(searcher->search(blue, 3, found.red_value, found.red_value + 1)->line.empty());
  }
}

TEST_P(Conformance, DrawsTheSetupsOfEitherSideAlone) {
  const SetupPhase* setups = game().setup_phase();
  if (setups == nullptr) GTEST_SKIP() << game().name() << " has no setup phase";
  Random random(9);
  for (const int side : {0, 1}) {
    const SetupId id = random.below(setups->setups(side).count());
    const std::optional<SetupId> pictured = setups->pictured(side, setups->picture(side, id));
    EXPECT_EQ(pictured.has_value(), game().name() == "chess" || game().name() == "zero_point_one");
    EXPECT_EQ(pictured.value_or(id), id);
    int pieces = 0;
    for (const auto& piece : setups->picture(side, id).squares) {
      if (!piece) continue;
      ++pieces;
      EXPECT_EQ(piece->side, static_cast<std::size_t>(side));
    }
    EXPECT_GT(pieces, 0);
  }
}

TEST_P(Conformance, SetupsThatAreAnsweredOnTheWireStandOnTheBoard) {
  const SetupPhase* setups = game().setup_phase();
  if (setups == nullptr) GTEST_SKIP() << game().name() << " has no setup phase";
  Random random(8);
  for (int i = 0; i < 50; ++i) {
    const SetupId red = random.below(setups->reds().count()), blue = random.below(setups->blues().count());
    PositionHandle position = game().start();
    for (const int side : {0, 1}) {
      ASSERT_TRUE(position->in_setup_phase());
      EXPECT_TRUE(position->moves().empty());
      const auto next = position->after(setups->wire(side, side == 0 ? red : blue));
      ASSERT_TRUE(next) << next.error().message;
      position = *next;
    }
    EXPECT_EQ(position->text(), setups->position_after(red, blue)->text());
  }
}

// Two players speak with each other through a referee who knows nothing but the module.
TEST_P(Conformance, PlaysAGameToItsEndByTheLineProtocol) {
  const RefereeProtocol* protocol = game().referee_protocol();
  if (protocol == nullptr) GTEST_SKIP() << game().name() << " has no line protocol";
  PlayerRequest request;
  request.search.table_bytes = 1 << 20;
  request.player.limits.nodes = 200;
  std::unique_ptr<RefereedPlayer> players[2];
  for (auto& player : players) {
    auto made = protocol->make_player(request);
    ASSERT_TRUE(made) << made.error().message;
    player = *std::move(made);
  }
  const auto now = std::chrono::steady_clock::now;
  PositionHandle position = game().start();
  std::string line = "Start";
  for (int answers = 0; position->outcome() == Outcome::kOpen; ++answers) {
    ASSERT_LE(answers, game().facts().ply_limit);
    const auto answer = players[game().side_to_act(*position)]->receive(line, now());
    ASSERT_TRUE(answer) << position->text() << " " << line << ": " << answer.error().message;
    ASSERT_TRUE(*answer) << position->text() << " " << line;
    line = **answer;
    const auto words = protocol->words_of(*position, line);
    ASSERT_TRUE(words) << position->text() << " " << line << ": " << words.error().message;
    for (const std::string& word : *words) position = position->after(word).value();
    EXPECT_FALSE(players[0]->has_quit());
  }
  EXPECT_TRUE(position->result());
  const auto last = players[position->side_to_move()]->receive(line, now());
  ASSERT_TRUE(last) << last.error().message;
  EXPECT_FALSE(*last) << "an answer after the end of the game";
  EXPECT_TRUE(players[0]->receive("Quit", now()));
  EXPECT_TRUE(players[0]->has_quit());
}

TEST_P(Conformance, RefusesLinesThatItsProtocolDoesNotKnow) {
  const RefereeProtocol* protocol = game().referee_protocol();
  if (protocol == nullptr) GTEST_SKIP() << game().name() << " has no line protocol";
  PlayerRequest request;
  request.search.table_bytes = 1 << 20;
  request.player.limits.nodes = 50;
  const auto player = *protocol->make_player(request);
  const auto say = [&](const char* line) { return player->receive(line, std::chrono::steady_clock::now()); };
  for (const char* line : {"Go", "Time", "Time 0", "Opening z9z9", "z9z9", "Start now"})
    EXPECT_FALSE(say(line)) << line;
  EXPECT_FALSE(protocol->words_of(*game().start(), "z9z9"));
  ASSERT_TRUE(say("Time 5000"));
  const auto first = say("Start");
  ASSERT_TRUE(first && *first);
  EXPECT_FALSE(say("Start"));
  EXPECT_FALSE(say("Time 5000"));
}

INSTANTIATE_TEST_SUITE_P(AllGames, Conformance, ::testing::ValuesIn(games().begin(), games().end()),
                         name_of_game);

}  // namespace tabiya::conformance_test
