#include "codec/foreign_text.h"

#include "core/random.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::foreign_text_test {

TEST(ForeignText, LeavesWhatCanBeRead) {
  for (const char* text : {"", "a plain line ~ with \\ and \"", "Zürich, Δ, 棋, 🙂"}) {
    EXPECT_EQ(foreign_text(text), text);
    EXPECT_TRUE(is_plain_text(text));
  }
}

TEST(ForeignText, EscapesWhatATerminalWouldObey) {
  const std::pair<std::string, const char*> cases[] = {
      {"\x1b[31mred", "\\x1B[31mred"},
      {std::string("a\0b\tc\r\nd\x7f", 9), "a\\x00b\\x09c\\x0D\\x0Ad\\x7F"},
      {"\u009b2J", "\\u{9B}2J"},
      {"abc\u202Ecba\u2066", "abc\\u{202E}cba\\u{2066}"},
      {"in\u200Bvisible\u2028\uFEFF\U000E0041", "in\\u{200B}visible\\u{2028}\\u{FEFF}\\u{E0041}"},
      {"\x9b"
       "31m \xff\xfe",
       "\\x9B31m \\xFF\\xFE"},  // not UTF-8
      {"\xc0\x9b \xe0\x82\x9b \xf0\x80\x82\x9b",
       "\\xC0\\x9B \\xE0\\x82\\x9B \\xF0\\x80\\x82\\x9B"},  // overlong
      {"\xed\xa0\x80 \xf4\x90\x80\x80 \xe2\x82", "\\xED\\xA0\\x80 \\xF4\\x90\\x80\\x80 \\xE2\\x82"},
  };
  for (const auto& [text, shown] : cases) {
    EXPECT_EQ(foreign_text(text), shown);
    EXPECT_FALSE(is_plain_text(text)) << shown;
  }
}

TEST(ForeignText, KeepsTheLinesOfATextOfLines) {
  EXPECT_EQ(foreign_lines("one\n  t\x1bwo\r\n"), "one\n  t\\x1Bwo\\x0D\n");
}

TEST(ForeignText, OfAnyBytesIsPlain) {
  Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes;
    for (std::uint32_t size = random.below(12); size > 0; --size)
      bytes += static_cast<char>(random.below(256));
    EXPECT_TRUE(is_plain_text(foreign_text(bytes))) << i;
  }
}

// Nothing that a person passes on, not knowing what is in it, reaches the terminal as it is.
TEST(ForeignText, IsWhatTheProgramPrints) {
  const TemporaryFolder folder;
  const std::string name = folder.path("evil\x1b[2J\u009b\u202E\n.toml");
  write_file(name, "\"\x1b]0;title\\u0007\" = 1\n\"ev\\u202Eil\" = 2\n");
  const std::vector<std::vector<std::string>> command_lines = {
      {"verify", name},
      {"build", name, "--out", folder.path("out")},
      {"no\x1b[2Jsuch"},
      {"book", "\u009bno\u202E"},
      {"bench", "--\x1b[2J"},
      {"bench", "\x1b[2J\xff"},
      {"perft", "\x1b[2J\u202E", "1"},
      {"data", "info", name},
      {"match", "no\x1b[2J", "no\x1b[2J"},
      {"match", "sh -c 'printf \"\\033[2J\\302\\233\" >&2; exit 1'", "yes \x1b[2J", "--games", "2"},
      {"match", "sh -c 'printf \"\\033[2J\\302\\233\" >&2; exit 1'", "yes \x1b[2J", "--games", "2", "--json"},
      {"analyse", "startpos", "--moves", "\x1b[2J"},
      {"pack", "--out", folder.path("packed"), name, "--json"},
  };
  for (const std::vector<std::string>& arguments : command_lines) {
    const ProgramRun run = run_tabiya(arguments);
    EXPECT_EQ(foreign_lines(run.out), run.out) << arguments[0];
    EXPECT_EQ(foreign_lines(run.err), run.err) << arguments[0];
    EXPECT_NE(run.out + run.err, "") << arguments[0];
  }
  EXPECT_EQ(refused({"no\x1b[2Jsuch\n"}),
            unusable("unknown command 'no\\x1B[2Jsuch\\x0A'; `tabiya --help` lists them"));
  EXPECT_THAT(refused({"train", "games.tbd", "--name", "a\u009bb", "--out", "n.tbn"}).err,
              HasSubstr("--name"));
}

}  // namespace tabiya::tools::foreign_text_test
