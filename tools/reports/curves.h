// The course of a training as a picture.
#pragma once

#include <string>
#include <vector>

#include "booksearch/learn/training_run.h"

namespace tabiya::tools {

// An SVG: training and validation loss over the epochs, and a ring around the best. There is an epoch.
std::string curves_svg(const std::vector<booksearch::EpochResult>& epochs);

}  // namespace tabiya::tools
