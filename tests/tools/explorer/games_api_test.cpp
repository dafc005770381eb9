// Games and their positions, as the page asks for them.
#include <string>

#include <gtest/gtest.h>

#include "core/games/games.h"
#include "tools/cli/json.h"
#include "tools/explorer/answers.h"
#include "tools/explorer/api.h"
#include "tools/explorer/library_files.h"

namespace tabiya::tools {
namespace {

TEST(ApiGames, OrdinaryChessIsNoVariantAndItsKingsLandBesideRooks) {
  LibraryOfFiles library({}, "linear");
  Api api(library);
  const auto position = [&](const std::string& text) {
    const ApiResponse response =
        api.answer({.path = "/api/position", .parameters = {{"game", "chess"}, {"position", text}}});
    return parse_json(response.body);
  };
  const Json usual = position("startpos");
  EXPECT_EQ(usual["root"]["variant"], "");
  EXPECT_TRUE(usual["root"]["usual"].get<bool>());
  const Json castles = position("4k3/8/8/8/8/8/8/RK5R w KQ - 0 1");
  EXPECT_EQ(castles["root"]["variant"], "Chess960");
  EXPECT_FALSE(castles["root"]["usual"].get<bool>());
  for (const Json& move : castles["moves"])
    EXPECT_EQ(move["lands"], move["readable"] == "O-O"     ? Json(6)
                             : move["readable"] == "O-O-O" ? Json(2)
                                                           : Json())
        << move;
}

TEST(ApiGames, PiecesHaveTheirSteps) {
  LibraryOfFiles library({}, "linear");
  const Json session = session_json(library);
  const auto steps_of = [&](std::string_view name, std::string_view piece) {
    for (const Json& game : session["games"])
      for (const Json& glyph : game["glyphs"])
        if (game["name"] == name && glyph["name"] == piece) return glyph["steps"];
    return Json();
  };
  EXPECT_EQ(steps_of("zero_point_one", "alfil").size(), 4u);
  EXPECT_EQ(steps_of("chess", "queen").size(), 8u);
  EXPECT_EQ(steps_of("chess", "pawn").size(), 4u);
  EXPECT_EQ(steps_of("chess", "pawn")[0], (Json{{"rows", 1},
                                                {"columns", 0},
                                                {"range", 1},
                                                {"moves", true},
                                                {"captures", false},
                                                {"initial", false}}));
}

TEST(ApiGames, NeighboursChangePlaces) {
  LibraryOfFiles library({}, "linear");
  const std::string name = "WAAAAADANFDDDAFA";
  Json last;
  task_of(library,
          {{"kind", "swaps"}, {"game", "zero_point_one"}, {"red", name}, {"depth", 1}, {"candidates", 2}})(
      false, [&](const Json& result) { last = result; });
  EXPECT_EQ(last["done"], last["total"]);
  EXPECT_EQ(last["swaps"].size() + 1, last["total"].get<std::size_t>());
  ASSERT_GT(last["swaps"].size(), 5u);
  int value = -1'000'000;
  for (const Json& swap : last["swaps"]) {
    EXPECT_LE(value, swap["value"].get<int>());
    value = swap["value"].get<int>();
    EXPECT_EQ(swap["loss"].get<int>(), last["value"].get<int>() - value);
    const int apart = swap["to"].get<int>() - swap["from"].get<int>();
    EXPECT_TRUE(apart == 1 || apart == 8) << swap;
    EXPECT_NE(swap["name"], name);
  }
}

TEST(ApiGames, ANamedGameComesFirst) {
  LibraryOfFiles library({}, "linear");
  library.name_game(*find_game("ard_ri"));
  const Json session = session_json(library);
  EXPECT_EQ(session["game"], "ard_ri");
  EXPECT_EQ(session["games"][0]["name"], "ard_ri");
  EXPECT_EQ(session["games"].size(), games().size());
}

}  // namespace
}  // namespace tabiya::tools
