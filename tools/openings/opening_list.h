// The list that a job ends with: which of the positions that belong are taken, and how they are written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "booksearch/openings/window_search.h"
#include "tools/openings/candidates.h"
#include "tools/openings/openings_job.h"

namespace tabiya::tools {

// Of the candidates that belong, as many as the job wants, the most certain first, each as far from the
// others as it says; in an order that the seed gives.
std::vector<std::uint32_t> chosen_openings(const OpeningsJob& job, const Candidates& candidates,
                                           const booksearch::WindowResult& result);

enum class OpeningFormat { kEpd, kFen, kCsv };

// "epd", "fen", "csv"; the one that the ending of `path` names, and EPD where it names none.
OpeningFormat opening_format(const std::string& name, const std::string& path);

// A line for each position:
//   EPD  `ce` (centipawns for the side to move, of an engine), `acd`, `acn`, and as c0 … c2 the probability
//   of
//        belonging, what the measure is, and who judged; the numbers of moves only where they tell anything
//   FEN  the position alone, whatever notation the game has
//   CSV  all that is known, with a line of names; values from the view of the side that begins
std::string opening_text(OpeningFormat format, const OpeningsJob& job, const Candidates& candidates,
                         const booksearch::WindowResult& result, const std::vector<std::uint32_t>& chosen,
                         const std::string& judge);

}  // namespace tabiya::tools
