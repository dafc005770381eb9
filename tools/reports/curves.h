// The course of a training as a picture.
#pragma once

#include <string>
#include <vector>

#include "booksearch/learn/training_run.h"

namespace tabiya::tools {

// An SVG of training and validation loss over the epochs, with a ring around the best. There is at least one
// epoch.
std::string curves_svg(const std::vector<booksearch::EpochResult>& epochs);

}  // namespace tabiya::tools
