// Comma-separated values (RFC 4180), line by line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tabiya::tools {

// Returns the fields of a line. A field in double quotes may hold commas, and a quote as two. Throws Failure, about `where`, for a
// quote that is not closed on the line.
std::vector<std::string> csv_fields(std::string_view line, std::string_view where);

}  // namespace tabiya::tools
