// The forecast of a job's remaining work: the expected cost of its later stages.
#pragma once

#include "booksearch/setups/job/job.h"
#include "booksearch/setups/job/schedule.h"

namespace tabiya::booksearch {

// Returns the cost of the stages after the one under way, in rows of the step under way: the number of such
// rows that would take as long. The cost of a row is taken to be in proportion to its candidates, and to grow
// with every ply by the factor by which it has grown in the stages that are finished, or by a usual one if
// there is only one. It is 0 in the last stage. Further rounds of the stages are not predicted.
double rows_to_come(const Job& job, const Schedule& schedule);

}  // namespace tabiya::booksearch
