// What a pass of a build has found, as a line of text or as JSON.
#pragma once

#include "booksearch/pipeline.h"

namespace tabiya::tools {

void print_pass(const booksearch::PassReport& pass, bool json);

}  // namespace tabiya::tools
