// How often moves were played in positions, and how the games went: for any number of games in bounded memory. What does
// not fit waits in a temporary file, sorted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <vector>

#include "core/book/move_book.h"

namespace tabiya::tools {

// Of a game, for the side that made the move.
enum class GameOutcome : std::uint8_t { kLoss, kDraw, kWin, kUnknown };

class MoveCounter {
 public:
  static constexpr std::size_t kDefaultCapacity = std::size_t{1} << 23;  // moves in memory, of 16 bytes each

  explicit MoveCounter(std::size_t capacity = kDefaultCapacity);

  // A move that was played. Throws Failure when the temporary file cannot be written.
  void add(PositionKey key, MoveCode move, GameOutcome outcome);

  // Calls `take` with each move of each position, in the order of keys and codes, without weights. Nothing is left then.
  void finish(const std::function<void(const BookMove&)>& take);

 private:
  struct Played {
    PositionKey key;
    MoveCode move;
    GameOutcome outcome;

    std::pair<PositionKey, MoveCode> place() const { return {key, move}; }
  };
  struct Run;  // of the temporary file

  void sort_played();
  void spill();

  std::size_t capacity_;
  std::vector<Played> played_;
  std::vector<std::uint64_t> run_ends_;  // offsets in the file
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_{nullptr, std::fclose};
};

}  // namespace tabiya::tools
