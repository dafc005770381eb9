#include "tools/cli/program.h"

#include <regex>

#include "core/eval/kernels/kernels.h"
#include "core/games/games.h"
#include "tests/tools/failure_of.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::program_test {

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    result.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

TEST(Program, PrintsItsVersion) {
  const std::string run = clean_output_of(run_tabiya({"--version"}));
  std::string kernels, names;
  for (const KernelSet& set : kernel_sets()) kernels += std::string(set.name) + " ";
  for (const GameModule* game : games()) names += (names.empty() ? "" : " ") + std::string(game->name());
  const std::regex expected(
      "tabiya " TABIYA_VERSION
      "\n"
      "commit    (unknown|[0-9a-f]{12,} of [0-9]{4}-[0-9]{2}-[0-9]{2}(, with changes)?)\n"
      "compiler  [^\n]+\n"
      "kernels   " +
      kernels + "\\((.*) on this machine\\)\n" + "games     " + names +
      "\n"
      "training  with(out)? libtorch\ncluster   with(out)? Open MPI\n");
  std::smatch match;
  ASSERT_TRUE(std::regex_match(run, match, expected));
  EXPECT_TRUE(select_kernels(match[3].str()).ok());
  EXPECT_THAT(run_in_shell("TABIYA_KERNEL=scalar \"$TABIYA\" --version").out,
              HasSubstr("(scalar on this machine)"));
}

TEST(Program, HelpListsEveryCommand) {
  const std::string run = clean_output_of(run_tabiya({"--help"}));
  const std::string all = run_tabiya({"--help-all"}).out;
  for (const Command& command : command_table()) {
    if (std::string_view(command.name).find(' ') != std::string_view::npos) continue;
    EXPECT_THAT(run, HasSubstr(std::string(" ") + command.name));
    EXPECT_THAT(all, HasSubstr(std::string("\n  ") + command.name + " "));
  }
}

TEST(Program, EveryCommandHasHelpWithAnExample) {
  for (const Command& command : command_table()) {
    std::vector<std::string> arguments = words(command.name);
    arguments.emplace_back("--help");
    const Invocation invocation = parse_command_line(arguments);
    EXPECT_FALSE(invocation.run) << command.name;
    EXPECT_THAT(invocation.text, HasSubstr(command.summary));
    if (command.setup == nullptr) continue;
    EXPECT_THAT(invocation.text, HasSubstr(std::string("Example: tabiya ") + command.name)) << command.name;
  }
}

TEST(Program, RefusesACommandLineThatNamesNoCommand) {
  EXPECT_EQ(refused({}), unusable("no command given; `tabiya --help` lists them"));
  EXPECT_EQ(refused({"ferz"}), unusable("unknown command 'ferz'; `tabiya --help` lists them"));
  EXPECT_EQ(refused({""}), unusable("unknown command ''; `tabiya --help` lists them"));
  EXPECT_EQ(refused({"--json"}), unusable("'--json' comes before a command; `tabiya --help` lists them"));
}

TEST(Program, GivesHelpHoweverItIsAskedFor) {
  const auto help = [](const std::string& command_line) { return run_tabiya(words(command_line)); };
  for (const std::string command : {"build", "book list", "setups"}) {
    const ProgramRun expected = help(command + " --help");
    EXPECT_EQ(expected.exit_code, 0);
    for (const char* before : {"help ", "-h ", "--help "})
      EXPECT_EQ(help(before + command), expected) << before;
    EXPECT_EQ(help(command + " -h"), expected);
  }
  EXPECT_EQ(help("build -h job.toml --no-such-option"), help("build --help"));
  EXPECT_EQ(help("-h build --json"), help("build --help"));
  EXPECT_EQ(help("help build --help-all"), help("build --help-all"));
  EXPECT_EQ(help("--help-all"), help("help --help-all"));
  for (const char* all : {"help", "-h", "--help --json", "-h -h"})
    EXPECT_EQ(help(all), help("--help")) << all;
  EXPECT_EQ(help("help ferz"), unusable("unknown command 'ferz'; `tabiya --help` lists them"));
  EXPECT_EQ(
      help("help show nothing"),
      unusable("help: 'show' is a command, and 'nothing' is not a part of it; see `tabiya show --help`"));
  EXPECT_EQ(help("-V"), help("--version"));
}

TEST(Program, NamesTheNearestCommand) {
  EXPECT_EQ(refused({"anlyse"}),
            unusable("unknown command 'anlyse'; the nearest is 'analyse'; `tabiya --help` lists them"));
  EXPECT_EQ(refused({"list"}), unusable("unknown command 'list'; 'setups list' or 'book list' may be meant; "
                                        "`tabiya --help` lists them"));
  EXPECT_EQ(
      refused({"help", "book", "lst"}),
      unusable("unknown command 'book lst'; the nearest is 'book list'; `tabiya book --help` lists them"));
}

