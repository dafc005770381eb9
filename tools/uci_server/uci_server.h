// UciServer makes this program a UCI engine. It takes lines and writes answers; searches run on a thread of
// their own.
//
// The protocol is Stefan Meyer-Kahlen's of April 2006. As it demands, unknown commands are ignored.
// Commands that cannot be executed are reported in an `info string`, and change nothing.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "core/game/game_engine.h"
#include "core/game/game_module.h"
#include "tools/uci_server/go_command.h"
#include "tools/uci_server/own_books.h"
#include "tools/uci_server/server_options.h"
#include "tools/uci_server/uci_output.h"
#include "tools/uci_server/uci_search.h"

namespace tabiya::tools {

class UciServer {
 public:
  // `write` gets each line of output, without its end, from any thread, but one at a time.
  UciServer(ServerSettings settings, std::function<void(std::string_view)> write);
  // Ends a search that still runs.
  ~UciServer();

  // Takes a line without its end. Throws the exceptions of a search; Failure and BrokenPipe of `write`.
  void receive(std::string_view line, TimePoint received);

  bool has_quit() const { return has_quit_; }
  // Lets a running search come to its end. Call this when there are no more lines. Throws as receive().
  void finish();

 private:
  using Words = std::span<const std::string_view>;
  struct Command {
    std::string_view name;
    void (UciServer::*run)(Words rest);
  };
  static std::span<const Command> commands();

  void uci(Words);
  void isready(Words);
  void ucinewgame(Words);
  void setoption(Words rest);
  void position(Words rest);
  void go(Words rest);
  void stop(Words);
  void ponderhit(Words);
  void quit(Words);
  void show(Words);
  void evaluate(Words);
  void bench(Words rest);
  void ignore(Words) {}

  void end_search();
  void take_files(const ServerSettings& settings);
  bool wants_analysis(const GoCommand& command) const;
  bool answer_from_book(const GoCommand& command);
  void search_move(const GoCommand& command);
  bool prepare_engine();
  InfoStyle style() const;

  UciOutput output_;
  bool has_quit_ = false;
  ServerSettings settings_;
  ServerSettings made_with_;  // the settings that engine_ is of
  bool forgets_ = false;      // before the next search
  TimePoint received_{};
  GameSoFar so_far_;
  OwnBooks books_;
  std::unique_ptr<GameEngine> engine_;  // null before it is used
  UciSearch search_{output_};           // ends before its engine does
};

}  // namespace tabiya::tools
