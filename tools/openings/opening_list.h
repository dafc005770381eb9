// The list that a job ends with: which of the positions that belong are taken, and how they are written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "booksearch/openings/window_search.h"
#include "tools/openings/candidates.h"
#include "tools/openings/openings_job.h"

namespace tabiya::tools {

// Which of those that belong the job wants: how many, in an order that the seed gives, each as far from the
// others as it says. `job` and `candidates` must outlive them; for use by one thread at a time.
booksearch::Selection selection_of(const OpeningsJob& job, const Candidates& candidates);

enum class OpeningFormat { kEpd, kFen, kPgn, kCsv, kNpy };

// "epd", "fen", "pgn", "csv", "npy"; the one that the ending of `path` names, and EPD where it names none.
OpeningFormat opening_format(const std::string& name, const std::string& path);

// A line, or a game, for each position of `list`, in an order that the seed gives:
//   EPD  `ce` (centipawns for the side to move, of an engine), `acd`, `acn`, and as c0 … c2 the probability
//   of
//        belonging, what the measure is, and who judged; the numbers of moves only where they tell anything
//   FEN  the position alone, whatever notation the game has
//   PGN  a game without moves from each, whose comment says what the operations of EPD say
//   CSV  all that is known, with a line of names; values from the view of the side that begins
std::string opening_text(OpeningFormat format, const OpeningsJob& job, const Candidates& candidates,
                         const booksearch::WindowFindings& result, const std::string& judge);

}  // namespace tabiya::tools
