#include "tools/explorer/api.h"

#include <thread>

#include "core/games/games.h"
#include "tests/tools/program_run.h"
#include "tools/explorer/library_files.h"

namespace tabiya::tools::api_test {

using Parameters = std::map<std::string, std::string>;

// What a command prints with --json, a value a line.
std::vector<Json> printed(std::vector<std::string> arguments) {
  arguments.push_back("--json");
  return parsed_lines(run_tabiya(arguments).out);
}

class ApiTest : public ::testing::Test {
 protected:
  Json get(const std::string& path, const Parameters& parameters = {}, int status = 200) {
    return answer({.path = path, .parameters = parameters}, status);
  }
  Json post(const std::string& path, const Json& body, int status = 200) {
    return answer({.is_post = true, .path = path, .body = json_text(body)}, status);
  }
  // The last state of work, once it has ended.
  Json work(const Json& request) {
    const std::string path = "/api/works/" + json_text(post("/api/works", request)["id"]);
    for (;;) {
      const Json state = get(path);
      if (!state["running"].get<bool>()) return state;
      std::this_thread::yield();
    }
  }

 private:
  Json answer(const ApiRequest& request, int status) {
    const ApiResponse response = api_.answer(request);
    EXPECT_EQ(response.status, status) << response.body;
    return parsed(response.body);
  }

