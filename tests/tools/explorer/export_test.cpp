#include "tools/explorer/export.h"

#include <regex>

#include "tests/tools/program_run.h"
#include "tools/assets/shipped.h"
#include "tools/explorer/page_files.h"

namespace tabiya::tools::export_test {

namespace fs = std::filesystem;

std::uintmax_t size_of(const std::string& folder) {
  std::uintmax_t size = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) size += entry.file_size();
  return size;
}

// A module and those that it needs before it runs; others are loaded later.
void add_needed(std::set<std::string>& names, const std::string& name) {
  if (!names.insert(name).second) return;
  static const std::regex kImport(R"re(\} ?from ?"\./([^"]+)";)re");
  const std::string text = page_file(name, "").value();
  for (std::sregex_iterator match(text.begin(), text.end(), kImport); match != std::sregex_iterator();
       ++match)
    add_needed(names, (*match)[1]);
}

TEST(Page, IsSmall) {
  std::set<std::string> first{"index.html", "style.css"};
  add_needed(first, "app.js");
  add_needed(first, "view_setups.js");
  std::size_t before_rows = 0, all = 0;
  for (const PageFile& file : page_files()) {
    all += file.content.size();
    if (first.contains(std::string(file.name))) before_rows += file.content.size();
  }
  EXPECT_LT(before_rows, 70'000);
  EXPECT_LT(all, 180'000);
}

// Addresses in the page: the name of SVG alone, which nothing is loaded from.
TEST(Page, AsksNothingOfOtherSites) {
  for (const PageFile& file : page_files()) {
    std::string text(file.content);
    for (std::size_t at; (at = text.find("http://www.w3.org/2000/svg")) != text.npos;) text.erase(at, 26);
    EXPECT_THAT(text, Not(HasSubstr("://"))) << file.name;
  }
}

TEST(Export, WritesTwentyThousandEntriesInFifteenMegabytes) {
  const TemporaryFolder folder;
  const std::string out = folder.path("out");
  const ProgramRun run = run_tabiya({"explore", "shipped", "--export", out, "--no-engine"});
  EXPECT_EQ(run, prints(out + "/index.html\n"));
  EXPECT_LT(size_of(out), 15'000'000u);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out"});
  EXPECT_THAT(read_file(out + "/index.html"), HasSubstr("tabiya-live\" content=\"\""));
  EXPECT_EQ(read_file(out + "/app.js"), bundle_modules());
  // The file of the last entries, against the command.
  const std::string last = read_file(out + "/data/books-0-details-39.js");
  const std::string prefix = "tabiyaData(\"books-0-details-39\", ";
  ASSERT_EQ(last.substr(0, prefix.size()), prefix);
  const auto details = parsed(last.substr(prefix.size(), last.size() - prefix.size() - 3));
  ASSERT_EQ(details.size(), 500);
  const auto entry = parsed(run_tabiya({"book", "list", "shipped", "--rank", "20000", "--json"}).out);
  for (const auto& [name, value] : entry.items()) EXPECT_EQ(details.back()[name], value) << name;
}

// The engine lies beside the folder of the data.
TEST(Export, IsLiveWhereTheEngineIs) {
  const TemporaryFolder folder;
  fs::create_directory_symlink(fs::path(network_path(std::string(kShipped))).parent_path().parent_path(),
                               folder.path("data"));
  fs::create_directory(folder.path("explorer"));
  const std::string engine = std::string(engine_stamp()) + "the engine";
  write_file(folder.path("explorer/engine.js"), engine);
  const auto exported = [&](const std::string& name, const std::string& options) {
    return run_in_shell("export TABIYA_DATA=" + folder.path("data") +
                        "; \"$TABIYA\" explore --game pawn_race --export " + folder.path(name) + options);
  };
  EXPECT_EQ(exported("live", "").err, "");
  EXPECT_THAT(read_file(folder.path("live/index.html")), HasSubstr("tabiya-live\" content=\"engine\""));
  EXPECT_EQ(read_file(folder.path("live/data/engine.js")), engine);
  EXPECT_EQ(read_file(folder.path("live/data/engine-0.js")),
            "tabiyaData(\"engine-0\", [[{\"kind\":\"evaluation\",\"game\":\"pawn_race\"},\"\"]]);\n");
  EXPECT_EQ(exported("silent", " --no-engine").err, "");
  EXPECT_THAT(read_file(folder.path("silent/index.html")), HasSubstr("tabiya-live\" content=\"\""));
  EXPECT_FALSE(fs::exists(folder.path("silent/data/engine.js")));
  write_file(folder.path("explorer/engine.js"), "the engine");
  EXPECT_THAT(exported("other", "").err,
              HasSubstr("engine.js: belongs to another version of the page; `./quickstart wasm`"));
  fs::remove(folder.path("explorer/engine.js"));
  EXPECT_EQ(
      exported("without", "").err,
      "tabiya: note: the page shows, but neither analyses nor plays: `./quickstart wasm` builds what it needs for "
      "that\n");
  EXPECT_THAT(read_file(folder.path("without/index.html")), HasSubstr("tabiya-live\" content=\"\""));
}

TEST(Export, TellsNothingOfThisMachine) {
  const TemporaryFolder folder;
  const std::string net = folder.path("net\x1b[31m");
  fs::copy(network_path(std::string(kShipped)), net);
  run_in_shell("\"$TABIYA\" pack shipped --keep order --out " + folder.path("packed.txt"));
  const std::string out = folder.path("out");
  require(run_tabiya({"explore", folder.path("packed.txt"), "--net", net, "--export", out, "--no-engine"}));
  EXPECT_THAT(read_file(out + "/data/session.js"), Not(HasSubstr(folder.path(""))));
  EXPECT_THAT(read_file(out + "/data/session.js"), HasSubstr("\"name\":\"packed.txt\""));
  EXPECT_THAT(read_file(out + "/data/session.js"), HasSubstr(R"("network":"net\\x1B[31m")"));
}

TEST(Export, WritesAuditsMatricesAndJobs) {
  const TemporaryFolder folder;
  write_file(
      folder.path("race.toml"),
      "game = \"pawn_race\"\ntable_mib = 1\n[filter]\npool = 8\nkeep = 4\n[[stage]]\ndepth = 4\nkeep = 4\n");
  require(run_tabiya({"build", folder.path("race.toml"), "--out", folder.path("")}));
  const std::string book = folder.path("race.tbk"), report = folder.path("report"), out = folder.path("out");
  write_file(report, run_tabiya({"audit", book, "--sample", "4", "--discarded", "0", "--json"}).out);
  write_file(folder.path("pairs.csv"), "white,black,value\na,b,12\n");
  const ProgramRun run = run_tabiya({"explore", book, "--audit", report, "--job", folder.path("race.toml"),
                                     "--job-out", folder.path(""), "--matrix", folder.path("pairs.csv"),
                                     "--game", "pawn_race", "--export", out, "--no-engine"});
  EXPECT_EQ(run, prints(out + "/index.html\n"));
  EXPECT_THAT(read_file(out + "/data/books-0-audit.js"), HasSubstr("\"wrong_replies\":{\"share\":"));
  EXPECT_THAT(read_file(out + "/data/matrices-0.js"), HasSubstr("\"values\":[[null,12,null,"));
  EXPECT_THAT(read_file(out + "/data/jobs-0.js"), HasSubstr("\"finished\":true,"));
  for (const auto& file : fs::directory_iterator(out + "/data"))
    EXPECT_THAT(read_file(file.path()), Not(HasSubstr(folder.path("")))) << file.path();
}

TEST(Export, ReplacesNothing) {
  const TemporaryFolder folder;
  write_file(folder.path("mine"), "mine");
  EXPECT_EQ(refused({"explore", "--export", folder.path("")}),
            unusable("--export " + folder.path("") + ": already exists; name another folder, or remove it"));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"mine"});
}

TEST(Export, BundlesModulesWithoutTheirSyntax) {
  const std::string script = bundle_modules();
  EXPECT_THAT(script, Not(HasSubstr("\nimport ")));
  EXPECT_THAT(script, Not(HasSubstr("\nexport ")));
  for (const PageFile& file : page_files()) {
    const std::string beginning = "modules[\"" + std::string(file.name) + "\"] = ";
    EXPECT_EQ(script.find(beginning) != script.npos, file.name.ends_with(".js")) << file.name;
  }
}

}  // namespace tabiya::tools::export_test
