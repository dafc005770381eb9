#include "core/game/written_move.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/games/games.h"

namespace tabiya::typed_move_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

const std::vector<MoveText> kLegal{{"b5d3", "Ab5-d3"}, {"b3c4", "Fb3xwc4"}, {"Df8", "D@f8"}, {"Af8", "A@f8"}};

std::vector<std::string> meant(const std::string& typed) {
  std::vector<std::string> moves;
  for (const MoveText& move : moves_meant(kLegal, typed)) moves.push_back(move.readable);
  return moves;
}

TEST(TypedMove, IsFoundWhateverItsCaseAndSeparators) {
  for (const std::string typed : {"b5d3", "B5D3", "b5 d3", "b5-d3", "Ab5-d3", "ab5d3", "AB5 D3!"})
    EXPECT_THAT(meant(typed), ElementsAre("Ab5-d3")) << typed;
  for (const std::string typed : {"b3c4", "Fb3xwc4", "fb3wc4", "Fb3xc4", "b3xc4", "b3xWc4"})
    EXPECT_THAT(meant(typed), ElementsAre("Fb3xwc4")) << typed;
  for (const std::string typed : {"Df8", "df8", "D@f8", "d @ f8"})
    EXPECT_THAT(meant(typed), ElementsAre("D@f8")) << typed;
}

TEST(TypedMove, MayMeanSeveralOrNone) {
  EXPECT_THAT(meant("f8"), ElementsAre("D@f8", "A@f8"));
  for (const std::string typed : {"", "-", "b5", "Nb5-d3", "Fb3xac4", "b5d4", "b5d3d3"})
    EXPECT_THAT(meant(typed), IsEmpty()) << typed;
}

TEST(TypedMove, IsTheOneThatIsWrittenExactlySo) {
  const auto wire = [](const std::string& typed) {
    const auto start = find_game("chess")->usual_start();
    const auto read = read_typed(*find_game("chess"), *start, typed);
    return read ? read->move.wire : read.error().message;
  };
  EXPECT_EQ(wire("a3"), "a2a3");
  EXPECT_EQ(wire("Na3"), "b1a3");
  EXPECT_EQ(wire("A3"), "that may mean several moves: Na3, a3");
  const std::vector<MoveText> checks{{"b4b5", "b5+"}, {"f1b5", "Bb5+"}};
  EXPECT_EQ(moves_meant(checks, "b5").size(), 1u);
}

// What a person is told of a text that is no legal move; else the move.
std::string answer(const std::string& game, const std::string& position, const std::string& typed) {
  const GameModule& module = *find_game(game);
  const auto read = read_typed(module, **module.parse_position(position), typed);
  return read ? read->move.wire : read.error().message;
}

TEST(TypedMove, SaysWhyItIsNone) {
  const auto read = [](const std::string& typed) {
    return answer("zero_point_one", "W3A3/DF1d4/8/8/8/8/8/n6w r A 34", typed);
  };
  EXPECT_EQ(read("WA1-A2"), "a1a2");
  EXPECT_EQ(read("a@h3"), "Ah3");
  EXPECT_EQ(read("a1b1"),
            "illegal move 'a1b1': b1 holds a piece of the same side; `moves` lists the legal ones");
  EXPECT_EQ(read("Wa1xdb1"),
            "illegal move 'a1b1': b1 holds a piece of the same side; `moves` lists the legal ones");
  EXPECT_EQ(read("Fb2xdc3"),
            "not the piece that stands there: 'Fb2xdc3' would be Fb2-c3; `moves` lists the legal ones");
  EXPECT_EQ(read("n@c5"), "illegal move 'Nc5': there is no N in hand; `moves` lists the legal ones");
  EXPECT_EQ(read("a@h1"), "illegal move 'Ah1': h1 is occupied; `moves` lists the legal ones");
  EXPECT_EQ(read("H1-F2"),
            "illegal move 'h1f2': the piece on h1 is the opponent's; `moves` lists the legal ones");
  for (const std::string typed : {"hello", "a", "12", "a1", "a1a2a3", "a1i9", "Qa1", "\xFF\x1B"})
    EXPECT_THAT(read(typed), StartsWith("neither a move (such as a1a2 or Wa1-a2) nor a command;")) << typed;
}

TEST(TypedMove, IsReadInEveryGame) {
  const std::string gaps = "white=a black=h";
  EXPECT_EQ(answer("pawn_race", gaps, "B2-B4"), "b2b4");
  EXPECT_EQ(answer("pawn_race", gaps, "b4"), "b2b4");
  EXPECT_EQ(answer("pawn_race", gaps, "b5"),
            "illegal move 'b5': no pawn of White can step to b5; `moves` lists the legal ones");
  const std::string start = find_game("ard_ri")->start()->text();
  EXPECT_EQ(answer("ard_ri", start, "C3 - c2"), "c3c2");
  EXPECT_EQ(answer("ard_ri", start, "d4d4"),
            "illegal move 'd4d4': d4 is occupied; `moves` lists the legal ones");
}

}  // namespace tabiya::typed_move_test
