#include "tools/play/position_argument.h"

#include "core/games/games.h"
#include "tests/tools/failure_of.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::position_argument_test {

std::string fault_of(const PositionArgument& argument) {
  return failure_of([&] { position_of(argument); });
}

struct BadPosition {
  const char* text;
  const char* message;
};

// One position for each thing that can be wrong with one.
constexpr BadPosition kBadPositions[] = {
    {"",
     "POSITION, byte 0: a position has 4 fields, not 1: <rows> <side> <hands> <ply>, such as "
     "8/8/8/8/8/8/8/8 r - 0"},
    {"startpos ",
     "POSITION, byte 0: a position has 4 fields, not 2: <rows> <side> <hands> <ply>, such as "
     "8/8/8/8/8/8/8/8 r - 0"},
    {"W7/8/8/8/8/8/8/7w r - 2 ",
     "POSITION, byte 0: a position has 4 fields, not 5: <rows> <side> <hands> <ply>, "
     "such as 8/8/8/8/8/8/8/8 r - 0"},
    {"W7/8/8/8/8/8/7w r - 2", "POSITION, byte 15: the board ends early: expected 8 rows of 8 squares"},
    {"W7/8/8/8/8/8/8/8/7w r - 2", "POSITION, byte 16: there are more than 8 rows"},
    {"W7/8/7/8/8/8/8/7w r - 2", "POSITION, byte 6: a row has fewer than 8 squares"},
    {"W8/8/8/8/8/8/8/7w r - 2", "POSITION, byte 1: a row has more than 8 squares"},
    {"W7/8/9/8/8/8/8/7w r - 2", "POSITION, byte 5: unknown piece: expected one of ADFNW or adfnw"},
    {"W7/8/8/8/8/8/8/7w R - 2", "POSITION, byte 18: the side to move is r or b"},
    {"W7/8/8/8/8/8/8/7w b - 2",
     "POSITION, byte 18: the side does not fit the ply: Red moves at even plies, Blue at odd ones"},
    {"W7/8/8/8/8/8/8/7w r  2", "POSITION, byte 20: the hands are missing: '-' if both are empty"},
    {"W7/8/8/8/8/8/8/7w r W 2", "POSITION, byte 20: a wazir cannot be in hand"},
    {"W7/8/8/8/8/8/8/7w r DA 2",
     "POSITION, byte 21: the hands are out of order: red's pieces, then blue's, each as A D F N"},
    {"W7/8/8/8/8/8/8/7w r NNN 2", "POSITION, byte 22: too many pieces of a kind"},
    {"W7/8/8/8/8/8/8/7w r - 104", "POSITION, byte 22: the ply is a number from 0 to 102"},
    {"W7/8/8/8/8/8/8/7w r - 02", "POSITION, byte 22: the ply is a number from 0 to 102"},
    {"W7/8/8/8/8/8/8/WW5w r - 2", "POSITION, byte 0: more than 2 pieces W on the board and in the hands"},
    {"WW6/8/8/8/8/8/8/8 r - 2", "POSITION, byte 0: a side has more than one wazir"},
    {"W7/8/8/8/8/8/8/8 r - 2", "POSITION, byte 0: the side that is not to move has no wazir"},
    {"W7/8/8/8/8/8/8/7w r - 0", "POSITION, byte 0: at ply 0 the board and the hands are empty"},
    {"W7/8/8/8/8/8/8/8 b - 1", "POSITION, byte 0: at ply 1 exactly Red's setup stands on rows a and b"},
};

TEST(PositionArgument, SaysWhatIsWrongWithAPosition) {
  for (const auto& [text, message] : kBadPositions) EXPECT_EQ(fault_of({text, ""}), message) << text;
}

