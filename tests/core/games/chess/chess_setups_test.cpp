#include "core/games/chess/setups.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/games/chess/module.h"

namespace tabiya::chess::chess_setups_test {

TEST(ChessSetups, AreAllArraysOfChess960) {
  std::set<std::string> names;
  for (SetupId id = 0; id < kArrays.count(); ++id) {
    const std::string name = kArrays.name(id);
    const std::size_t king = name.find('K');
    EXPECT_LT(name.find('R'), king) << name;
    EXPECT_GT(name.rfind('R'), king) << name;
    EXPECT_EQ((name.rfind('B') - name.find('B')) % 2, 1u) << name;
    EXPECT_EQ(kArrays.parse(name).value(), id);
    names.insert(name);
  }
  EXPECT_EQ(names.size(), 960u);
}

// From the table of Reinhard Scharnagl's numbering: the first and the last, and that of chess.
TEST(ChessSetups, HaveScharnaglNumbers) {
  EXPECT_EQ(kArrays.name(0), "BBQNNRKR");
  EXPECT_EQ(kArrays.name(518), "RNBQKBNR");
  EXPECT_EQ(kArrays.name(534), "RNBKQBNR");
  EXPECT_EQ(kArrays.name(959), "RKRNNQBB");
}

TEST(ChessSetups, HaveNoMirrorImage) {
  EXPECT_EQ(kArrays.mirror(518), 518u);
  EXPECT_EQ(kArrays.normalised_ids().size(), 960u);
}

TEST(ChessSetups, SayWhatIsWrongWithAName) {
  const auto error = [](const char* text) {
    const Error fault = kArrays.parse(text).error();
    return std::to_string(fault.offset.value()) + ": " + fault.message;
  };
  EXPECT_EQ(error(""), "0: expected eight men, such as RNBQKBNR");
  EXPECT_EQ(error("RNBQKBN"), "7: expected eight men, such as RNBQKBNR");
  EXPECT_EQ(error("RNBQKBNRR"), "8: expected eight men, such as RNBQKBNR");
  EXPECT_EQ(error("RNBqKBNR"), "3: unknown man: expected K, Q, R, B or N");
  EXPECT_EQ(error("RNBKKBNR"), "0: an array has 1 K, not 2");
  EXPECT_EQ(error("RBNBKQNR"), "0: the bishops stand on squares of one colour");
  EXPECT_EQ(error("KRBQRBNN"), "0: the king does not stand between the rooks");
}

TEST(ChessArrays, AreReadAsPeopleAndPositionsWriteThem) {
  const SetupPhase& phase = *module().setup_phase();
  for (const char* text : {"RNBQKBNR", "rnbqkbnr", "black=RNBQKBNR"})
    EXPECT_EQ(phase.read(/*side=*/1, text).value().id, Arrays::kUsual) << text;
  EXPECT_FALSE(phase.read(/*side=*/1, "white=RNBQKBNR"));
  EXPECT_FALSE(phase.read(/*side=*/1, "e4"));
}

}  // namespace tabiya::chess::chess_setups_test
