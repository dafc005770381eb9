// The sources that `pack` writes in languages with a plain decoder: compiled or run as they are, and compared with what the
// program itself reads.
#include "tools/assets/languages.h"

#include "core/book/book_file.h"
#include "core/eval/network_file.h"
#include "core/games/zero_point_one/setup.h"
#include "tests/core/eval/random_network.h"
#include "tests/support/bytes.h"
#include "tests/support/checkout.h"
#include "tests/tools/assets/decoder/printed.h"
#include "tests/tools/program_run.h"
#include "tools/bench/languages.h"

namespace tabiya::tools {

void PrintTo(const Toolchain& toolchain, std::ostream* stream) { *stream << toolchain.language; }

namespace languages_test {

std::string text(const test::Bytes& bytes) { return std::string(as_text(bytes)); }

Book sample_book(bool has_values) {
  const zero_point_one::Setups setups;
  Random random(6);
  Book book;
  book.meta = {"zero_point_one", 17, 18, "a test, in \"quotes\""};
  SetupId red = 0;
  while (book.entries.size() < 150) {
    red += 1 + random.below(50'000);
    if (!setups.is_normalised(red)) continue;
    BookEntry entry{red, random.below(40) * 1000, {}, static_cast<std::uint8_t>(8 + random.below(3))};
    if (has_values) entry.red_value = 2'000 - static_cast<Score>(random.below(40'000));
    entry.nodes = random.below(1u << 30);
    book.entries.push_back(entry);
  }
  for (std::uint32_t i = 150; i > 1; --i) std::swap(book.entries[i - 1], book.entries[random.below(i)]);
  return book;
}

// Rows are multiples of steps of their own.
NetworkWeights sample_network() {
  NetworkWeights weights = test::random_network({300, 32}, 3);
  for (std::size_t i = 0; i < weights.transformer.size(); ++i) {
    const int step = 1 + static_cast<int>(i / 32 % 7) * 50;
    weights.transformer[i] = static_cast<std::int16_t>(weights.transformer[i] / step * step);
  }
  return weights;
}

std::vector<Toolchain> plain_toolchains() {
  const auto name_of = [](const Language& language) { return language.encoding.name; };
  std::vector<Toolchain> all;
  for (const Toolchain& toolchain : toolchains())
    if (std::ranges::find(languages(), toolchain.language, name_of) != languages().end())
      all.push_back(toolchain);
  return all;
}

class Languages : public ::testing::TestWithParam<Toolchain> {
 protected:
  Languages() {
    write_file(path("book.tbk"), text(encode_book(sample_book(true))));
    write_file(path("network.tbn"), text(encode_network({"sample", "random numbers", sample_network()})));
  }

  std::string path(const std::string& name) { return folder_.path(name); }
  std::string source(const std::string& name) { return path(name + "." + std::string(GetParam().ending)); }

  void pack(const std::string& input, const std::string& name, std::vector<std::string> options) {
    require(run_tabiya(joined({"pack", path(input), "--force", "--out", source(name)}, options)));
  }

  void build() {
    write_file(path(std::string(GetParam().file)), std::string(GetParam().user));
    ASSERT_EQ(run_in_shell("cd " + path("") + " && " + std::string(GetParam().build)), prints(""));
  }
  ProgramRun use(const std::string& what) {
    return run_in_shell("cd " + path("") + " && " + std::string(GetParam().run) + " " + what);
  }

  // What the decoder is to find in the source of a book.
  std::string expected_book(const Book& whole) {
    const std::string csv = run_tabiya({"book", "export", source("book"), "--to", "csv", "--out", "-"}).out;
    std::string rows =
        whole.meta.game + "," + whole.meta.maker + "," + (csv.find("\n1,") != csv.npos ? "1\n" : "0\n");
    for (std::size_t at = csv.find('\n') + 1; at < csv.size(); at = csv.find('\n', at) + 1) {
      std::vector<std::string> fields(1);
      for (std::size_t i = at; csv[i] != '\n'; ++i)
        csv[i] == ',' ? void(fields.emplace_back()) : fields.back().push_back(csv[i]);
      rows +=
          fields[1] + "," + fields[2] + "," + fields[4] + "," + (fields[4].empty() ? "0" : fields[5]) + "\n";
    }
    return rows;
  }

