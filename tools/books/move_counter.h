// Counts of moves in positions, and of the results of their games, for any number of games in bounded memory.
// Moves that do not fit wait in a temporary file, sorted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <vector>

#include "core/book/move_book.h"

namespace tabiya::tools {

// The result of a game, for the side that made the move.
enum class GameOutcome : std::uint8_t { kLoss, kDraw, kWin, kUnknown };

class MoveCounter {
 public:
  static constexpr std::size_t kDefaultCapacity = std::size_t{1} << 23;  // moves in memory, of 16 bytes each

  explicit MoveCounter(std::size_t capacity = kDefaultCapacity);

  // Counts a move that was played. Throws Failure if the temporary file cannot be written.
  void add(PositionKey key, MoveCode move, GameOutcome outcome);

  // Calls `take` with each move of each position, in the order of keys and codes, without weights. The
  // counter is empty afterwards.
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
