#include "booksearch/books/pgn_text.h"
#include "core/game/written_move.h"
#include "tests/tools/program_run.h"
#include "tools/books/pgn_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools::variant_tag_test {

std::string variant_tag(const GameModule& game, const GamePosition& first) {
  return booksearch::variant_tag(game, variant_name(game), first);
}

TEST(VariantTag, NamesTheGameInOneOfItsWays) {
  const GameModule& chess = game_named("chess");
  for (const char* tag : {"", "Standard", "From Position", "chess", "CHESS960"})
    EXPECT_FALSE(is_other_variant(chess, tag)) << tag;
  for (const char* tag : {"Antichess", "pawn_race", "Chess 2"})
    EXPECT_TRUE(is_other_variant(chess, tag)) << tag;
  EXPECT_EQ(&game_of_variant("", "", "x"), &chess);
  EXPECT_EQ(game_of_variant("", "Pawn_Race", "x").name(), "pawn_race");
  EXPECT_THAT(
      [] { game_of_variant("", "Antichess", "a.pgn, line 3"); },
      testing::ThrowsMessage<Failure>("a.pgn, line 3: the variant Antichess is not known; --game names it"));
}

TEST(VariantTag, IsWrittenWhereProgramsNeedIt) {
  const GameModule& chess = game_named("chess");
  EXPECT_EQ(variant_tag(chess, *chess.usual_start()), "");
  const auto unusual = chess.parse_position("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
  EXPECT_EQ(variant_tag(chess, **unusual), "[Variant \"Chess960\"]\n");
  const GameModule& race = game_named("pawn_race");
  EXPECT_EQ(variant_tag(race, *race.start()), "[Variant \"pawn_race\"]\n");
}

TEST(VariantTag, IsTheSectionOfAFileOfRules) {
  const TemporaryFolder folder;
  const std::string path = folder.path("my.ini");
  write_file(
      path, "[plain:chess]\n[other:chess]\nbishop = -\nstartFen = rnkqkknr/8/8/8/8/8/8/RNKQKKNR w - - 0 1\n");
  const GameModule& game = game_named(path + ":plain");
  EXPECT_EQ(variant_tag(game, *game.start()), "[Variant \"plain\"]\n");
  EXPECT_FALSE(is_other_variant(game, "Plain"));
}

}  // namespace tabiya::tools::variant_tag_test
