// The rules that files can inherit from without defining them: parents.ini, which is made part of the program.
#pragma once

#include <string_view>

namespace tabiya::variants {

extern const std::string_view kParents;

}  // namespace tabiya::variants
