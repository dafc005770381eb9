// Games and their positions, as the page asks for them.
#include <string>

#include <gtest/gtest.h>

#include "core/games/games.h"
#include "tools/cli/json_text.h"
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
