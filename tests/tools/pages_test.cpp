// The pages for people: what they show is what the program does.
//
// In a block marked `console`, lines that begin with "$ " are run, and the lines that follow them have to be
// what is printed. In one marked `sh`, or indented, lines that begin with "tabiya " have to be sound command
// lines, which are parsed and not run.
#include <iterator>

#include "tests/support/checkout.h"
#include "tests/tools/failure_of.h"
#include "tests/tools/program_run.h"
#include "tools/cli/program.h"
#include "tools/jobs/job_file.h"
#include "tools/jobs/openings_file.h"

namespace tabiya::tools::pages_test {

constexpr const char* kPages[] = {"README.md",
                                  "CONTRIBUTING.md",
                                  "GLOSSARY.md",
                                  "codec/README.md",
                                  "booksearch/HISTORY.md",
                                  "booksearch/README.md",
                                  "booksearch/values.md",
                                  "core/README.md",
                                  "data/examples/answers/README.md",
                                  "core/games/README.md",
                                  "core/games/ard_ri/HISTORY.md",
                                  "core/games/ard_ri/README.md",
                                  "core/games/chess/HISTORY.md",
                                  "core/games/chess/README.md",
                                  "core/games/pawn_race/HISTORY.md",
                                  "core/games/pawn_race/README.md",
                                  "core/games/zero_point_one/README.md",
                                  "core/games/zero_point_one/notation.md",
                                  "core/search/HISTORY.md",
                                  "core/search/README.md",
                                  "data/books/README.md",
                                  "data/jobs/HISTORY.md",
                                  "data/jobs/README.md",
                                  "data/jobs/engines.md",
                                  "data/jobs/openings.md",
                                  "data/jobs/start_positions.md",
                                  "data/nets/HISTORY.md",
                                  "data/nets/README.md",
                                  "data/nets/learner.md",
                                  "data/nets/shrinking.md",
                                  "tools/commands/match.md",
                                  "tools/README.md",
                                  "tools/explorer/README.md",
                                  "tools/npm/README.md",
                                  "tools/python/README.md",
                                  "tools/uci_server/README.md"};

struct Block {
  std::string kind;  // what follows ``` in its first line; "indented"
  std::vector<std::string> lines;
};

std::vector<Block> blocks_of(const std::string& page) {
  std::vector<Block> blocks{{"indented", {}}};
  bool is_fenced = false;
  for (const std::string& line : split_lines(read_file(test::source_path(page)))) {
    if (line.starts_with("```")) {
      is_fenced = !is_fenced;
      blocks.push_back({is_fenced ? line.substr(3) : "indented", {}});
    } else if (is_fenced) {
      blocks.back().lines.push_back(line);
    } else if (line.starts_with("    ")) {
      blocks.back().lines.push_back(line.substr(4));
    }
  }
  return blocks;
}

// As a shell would, as far as pages go: blanks separate words, quotation marks keep them together.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words(1);
  bool is_quoted = false;
  for (const char c : line) {
    if (c == '"') {
      is_quoted = !is_quoted;
    } else if (c == ' ' && !is_quoted) {
      if (!words.back().empty()) words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// What is wrong with a command line; nothing is run.
std::string fault_of(const std::string& line) {
  std::vector<std::string> words = words_of(line);
  words.erase(words.begin());
  for (const char* end : {">", "|", "&&"}) words.erase(std::ranges::find(words, end), words.end());
  return failure_of([&] { parse_command_line(words); });
}

// The commands of a console block, and what is printed after each.
std::vector<std::pair<std::string, std::string>> sessions_of(const Block& block) {
  std::vector<std::pair<std::string, std::string>> sessions;
  for (const std::string& line : block.lines) {
    if (line.starts_with("$ ")) {
      sessions.emplace_back(line.substr(2), "");
    } else if (!sessions.empty()) {
      sessions.back().second += line + "\n";
    }
  }
  return sessions;
}

TEST(Pages, ShowWhatTheProgramDoes) {
  std::size_t runs = 0, parsed = 0;
  for (const char* page : kPages) {
    for (const Block& block : blocks_of(page)) {
      if (block.kind == "console") {
        for (const auto& [command, output] : sessions_of(block)) {
          ASSERT_TRUE(command.starts_with("tabiya ")) << page << ": " << command;
          const ProgramRun run = run_in_shell("\"$TABIYA\"" + command.substr(6));
          EXPECT_EQ(run, prints(output)) << page << ": " << command;
          ++runs;
        }
      }
      if (block.kind == "sh" || block.kind == "indented") {
        for (const std::string& line : block.lines) {
          if (!line.starts_with("tabiya ")) continue;
          EXPECT_EQ(fault_of(line), "") << page << ": " << line;
          ++parsed;
        }
      }
    }
  }
  EXPECT_GE(runs, 4u);
  EXPECT_GE(parsed, 10u);
}

TEST(Pages, ShowSoundJobFiles) {
  std::size_t jobs = 0;
  for (const char* page : kPages) {
    for (const Block& block : blocks_of(page)) {
      if (block.kind != "toml") continue;
      std::string text;
      for (const std::string& line : block.lines) text += line + "\n";
      if (text.find("[window]") == text.npos) {
        EXPECT_NO_THROW(parse_job_file(text, page));
      } else {
        EXPECT_NO_THROW(parse_openings_file(text, page));
      }
      ++jobs;
    }
  }
  EXPECT_GE(jobs, 1u);
}

// The program in the page on embedding is the one that is compiled, and it works.
TEST(Pages, ShowAProgramThatRuns) {
  std::string shown;
  for (const Block& block : blocks_of("core/README.md")) {
    if (block.kind != "cpp") continue;
    for (const std::string& line : block.lines) shown += line + "\n";
  }
  EXPECT_EQ(shown, read_file(test::source_path("data/examples/player/main.cpp")));

  const TemporaryFolder folder;
  const std::string book = folder.path("book.tbk"), network = test::source_path("data/nets/default.tbp");
  require(run_tabiya({"unpack", test::source_path("data/books/default.tbp"), "--out", book}));
  const std::string files = " '" + book + "' '" + network + "' ";
  const std::string run = output_of(run_in_shell(test::player_example() + files + "AWAAAAAADFFDDDAN"));
  EXPECT_THAT(
      run, MatchesRegex(
               "reply [ADFNW]+\nvalue -?[0-9]+\nmove [a-h][1-8][a-h][1-8], -?[0-9]+ after [0-9]+ plies\n"));
  EXPECT_EQ(run_in_shell(test::player_example() + files + "AWA").exit_code, 2);
}

// What stands outside of the page's blocks of code.
std::string without_code(const std::string& page) {
  std::string text;
  bool is_code = false;
  for (std::size_t at = 0; at < page.size();) {
    const std::size_t fence = std::min(page.find("```", at), page.size());
    if (!is_code) text += page.substr(at, fence - at);
    is_code = !is_code;
    at = fence + 3;
  }
  return text;
}

std::size_t count_words(const std::string& text) {
  std::istringstream stream(text);
  return static_cast<std::size_t>(
      std::distance(std::istream_iterator<std::string>(stream), std::istream_iterator<std::string>()));
}

// A page that says what to do is read in a few minutes; what was tried and measured has pages of its own.
TEST(Pages, AreShort) {
  constexpr std::size_t kMostWords = 900;  // signs of tables and commands included
  for (const std::string page : kPages) {
    if (page.ends_with("HISTORY.md") || page == "GLOSSARY.md") continue;
    EXPECT_LE(count_words(read_file(test::source_path(page))), kMostWords) << page;
  }
}

// Links to files of the project lead somewhere.
TEST(Pages, LinkToWhatIsThere) {
  for (const char* page : kPages) {
    const std::string text = without_code(read_file(test::source_path(page)));
    const std::filesystem::path folder = (std::filesystem::path(test::source_folder()) / page).parent_path();
    for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 1)) {
      const std::string target = text.substr(at + 2, text.find(')', at) - at - 2);
      if (target.starts_with("http")) continue;
      EXPECT_TRUE(std::filesystem::exists(folder / target)) << page << ": " << target;
    }
  }
}

}  // namespace tabiya::tools::pages_test
