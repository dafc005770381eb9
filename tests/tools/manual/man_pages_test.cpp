#include "tools/manual/man_pages.h"

#include "tests/tools/manual/help_text.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::man_pages_test {

const Edition kEdition{"1.2", "2026-11-22"};

TEST(ManPages, AreWrittenAsThis) {
  const CommandDescription hop{
      "hop far",
      "Let a piece hop",
      "A piece hops over others. It\nnever hops \\back; `hop` says so.\n\nThe end.\nExample: tabiya hop far "
      "a1\n"
      "         tabiya hop far b1 --plies 2",
      {{{}, "SQUARE", "TEXT", {}, "", {}, "Whence; 'a1' is the corner", true, true},
       {{"-n", "--plies"}, "N", "N", {}, "1", {"--json"}, "How far (1 to 9)", false, false},
       {{"--json"}, "", "", {}, "", {}, "Print JSON", false, false}},
      {}};
  EXPECT_EQ(man_page(hop, {hop}, kEdition), R"(.TH TABIYA-HOP-FAR 1 2026-11-22 "Tabiya 1.2" "Tabiya"
.SH NAME
tabiya\-hop\-far \- Let a piece hop
.SH SYNOPSIS
\fBtabiya hop far\fR [\fIOPTIONS\fR] \fISQUARE\fR ...
.SH DESCRIPTION
Let a piece hop.
.PP
A piece hops over others.
It never hops \eback; \fBhop\fR says so.
.PP
The end.
.SH ARGUMENTS
.TP
\fISQUARE\fR ...
Whence; \(aqa1\(aq is the corner.
.SH OPTIONS
.TP
\fB\-n\fR, \fB\-\-plies\fR \fIN\fR
How far (1 to 9).
Default: 1.
Not with \-\-json.
.TP
\fB\-\-json\fR
Print JSON.
.SH EXAMPLES
.EX
tabiya hop far a1
tabiya hop far b1 \-\-plies 2
.EE
.SH SEE ALSO
\fBtabiya\fR(1),
\fBtabiya\-hop\fR(1)
)");
}

TEST(ManPages, TellOfEveryCommandAndEveryOption) {
  const std::vector<CommandDescription> program = describe_program();
  ASSERT_EQ(program.size(), command_table().size() + 1);
  for (const CommandDescription& command : program) {
    const std::string page = man_page(command, program, kEdition);
    for (const std::string& option : option_names(command.name))
      EXPECT_THAT(page, HasSubstr("\\fB" + roff_text(option) + "\\fR")) << command.name;
  }
  for (const Command& command : command_table()) {
    const std::string name = command.name;
    const auto group = std::ranges::find(program, name.substr(0, std::min(name.rfind(' '), name.size())),
                                         &CommandDescription::name);
    const bool is_in_group = name.find(' ') != name.npos;
    EXPECT_THAT(man_page(is_in_group ? *group : program.front(), program, kEdition),
                HasSubstr("\\fB" + roff_text(page_name(name)) + "\\fR(1)\n"));
  }
}

TEST(ManPages, ArePrintedByTheProgram) {
  const std::vector<CommandDescription> program = describe_program();
  for (const std::vector<std::string>& words : {std::vector<std::string>{}, {"build"}, {"book", "list"}}) {
    const ProgramRun run = run_tabiya(joined({"man"}, words));
    const std::string name = words.empty() ? "" : words.size() == 1 ? words[0] : words[0] + " " + words[1];
    const auto command = std::ranges::find(program, name, &CommandDescription::name);
    const std::string page = man_page(*command, program, kEdition);
    EXPECT_EQ(run.out.substr(run.out.find('\n')), page.substr(page.find('\n')));
    EXPECT_EQ(run.exit_code, 0);
  }
  EXPECT_EQ(refused({"man", "bild"}), unusable("man: there is no command 'bild'; `tabiya --help` lists all"));
}

TEST(ManPages, AreWrittenWithTheCompletionsAsTheyAreInstalled) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_tabiya({"man", "--all", folder.path("share")}), prints(""));
  EXPECT_THAT(read_file(folder.path("share/man/man1/tabiya-book-list.1")),
              HasSubstr(".TH TABIYA-BOOK-LIST 1"));
  for (const std::string file : {"bash-completion/completions/tabiya", "zsh/vendor-completions/_tabiya",
                                 "fish/vendor_completions.d/tabiya.fish"})
    EXPECT_THAT(read_file(folder.path("share/" + file)), HasSubstr("tabiya")) << file;
}

TEST(ManPages, PassTheCheckersOfManuals) {
  const TemporaryFolder folder;
  const std::vector<CommandDescription> program = describe_program();
  for (const CommandDescription& command : program)
    write_file(folder.path(page_name(command.name) + ".1"), man_page(command, program, kEdition));
  const auto check = [&](const std::string& checker, const std::string& command) {
    if (run_in_shell("command -v " + checker + " >/dev/null").exit_code != 0)
      GTEST_SKIP() << checker << " is not installed";
    EXPECT_EQ(run_in_shell("cd " + folder.path("") + " && " + command), prints(""));
  };
  check("groff", "groff -man -ww -Tutf8 -z *.1 2>&1");
  check("mandoc", "mandoc -T lint -W warning *.1");
}

TEST(Roff, KeepsWhatIsSpecialToIt) {
  EXPECT_EQ(roff_text("a\\b"), "a\\eb");
  EXPECT_EQ(roff_text("'x' .y"), "\\(aqx\\(aq .y");
  EXPECT_EQ(roff_paragraph(".x .y"), "\\&.x .y\n");
  EXPECT_EQ(roff_text("\u2026\u00e9"), "\\[u2026]\\[u00E9]");
}

TEST(Roff, BreaksALineAfterASentence) {
  EXPECT_EQ(roff_paragraph("One. Two, e.g. three."), "One.\nTwo, e.g. three.\n");
  EXPECT_EQ(roff_paragraph("See `tabiya build`."), "See \\fBtabiya build\\fR.\n");
}

}  // namespace tabiya::tools::man_pages_test
