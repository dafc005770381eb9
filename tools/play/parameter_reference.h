// The meanings of the parameters that --set and --clock change, for people.
#pragma once

#include <string>

namespace tabiya::tools {

// A line for each parameter: its name, its default and its meaning.
std::string search_parameter_reference();
std::string clock_parameter_reference();

}  // namespace tabiya::tools
