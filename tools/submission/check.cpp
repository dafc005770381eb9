#include "tools/submission/check.h"

#include <spawn.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "booksearch/engines/engine_process.h"
#include "core/game/game_module.h"
#include "core/setup/sampling.h"
#include "tools/assets/shipped.h"
#include "tools/cli/failure.h"
#include "tools/cli/temporary_folder.h"

namespace tabiya::tools {
namespace {

using Clock = std::chrono::steady_clock;

// Fills the report with the time and memory that the compiler took. The compiler's messages go to standard
// error.
void compile(const std::string& source, const std::string& program, CheckReport& report) {
  const char* chosen = std::getenv("CXX");
  std::vector<std::string> command = take(split_command(chosen && *chosen ? chosen : "g++"));
  for (const char* word : {"-std=c++20", "-O2", source.c_str(), "-o", program.c_str()})
    command.push_back(word);
  std::vector<char*> argv;
  for (std::string& word : command) argv.push_back(word.data());
  argv.push_back(nullptr);
  const auto start = Clock::now();
  pid_t pid = 0;
  const int error = ::posix_spawnp(&pid, argv[0], nullptr, nullptr, argv.data(), environ);
  if (error != 0)
    throw Failure(
        fmt::format("cannot run the compiler '{}': {}; set CXX", command.front(), std::strerror(error)));
  int status = 0;
  rusage usage{};
  while (::wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  report.compile_seconds = std::chrono::duration<double>(Clock::now() - start).count();
  report.compile_megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw Failure(fmt::format("{}: does not compile", source), kFoundWanting);
}

// Two players that receive the same lines.
class Twins {
 public:
  Twins(const std::vector<std::string>& submitted, const std::vector<std::string>& reference)
      : submitted_(take(EngineProcess::start(submitted))), reference_(take(EngineProcess::start(reference))) {
    tell("Time 1000000000");
  }

  void tell(const std::string& line) {
    for (EngineProcess* player : {submitted_.get(), reference_.get()})
      if (!player->send(line)) throw Failure("a player takes no input", kFoundWanting);
  }
  struct Answers {
    std::string submitted, reference;
  };
  Answers ask(const std::string& line) {
    tell(line);
    return {answer(*submitted_, "the single-file player"), answer(*reference_, "`play`")};
  }

 private:
  static std::string answer(EngineProcess& player, const char* name) {
    constexpr std::chrono::minutes kPatience(5);
    const auto read = player.read_line(Clock::now() + kPatience);
    if (read.status != EngineProcess::ReadStatus::kLine)
      throw Failure(fmt::format("{} does not answer", name), kFoundWanting);
    return read.line;
  }

  std::unique_ptr<EngineProcess> submitted_, reference_;
};

class Check {
 public:
  // The source carries these: `network` as SubmissionRequest has it, `book` and `lines` as files, or "none".
  struct Carried {
    std::string network, book, lines;
  };
  Check(const std::string& program, const Carried& carried, const SubmissionRequest& request,
        const CheckRequest& check, CheckReport& report)
      : program_(program), carried_(carried), request_(request), check_(check), report_(report) {}

  void run() {
    std::vector<SetupId> strangers;
    if (phase_ != nullptr)
      strangers = sample_normalised(phase_->reds(), static_cast<std::size_t>(check_.games), /*seed=*/1);
    for (int game = 0; game < check_.games && report_.difference.empty(); ++game) {
      const bool from_book = game % 2 == 0 || strangers.empty();
      const auto stranger = static_cast<std::size_t>(game) % std::max<std::size_t>(strangers.size(), 1);
      play(game, from_book ? std::nullopt : std::optional(strangers[stranger]));
      ++report_.games;
    }
  }

 private:
  // Plays a game from `red`, or from setups that the players choose.
  void play(int game, const std::optional<SetupId>& red) {
    Twins players[2] = {twins(game), twins(game)};
    PositionHandle position = game_.start();
    std::string line = "Start";
    if (red) {
      line = phase_->wire(0, *red);
      players[0].tell("Opening " + line);
      position = take(position->after(line), "submit --check");
    }
    for (int plies = red ? 1 : 0; position->outcome() == Outcome::kOpen; ++plies) {
      Twins& asked = players[static_cast<std::size_t>(game_.side_to_act(*position))];
      // Red did not choose its setup itself: for Red, its second move is the start.
      if (red && plies == 2) {
        asked.tell("Opening " + line);
        line = "Start";
      }
      const auto [submitted, reference] = asked.ask(line);
      ++report_.moves;
      const auto words = game_.referee_protocol()->words_of(*position, submitted);
      if (submitted != reference || !words) {
        report_.difference = fmt::format("game {}, ply {}: the single-file player answers '{}', `play` '{}'",
                                         game + 1, plies + 1, submitted, reference);
        return;
      }
      for (const std::string& word : *words) position = take(position->after(word), "submit --check");
      line = submitted;
    }
  }

  Twins twins(int game) const {
    const std::string nodes = std::to_string(check_.nodes), seed = std::to_string(game + 1);
    std::vector<std::string> reference{std::filesystem::read_symlink("/proc/self/exe"),
                                       "play",
                                       "--game",
                                       std::string(game_.name()),
                                       "--nodes",
                                       nodes,
                                       "--seed",
                                       seed,
                                       "--table",
                                       std::to_string(request_.table_megabytes),
                                       "--max-loss",
                                       std::to_string(request_.max_loss),
                                       "--variety",
                                       std::to_string(request_.variety)};
    reference.insert(reference.end(),
                     {"--net", carried_.network, "--book", carried_.book, "--lines", carried_.lines});
    return {{program_, nodes, seed}, reference};
  }

  const std::string& program_;
  const Carried& carried_;
  const SubmissionRequest& request_;
  const GameModule& game_ = *request_.game;
  const SetupPhase* phase_ = game_.setup_phase();
  const CheckRequest& check_;
  CheckReport& report_;
};

}  // namespace

CheckReport check_submission(const std::string& source_path, const SubmissionRequest& request,
                             const Submission& submission, const CheckRequest& check) {
  const TemporaryFolder folder("tabiya-submit");
  CheckReport report;
  const std::string program = folder.file("player");
  compile(source_path, program, report);
  const auto write = [&](const char* name, const std::string& content) {
    if (content.empty()) return std::string(kNoBook);
    const std::string path = folder.file(name);
    std::ofstream(path, std::ios::binary) << content;
    return path;
  };
  const Check::Carried carried{
      submission.shrunk ? write("network", submission.shrunk->output) : submission.network,
      write("book.tbk", submission.book), write("lines.tbk", submission.lines)};
  Check(program, carried, request, check, report).run();
  return report;
}

}  // namespace tabiya::tools