  LibraryOfFiles library_{{"shipped"}, "linear"};
  Api api_{library_};
};

TEST_F(ApiTest, ListsGamesAndBooks) {
  const Json session = get("/api/session");
  ASSERT_EQ(session["games"].size(), games().size());
  for (std::size_t i = 0; i < games().size(); ++i) {
    const Json& game = session["games"][i];
    EXPECT_EQ(game["name"], games()[i]->name());
    EXPECT_EQ(game["setups"].is_null(), games()[i]->setup_phase() == nullptr);
    EXPECT_EQ(game["start"].get<std::string>().size(), game["rows"].size() * game["columns"].size());
  }
  EXPECT_EQ(session["books"].size(), 1);
  EXPECT_EQ(session["books"][0]["entries"], 20'000);
}

// Their game comes first, and its setups are found by what is on the board.
TEST(Api, KnowsTheGamesOfBooksFromFilesOfRules) {
  const TemporaryFolder folder;
  write_file(
      folder.path("little.ini"),
      "[little]\nmaxRank = 6\nmaxFile = 4\npawn = p\nking = k\nknight = n\ncastling = false\ndoubleStep = false\n"
      "startFen = 4/4/pppp/PPPP/4/4 w - - 0 1\npromotionPieceTypes = n\nsetupPieces = knn\nsetupRegion = *1\n");
  write_file(
      folder.path("job.toml"),
      "game = \"little.ini\"\n[filter]\npool = 4\nkeep = 4\nrounds = 1\n[[stage]]\nkeep = 2\ndepth = 2\nreplies = 0\n");
  require(run_tabiya({"build", folder.path("job.toml"), "--out", folder.path("out")}));
  LibraryOfFiles library({folder.path("out/job.tbk")}, "linear");
  Api api(library);
  const auto get = [&](const std::string& path, const Parameters& parameters = {}) {
    return parsed(api.answer({.path = path, .parameters = parameters}).body);
  };
  const Json session = get("/api/session");
  ASSERT_EQ(session["games"].size(), games().size() + 1);
  const Json& game = session["games"][0];
  EXPECT_EQ(game["name"], session["books"][0]["game"]);
  EXPECT_EQ(game["sides"][0], "White");
  EXPECT_EQ(game["start"].get<std::string>().substr(8, 4), std::string(4, 'A'));
  Parameters wanted{{"game", game["name"].get<std::string>()}, {"side", "0"}, {"name", "KNN."}};
  const Json setup = get("/api/setup", wanted);
  EXPECT_EQ(setup["squares"].get<std::string>().substr(4), std::string(20, '.'));
  wanted.erase("name");
  wanted["squares"] = setup["squares"].get<std::string>();
  EXPECT_EQ(get("/api/setup", wanted)["name"], "KNN.");
  wanted["squares"][0] = '#';
  EXPECT_TRUE(get("/api/setup", wanted).contains("fault"));
}

TEST_F(ApiTest, EntriesAreThoseThatBookListPrints) {
  const Json columns = get("/api/books/0/entries");
  const std::vector<Json> entries = printed({"book", "list", "shipped"});
  ASSERT_EQ(entries.size(), columns["red"].size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    for (const char* name : {"red", "value", "depth", "nodes", "standard_error"})
      ASSERT_EQ(columns[name][i], entries[i][name]) << name << " of entry " << i;
    const Json& reply = columns["replies"][columns["reply"][i].get<std::size_t>()];
    ASSERT_EQ(reply["name"], entries[i]["reply"]);
    ASSERT_EQ(reply["wire"], entries[i]["reply_wire"]);
  }
  Json details = get("/api/books/0/entries/1234");
  for (const char* name : {"mirror", "reply_mirror", "moves", "play", "lines"}) {
    EXPECT_TRUE(details.contains(name));
    details.erase(name);
  }
  EXPECT_EQ(details, entries[1234]);
}

// Both setups on the squares that the columns name, against the position after them.
TEST_F(ApiTest, ColumnsDrawTheBoard) {
  const Json columns = get("/api/books/0/entries");
  for (const std::size_t index : {0, 19'999}) {
    const Json moves = get("/api/books/0/entries/" + std::to_string(index))["moves"];
    const std::string game = get("/api/session")["books"][0]["game"].get<std::string>();
    const std::string line = moves[0].get<std::string>() + " " + moves[1].get<std::string>();
    const Json position = get("/api/position", {{"game", game}, {"moves", line}});
    const Json entry = get("/api/books/0/entries/" + std::to_string(index));
    for (const char* name : {"red", "rank", "value", "depth", "standard_error"})
      EXPECT_EQ(position["known"][name], entry[name]) << name;
    EXPECT_EQ(position["known"]["rank"].get<std::size_t>(), index + 1);
    EXPECT_TRUE(
        get("/api/position", {{"game", game}, {"moves", moves[0].get<std::string>()}})["known"].is_null());
    std::string squares = position["squares"].get<std::string>();
    const auto reply = columns["reply"][index].get<std::size_t>();
    const std::string boards[] = {columns["red_board"][index].get<std::string>(),
                                  columns["replies"][reply]["board"].get<std::string>()};
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t i = 0; i < boards[side].size(); ++i) {
        const auto square = columns["squares"][side][i].get<std::size_t>();
        EXPECT_EQ(squares[square], boards[side][i]);
        squares[square] = '.';
      }
    EXPECT_EQ(squares.find_first_not_of('.'), squares.npos);
  }
}

// What the line of play changes, against the positions that its moves lead to.
TEST_F(ApiTest, LinesOfPlayChangeTheBoard) {
  const std::string game = get("/api/session")["books"][0]["game"].get<std::string>();
  const Json details = get("/api/books/0/entries/0");
  ASSERT_FALSE(details["play"].empty());
  std::string moves = details["moves"][0].get<std::string>() + " " + details["moves"][1].get<std::string>();
  auto squares = get("/api/position", {{"game", game}, {"moves", moves}})["squares"].get<std::string>();
  for (const Json& move : details["play"]) {
    moves += " " + move[0].get<std::string>();
    std::istringstream changes(move[1].get<std::string>());
    std::size_t square = 0;
    for (char letter = 0; changes >> square >> letter;) squares.at(square) = letter;
    EXPECT_EQ(get("/api/position", {{"game", game}, {"moves", moves}})["squares"], squares) << moves;
  }
}

TEST_F(ApiTest, PositionsSayWhereTheMovesBegin) {
  for (const GameModule* game : games()) {
    const std::string name(game->name());
    const SetupPhase* phase = game->setup_phase();
    const std::string setups = phase == nullptr ? "" : phase->wire(0, 0) + " " + phase->wire(1, 0);
    const Json begin = get("/api/position", {{"game", name}, {"moves", setups}});
    EXPECT_EQ(begin["setups"], phase == nullptr ? 0 : 2);
    EXPECT_EQ(begin["root"]["text"], begin["text"]);
    EXPECT_EQ(begin["root"]["side"], begin["side_to_move"]);
    EXPECT_EQ(begin["score"], "*");
    const std::string move = begin["moves"][0]["wire"].get<std::string>();
    EXPECT_EQ(get("/api/position", {{"game", name}, {"moves", setups + " " + move}})["root"], begin["root"]);
    EXPECT_EQ(get("/api/position", {{"game", name}})["root"].is_null(), phase != nullptr);
  }
}

TEST_F(ApiTest, MovesAreThoseOfTheCommand) {
  for (const GameModule* game : games()) {
    const std::string name(game->name());
    if (game->setup_phase()) continue;
    const Json position = get("/api/position", {{"game", name}});
    const std::vector<Json> moves = printed({"moves", "startpos", "--game", name});
    ASSERT_EQ(position["moves"].size(), moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      EXPECT_EQ(position["moves"][i]["wire"], moves[i]["move"]);
      EXPECT_EQ(position["moves"][i]["readable"], moves[i]["long"]);
      const auto from = position["moves"][i]["from"].get<std::size_t>();
      EXPECT_NE(position["squares"].get<std::string>()[from], '.');
    }
  }
}

TEST_F(ApiTest, FindsSetupsByNameAndRankAndSquares) {
  for (const GameModule* game : games()) {
    if (!game->setup_phase()) continue;
    for (const std::string side : {"0", "1"}) {
      const Parameters of{{"game", std::string(game->name())}, {"side", side}};
      const auto with = [&](const std::string& name, const std::string& value) {
        Parameters parameters = of;
        parameters[name] = value;
        return parameters;
      };
      const Json setup = get("/api/setup", with("rank", "3"));
      EXPECT_EQ(get("/api/setup", with("name", setup["name"].get<std::string>())), setup);
      EXPECT_EQ(get("/api/setup", with("squares", setup["squares"].get<std::string>())), setup);
      const auto sent = setup["wire"].get<std::string>();
      if (sent.find('=') != sent.npos) {
        EXPECT_EQ(get("/api/setup", with("name", sent)), setup);
      }
      auto squares = setup["squares"].get<std::string>();
      const std::size_t piece = squares.find_first_not_of('.');
      squares[piece] = '.';
      EXPECT_TRUE(get("/api/setup", with("squares", squares))["fault"].is_string());
    }
  }
}

TEST_F(ApiTest, AnalysisIsThatOfTheCommand) {
  const Json entry = get("/api/books/0/entries/0");
  const std::string moves = entry["moves"][0].get<std::string>() + " " + entry["moves"][1].get<std::string>();
  const std::string game = get("/api/session")["books"][0]["game"].get<std::string>();
  const Json state =
      work({{"kind", "analysis"}, {"game", game}, {"moves", moves}, {"depth", 4}, {"lines", 2}});
  const Json expected =
      printed({"analyse", "startpos", "--moves", moves, "--net", "linear", "--depth", "4", "--lines", "2"})
          .back();
  EXPECT_EQ(state["error"], nullptr);
  for (const char* name : {"depth", "score", "win", "view", "nodes"})
    EXPECT_EQ(state["result"][name], expected[name]) << name;
  EXPECT_EQ(state["result"]["pv"][0]["wire"], expected["pv"][0]);
  EXPECT_EQ(state["result"]["others"][0]["score"], expected["others"][0]["score"]);
}

TEST_F(ApiTest, RepliesComeBestFirstWithWhatTheyLose) {
  const Json entry = get("/api/books/0/entries/5");
  const std::string game = get("/api/session")["books"][0]["game"].get<std::string>();
  const Json state = work({{"kind", "replies"},
                           {"game", game},
                           {"red", entry["red"]},
                           {"known", {entry["reply"]}},
                           {"depth", 3},
                           {"candidates", 5}});
  const Json& replies = state["result"]["replies"];
  ASSERT_EQ(replies.size(), 5) << state;
  EXPECT_EQ(state["result"]["depth"], 3);
  EXPECT_TRUE(std::ranges::any_of(replies, [&](auto& reply) {
    return reply["known"].template get<bool>() && reply["name"] == entry["reply"];
  }));
  for (const Json& reply : replies)
    EXPECT_EQ(reply["loss"].get<int>(), reply["value"].get<int>() - replies[0]["value"].get<int>());
}

TEST_F(ApiTest, SaysWhatIsWrongWithARequest) {
  for (const char* path :
       {"", "/", "/api", "/api/", "/api//", "/api/books", "/api/books/0", "/api/books/0/entries/20000",
        "/api/books/0/entries/1/2", "/api/../session", "/api/works/7"})
    EXPECT_NE(get(path, {}, 404)["error"], "") << path;
  EXPECT_EQ(get("/api/books/1/entries", {}, 400)["error"], "there is no book 1");
  for (const char* path :
       {"/api/books/-1/entries", "/api/books/0x0/entries", "/api/books/99999999999999999999/entries"})
    get(path, {}, 400);
  const std::string game(games()[0]->name());
  get("/api/position", {{"game", "none"}}, 400);
  get("/api/position", {{"game", game}, {"position", "8/8"}}, 400);
  EXPECT_EQ(
      get("/api/position", {{"game", game}, {"moves", "x"}}, 400)["error"].get<std::string>().substr(0, 9),
      "move 1, x");
  get("/api/setup", {{"game", game}, {"side", "2"}, {"rank", "0"}}, 400);
  EXPECT_NE(get("/api/setup", {{"game", game}, {"name", "W"}})["fault"], "");
  for (const Json& body : {Json(1), Json({{"kind", 1}}), Json({{"kind", "x"}, {"game", game}}),
                           Json({{"kind", "analysis"}, {"game", game}}),
                           Json({{"kind", "replies"}, {"game", game}, {"red", "W"}})})
    EXPECT_NE(post("/api/works", body, 400)["error"], "");
  post("/api/works/99/stop", {}, 404);
}

// A book of moves behind the first setups of the shipped book, open with that.
class LinesApi : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    write_file(folder_->path("job.toml"),
               "game = \"zero_point_one\"\nfrom = \"shipped\"\nentries = 2\nevaluation = \"linear\"\n"
               "[lines]\nnodes = 50\npositions = 80\n");
    require(run_tabiya({"lines", folder_->path("job.toml"), "--out", book()}));
    library_ = new LibraryOfFiles({"shipped", book()}, "linear");
    api_ = new Api(*library_);
  }
  static void TearDownTestSuite() {
    delete api_;
    delete library_;
    delete folder_;
  }
  static std::string book() { return folder_->path("lines.tbk"); }
  static Json get(const std::string& path, int status = 200) {
    const ApiResponse response = api_->answer({.path = path});
    EXPECT_EQ(response.status, status) << response.body;
    return parsed(response.body);
  }
  static Json node(std::size_t at) { return get("/api/lines/0/" + std::to_string(at)); }

