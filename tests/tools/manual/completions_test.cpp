#include "tools/manual/man_pages.h"

#include <regex>

#include "core/games/games.h"
#include "tests/tools/manual/help_text.h"
#include "tests/tools/program_run.h"
#include "tools/bench/bench.h"

namespace tabiya::tools::completions_test {

using ::testing::UnorderedElementsAreArray;
using Words = std::vector<std::string>;

bool is_installed(const std::string& program) {
  return run_in_shell("command -v " + program + " >/dev/null").exit_code == 0;
}

// What bash offers for each of these lines, of which the last word is being typed. Words are parted by one
// blank; a line may end with one. It happens in a folder that has a file and another folder.
std::vector<Words> in_bash(const Words& lines) {
  const TemporaryFolder folder;
  std::string script =
      "source ../completion; mkdir folder; touch 'a file'\nask() { COMP_WORDS=(\"$@\"); "
      "COMP_CWORD=$(($# - 1)); _tabiya; IFS='|'; echo \"${COMPREPLY[*]}\"; unset IFS; }\n";
  for (const std::string& line : lines) {
    script += "ask";
    for (std::size_t begin = 0; begin <= line.size();) {
      const std::size_t end = std::min(line.find(' ', begin), line.size());
      script += " '" + line.substr(begin, end - begin) + "'";
      begin = end + 1;
    }
    script += "\n";
  }
  write_file(folder.path("completion"), bash_completion(describe_program()));
  write_file(folder.path("script"), script);
  const ProgramRun run =
      run_in_shell("cd " + folder.path("") + " && mkdir here && cd here && bash ../script");
  EXPECT_EQ(run.err, "");
  std::vector<Words> answers;
  std::istringstream out(run.out);
  for (std::string line; std::getline(out, line);) {
    Words& answer = answers.emplace_back();
    std::istringstream parts(line);
    for (std::string part; std::getline(parts, part, '|');) answer.push_back(part);
  }
  EXPECT_EQ(answers.size(), lines.size());
  answers.resize(lines.size());
  return answers;
}

Words in_bash(const std::string& line) { return in_bash(Words{line}).front(); }

TEST(Completions, ArePrintedByTheProgram) {
  const std::vector<CommandDescription> program = describe_program();
  EXPECT_EQ(run_tabiya({"completion", "bash"}), prints(bash_completion(program)));
  EXPECT_EQ(run_tabiya({"completion", "zsh"}), prints(zsh_completion(program)));
  EXPECT_EQ(run_tabiya({"completion", "fish"}), prints(fish_completion(program)));
  EXPECT_THAT(refused({"completion", "csh"}).err, HasSubstr("csh not in {bash,zsh,fish}"));
}

TEST(BashCompletion, OffersEveryCommandAndEveryOption) {
  Words lines;
  std::vector<Words> expected;
  const auto expect = [&](const std::string& line, Words offered) {
    lines.push_back(line);
    expected.push_back(std::move(offered));
  };
  expect("tabiya -", option_names(""));
  for (const Command& command : command_table()) {
    expect(std::string("tabiya ") + command.name + " -", option_names(command.name));
    if (command.setup == nullptr)
      expect(std::string("tabiya ") + command.name + " ", commands_in(command.name));
  }
  const std::vector<Words> offered = in_bash(lines);
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(offered[i], expected[i]) << lines[i];
  Words commands = commands_in("");
  commands.emplace_back("help");
  EXPECT_EQ(in_bash("tabiya "), commands);
}

TEST(BashCompletion, OffersTheValuesOfOptionsAndArguments) {
  Words game_names, benches;
  for (const GameModule* game : games()) game_names.emplace_back(game->name());
  for (const Bench& bench : bench_table()) benches.emplace_back(bench.name);
  EXPECT_EQ(in_bash("tabiya pack x --keep "), (Words{"moves", "order", "values", "all"}));
  EXPECT_EQ(in_bash("tabiya pack x --keep = v"), Words{"values"});
  EXPECT_EQ(in_bash("tabiya pack x --keep ="), (Words{"moves", "order", "values", "all"}));
  EXPECT_EQ(in_bash("tabiya moves startpos --game "), game_names);
  EXPECT_EQ(in_bash("tabiya bench "), benches);
  EXPECT_EQ(in_bash("tabiya perft startpos --threads "), Words{});
  EXPECT_EQ(in_bash("tabiya help book li"), Words{"list"});
}

TEST(BashCompletion, OffersFilesAndFolders) {
  EXPECT_THAT(in_bash("tabiya verify "), UnorderedElementsAreArray({"a file", "folder"}));
  EXPECT_EQ(in_bash("tabiya verify a"), Words{"a file"});
  EXPECT_THAT(in_bash("tabiya pack x --out "), UnorderedElementsAreArray({"a file", "folder"}));
  EXPECT_EQ(in_bash("tabiya build a --out "), Words{"folder"});
}

TEST(ZshCompletion, HasAFunctionForEveryCommandWithEveryOption) {
  const std::string script = zsh_completion(describe_program());
  for (const Command& command : command_table()) {
    std::string name = command.name;
    std::ranges::replace(name, ' ', '_');
    const std::size_t begin = script.find("\n_tabiya_" + name + "() {");
    ASSERT_NE(begin, script.npos) << command.name;
    const std::string function = script.substr(begin, script.find("\n}\n", begin) - begin);
    for (const std::string& option : option_names(command.name))
      EXPECT_TRUE(std::regex_search(function, std::regex("[)*]" + option + "=?\\[")))
          << command.name << option;
    if (command.setup != nullptr) continue;
    for (const std::string& sub : commands_in(command.name))
      EXPECT_THAT(function, HasSubstr("'" + sub + ":")) << command.name;
  }
}

TEST(ZshCompletion, IsWhatZshUnderstands) {
  if (!is_installed("zsh")) GTEST_SKIP() << "zsh is not installed";
  const TemporaryFolder folder;
  write_file(folder.path("_tabiya"), zsh_completion(describe_program()));
  EXPECT_EQ(run_in_shell("zsh -n " + folder.path("_tabiya")), prints(""));
  // What _arguments is handed for a command, after zsh has taken the quotes away.
  const ProgramRun run = run_in_shell("zsh -f -c '_arguments() { print -rl -- \"$@\" }; . " +
                                      folder.path("_tabiya") + " >/dev/null; _tabiya_verify'");
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, HasSubstr("(--json)--json[Print JSON, one object per line]\n"));
  EXPECT_THAT(run.out, HasSubstr("1:FILE:_files\n"));
}