  TemporaryFolder folder_;
};

TEST_P(Languages, GiveBackBooksAndNetworks) {
  if (!GetParam().is_there())
    GTEST_SKIP() << GetParam().programs.front() << " is not there (./quickstart packages languages)";
  pack("network.tbn", "network", {});
  const auto expect_book = [&](const Book& book, const std::vector<std::string>& options) {
    write_file(path("book.tbk"), text(encode_book(book)));
    pack("book.tbk", "book", options);
    build();
    EXPECT_EQ(use("book"), prints(expected_book(book)));
  };
  expect_book(sample_book(true), {});
  EXPECT_EQ(use("network"), prints(printed_network(sample_network())));
  Book of_moves = sample_book(true);
  of_moves.meta.maker = "";  // which goes where only moves are kept
  expect_book(of_moves, {"--keep", "moves", "--max-bytes", "90000"});
  pack("network.tbn", "network", {"--max-chars", "90000"});
  expect_book(sample_book(false), {"--max-chars", "90000"});
  EXPECT_EQ(use("network"), prints(printed_network(sample_network())));
}

TEST_P(Languages, RefuseDamage) {
  if (!GetParam().is_there())
    GTEST_SKIP() << GetParam().programs.front() << " is not there (./quickstart packages languages)";
  pack("network.tbn", "network", {});
  pack("book.tbk", "book", {});
  const std::string whole = read_file(source("book"));
  // The first character of two bytes, which becomes another one, or is lost.
  std::size_t at = 0;
  while (static_cast<unsigned char>(whole[at]) < 0xC3 || static_cast<unsigned char>(whole[at]) > 0xDA) ++at;
  std::string flipped = whole, cut = whole;
  flipped[at + 1] ^= 1;
  cut.erase(at, 2);
  for (const std::string& damaged : {flipped, cut}) {
    write_file(source("book"), damaged);
    build();
    const ProgramRun run = use("book");
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, AnyOf(HasSubstr("damaged"), HasSubstr("tabiyaBookText: ")));
    EXPECT_EQ(refused({"unpack", source("book"), "--out", "-"}).exit_code, 2);
  }
}

TEST_P(Languages, AreReadByTheProgram) {
  pack("network.tbn", "network", {});
  pack("book.tbk", "book", {});
  EXPECT_EQ(run_tabiya({"unpack", source("network"), "--out", "-"}), prints(read_file(path("network.tbn"))));
  require(
      run_tabiya({"pack", path("book.tbk"), "--keep", "values", "--to", "raw", "--out", path("values.tbp")}));
  const auto rows = [&](const std::string& file) {
    return run_tabiya({"book", "export", file, "--to", "csv", "--out", "-"}).out;
  };
  EXPECT_EQ(rows(source("book")), rows(path("values.tbp")));
  EXPECT_NE(rows(source("book")), "");
}

INSTANTIATE_TEST_SUITE_P(All, Languages, ::testing::ValuesIn(plain_toolchains()), [](const auto& of) {
  return std::string(of.param.file.substr(of.param.file.find('.') + 1));
});

// The examples of data/examples/answers.
TEST(PlainAssets, AnswerSetupsInOtherLanguages) {
  const TemporaryFolder folder;
  for (const std::string source : {"book.py", "book.java"})
    require(run_tabiya({"pack", "shipped", "--keep", "moves", "--out", folder.path(source)}));
  const ProgramRun list = run_tabiya({"book", "list", "shipped", "--first", "1", "--json"});
  const Json best = parsed(list.out.substr(0, list.out.find('\n')));
  const auto red = best["red"].get<std::string>(), reply = best["reply"].get<std::string>();
  const auto mirrored = [](std::string setup) {
    std::ranges::reverse(setup.begin(), setup.begin() + 8);
    std::ranges::reverse(setup.begin() + 8, setup.end());
    return setup;
  };
  const std::string setups = red + "\n" + mirrored(red) + "\nAAAAAAAAAAAAAAAA\n";
  const std::string replies = reply + "\n" + mirrored(reply) + "\nunknown\n";
  const std::string examples = test::source_path("data/examples/answers/");
  const std::string prepare =
      "cd " + folder.path("") + " && cp " + examples + "answers.py " + examples + "Answers.java . && ";
  const std::string given = "printf '" + setups + "' | ";
  if (toolchains()[2].is_there()) {
    EXPECT_EQ(run_in_shell(prepare + given + "python3 -B answers.py"), prints(replies));
  }
  if (toolchains()[3].is_there()) {
    EXPECT_EQ(run_in_shell(prepare + "javac -encoding UTF-8 -d . *.java && " + given + "java -cp . Answers"),
              prints(replies));
  }
}

// Setups of a pawn race have names of their own, which are no arrangements of each other.
TEST(PlainAssets, CarryNamesOfAnyKind) {
  const TemporaryFolder folder;
  write_file(folder.path("race.csv"), "rank,red,reply,value\n1,b,c,100\n2,e,a,-50\n3,a,h,-60\n");
  ASSERT_EQ(run_tabiya({"book", "import", folder.path("race.csv"), "--from", "csv", "--game", "pawn_race",
                        "--out", folder.path("race.tbk")}),
            prints(folder.path("race.tbk") + ": 3 entries\n"));
  require(run_tabiya({"pack", folder.path("race.tbk"), "--out", folder.path("race.py")}));
  const auto rows = [&](const std::string& file) {
    return run_tabiya({"book", "export", folder.path(file), "--to", "csv", "--out", "-"}).out;
  };
  EXPECT_EQ(rows("race.py"), rows("race.tbk"));
}

TEST(PlainAssets, AreOfBooksAndNetworks) {
  EXPECT_EQ(
      run_tabiya({"pack", "-", "--out", "-", "--to", "java"}, "any file"),
      unusable(
          "standard input: neither a book that `tabiya verify` finds sound nor a network; --to java is for these"));
  EXPECT_EQ(refused({"pack", "shipped", "--out", "-", "--to", "go", "--keep", "all"}),
            unusable("--keep all and --to go do not go together; its readers get values and depths at most"));
  EXPECT_EQ(refused({"pack", "shipped", "--out", "-", "--to", "python", "--plain"}),
            unusable("--plain and --to python do not go together: its decoder is for books and networks"));
}

}  // namespace languages_test
}  // namespace tabiya::tools
