// A UCI session in this process, whose answers can be waited for.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/uci_server/uci_server.h"

namespace tabiya::tools {

class ServerRun {
 public:
  explicit ServerRun(std::string_view game = "chess")
      : server_({.game = std::string(game)}, [this](std::string_view line) { take(line); }) {
    tell("setoption name Hash value 1");
  }

  void tell(std::string_view line) { server_.receive(line, std::chrono::steady_clock::now()); }

  // The lines that come from now on, up to and with the first that begins with `word`; none where it does not
  // come within a minute.
  std::vector<std::string> until(std::string_view word) {
    std::unique_lock lock(mutex_);
    const auto ends = [&] {
      return std::ranges::find_if(lines_, [&](const std::string& line) { return line.starts_with(word); });
    };
    if (!said_.wait_for(lock, std::chrono::minutes(1), [&] { return ends() != lines_.end(); })) return {};
    const auto end = ends() + 1;
    std::vector<std::string> taken(lines_.begin(), end);
    lines_.erase(lines_.begin(), end);
    return taken;
  }
  // The last line of them.
  std::string answer(std::string_view command, std::string_view word) {
    tell(command);
    const std::vector<std::string> lines = until(word);
    return lines.empty() ? "nothing" : lines.back();
  }
  // The last line that tells of a search, and the move that it came to.
  std::pair<std::string, std::string> searched(std::string_view command) {
    tell(command);
    const std::vector<std::string> lines = until("bestmove");
    if (lines.size() < 2) return {"nothing", lines.empty() ? "nothing" : lines.back()};
    return {lines[lines.size() - 2], lines.back()};
  }

  // What was said since, without waiting.
  std::vector<std::string> said() {
    const std::lock_guard lock(mutex_);
    return std::exchange(lines_, {});
  }

  UciServer& server() { return server_; }

 private:
  void take(std::string_view line) {
    const std::lock_guard lock(mutex_);
    lines_.emplace_back(line);
    said_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable said_;
  std::vector<std::string> lines_;
  UciServer server_;
};

}  // namespace tabiya::tools
