#include "booksearch/openings/start_results.h"

#include <algorithm>

namespace tabiya::booksearch {
namespace {

// The half points of the side that begins; empty without a result.
std::optional<int> half_points(std::string_view result) {
  if (result == "1-0") return 2;
  if (result == "1/2-1/2") return 1;
  if (result == "0-1") return 0;
  return std::nullopt;
}

// Games of players who are not named, or who have the same name, are no pairs.
bool are_two_players(std::string_view white, std::string_view black) {
  const auto is_name = [](std::string_view name) { return !name.empty() && name != "?"; };
  return is_name(white) && is_name(black) && white != black;
}

}  // namespace

std::optional<std::string> StartResults::take(const StartEntry& entry) {
  ++games_;
  if (entry.position == nullptr) {
    ++left_out_.unreadable;
    return entry.faults.empty() ? "cannot be read" : entry.faults.front().what;
  }
  const std::optional<int> points = half_points(entry.played->result);
  if (!points) {
    ++left_out_.without_result;
    return "has no result";
  }
  const std::size_t place = record_of(*entry.position);
  StartRecord& record = records_[place];
  ++record.games[static_cast<std::size_t>(2 - *points)];
  const std::string white(entry.played->tag("White")), black(entry.played->tag("Black"));
  if (!are_two_players(white, black)) {
    ++nameless_;
    return std::nullopt;
  }
  const bool is_white_first = is_first(white, black);
  // The game in which they have exchanged the sides.
  const auto partner = waiting_.find({place, black, white});
  if (partner == waiting_.end()) {
    waiting_[{place, white, black}].push_back(*points);
    return std::nullopt;
  }
  const int other = partner->second.front();
  partner->second.erase(partner->second.begin());
  if (partner->second.empty()) waiting_.erase(partner);
  const int of_white = *points + 2 - other;  // in both games, of who has the first side in this one
  ++record.pairs[static_cast<std::size_t>(is_white_first ? of_white : 4 - of_white)];
  record.same_side_wins += other == *points && other != 1;
  return std::nullopt;
}

std::uint64_t StartResults::unpaired() const {
  std::uint64_t sum = nameless_;
  for (const auto& [meeting, points] : waiting_) sum += points.size();
  return sum;
}

bool StartResults::is_first(const std::string& player, const std::string& other) {
  std::pair<std::string, std::string> both(std::min(player, other), std::max(player, other));
  return firsts_.try_emplace(std::move(both), player).first->second == player;
}

std::size_t StartResults::record_of(const GamePosition& start) {
  const auto [known, is_new] = places_.try_emplace(start.key(), records_.size());
  if (is_new) records_.push_back({start.text(), {}, {}, 0});
  return known->second;
}

}  // namespace tabiya::booksearch
