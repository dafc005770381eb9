// What is used when nobody names a network or a book: of the tests' own, so that they do not depend on ours.
#include "codec/text.h"
#include "core/book/book_file.h"
#include "core/eval/network_file.h"
#include "core/games/zero_point_one/features.h"
#include "core/games/zero_point_one/notation.h"
#include "core/games/zero_point_one/setup.h"
#include "tests/core/eval/random_network.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::shipped_test {

constexpr const char* kPosition = "'AWAAAAAA/DFFDDDAN/8/8/8/8/addadffd/naaaaawa r - 2'";

void write_bytes(const std::string& path, std::span<const std::byte> bytes) {
  write_file(path, as_text(bytes));
}

// A folder `data` with a network and a book in it, both packed.
class ShippedTest : public ::testing::Test {
 protected:
  ShippedTest() {
    const auto network = test::lively_network({zero_point_one::kFeatures, 32}, 4);
    write_bytes(folder_.path("net.tbn"), encode_network(NamedNetwork{"test", "", network}));
    Book book;
    book.meta.game = "zero_point_one";
    book.meta.evaluation = fingerprint(network);
    book.entries = {{rank_of("AWAAAAAADFFDDDAN"), rank_of("AWAAAAANDDDFFDAA"), 1'000, 6}};
    write_bytes(folder_.path("book.tbk"), encode_book(book));
    require(
        in_folder("mkdir -p data/nets data/books &&"
                  " $TABIYA pack net.tbn --to raw --out data/nets/default.tbp &&"
                  " $TABIYA pack book.tbk --to raw --out data/books/default.tbp"));
  }

  static SetupId rank_of(const char* setup) {
    return zero_point_one::rank(zero_point_one::parse_setup(setup).value());
  }
  ProgramRun in_folder(const std::string& script) {
    return run_in_shell("cd " + folder_.path("") + " && " + script);
  }

  TemporaryFolder folder_;
};

TEST_F(ShippedTest, PlayTakesBothFromTheFolderThatTheEnvironmentNames) {
  EXPECT_THAT(output_of(in_folder("echo Start | TABIYA_DATA=data $TABIYA play --nodes 100 --seed 1")),
              AnyOf("AWAAAAAADFFDDDAN\n", "AAAAAAWANADDDFFD\n"));
}

TEST_F(ShippedTest, AnInstalledProgramFindsThemBesideIt) {
  const std::string eval = std::string(" eval ") + kPosition + " --net ";
  const ProgramRun named = in_folder("$TABIYA" + eval + "net.tbn");
  EXPECT_EQ(named.exit_code, 0) << named.err;
  const ProgramRun installed = in_folder(
      "mkdir -p bin share/tabiya && cp \"$TABIYA\" bin/tabiya && mv data share/tabiya/ && bin/tabiya" + eval +
      "shipped");
  EXPECT_EQ(installed, named);
}

TEST_F(ShippedTest, PackedFilesAreReadLikePlainOnes) {
  EXPECT_EQ(in_folder("$TABIYA net info data/nets/default.tbp"), in_folder("$TABIYA net info net.tbn"));
  EXPECT_EQ(in_folder("$TABIYA book list data/books/default.tbp"), in_folder("$TABIYA book list book.tbk"));
  require(in_folder("$TABIYA pack book.tbk --to zstd --out book.zst && $TABIYA book list book.zst"));
  EXPECT_EQ(in_folder("$TABIYA book list book.zst"), in_folder("$TABIYA book list book.tbk"));
  EXPECT_EQ(in_folder("TABIYA_DATA=data $TABIYA book list shipped"), in_folder("$TABIYA book list book.tbk"));
}

TEST_F(ShippedTest, AreReadWhereverABookANetworkOrAListIs) {
  const auto run = [&](const std::string& command) {
    const std::string result = output_of(in_folder("TABIYA_DATA=data $TABIYA " + command));
    return result;
  };
  run("unpack shipped --out unpacked.tbk");
  EXPECT_EQ(read_file(folder_.path("unpacked.tbk")), read_file(folder_.path("book.tbk")));
  run("unpack shipped-net --out unpacked.tbn");
  EXPECT_EQ(read_file(folder_.path("unpacked.tbn")), read_file(folder_.path("net.tbn")));
  EXPECT_THAT(run("pack shipped --json --out again.tbp"), HasSubstr("{\"kind\":\"book\""));
  EXPECT_EQ(run("book list again.tbp"), run("book list shipped"));
  EXPECT_THAT(run("pack shipped-net --json --out again-net.tbp"), HasSubstr("{\"kind\":\"network\""));
  write_file(folder_.path("replies"), "AWAAAAANDDDFFDAA\n");
  const std::string search = "search WAAAAAAADDDDAFFN --depth 1 --net linear --replies ";
  EXPECT_EQ(run(search + "shipped"), run(search + "replies"));
  const std::string filter = "filter --net linear --keep 5 --progress none --out - --replies ";
  EXPECT_EQ(run(filter + "shipped"), run(filter + "replies"));
  const std::string audit = " --random 10 --discarded 0 --json";
  const ProgramRun audited = in_folder("TABIYA_DATA=data $TABIYA audit shipped" + audit);
  EXPECT_EQ(audited.err, "");
  EXPECT_THAT(audited.out, HasSubstr("regret"));
  EXPECT_EQ(audited, in_folder("TABIYA_DATA=data $TABIYA audit book.tbk" + audit));
  run("book diff shipped shipped");
  run("book merge shipped shipped --out merged.tbk");
  EXPECT_EQ(run("book export merged.tbk --to json --out -"), run("book export shipped --to json --out -"));
}

TEST_F(ShippedTest, SaysWhereItLooked) {
  const std::string run = refusal_of(in_folder("TABIYA_DATA=nowhere $TABIYA net info shipped"));
  EXPECT_EQ(
      run,
      "tabiya: shipped: there is no nowhere/nets/default.tbp; name a file, or set TABIYA_DATA to the folder "
      "`data`\n");
}

// Behind the setups of the book that ships with them.
TEST_F(ShippedTest, LinesAreReadWhereverABookOfLinesIs) {
  const auto run = [](std::vector<std::string> arguments) {
    const std::string result = output_of(run_tabiya(std::move(arguments)));
    return result;
  };
  EXPECT_THAT(run({"verify", "shipped-lines"}), HasSubstr(" 0 findings"));
  const Json facts = parsed(run({"book", "info", "shipped-lines", "--json"}));
  EXPECT_EQ(facts["game"], "zero_point_one");
  const std::string first =
      run({"book", "probe", "shipped-lines", facts["from"][0]["position"].get<std::string>()});
  EXPECT_THAT(first, HasSubstr("for the side to move"));
  EXPECT_EQ(
      in_folder("TABIYA_DATA=data $TABIYA verify shipped-lines").err,
      "tabiya: shipped-lines: there is no data/books/lines.tbk; name a file, or set TABIYA_DATA to the folder "
      "`data`\n");
}

TEST_F(ShippedTest, AnAuditEvaluatesAsTheBookDid) {
  const std::string audit = "TABIYA_DATA=data $TABIYA audit book.tbk --random 10 --discarded 0 --json";
  EXPECT_THAT(in_folder(audit).out, HasSubstr("\"same_evaluation\":true"));
  EXPECT_THAT(in_folder(audit + " --net linear").out, HasSubstr("\"same_evaluation\":false"));
}

TEST_F(ShippedTest, AJobWithoutAnEvaluationUsesTheNetwork) {
  write_file(folder_.path("job.toml"),
             "game = \"zero_point_one\"\n[filter]\npool = 50\nkeep = 50\nrounds = 1\n"
             "[[stage]]\nkeep = 1\ndepth = 1\nreplies = 10\n");
  EXPECT_THAT(refusal_of(in_folder("TABIYA_DATA=nowhere $TABIYA build job.toml --out out")),
              HasSubstr("shipped: there is no"));
}

}  // namespace tabiya::tools::shipped_test
