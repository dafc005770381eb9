// A recall curve as a picture.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "booksearch/recall_curve.h"

namespace tabiya::tools {

// An SVG: the mean regret of answers, with its 95 % interval, over the seconds of one core for a red, a line
// for each list of candidates. At least one point.
std::string curve_svg(const std::vector<booksearch::CurvePoint>& points, std::size_t reds);

}  // namespace tabiya::tools
