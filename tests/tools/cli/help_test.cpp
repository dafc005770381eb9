#include "tools/cli/help.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tools/cli/command.h"

namespace tabiya::tools::help_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::size_t kColumns = 100;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

const CommandDescription kHop{
    "hop",
    "Let a piece hop",
    "A piece hops over\nothers.\nExample: tabiya hop a1\n         tabiya hop b1 --plies 2",
    {{{}, "SQUARE", "TEXT", {}, "", {}, "Square to start from", true, true, "Options"},
     {{"-n", "--plies"}, "N", "N", {}, "1", {"--json"}, "How far. From 1 to 9", false, false, "Board"},
     {{"--mirror"}, "", "", {}, "", {}, "Exchange left and right", false, false, "Board", true},
     {{"--json"}, "", "", {}, "", {}, "Print JSON", false, false, "Output"},
     {{"-h", "--help"}, "", "", {}, "", {}, "Print this", false, false, kHelpGroup}},
    {}};

TEST(Help, ShowsWhatPeopleUse) {
  EXPECT_EQ(help_text(kHop, {kHop}, HelpLength::kShort, kColumns), R"(Let a piece hop

Usage:   tabiya hop [OPTIONS] SQUARE...
Example: tabiya hop a1

Arguments:
  SQUARE...      Square to start from
Board:
  -n, --plies N  How far [default: 1]
Output:
  --json         Print JSON

More: tabiya hop --help-all
)");
}

TEST(Help, ShowsEverythingWhenAsked) {
  EXPECT_EQ(help_text(kHop, {kHop}, HelpLength::kAll, 60), R"(Let a piece hop

Usage:   tabiya hop [OPTIONS] SQUARE...
Example: tabiya hop a1
         tabiya hop b1 --plies 2

Arguments:
  SQUARE...      Square to start from
Board:
  -n, --plies N  How far. From 1 to 9 [default: 1] [not with
                 --json]
  --mirror       Exchange left and right
Output:
  --json         Print JSON
Help:
  -h, --help     Print this

A piece hops over others.
)");
}

TEST(Help, OfEveryCommandFitsAScreen) {
  const std::vector<CommandDescription> program = describe_program();
  for (const CommandDescription& command : program) {
    const auto lines = lines_of(help_text(command, program, HelpLength::kShort, kColumns));
    EXPECT_LE(lines.size(), 25u) << command.name;
    for (const std::string& line : lines)
      EXPECT_TRUE(line.starts_with("Example: ") || line.size() <= kColumns) << line;
  }
}

TEST(Help, ListsEveryOptionWhenAsked) {
  const std::vector<CommandDescription> program = describe_program();
  for (const CommandDescription& command : program) {
    const std::string text = help_text(command, program, HelpLength::kAll, kColumns);
    for (const OptionDescription& option : command.options)
      for (const std::string& name : option.names) EXPECT_THAT(text, HasSubstr(name)) << command.name;
  }
}

TEST(Footer, IsNotesAndExamples) {
  const Footer footer = read_footer(
      "One\nparagraph.\n\nAnother:\n  a  1\n  b  2\nExample: tabiya a\n  --b\n"
      "         tabiya c");
  EXPECT_THAT(footer.notes, ElementsAre("One paragraph.", "Another:", "  a  1", "  b  2"));
  EXPECT_THAT(footer.examples, ElementsAre("tabiya a --b", "tabiya c"));
  EXPECT_THAT(read_footer("").notes, IsEmpty());
}

}  // namespace tabiya::tools::help_test
