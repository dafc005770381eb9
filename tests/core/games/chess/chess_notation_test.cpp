#include "core/games/chess/notation.h"

#include <gtest/gtest.h>

#include <string>

#include "core/games/chess/fen.h"
#include "core/games/chess/rules.h"

namespace tabiya::chess::chess_notation_test {

// The move as UCI has it and for people, or what is wrong with it.
std::string read(const std::string& fen, const std::string& text) {
  const Position position = parse_fen(fen).value();
  const auto move = parse_move(position, text);
  return move ? format_uci(*move) + " " + format_san(position, *move) : move.error().message;
}

std::string usual(const std::string& fen, const std::string& uci) {
  return format_usual_castling(parse_fen(fen).value(), uci);
}

TEST(ChessNotation, CastlesByTheKingsStepFromTheUsualSquaresOnly) {
  constexpr const char* kBoth = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
  EXPECT_EQ(usual(kBoth, "e8h8"), "e8g8");
  EXPECT_EQ(usual(kBoth, "e8a8"), "e8c8");
  EXPECT_EQ(usual(kBoth, "e8f8"), "e8f8");
  EXPECT_EQ(usual(kBoth, "a8b8"), "a8b8");
  EXPECT_EQ(usual("4k3/8/8/8/8/8/8/2R1KR2 w FC - 0 1", "e1f1"), "e1f1");
  EXPECT_EQ(usual("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"), "a7a8q");
}

TEST(ChessNotation, TellsMenApart) {
  EXPECT_EQ(read("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1"), "a1d1 Rad1");
  EXPECT_EQ(read("4k3/8/8/R7/8/8/4K3/R7 w - - 0 1", "a1a3"), "a1a3 R1a3");
  EXPECT_EQ(read("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1"), "h4e1 Qh4e1");
  EXPECT_EQ(read("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rd1"), "illegal move 'Rd1': it may be Rad1 or Rhd1");
  EXPECT_EQ(read("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Ra1d1!?"), "a1d1 Rad1");
  EXPECT_EQ(read("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6"), "e5d6 exd6");
  EXPECT_EQ(read("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=N"), "e7d8n exd8=N");
  EXPECT_EQ(read("5k2/3P4/8/8/8/8/8/4K3 w - - 0 1", "d8Q"), "d7d8q d8=Q+");
  EXPECT_EQ(read("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "Ra8"), "a1a8 Ra8#");
}

TEST(ChessNotation, ReadsCastlingInEachWayOfWritingIt) {
  const std::string usual = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
  for (const char* text : {"e1h1", "e1g1", "O-O", "0-0"}) EXPECT_EQ(read(usual, text), "e1h1 O-O") << text;
  for (const char* text : {"e1a1", "e1c1", "O-O-O", "0-0-0"})
    EXPECT_EQ(read(usual, text), "e1a1 O-O-O") << text;
  // Where the king makes one step, the step is meant.
  EXPECT_EQ(read("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1"), "f1g1 Kg1");
  EXPECT_EQ(read("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1"), "f1h1 O-O");
  EXPECT_EQ(read("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "O-O"),
            "illegal move 'O-O': White may not castle on that side any more");
  EXPECT_EQ(read("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"),
            "illegal move 'O-O': the way is not free, or the king is or comes under attack");
}

TEST(ChessNotation, ReadsOtherWaysOfWritingMoves) {
  const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  EXPECT_EQ(read(start, "e2-e4"), "e2e4 e4");
  EXPECT_EQ(read(start, "Ng1-f3!?"), "g1f3 Nf3");
  EXPECT_EQ(read(start, "Nf3\u00b1"), "g1f3 Nf3");
  const std::string passed = "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1";
  for (const char* move : {"exf6ep", "exf6e.p.", "e5xf6ep+", "e5:f6"})
    EXPECT_EQ(read(passed, move), "e5f6 exf6") << move;
}

TEST(ChessNotation, SaysWhatIsWrongWithAMove) {
  const std::string fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  EXPECT_EQ(read(fen, "Ke2"), "illegal move 'Ke2': a man of White stands on e2");
  EXPECT_EQ(read(fen, "e5"), "illegal move 'e5': no pawn of White can go to e5");
  EXPECT_EQ(read(fen, "e3e4"), "illegal move 'e3e4': e3 is empty");
  EXPECT_EQ(read(fen, "e7e5"), "illegal move 'e7e5': the man on e7 is Black's");
  EXPECT_EQ(read(fen, "Nb1d4"), "illegal move 'Nb1d4': no knight of White can go to d4");
  EXPECT_EQ(read(fen, "Bg1f3"), "illegal move 'Bg1f3': the man on g1 is a knight");
  EXPECT_EQ(read(fen, "hello"), "illegal move 'hello': expected a move such as e4, Nf3, O-O or e2e4");
  EXPECT_EQ(read("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8"),
            "illegal move 'a8': the pawn must become a piece: add q, r, b or n");
  EXPECT_EQ(read("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "Rh8"),
            "illegal move 'Rh8': White is in check, and this does not end it");
  EXPECT_EQ(read("8/8/4k3/8/8/3K4/8/8 w - - 0 1", "Kd4"), "illegal move 'Kd4': the game is over");
}

TEST(ChessNotation, NamesArraysByTheirSide) {
  EXPECT_EQ(format_array(Side::kBlack, 518), "black=RNBQKBNR");
  EXPECT_EQ(parse_array(Side::kWhite, "white=BBQNNRKR").value(), 0u);
  EXPECT_EQ(parse_array(Side::kWhite, "RNBQKBNR").error().message,
            "expected the array of White, such as white=RNBQKBNR");
  EXPECT_EQ(parse_array(Side::kWhite, "white=RNBQKBNN").error().offset, 6u);
}

}  // namespace tabiya::chess::chess_notation_test
