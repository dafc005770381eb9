#include "booksearch/engines/engine_process.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <cstdio>
#include <memory>
#include <sstream>
#include <string>
#include <thread>

#include "tests/tools/program_run.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace engine_process_test {

using namespace std::chrono_literals;
using Status = EngineProcess::ReadStatus;

EngineProcess::Clock::time_point soon(std::chrono::milliseconds wait = 5s) {
  return EngineProcess::Clock::now() + wait;
}

std::unique_ptr<EngineProcess> start(const std::string& script) {
  return EngineProcess::start({"/bin/sh", "-c", script}).value();
}

TEST(SplitCommand, KeepsQuotedWordsTogether) {
  EXPECT_EQ(*split_command(" a  'b c' d\"e f\"g '' "), (std::vector<std::string>{"a", "b c", "de fg", ""}));
  EXPECT_FALSE(split_command("a 'b"));
  EXPECT_FALSE(split_command("  "));
}

TEST(EngineProcess, TalksInLines) {
  const auto engine = start("read a; printf 'got %s\\r\\nand more' \"$a\"; echo; sleep 60");
  EXPECT_TRUE(engine->send("this"));
  EXPECT_EQ(engine->read_line(soon()).line, "got this");
  EXPECT_EQ(engine->read_line(soon()).line, "and more");
  EXPECT_EQ(engine->read_line(soon(20ms)).status, Status::kTimeout);
}

TEST(EngineProcess, NoticesTheEndOfAnEngine) {
  const auto engine = start("exit 3");
  EXPECT_EQ(engine->read_line(soon()).status, Status::kClosed);
  EXPECT_FALSE(engine->send("x"));
}

TEST(EngineProcess, KeepsTheLastWordsOfAnEngine) {
  const auto engine = start("echo first >&2; printf 'no such network\\n\\n' >&2; exit 2");
  EXPECT_EQ(engine->read_line(soon()).status, Status::kClosed);
  EXPECT_EQ(engine->last_words(), "no such network");
  const auto silent = start("exit 2");
  EXPECT_EQ(silent->read_line(soon()).status, Status::kClosed);
  EXPECT_EQ(silent->last_words(), "");
}

TEST(EngineProcess, ReadsWhatAnEngineWritesOnStandardErrorBeforeItAnswers) {
  const auto wordy = start("head -c 1000000 /dev/zero | tr '\\0' e >&2; echo answer");
  EXPECT_EQ(wordy->read_line(soon()).line, "answer");
  const auto endless = start("while :; do echo eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee; done >&2");
  EXPECT_EQ(endless->read_line(soon(200ms)).status, Status::kTimeout);
}

TEST(EngineProcess, DoesNotSwallowAFlood) {
  const auto endless_line = start("while :; do printf aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done");
  EXPECT_EQ(endless_line->read_line(soon()).status, Status::kTooLong);
  const auto many_lines = start("yes");
  EXPECT_EQ(many_lines->read_line(soon()).line, "y");
}

TEST(EngineProcess, DoesNotBlockOnAnEngineThatReadsNothing) {
  const auto engine = start("sleep 60");
  const std::string line(100'000, 'x');
  bool taken = true;
  for (int i = 0; i < 100 && taken; ++i) taken = engine->send(line);
  EXPECT_FALSE(taken);
}

// Whoever inherits a process has still to reap it: until then it is a zombie, and its state says so.
bool has_ended(pid_t process) {
  const std::string path = "/proc/" + std::to_string(process) + "/stat";
  char state = 0;
  if (FILE* file = std::fopen(path.c_str(), "r")) {
    if (std::fscanf(file, "%*d %*s %c", &state) != 1) state = 0;
    std::fclose(file);
  }
  return state == 'Z' || ::kill(process, 0) != 0;
}

bool ends_soon(pid_t process) {
  for (int i = 0; i < 500 && !has_ended(process); ++i) std::this_thread::sleep_for(10ms);
  return has_ended(process);
}

TEST(EngineProcess, LeavesNoProcessBehind) {
  auto engine = start("sleep 600 & echo $!; trap '' TERM INT; wait");
  const pid_t grandchild = std::stoi(engine->read_line(soon()).line);
  EXPECT_EQ(::kill(grandchild, 0), 0);
  engine.reset();
  EXPECT_TRUE(ends_soon(grandchild));
}

// What an engine has started ends with the program, whatever ends that.
TEST(EngineProcess, LeavesNoProcessBehindWhenTheProgramIsKilled) {
  for (const std::string signal : {"KILL", "HUP"}) {
    const TemporaryFolder folder;
    const std::string note = folder.path("note"), script = folder.path("engine");
    write_file(script, "#!/bin/sh\ntrap '' HUP INT\nsleep 600 &\necho $! >>" + note + "\nwait\n");
    const ProgramRun run =
        run_in_shell("ulimit -c 0; chmod +x " + script + "; \"$TABIYA\" match " + script + " " + script +
                     " --games 2 & pid=$!; until [ \"$(wc -l 2>/dev/null <" + note +
                     ")\" = 2 ]; do sleep 0.02; done; kill -" + signal + " $pid; wait $pid");
    EXPECT_GT(run.exit_code, 128) << run.err;
    std::istringstream grandchildren(read_file(note));
    for (pid_t grandchild; grandchildren >> grandchild;) EXPECT_TRUE(ends_soon(grandchild)) << signal;
  }
}

TEST(EngineProcess, IsNotWaitedForWhereTheCallerStops) {
  const auto engine = start("sleep 600");
  const auto begun = EngineProcess::Clock::now();
  EXPECT_EQ(engine->read_line(soon(60s), [&] { return EngineProcess::Clock::now() - begun > 100ms; }).status,
            Status::kStopped);
  EXPECT_LT(EngineProcess::Clock::now() - begun, 1s);
}

TEST(EngineProcess, SaysWhenAnEngineCannotBeStarted) {
  EXPECT_EQ(EngineProcess::start({"/no/such/engine"}).error().message,
            "cannot run the engine '/no/such/engine': No such file or directory");
}

}  // namespace engine_process_test
}  // namespace tabiya::tools