TEST(FishCompletion, OffersEveryCommandAndEveryOption) {
  const std::string script = fish_completion(describe_program());
  std::vector<std::string> script_lines = split_lines(script);
  const TemporaryFolder folder;
  std::string questions = "source " + folder.path("tabiya.fish") + "\n";
  std::string expected;
  for (const Command& command : command_table()) {
    const std::string name = command.name;
    questions +=
        "echo '= " + name + "'; complete -C 'tabiya " + name + " -' | string replace -r '\\t.*' '' | sort\n";
    Words names = option_names(name);
    std::ranges::sort(names);
    expected += "= " + name + "\n";
    for (const std::string& option : names) {
      expected += option + "\n";
      const std::string condition = (command.setup ? "in \"" : "at \"") + name + "\"'";
      const std::string flag = option[1] == '-' ? " -l " + option.substr(2) : " -s " + option.substr(1);
      EXPECT_TRUE(std::ranges::any_of(script_lines,
                                      [&](const std::string& line) {
                                        return line.find(condition) != line.npos &&
                                               line.find(flag + " ") != line.npos;
                                      }))
          << name << " " << option;
    }
  }
  if (!is_installed("fish")) GTEST_SKIP() << "fish is not installed";
  write_file(folder.path("tabiya.fish"), script);
  write_file(folder.path("questions"), questions);
  EXPECT_EQ(
      run_in_shell("HOME=" + folder.path("") + " LC_ALL=C fish --no-config " + folder.path("questions")),
      prints(expected));
}

TEST(FishCompletion, OffersCommandsAndValues) {
  if (!is_installed("fish")) GTEST_SKIP() << "fish is not installed";
  const TemporaryFolder folder;
  write_file(folder.path("tabiya.fish"), fish_completion(describe_program()));
  const auto offers = [&](const std::string& line) {
    const ProgramRun run = run_in_shell("HOME=" + folder.path("") + " fish --no-config -c 'source " +
                                        folder.path("tabiya.fish") + "; complete -C \"" + line +
                                        "\" | string replace -r \"\\t.*\" \"\"'");
    EXPECT_EQ(run.err, "") << line;
    return words(run.out);
  };
  EXPECT_THAT(offers("tabiya book "), UnorderedElementsAreArray(commands_in("book")));
  EXPECT_THAT(offers("tabiya pack x --keep "),
              UnorderedElementsAreArray({"moves", "order", "values", "all"}));
  EXPECT_EQ(offers("tabiya help book li"), Words{"list"});
}

}  // namespace tabiya::tools::completions_test
