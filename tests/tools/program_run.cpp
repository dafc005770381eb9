#include "tests/tools/program_run.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

#include "tools/cli/failure.h"
#include "tools/cli/program.h"

namespace tabiya::tools {
namespace {

// Runs a program with its three streams redirected to files.
ProgramRun run(std::vector<std::string> command, const std::string& input) {
  const TemporaryFolder folder;
  write_file(folder.path("in"), input);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  constexpr int kCreate = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&actions, 0, folder.path("in").c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, folder.path("out").c_str(), kCreate, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, folder.path("err").c_str(), kCreate, 0600);
  // Interruptions count even where the tests were started with orders to ignore them, as shells start jobs in the background.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t interruptions;
  sigemptyset(&interruptions);
  sigaddset(&interruptions, SIGINT);
  posix_spawnattr_setsigdefault(&attributes, &interruptions);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  std::vector<char*> argv;
  for (std::string& word : command) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t pid = 0;
  const int failure = posix_spawn(&pid, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) throw std::runtime_error("cannot run " + command.front());
  int status = 0;
  ::waitpid(pid, &status, 0);
  const int exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {exit_code, read_file(folder.path("out")), read_file(folder.path("err"))};
}

}  // namespace

void PrintTo(const ProgramRun& run, std::ostream* stream) {
  *stream << "exit code " << run.exit_code << "\nstdout:\n" << run.out << "\nstderr:\n" << run.err;
}

ProgramRun run_tabiya(const std::vector<std::string>& arguments, const std::string& input) {
  std::vector<std::string> command{TABIYA_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run(std::move(command), input);
}

ProgramRun refused(const std::vector<std::string>& arguments) {
  try {
    const Invocation invocation = parse_command_line(arguments);
    if (invocation.run) invocation.run();
  } catch (const Failure& failure) {
    return {failure.code(), "", failure_report(failure.what())};
  }
  std::string line = "not refused: tabiya";
  for (const std::string& word : arguments) line += " " + word;
  throw std::runtime_error(line);
}

void require(const ProgramRun& run) {
  if (run.exit_code != 0) throw std::runtime_error("not a success: " + testing::PrintToString(run));
}

std::string output_of(const ProgramRun& run) {
  require(run);
  return run.out;
}

std::string clean_output_of(const ProgramRun& run) {
  if (!run.err.empty()) throw std::runtime_error("not a silent success: " + testing::PrintToString(run));
  return output_of(run);
}

std::string refusal_of(const ProgramRun& run) {
  if (run.exit_code != 2 || !run.out.empty())
    throw std::runtime_error("not a refusal: " + testing::PrintToString(run));
  return run.err;
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<Json> parsed_lines(const std::string& text) {
  std::vector<Json> values;
  for (const std::string& line : split_lines(text)) values.push_back(parsed(line));
  return values;
}

std::string own_path() { return TABIYA_PROGRAM; }

ProgramRun run_in_shell(const std::string& script) {
  ::setenv("TABIYA", TABIYA_PROGRAM, /*overwrite=*/1);
  return run({"/bin/sh", "-c", script}, "");
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_file(const std::string& path, std::string_view content) {
  std::ofstream(path, std::ios::binary) << content;
}

}  // namespace tabiya::tools