  static inline TemporaryFolder* folder_ = nullptr;
  static inline LibraryOfFiles* library_ = nullptr;
  static inline Api* api_ = nullptr;
};

TEST_F(LinesApi, IsOpenNextToTheBookOfSetups) {
  const Json session = get("/api/session");
  ASSERT_EQ(session["books"].size(), 1);
  ASSERT_EQ(session["lines"].size(), 1);
  const Json& lines = session["lines"][0];
  EXPECT_EQ(lines["positions"], 80);
  EXPECT_EQ(lines["starts"].size(), 2);
  EXPECT_EQ(lines["next"].size(), 20);
  const Json place{{"book", 0}, {"at", lines["starts"][1]["at"]}};
  EXPECT_EQ(get("/api/books/0/entries/1")["lines"], Json::array({place}));
  EXPECT_EQ(get("/api/books/0/entries/2")["lines"], Json::array());
  const Json entry = get("/api/books/0/entries/1");
  const auto moves = entry["moves"][0].get<std::string>() + " " + entry["moves"][1].get<std::string>();
  const ApiResponse position =
      api_->answer({.path = "/api/position", .parameters = {{"game", "zero_point_one"}, {"moves", moves}}});
  EXPECT_EQ(parsed(position.body)["lines"], Json::array({place}));
}

