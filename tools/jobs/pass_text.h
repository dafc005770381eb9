// The results of one pass of a build, as a line of text or as JSON.
#pragma once

#include "booksearch/setups/job/pipeline.h"
#include "core/game/setup_phase.h"

namespace tabiya::tools {

void print_pass(const booksearch::PassReport& pass, const SetupNotation& setups, bool json);

}  // namespace tabiya::tools
