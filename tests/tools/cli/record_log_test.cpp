#include "tools/cli/record_log.h"

#include <chrono>
#include <future>
#include <memory>
#include <thread>

#include "tests/tools/failure_of.h"
#include "tests/tools/program_run.h"
#include "tools/cli/json.h"

namespace tabiya::tools::record_log_test {

const Json kHeader{{"match", 1}};

RecordLog open_log(const LogOptions& options) {
  return RecordLog(options, kHeader, "match", [](const Json&) {});
}

std::string complaint(const LogOptions& options) {
  return failure_of([&] { open_log(options); });
}

TEST(RecordLog, IsWrittenByOneRunAtATime) {
  const TemporaryFolder folder;
  const std::string path = folder.path("games");
  {
    RecordLog log = open_log({path, true, false});
    EXPECT_THAT(complaint({path, true, false}),
                HasSubstr("games: being written by process "));  // before a line
    log.add({{"game", 0}});
    EXPECT_THAT(complaint({path, true, false}), HasSubstr("games: being written by process "));
    EXPECT_THAT(complaint({path, false, true}), HasSubstr("games: being written by process "));
    log.add({{"game", 1}});
  }
  EXPECT_EQ(complaint({path, true, false}), "");
  EXPECT_THAT(read_file(path), MatchesRegex("[{]\"match\":1.*\n[{]\"game\":0.*\n[{]\"game\":1.*\n"));
}

TEST(RecordLog, DoesNotReplaceWhatAnotherRunWroteWhileItWaited) {
  const TemporaryFolder folder;
  const std::string path = folder.path("games");
  auto other = std::make_unique<FileLock>(take(FileLock::acquire(path, LockText{path})));
  auto refusal = std::async(std::launch::async, [&] { return complaint({path, false, false}); });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));  // it has seen an empty file, and waits
  write_file(path, "the games of the other run\n");
  other.reset();
  EXPECT_THAT(refusal.get(), HasSubstr("games: already exists; continue it with --resume"));
  EXPECT_EQ(read_file(path), "the games of the other run\n");
}

// What stands before a damaged line is not lost: the message says how it is kept.
TEST(RecordLog, OffersWhatStandsBeforeADamagedLine) {
  const TemporaryFolder folder;
  const std::string path = folder.path("games"), copy = folder.path("copy");
  {
    RecordLog log = open_log({path, true, false});
    for (int game = 0; game < 4; ++game) log.add({{"game", game}});
  }
  std::string text = read_file(path);
  text[text.find("\"game\":2") + 7] = '7';
  write_file(path, text);
  const std::string message = complaint({path, true, false});
  EXPECT_THAT(message, HasSubstr("games, line 4: not a line of a match, or damaged; `head -n 3 '"));
  const std::size_t begin = message.find('`') + 1, end = message.find(" >COPY`");
  require(run_in_shell(message.substr(begin, end - begin) + " >'" + copy + "'"));
  std::vector<Json> lines;
  RecordLog(LogOptions{copy, true, false}, kHeader, "match",
            [&](const Json& line) { lines.push_back(line); });
  EXPECT_EQ(lines.size(), 2u);
}

TEST(RecordLog, LeavesNothingWhenNothingWasAdded) {
  const TemporaryFolder folder;
  open_log({folder.path("games"), false, false});
  EXPECT_THAT(folder.names(), IsEmpty());
  write_file(folder.path("games"), "");  // what a kill at that moment leaves is taken for no file
  EXPECT_EQ(complaint({folder.path("games"), false, false}), "");
}

}  // namespace tabiya::tools::record_log_test
