// Setup sections: their counts and ranks, and the positions after them. The files of data/variants are compared with the
// modules of the same games.
#include "core/games/variants/setups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/eval/evaluation_choice.h"
#include "core/games/games.h"
#include "core/games/variants/module.h"
#include "core/games/variants/reader.h"
#include "core/random.h"
#include "tests/core/eval/random_network.h"
#include "tests/support/checkout.h"

namespace tabiya::variants::setups_test {

using ::testing::HasSubstr;
using Game = std::unique_ptr<const GameModule>;

Game game_of(std::string_view text) {
  auto game = make_module(text, {}, "test.ini");
  EXPECT_TRUE(game) << game.error().message;
  return *std::move(game);
}

std::string text_of_file(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(test::source_path("data/variants/" + name)).rdbuf();
  return text.str();
}

Game game_of_file(const std::string& name) { return game_of(text_of_file(name)); }

void expect_round_trips(const SetupSpace& setups) {
  Random random(32);
  for (int i = 0; i < 2'000; ++i) {
    const SetupId id = i == 0 ? setups.count() - 1 : random.below(setups.count());
    const auto parsed = setups.parse(setups.name(id));
    ASSERT_TRUE(parsed) << setups.name(id);
    EXPECT_EQ(*parsed, id);
    EXPECT_EQ(setups.mirror(setups.mirror(id)), id);
    EXPECT_EQ(setups.normalised(setups.mirror(id)), setups.normalised(id));
  }
}

TEST(Setups, OfTheShippedFilesAreCountedAndRanked) {
  for (const auto& [file, count] : {std::pair{"0.1.ini", 10'810'800u},
                                    {"chess960.ini", 960u},
                                    {"placement.ini", 2'880u},
                                    {"sittuyin.ini", 93'562'560u},
                                    {"courtyard.ini", 166'320u}}) {
    const Game game = game_of_file(file);
    const SetupPhase& phase = *game->setup_phase();
    EXPECT_TRUE(phase.sides_are_alike());
    EXPECT_EQ(phase.reds().count(), count) << file;
    EXPECT_EQ(game->start()->perft(1), count);
    expect_round_trips(phase.reds());
  }
}

void expect_same_positions(const GameModule& file, const GameModule& module, int depth) {
  Random random(7);
  for (int i = 0; i < 40; ++i) {
    const SetupId red = random.below(file.setup_phase()->reds().count());
    const SetupId blue = random.below(file.setup_phase()->blues().count());
    const PositionHandle ours = file.setup_phase()->position_after(red, blue);
    const PositionHandle theirs = module.setup_phase()->position_after(red, blue);
    EXPECT_EQ(ours->perft(depth), theirs->perft(depth)) << ours->text();
  }
}

TEST(Setups, OfZeroPointOneAreThoseOfItsModule) {
  const Game game = game_of_file("0.1.ini");
  const GameModule& module = *find_game("zero_point_one");
  const SetupSpace &ours = game->setup_phase()->reds(), &theirs = module.setup_phase()->reds();
  ASSERT_EQ(ours.count(), theirs.count());
  for (SetupId id = 0; id < ours.count(); id += 1'009) {
    ASSERT_EQ(ours.name(id), theirs.name(id));
    ASSERT_EQ(ours.mirror(id), theirs.mirror(id));
    ASSERT_EQ(ours.normalised(id), theirs.normalised(id));
  }
  EXPECT_EQ(ours.normalised_ids(), theirs.normalised_ids());
  EXPECT_EQ(ours.normalised_count(), theirs.normalised_count());
  expect_same_positions(*game, module, 3);
}

// Castling from any array included.
TEST(Setups, OfChess960AreThoseOfItsModule) {
  const Game game = game_of_file("chess960.ini");
  const GameModule& module = *find_game("chess");
  const SetupSpace &ours = game->setup_phase()->reds(), &theirs = module.setup_phase()->reds();
  ASSERT_EQ(ours.count(), theirs.count());
  for (SetupId id = 0; id < ours.count(); ++id) EXPECT_EQ(ours.name(id), theirs.name(id));
  EXPECT_EQ(ours.normalised_ids(), theirs.normalised_ids());
  expect_same_positions(*game, module, 4);
}

TEST(Setups, WithPlacementMayCastleFromTheUsualSquares) {
  const Game game = game_of_file("placement.ini");
  const SetupSpace& setups = game->setup_phase()->reds();
  const SetupId usual = *setups.parse("RNBQKBNR"), other = *setups.parse("RNBKQBNR");
  EXPECT_EQ(game->setup_phase()->position_after(usual, other)->text(),
            "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1");
}

TEST(Setups, AreMovesOfTheirPhase) {
  const Game game = game_of_file("sittuyin.ini");
  const PositionHandle start = game->start();
  EXPECT_TRUE(start->in_setup_phase());
  EXPECT_EQ(start->text(), "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[] w - - 0 1 setup");
  EXPECT_FALSE(start->after("KNR...R....SS.....N"));
  EXPECT_FALSE(start->after("K.R...RN...SS.....NX"));
  const auto red = start->after("KNR...R....SS.....NF");
  ASSERT_TRUE(red);
  EXPECT_TRUE((*red)->in_setup_phase());
  EXPECT_EQ((*red)->side_to_move(), 1);
  for (const std::string blue : {"KNR...R....SS.....NF", "knr...r....ss.....nf"}) {
    const auto both = (*red)->after(blue);
    ASSERT_TRUE(both);
    EXPECT_FALSE((*both)->in_setup_phase());
    EXPECT_EQ((*both)->text(), "1r3rnk/3ss3/fn2pppp/pppp4/4PPPP/PPPP2NF/3SS3/KNR3R1[] w - - 0 1");
  }
  for (const PositionHandle& position : {start, *red}) {
    const auto again = game->parse_position(position->text());
    ASSERT_TRUE(again) << position->text();
    EXPECT_EQ((*again)->text(), position->text());
  }
  EXPECT_FALSE(game->parse_position("8/8/4pppp/pppp4/4PPPP/PPPP4/K7/8[] b - - 0 1 setup"));
}

// Whatever a damaged file says, it is refused, or its setups are those that it counts.
TEST(Setups, OfDamagedFilesAreRefusedOrSound) {
  Random random(5);
  int sound = 0;
  for (const char* file : {"0.1.ini", "chess960.ini", "placement.ini", "sittuyin.ini", "courtyard.ini"}) {
    const std::string whole = text_of_file(file);
    const auto begin = static_cast<std::uint32_t>(whole.find("setupPieces"));
    for (int i = 0; i < 400; ++i) {
      std::string text = whole;
      std::size_t at = 0;  // within a value
      while (text.find('=', text.rfind('\n', at) + 1) >= at)
        at = begin + random.below(static_cast<std::uint32_t>(text.size()) - begin);
      text[at] = "kqrbnpacdfgsw *12345678;:-=\n"[random.below(28)];
      const auto game = make_module(text, {}, "test.ini");
      if (!game || (*game)->setup_phase() == nullptr) continue;
      ++sound;
      const SetupPhase& phase = *(*game)->setup_phase();
      for (const int side : {0, 1}) {
        const SetupSpace& setups = phase.setups(side);
        for (const SetupId id : {SetupId{0}, setups.count() / 2, setups.count() - 1}) {
          const auto parsed = setups.parse(setups.name(id));
          ASSERT_TRUE(parsed) << text;
          EXPECT_EQ(*parsed, id);
          EXPECT_EQ(setups.mirror(setups.mirror(id)), id);
        }
      }
      EXPECT_FALSE(
          phase.position_after(phase.reds().count() - 1, phase.blues().count() - 1)->in_setup_phase());
    }
  }
  EXPECT_GT(sound, 100);
}

// The reference for the static values of pairs: each position, evaluated.
void expect_values_of_positions(const SetupPhase& phase, const EvaluationChoice& choice) {
  const auto oracle = phase.make_oracle(choice);
  ASSERT_TRUE(oracle);
  const auto engine = phase.make_pair_engine(choice, {.table_bytes = 1 << 16});
  Random random(4);
  std::vector<SetupId> blues(50);
  for (SetupId& blue : blues) blue = random.below(phase.blues().count());
  const auto prepared = (*oracle)->prepare(blues);
  const auto scorer = prepared->scorer();
  for (int i = 0; i < 50; ++i) {
    const SetupId red = random.below(phase.reds().count());
    scorer->set_red(red);
    std::vector<Score> values(blues.size());
    scorer->evaluate(0, values);
    for (std::size_t j = 0; j < blues.size(); ++j) EXPECT_EQ(values[j], (*engine)->evaluate(red, blues[j]));
  }
}

TEST(Setups, HaveTheValuesOfTheirPositions) {
  for (const char* file : {"0.1.ini", "chess960.ini", "placement.ini", "sittuyin.ini"}) {
    SCOPED_TRACE(file);
    expect_values_of_positions(*game_of_file(file)->setup_phase(), {});
  }
}

TEST(Setups, OfWhichOneIsSoundAreWorthMoreByIt) {
  for (const char* file : {"0.1.ini", "chess960.ini", "placement.ini", "sittuyin.ini"}) {
    const Game game = game_of_file(file);
    const SetupPhase& phase = *game->setup_phase();
    const auto engine = phase.make_pair_engine({}, {.table_bytes = 1 << 16});
    const SetupId blue = Random(4).below(phase.blues().count());
    EXPECT_GT((*engine)->evaluate(phase.sound_red(), blue), (*engine)->evaluate(0, blue)) << file;
  }
}

// By a network, whose oracle adds up what the setups of both sides contribute.
TEST(Setups, HaveTheValuesOfTheirPositionsByANetwork) {
  const KernelSet& kernels = *select_kernels().value();
  for (const char* file : {"0.1.ini", "chess960.ini", "placement.ini", "sittuyin.ini", "courtyard.ini"}) {
    SCOPED_TRACE(file);
    const Game game = game_of_file(file);
    EvaluationChoice choice;
    choice.network = std::make_shared<const PackedNetwork>(
        PackedNetwork::make(test::lively_network({game->facts().network_features, 32}, 6)).value());
    choice.kernels = &kernels;
    expect_values_of_positions(*game->setup_phase(), choice);
  }
}

constexpr std::string_view kSmall =
    "[small]\nmaxRank = 4\nmaxFile = 3\nking = k\nrook = r\nbishop = b\nstartFen = 3/3/3/3 w - - 0 1\ncastling = false\n";

// Three files: a piece on the middle one leaves the choice to the ranks.
TEST(Setups, HaveMirrorImages) {
  const Game game = game_of(std::string(kSmall) + "setupPieces = kr\nsetupRegion = *1\nsetupMirror = k\n");
  const SetupSpace& setups = game->setup_phase()->reds();
  std::string all;
  setups.for_each_name(true, [&](SetupId id, const std::string& name) {
    EXPECT_TRUE(setups.is_normalised(id));
    all += name + ' ';
  });
  EXPECT_EQ(all, ".KR K.R KR. ");
  expect_round_trips(setups);
}

// The count is computed; the ids are found one by one.
TEST(Setups, AreCountedWithoutAWalk) {
  const std::string four =
      "[four]\nmaxRank = 4\nmaxFile = 4\nking = k\nrook = r\nbishop = b\nknight = n\n"
      "startFen = 4/4/4/4 w - - 0 1\ncastling = false\n";
  const std::string five =
      "[five]\nmaxRank = 4\nmaxFile = 5\nking = k\nrook = r\nbishop = b\nknight = n\n"
      "startFen = 5/5/5/5 w - - 0 1\ncastling = false\n";
  for (const auto& [rules, symmetric] : std::vector<std::pair<std::string, SetupId>>{
           {std::string(kSmall) + "setupPieces = kr\nsetupRegion = *1\nsetupMirror = k\n", 0},
           {std::string(kSmall) + "setupPieces = krr\nsetupRegion = *1\nsetupMirror = *\n", 1},
           {std::string(kSmall) + "setupPieces = krrbb\nsetupRegion = *1 *2\nsetupMirror = k\n", 4},
           {four + "setupPieces = rrnn\nsetupRegion = *1 *2\nsetupMirror = *\n", 12},
           {four + "setupPieces = rrn\nsetupRegion = *1 *2\nsetupMirror = *\n", 0},
           {four + "setupPieces = rrbbnn\nsetupRegion = *1 *2\nsetupBothColours = b\nsetupMirror = *\n", 24},
           {four + "setupPieces = rrbb\nsetupRegion = *1 *2\nsetupBothColours = b r\nsetupMirror = *\n", 12},
           {five + "setupPieces = krrnn\nsetupRegion = *1 *2\nsetupPieceRegions = k: *1; r: *1\n"
                   "setupBetween = k:r\nsetupMirror = k\n",
            6},
           {five + "setupPieces = krrrrbb\nsetupRegion = *1 *2\nsetupPieceRegions = k: *1; r: *1\n"
                   "setupBetween = k:r\nsetupMirror = *\n",
            2},
           {five + "setupPieces = bbbbn\nsetupRegion = *1 *2\nsetupBothColours = b\nsetupMirror = *\n", 8},
           {four + "setupPieces = rrn\nsetupRegion = *1 *2\n", 0},
       }) {
    SCOPED_TRACE(rules);
    const Game game = game_of(rules);
    const SetupSpace& setups = game->setup_phase()->reds();
    EXPECT_EQ(setups.normalised_count(), setups.normalised_ids().size());
    SetupId own_images = 0;
    for (SetupId id = 0; id < setups.count(); ++id) own_images += setups.mirror(id) == id ? 1 : 0;
    const bool is_mirrored = rules.find("setupMirror") != rules.npos;
    EXPECT_EQ(own_images, is_mirrored ? symmetric : setups.count());
  }
  for (const char* file : {"chess960.ini", "placement.ini", "courtyard.ini"}) {
    const Game game = game_of_file(file);
    for (const int side : {0, 1}) {
      const SetupSpace& setups = game->setup_phase()->setups(side);
      EXPECT_EQ(setups.normalised_count(), setups.normalised_ids().size()) << file;
    }
  }
}

TEST(Setups, AreFoundByTheirPictures) {
  for (const char* file : {"0.1.ini", "placement.ini", "sittuyin.ini", "courtyard.ini"}) {
    const Game game = game_of_file(file);
    const SetupPhase& phase = *game->setup_phase();
    Random random(12);
    for (const int side : {0, 1}) {
      const SetupId id = random.below(phase.setups(side).count());
      BoardPicture board = phase.picture(side, id);
      EXPECT_EQ(phase.pictured(side, board), id) << file;
      EXPECT_EQ(phase.pictured(1 - side, board), std::nullopt) << file;
      // A man that is none of the setup's, in the middle of the board.
      std::optional<PicturedPiece>& middle = board.squares[board.squares.size() / 2];
      ASSERT_FALSE(middle) << file;
      middle = PicturedPiece{static_cast<std::size_t>(side), 0};
      EXPECT_EQ(phase.pictured(side, board), std::nullopt) << file;
      *middle = {};
      board.squares[0] = PicturedPiece{0, 200};
      EXPECT_EQ(phase.pictured(side, board), std::nullopt) << file;
    }
  }
}

// Each side has its own pieces, and Black looks at the board from its side.
TEST(Setups, DifferBySide) {
  const Game game = game_of(std::string(kSmall) +
                            "setupPiecesWhite = k\nsetupPiecesBlack = kr\nsetupRegionWhite = a1 c1\n"
                            "setupRegionBlack = *1\nsetupPieceRegionsBlack = r: c1\n");
  const SetupPhase& phase = *game->setup_phase();
  EXPECT_FALSE(phase.sides_are_alike());
  EXPECT_EQ(phase.reds().count(), 2u);
  EXPECT_EQ(phase.blues().count(), 2u);
  EXPECT_EQ(phase.position_after(*phase.reds().parse(".K"), *phase.blues().parse("K.R"))->text(),
            "k1r/3/3/2K w - - 0 1");
}

struct Bad {
  std::string_view keys, complaint;
};

class BadSetups : public ::testing::TestWithParam<Bad> {};

TEST_P(BadSetups, AreRefusedWithTheLineAndTheKey) {
  const std::string text = std::string(kSmall) + std::string(GetParam().keys);
  const auto game = make_module(text, names_of(text)->back(), "test.ini");
  ASSERT_FALSE(game);
  EXPECT_THAT(game.error().message, HasSubstr(GetParam().complaint));
}

INSTANTIATE_TEST_SUITE_P(
    All, BadSetups,
    ::testing::Values(
        Bad{"setupPieces = kq\n", "line 9, key 'setupPieces': 'q' is not the letter of a piece"},
        Bad{"setupFoo = 1\n", "line 9, key 'setupFoo': unknown key"},
        Bad{"setupPieces = kr\n", "line 9, key 'setupRegion': no squares of the board"},
        Bad{"setupPieces = kr\nsetupRegion = *7\n",
            "line 10, key 'setupRegion': '*7' is not on the board, which has 3 files and 4 ranks"},
        Bad{"setupPieces = kr\nsetupRegion = -\n", "line 10, key 'setupRegion': no squares of the board"},
        Bad{"setupPieces = krrr\nsetupRegion = *1\n",
            "line 9, key 'setupPieces': 4 pieces do not fit on 3 squares"},
        Bad{"setupPieces = kr\nsetupPiecesBlack = krrr\nsetupRegion = *1\nsetupMirror = k\n",
            "line 10, key 'setupPiecesBlack': 4 pieces do not fit on 3 squares"},
        Bad{"setupPieces = kr\nsetupRegion = *1\nsetupPieceRegions = r: a2\n", "lie outside the setupRegion"},
        Bad{"setupPieces = kr\nsetupRegion = *1\nsetupPieceRegions = r\n", "is not a piece with its squares"},
        Bad{"setupPieces = kr\nsetupRegion = *1\nsetupPieceRegions = k: a1; r: a1\n", "no setup satisfies"},
        Bad{"setupPieces = kb\nsetupRegion = *1\nsetupBothColours = b\n", "an odd number of 'b'"},
        Bad{"setupPieces = kr\nsetupRegion = *1\nsetupBetween = k:r\n", "there are not two pieces"},
        Bad{"setupPieces = krr\nsetupRegion = *1 *2\nsetupBetween = k:r\n", "on one row only"},
        Bad{"setupPieces = krr\nsetupRegion = *1\nsetupBetween = k\n", "expected two pieces such as k:r"},
        Bad{"setupPieces = kr\nsetupRegion = a1 b1\nsetupMirror = k\n", "is not its own mirror image"},
        Bad{"setupPieces = krr\nsetupRegion = *1\nsetupMirror = r\n", "exactly one of the piece"},
        Bad{"setupPieces = kr\nsetupRegion = *1\nsetupOrder = alternating\n",
            "line 11, key 'setupOrder': 'alternating' is not supported, since setups are placed whole"},
        Bad{"setupPieces = kr\nsetupRegion = *1\nsetupOrder = atOnce\n",
            "line 11, key 'setupOrder': 'atOnce' is not supported, since a book answers setups"},
        Bad{"setupPieces = kr\nsetupRegion = *1\nsetupOrder = sometimes\n", "is not one of inSight"},
        Bad{"setupPieces = kr\nsetupRegion = *1\nsetupNumbering = scharnagl\n", "only the 960 arrays"},
        Bad{"setupPieces = kr\nsetupRegion = *1\nsetupCastling = true\n",
            "there is no castling in this game"},
        Bad{"setupPieces = kr\nsetupRegion = *1\nstartFen = 3/3/3/K2 w - - 0 1\n",
            "a man stands on a square"},
        Bad{"setupPieces = kr\nsetupRegion = *1\nstartFen = 3/3/3/3 b - - 0 1\n", "White begins"},
        Bad{"setupPieces = krr\nsetupRegion = *1\nsetupPieceRegions = k: a1; r: a9\nsetupBetween = k:r\n",
            "line 11, key 'setupPieceRegions': 'a9' is not on the board"},
        Bad{"setupPieces = kr\nsetupRegion = *1\n[other:small]\nrook = -\n",
            "whose letter another piece has taken"},
        Bad{"setupPieces = kr\nsetupRegion = *2 *3\n", "both sides place on the same squares"},
        Bad{"setupPiecesWhite = kr\nsetupRegion = *1\n", "a side places nothing"}));

}  // namespace tabiya::variants::setups_test