TEST(Program, RefusesOptionsThatACommandDoesNotHave) {
  EXPECT_EQ(refused({"bench", "--jsn"}),
            unusable("bench: unknown option '--jsn' (the nearest is --json); see `tabiya bench --help`"));
  EXPECT_EQ(
      refused({"analyse", "startpos", "--dpth=3", "--xyzzy", "-nodes", "5"}),
      unusable(
          "analyse: unknown option '--dpth=3' (the nearest is --depth), '--xyzzy', '-nodes' (the nearest "
          "is --nodes); see `tabiya analyse --help`"));
  EXPECT_EQ(run_tabiya({"filter", "--kep", "3"}),  // and not that --keep is required
            unusable("filter: unknown option '--kep' (the nearest is --keep); see `tabiya filter --help`"));
  EXPECT_EQ(refused({"bench", "pairs", "search", "eval"}),
            unusable("bench: unexpected argument 'search', 'eval'; see `tabiya bench --help`"));
}

TEST(Program, RefusesToWriteWhatItReads) {
  const TemporaryFolder folder;
  const std::string book = folder.path("book"), dotted = folder.path("./book"), out = folder.path("out");
  write_file(book, "a book");
  EXPECT_EQ(refused({"pack", book, "--to", "zstd", "--out", dotted, "--force"}),
            unusable("--out and INPUT both name " + dotted + "; give --out another file"));
  EXPECT_EQ(refused({"train", book, "--out", out, "--curves", out}),
            unusable("--out and --curves both name " + out + "; give --out another file"));
  EXPECT_EQ(run_tabiya({"train", book, "--out", out, "--checkpoint", book, "--resume"}).err,
            "tabiya: --checkpoint and DATA both name " + book + "; give --checkpoint another file\n");
  EXPECT_EQ(read_file(book), "a book");
  require(run_tabiya({"pack", "-", "--to", "zstd", "--out", "-"}, "any bytes"));
}

TEST(Program, EndsQuietlyWhenNobodyReadsOn) {
  const ProgramRun first_line{0, "AAAAAAAADDDDFFNW\n", ""};
  EXPECT_EQ(run_in_shell("\"$TABIYA\" setups list | head -n 1"), first_line);
  EXPECT_EQ(run_in_shell("trap '' PIPE; { \"$TABIYA\" setups list; echo $? >&2; } | head -n 1"),
            (ProgramRun{0, first_line.out, "141\n"}));
}

TEST(Program, SaysWhenItsOutputCannotBeWritten) {
  EXPECT_EQ(run_in_shell("\"$TABIYA\" setups count > /dev/full"),
            unusable("standard output: cannot write: No space left on device"));
}

TEST(Program, OpensNoFileInThePlaceOfAStreamThatIsClosed) {
  const TemporaryFolder folder;
  const std::string script =
      "cd " + folder.path("") +
      " && \"$TABIYA\" selfplay --net linear --depth 1 --games 32 --progress json --out ";
  require(run_in_shell(script + "open"));
  for (const std::string closed : {"2>&-", "0<&- 2>&-"}) {
    require(run_in_shell(script + "closed --force " + closed));
    EXPECT_EQ(read_file(folder.path("closed")), read_file(folder.path("open"))) << closed;
  }
  EXPECT_EQ(run_in_shell("\"$TABIYA\" setups count >&-"),
            unusable("standard output: cannot write: Bad file descriptor"));
  EXPECT_EQ(run_in_shell("\"$TABIYA\" no-such-command 2>&-"), (ProgramRun{2, "", ""}));
  EXPECT_EQ(run_in_shell("\"$TABIYA\" unpack - --out - 0<&-").exit_code, 2);
}

TEST(Program, EveryCommandRefusesWhatItDoesNotKnow) {
  for (const Command& command : command_table()) {
    if (command.setup == nullptr && default_command(command.name) != nullptr)
      continue;  // which is meant then
    std::vector<std::string> arguments = words(command.name);
    arguments.emplace_back("--no-such-option");
    EXPECT_THAT(failure_of([&] { parse_command_line(arguments); }),
                HasSubstr("see `tabiya " + std::string(command.name) + " --help`"));
  }
}

TEST(Program, ParsingTouchesNothing) {
  const Invocation invocation = parse_command_line({"bench", "pairs"});
  EXPECT_TRUE(invocation.run);
  EXPECT_EQ(invocation.text, "");
}

}  // namespace tabiya::tools::program_test