TEST_F(LinesApi, TellsWhatBookProbeTells) {
  for (const std::size_t at : {0, 1, 17, 79}) {
    const Json position = node(at);
    const Json probed = printed({"book", "probe", book(), position["text"].get<std::string>()}).at(0);
    ASSERT_EQ(position["moves"].size(), probed["moves"].size());
    EXPECT_EQ(position["value"], probed["value"]);
    EXPECT_EQ(position["error"], probed["error"]);
    for (const Json& move : position["moves"]) {
      const auto same = std::ranges::find_if(
          probed["moves"], [&](const Json& other) { return other["move"] == move["wire"]; });
      ASSERT_NE(same, probed["moves"].end()) << json_text(move);
      EXPECT_EQ(move["value"], (*same)["value"]);
      EXPECT_EQ(move["error"], (*same)["error"]);
      EXPECT_EQ(move["readable"], (*same)["san"]);
      EXPECT_EQ(!move["at"].is_null(), (*same)["in_book"].get<bool>());
    }
  }
}

TEST_F(LinesApi, MovesLeadToPositionsAndWaysBack) {
  std::set<std::size_t> queued, reached;
  for (std::size_t at = 0; at < 80; ++at) {
    const Json here = node(at);
    EXPECT_EQ(here["way"].back(), at);
    EXPECT_EQ(here["way"].size(), here["played"].size() + 1);
    if (!here["next"].is_null()) queued.insert(here["next"].get<std::size_t>());
    int outside = 0;
    for (const Json& move : here["moves"]) {
      outside += move["at"].is_null();
      if (move["at"].is_null()) continue;
      const Json there = node(move["at"].get<std::size_t>());
      reached.insert(move["at"].get<std::size_t>());
      EXPECT_EQ(there["value"].get<int>(), -move["value"].get<int>());
      EXPECT_EQ(there["error"], move["error"]);
      EXPECT_EQ(there["visits"], move["visits"]);
      const Json& way = there["way"];
      const bool is_its_way = way.size() > 1 && way[way.size() - 2] == at;
      const bool is_another =
          std::ranges::any_of(there["others"], [&](const Json& other) { return other["at"] == at; });
      EXPECT_TRUE(is_its_way || is_another || there["others"].size() == 5) << at;
    }
    EXPECT_LE(outside, 1);
  }
  EXPECT_EQ(reached.size(), 78u) << "all but those in which lines begin";
  EXPECT_EQ(queued.size(), 20u);
  EXPECT_EQ(*queued.rbegin(), 20u);
}

TEST_F(LinesApi, RefusesPositionsThatItDoesNotHave) {
  EXPECT_EQ(get("/api/lines/0/80", 404)["error"], "there is no /api/lines/0/80");
  get("/api/lines/1/0", 404);
  get("/api/lines/0/x", 400);
}

TEST_F(LinesApi, IsExported) {
  const std::string out = folder_->path("out");
  require(run_tabiya({"explore", book(), "--export", out}));
  std::string file = read_file(out + "/data/lines-0-details-0.js");
  const std::string prefix = "tabiyaData(\"lines-0-details-0\", ";
  ASSERT_EQ(file.substr(0, prefix.size()), prefix);
  const Json nodes = parsed(file.substr(prefix.size(), file.size() - prefix.size() - 3));
  ASSERT_EQ(nodes.size(), 80);
  EXPECT_EQ(nodes[79], node(79));
}

}  // namespace tabiya::tools::api_test
