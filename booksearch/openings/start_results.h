// Statistics of start positions, from the games that began in them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "booksearch/openings/start_reader.h"
#include "booksearch/statistics/shrinkage.h"

namespace tabiya::booksearch {

struct StartRecord {
  std::string start;   // the position
  PairCounts pairs{};  // of two games with the sides exchanged, by the points of the first player
  std::array<std::uint64_t, 3> games{};  // wins, draws and losses of the side that begins
  std::uint64_t same_side_wins = 0;      // level pairs in which one side won both games
};

// Games that cannot be used for a start position.
struct LeftOutGames {
  std::uint64_t unreadable = 0;      // broken, illegal, or from no position of the game
  std::uint64_t without_result = 0;  // readable ones

  std::uint64_t count() const { return unreadable + without_result; }
};

// Pairs each game with the next one of the same two players from the same position in which they have
// exchanged the sides. Players without a name ("?"), and players of one name, have no pairs.
class StartResults {
 public:
  // Takes an entry of a list of games, after the moves that belong to the opening. Returns the reason if it
  // is left out, otherwise nothing.
  std::optional<std::string> take(const StartEntry& entry);

  const std::vector<StartRecord>& records() const { return records_; }  // in the order of the first games
  std::uint64_t games() const { return games_; }
  const LeftOutGames& left_out() const { return left_out_; }
  std::uint64_t unpaired() const;
  // The map names, for each two players, the one whose points count: the one who has the first side in their first game. The
  // keys are both names in their order.
  const std::map<std::pair<std::string, std::string>, std::string>& firsts() const { return firsts_; }

 private:
  // A position and the players who have the first and the second side there.
  struct Meeting {
    std::size_t record;
    std::string first, second;
    auto operator<=>(const Meeting&) const = default;
  };

  std::size_t record_of(const GamePosition& start);
  bool is_first(const std::string& player, const std::string& other);

  std::vector<StartRecord> records_;
  std::unordered_map<std::uint64_t, std::size_t> places_;  // of records, by the keys of positions
  std::map<Meeting, std::vector<int>>
      waiting_;  // half points of the first side in games without their partner
  std::map<std::pair<std::string, std::string>, std::string> firsts_;  // of two players, whose points count
  std::uint64_t games_ = 0;
  std::uint64_t nameless_ = 0;  // games of players who are unknown, or of one name
  LeftOutGames left_out_;
};

}  // namespace tabiya::booksearch
