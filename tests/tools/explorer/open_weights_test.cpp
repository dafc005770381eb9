#include "codec/text.h"
#include "tools/explorer/open_lines.h"

#include "core/book/polyglot_file.h"
#include "core/random.h"
#include "tests/tools/program_run.h"
#include "tools/cli/failure.h"
#include "tools/explorer/api.h"
#include "tools/explorer/library_files.h"

namespace tabiya::tools::open_weights_test {

// A book in PolyGlot's format: two first moves of White, one reply, and a position that these do not lead to.
class WeightsApi : public ::testing::Test {
 protected:
  static std::string epd(const std::string& position, const std::string& moves) {
    return position + " " + moves + ";\n";
  }
  void SetUp() override {
    const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
                      after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
                      elsewhere = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    write_file(folder_.path("a.epd"), epd(start, "bm e4 d4; weight 30 10") +
                                          epd(after_e4, "bm c5; weight 7") +
                                          epd(elsewhere, "bm e4; weight 1"));
    require(run_tabiya({"book", "import", folder_.path("a.epd"), "--out", book()}));
  }
  std::string book() const { return folder_.path("a.bin"); }
  static Json get(Library& library, const std::string& path) {
    return parsed(Api(library).answer({.path = path}).body);
  }

  TemporaryFolder folder_;
};

TEST_F(WeightsApi, ShowsMovesByWeightAndWhereTheyLead) {
  LibraryOfFiles library({book()}, "linear");
  const Json lines = get(library, "/api/session")["lines"][0];
  EXPECT_EQ(lines["game"], "chess");
  EXPECT_EQ(lines["positions"], 4);
  EXPECT_EQ(lines["links"], 3);
  EXPECT_EQ(lines["unreached"], 1);
  const Json start = get(library, "/api/lines/0/0");
  ASSERT_EQ(start["moves"].size(), 2);
  EXPECT_EQ(start["moves"][0]["readable"], "e4");
  EXPECT_EQ(start["moves"][0]["weight"], 30);
  EXPECT_EQ(start["moves"][0]["share"], 0.75);
  EXPECT_EQ(start["moves"][0]["line"], "c5");
  EXPECT_FALSE(start.contains("value"));
  const Json after = get(library, "/api/lines/0/" + json_text(start["moves"][0]["at"]));
  EXPECT_EQ(after["played"][0]["readable"], "e4");
  EXPECT_EQ(after["way"], (Json{0, start["moves"][0]["at"]}));
  EXPECT_EQ(after["moves"][0]["readable"], "c5");
}

TEST_F(WeightsApi, BeginsWhereItIsTold) {
  LibraryOfFiles library({book()}, "linear", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  EXPECT_EQ(get(library, "/api/session")["lines"][0]["unreached"], 3);
  EXPECT_EQ(get(library, "/api/lines/0/0")["moves"][0]["readable"], "e4");
  EXPECT_THROW(LibraryOfFiles({book()}, "linear", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1"), Failure);
}

// Its positions are found when somebody comes to them.
TEST_F(WeightsApi, OpensALargeBookWhereItStands) {
  const auto walk = game_of_move_books().make_book_walk();
  MoveBook large{{{.key = walk->key(), .move = *walk->read("e2e4"), .weight = 3},
                  {.key = walk->key(), .move = *walk->read("d2d4"), .weight = 1}}};
  walk->play(*walk->read("e2e4"));
  large.moves.push_back({.key = walk->key(), .move = *walk->read("c7c5"), .weight = 9});
  Random random(1);
  while (large.moves.size() < 300'000) large.moves.push_back({.key = random.next(), .move = 1, .weight = 1});
  sort_moves(large);
  const std::vector<std::byte> file = write_polyglot(large);
  write_file(book(), as_text(file));
  LibraryOfFiles library({book()}, "linear");
  const Json lines = get(library, "/api/session")["lines"][0];
  EXPECT_EQ(lines["positions"], nullptr);
  EXPECT_EQ(lines["unreached"], nullptr);
  EXPECT_EQ(lines["links"], 300'000);
  const Json start = get(library, "/api/lines/0/0");
  EXPECT_EQ(start["moves"][0]["share"], 0.75);
  EXPECT_EQ(start["moves"][0]["line"], "c5");
  const Json after = get(library, "/api/lines/0/" + json_text(start["moves"][0]["at"]));
  EXPECT_EQ(after["moves"][0]["weight"], 9);
  EXPECT_THAT(refusal_of(refused({"explore", book(), "--export", folder_.path("out")})),
              HasSubstr("make a smaller one"));
}

TEST_F(WeightsApi, IsExported) {
  const std::string out = folder_.path("out");
  require(run_tabiya({"explore", book(), "--export", out}));
  EXPECT_THAT(read_file(out + "/data/lines-0-details-0.js"), HasSubstr("\"weight\":30"));
}

}  // namespace tabiya::tools::open_weights_test
