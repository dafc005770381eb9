// The states of runs that keep answers (booksearch/work/answer_store.h), as tests see them.
#pragma once

#include <signal.h>

#include <chrono>
#include <cstddef>
#include <fstream>
#include <future>
#include <thread>

#include "booksearch/work/sqlite.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools {

inline std::size_t answers_in(const std::string& state) {
  if (!std::filesystem::exists(state)) return 0;
  auto database = booksearch::Database::view(state);
  if (!database) return 0;
  const auto rows = database->integers("SELECT count(*) FROM answer");
  return rows ? static_cast<std::size_t>((*rows)[0][0]) : 0;
}

// `tabiya ARGUMENTS` in the words of a shell, which gets a signal when its state has so many answers.
inline ProgramRun signalled_run(const std::string& arguments, const std::string& state, std::size_t answers,
                                int signal) {
  const TemporaryFolder folder;
  const std::string id = folder.path("id");
  auto run = std::async(std::launch::async, [&] {
    return run_in_shell("echo $$ > '" + id + "'; exec \"$TABIYA\" " + arguments);
  });
  constexpr auto kPause = std::chrono::milliseconds(2);
  while (run.wait_for(kPause) == std::future_status::timeout) {
    pid_t process = 0;
    if (answers_in(state) >= answers && std::ifstream(id) >> process) {
      ::kill(process, signal);
      break;
    }
  }
  return run.get();
}

}  // namespace tabiya::tools
