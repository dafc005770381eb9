#include "tools/cli/output_file.h"

#include "tests/tools/failure_of.h"
#include "tests/tools/program_run.h"
#include "tools/cli/description.h"
#include "tools/cli/input.h"
#include "tools/cli/program.h"

namespace tabiya::tools::run_files_test {

TEST(RunFiles, RefuseToWriteWhatIsReadByWhateverName) {
  const TemporaryFolder folder;
  const std::string file = folder.path("file"), link = folder.path("link");
  write_file(file, "precious");
  std::filesystem::create_hard_link(file, link);
  const RunFiles files;
  EXPECT_EQ(read_input(file, 100), "precious");
  const std::string refusal =
      link + ": is an input of this run, and would be written to; name another output";
  EXPECT_EQ(failure_of([&] { write_output({link, true}, "other"); }), refusal);
  EXPECT_EQ(failure_of([&] { note_output(link, "--out"); }), refusal);
  EXPECT_EQ(read_file(file), "precious");
}

TEST(RunFiles, RefuseToReadWhatIsWritten) {
  const TemporaryFolder folder;
  const std::string file = folder.path("file");
  write_file(file, "precious");
  const RunFiles files;
  note_output(file, "--out");
  note_output(file, "--out");
  EXPECT_THAT(failure_of([&] { read_input(file, 100); }), HasSubstr("file: is an input of this run"));
  EXPECT_EQ(read_own_output(file, 100), "precious");
  EXPECT_THAT(failure_of([&] { note_output(file, "the state"); }),
              HasSubstr("--out and the state both name " + file));
}

TEST(RunFiles, AreForgottenAfterTheRun) {
  const TemporaryFolder folder;
  const std::string file = folder.path("file");
  {
    const RunFiles files;
    note_input(file);
    note_input("-");
    note_input("/dev/null");
    EXPECT_EQ(failure_of([] { note_output("-", "--out"); }), "");
    EXPECT_EQ(failure_of([] { write_output({"/dev/null", false}, "anything"); }), "");
  }
  EXPECT_EQ(failure_of([&] { write_output({file, false}, "new"); }), "");
}

bool is_output(const OptionDescription& option) {
  static const std::vector<std::string> kOutputs{"--out", "--curves", "--checkpoint", "--table", "--state"};
  return !option.names.empty() && option.is_file() && std::ranges::count(kOutputs, option.names.back()) > 0;
}

std::string some_value(const OptionDescription& option) {
  return !option.choices.empty() ? option.choices.front()
         : option.type == "N"    ? "1"
                                 : "other-" + option.value;
}

// The command with the file for two of its options, and any values for what else it must be given.
std::vector<std::string> line_with(const CommandDescription& command, const OptionDescription& one,
                                   const OptionDescription& other, const std::string& file) {
  std::vector<std::string> line;
  for (std::size_t begin = 0, end; begin < command.name.size(); begin = end + 1) {
    end = std::min(command.name.find(' ', begin), command.name.size());
    line.push_back(command.name.substr(begin, end - begin));
  }
  const auto is_needed = [&](const OptionDescription& option) {
    return !option.is_positional() && (std::ranges::count(one.needs, option.names.back()) > 0 ||
                                       std::ranges::count(other.needs, option.names.back()) > 0);
  };
  for (const OptionDescription& option : command.options) {
    const bool is_file = &option == &one || &option == &other;
    if (!is_file && !option.is_required && !is_needed(option)) continue;
    if (!option.is_positional()) line.push_back(option.names.back());
    if (!option.is_flag()) line.push_back(is_file ? file : some_value(option));
  }
  return line;
}

TEST(RunFiles, OfEveryCommandAreKnownBeforeItBegins) {
  const TemporaryFolder folder;
  const std::string file = folder.path("file");
  write_file(file, "precious");
  int pairs = 0;
  for (const CommandDescription& command : describe_program()) {
    for (const OptionDescription& output : command.options) {
      for (const OptionDescription& other : command.options) {
        if (&output == &other || !is_output(output) || !other.is_file()) continue;
        if (!other.is_positional() && std::ranges::count(output.excludes, other.names.back()) > 0) continue;
        ++pairs;
        const std::vector<std::string> line = line_with(command, output, other, file);
        EXPECT_THAT(failure_of([&] { parse_command_line(line).run(); }), HasSubstr("both name " + file))
            << command.name << " " << output.names.back() << " " << other.value;
      }
    }
  }
  EXPECT_GT(pairs, 40);
  EXPECT_EQ(read_file(file), "precious");
}

TEST(RunFiles, AreAlsoThoseThatEnginesAreStartedWith) {
  const TemporaryFolder folder;
  const std::string net = folder.path("net");
  write_file(net, "precious");
  const std::string engine = "play --nodes 1 --net " + net;
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"match", engine, "play --nodes 1", "--games", "2"},
        std::vector<std::string>{"tune", "futility:1:9:1", "--engine", engine}}) {
    std::vector<std::string> line = command;
    line.insert(line.end(), {"--out", net, "--force"});
    EXPECT_EQ(refused(line),
              unusable(net + ": is an input of this run, and would be written to; name another output"))
        << command[0];
  }
  EXPECT_EQ(read_file(net), "precious");
}

}  // namespace tabiya::tools::run_files_test
