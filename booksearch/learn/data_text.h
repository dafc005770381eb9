// Training data as lines of text, one for each position.
//
// kText is the format that the trainer bullet reads (J. Whitmarsh, github.com/jw1912/bulletformat), for every
// game:
//
//   POSITION | CENTIPAWNS | RESULT                        from White's view; 1.0 won, 0.5 drawn, 0.0 lost
//
// kEpd is a position with operations (S. Edwards, "PGN Specification and Implementation Guide", 1994):
//
//   POSITION ply N; ce CENTIPAWNS; logit LABEL; c9 "1-0";  from the side to move's view, but the result
//
// `ce` is the standard's evaluation. `c9` holds results in the sets that tuners of engines share (as in
// quiet-labeled.epd). `logit` and `ply` are our own: the label in full, and the ply of the game. Instead of
// `ply`, positions in the form of a FEN have their two counters as `hmvc` and `fmvn`, which tell the ply.
// Positions without a result have no `c9`, and no line in kText.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "booksearch/engines/centipawns.h"
#include "codec/result.h"
#include "core/game/game_module.h"
#include "core/learn/training_record.h"

namespace tabiya::booksearch {

enum class DataFormat { kText, kEpd };

inline constexpr double kLogitInCentipawns = 10'000 / kScoreOfACentipawn;  // as our engine tells scores

class DataText {
 public:
  // `game` is a trainable one. `scale` is the number of centipawns of a logit, more than 0.
  DataText(const GameModule& game, DataFormat format, double scale);

  // Returns the line of a record, without the end of the line; nothing if the format cannot hold the record.
  // Errors: kCorrupt for bytes that are no record.
  Result<std::optional<std::string>> line_of(std::span<const std::byte> record) const;

  // Returns the record of a line. Errors: kInvalid, with what is wrong.
  Result<std::vector<std::byte>> record_of(std::string_view line) const;

 private:
  // The content of a line.
  struct Told {
    std::string position;
    Score label = 0;         // in kText of the first side, in kEpd of the side to move
    int result = kNoResult;  // of the first side
    std::optional<int> ply = {};
  };

  std::string epd_line(const GamePosition& position, const Lesson& lesson) const;
  Result<Told> read_text(std::string_view line) const;
  Result<Told> read_epd(std::string_view line) const;
  long centipawns(Score label) const;
  std::optional<Score> label_of_centipawns(std::string_view text) const;

  const GameModule& game_;
  DataFormat format_;
  double scale_;
  bool has_counters_ = false;  // the last two words of a position are its counters, as in a FEN
  std::size_t words_ = 0;      // of a position, without its counters
};

}  // namespace tabiya::booksearch
