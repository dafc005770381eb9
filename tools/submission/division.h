// Divides the room of a player between its network, its book and its lines: for the most Elo, by measurements
// (data/nets/shrinking.md).
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tabiya::tools {

// The Elo that a network loses whose evaluations are off by so much, logit x 10,000, root mean square.
double elo_of_error(double error);
// The Elo that a book loses without the entries of this share of Red's choices.
double elo_of_entries(double share);
// The Elo that a player loses without lines.
inline constexpr double kEloOfLines = 16;

// A network that is rounded somewhat, or not at all: the bytes of its text, and the Elo that it loses.
struct Rounding {
  std::size_t bytes = 0;
  double lost = 0;
};
// The Elo that a network loses where its text may take so many bytes; infinity where that is too little. Roundings go from the
// whole network on, each smaller than the one before; between them losses are interpolated.
double lost_within(std::span<const Rounding> network, std::size_t bytes);

// A part of a book or of lines that a source may carry, and the Elo that it loses against all of them.
struct Portion {
  std::string text;
  double lost = 0;
};

struct LostElo {
  double network = 0, book = 0, lines = 0;
  double all() const { return network + book + lines; }
};

// One of the networks, of the portions of a book, and of those of lines, by their numbers.
struct Division {
  std::size_t network = 0, book = 0, lines = 0;
  LostElo lost;
};

struct Choices {
  std::vector<std::vector<Rounding>> networks;
  std::vector<Portion> books, lines;
};

// The division that loses the least; nothing if none fits. `room` says how many bytes the text of a network may take beside those
// of a book and lines; nothing where these do not fit.
using RoomBeside = std::function<std::optional<std::size_t>(const std::string&, const std::string&)>;
std::optional<Division> best_division(const Choices& choices, const RoomBeside& room);

}  // namespace tabiya::tools