constexpr BadPosition kBadMoves[] = {
    {"AWAAAAAADFFDDDA",
     "--moves, byte 15: move 1: not a setup: 'AWAAAAAADFFDDDA' has 15 characters, expected 16"},
    {"AWAAAAAADFFDDDAN ADDADFFDNAAAAAWW",
     "--moves, byte 32: move 2: not a setup: 'ADDADFFDNAAAAAWW' has more than 1 W"},
    {"awaaaaandffdadda",
     "--moves, byte 0: move 1: 'awaaaaandffdadda' is in lower case: it is the setup ADDADFFDNAAAAAWA if that "
     "is "
     "Blue's wire notation, and AWAAAAANDFFDADDA if only its capitals were lost; write one of these"},
    {"AWAAAAAADFFDDDAN addadffdnaaaaawa Fb1-d1",
     "--moves, byte 34: move 3: not the piece that stands there: 'Fb1-d1' would be Db1-d1"},
    {"AWAAAAAADFFDDDAN addadffdnaaaaawa Db1-b2",
     "--moves, byte 34: move 3: illegal move 'b1b2': b2 holds a piece of the same side"},
    {"AWAAAAAADFFDDDAN b1d1", "--moves, byte 18: move 2: not a setup of Blue: 'b1d1' (16 of a, d, f, n, w)"},
    {"AWAAAAAADFFDDDAN addadffdnaaaaawa b1b2",
     "--moves, byte 34: move 3: illegal move 'b1b2': b2 holds a piece of the same side"},
    {"AWAAAAAADFFDDDAN addadffdnaaaaawa b1d1 b2d4",
     "--moves, byte 39: move 4: illegal move 'b2d4': the piece on b2 is the opponent's"},
    {"AWAAAAAADFFDDDAN addadffdnaaaaawa Ad4",
     "--moves, byte 34: move 3: illegal move 'Ad4': there is no A in hand"},
    {"AWAAAAAADFFDDDAN addadffdnaaaaawa d4d5", "--moves, byte 34: move 3: illegal move 'd4d5': d4 is empty"},
    {"AWAAAAAADFFDDDAN addadffdnaaaaawa b1d",
     "--moves, byte 34: move 3: no droppable piece in 'b1d': expected one of ADFN"},
    {"AWAAAAAADFFDDDAN addadffdnaaaaawa b1i1",
     "--moves, byte 36: move 3: no square in 'b1i1': a square is a row a to h and a column 1 to 8"},
    {"AWAAAAAADFFDDDAN addadffdnaaaaawa b1d1x",
     "--moves, byte 34: move 3: not a move: 'b1d1x' (expected Ab5-d3, Fb3xwc4 or D@f8)"},
};

TEST(PositionArgument, SaysWhatIsWrongWithMoves) {
  for (const auto& [moves, message] : kBadMoves) EXPECT_EQ(fault_of({"startpos", moves}), message) << moves;
}

// What lists of replies and lines of `analyse` print is taken as it is.
TEST(PositionArgument, TakesBothNotations) {
  const PositionHandle wire = position_of({"startpos", "AWAAAAAADFFDDDAN addadffdnaaaaawa b1d1 g1e3 a1c3"});
  const PositionHandle readable =
      position_of({"startpos", "AWAAAAAADFFDDDAN AWAAAAANDFFDADDA Db1-d1 g1e3 Aa1-c3"});
  EXPECT_EQ(wire->text(), readable->text());
}

TEST(PositionArgument, TellsItsGameByItsNotation) {
  const auto game_of_position = [](const std::string& text) {
    return game_of(PositionArgument{text, "", ""}).name();
  };
  for (const GameModule* game : games()) {
    const PositionHandle position = game->usual_start();
    if (position->in_setup_phase()) continue;
    EXPECT_EQ(game_of_position(position->text()), game->name());
  }
  EXPECT_EQ(game_of_position("8/ppppppp1/8/8/8/8/1PPPPPPP/8 w - - 0 1"), "pawn_race");
  EXPECT_EQ(game_of_position("startpos"), default_game());
  const std::string mate = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 1 1";
  EXPECT_EQ(run_tabiya({"analyse", mate}), run_tabiya({"analyse", mate, "--game", "chess"}));
  EXPECT_EQ(run_tabiya({"show", mate}), run_tabiya({"show", mate, "--game", "chess"}));
  EXPECT_EQ(run_tabiya({"eval", "--positions", "-"}, "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"),
            run_tabiya({"eval", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "--game", "chess"}));
}

TEST(PositionArgument, NotesASetupThatMayHaveLostItsCapitals) {
  const auto with_reply = [](const std::string& reply) {
    return run_tabiya({"eval", "startpos", "--net", "linear", "--moves", "AWAAAAAADFFDDDAN " + reply});
  };
  EXPECT_EQ(with_reply("AWAAAAANDFFDADDA"), with_reply("addadffdnaaaaawa"));
  EXPECT_EQ(with_reply("addadffdnaaaaawa").err, "");
  EXPECT_EQ(
      with_reply("awaaaaandffdadda").err,
      "tabiya: note: --moves: awaaaaandffdadda is read as the referee writes it, from g1 to h8: the setup "
      "ADDADFFDNAAAAAWA; write AWAAAAANDFFDADDA if you mean that one\n");
}

TEST(PositionArgument, IsRefusedByEveryCommandThatTakesIt) {
  const std::string bad = "W7/8/8/8/8/8/8/7w r - 104";
  const ProgramRun refusal = unusable("POSITION, byte 22: the ply is a number from 0 to 102");
  EXPECT_EQ(refused({"perft", bad, "1"}), refusal);
  EXPECT_EQ(refused({"eval", bad}), refusal);
  const ProgramRun refused_moves =
      unusable("--moves, byte 3: move 1: not a setup: 'AWA' has 3 characters, expected 16");
  EXPECT_EQ(refused({"perft", "startpos", "1", "--moves", "AWA"}), refused_moves);
  EXPECT_EQ(refused({"eval", "startpos", "--moves", "AWA"}), refused_moves);
}

}  // namespace tabiya::tools::position_argument_test
