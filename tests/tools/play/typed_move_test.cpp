#include "tools/play/typed_move.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tabiya::tools {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

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

}  // namespace
}  // namespace tabiya::tools
