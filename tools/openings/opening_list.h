// The list that a job ends with: the choice among the positions that belong, their formats, and the report.
#pragma once

#include <string>

#include "booksearch/openings/window_search.h"
#include "tools/openings/candidates.h"
#include "tools/openings/openings_job.h"

namespace tabiya::tools {

// The choice of the job among the positions that belong: their number, in an order that the seed gives, each
// as far from the others as the job says. `job` and `candidates` must outlive the selection, which one thread
// at a time may use.
booksearch::Selection selection_of(const OpeningsJob& job, const Candidates& candidates);

enum class OpeningFormat { kEpd, kFen, kPgn, kCsv, kNpy };

// `name` is "epd", "fen", "pgn", "csv" or "npy". If it is empty, the ending of `path` decides; EPD is the
// default.
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

// Prints the report on a list of positions in a window. `list`: its path. `judge`: the name of the judge, for people.
void print_window(const OpeningsJob& job, const booksearch::WindowFindings& result, const std::string& list,
                  const std::string& judge, bool json);

}  // namespace tabiya::tools
