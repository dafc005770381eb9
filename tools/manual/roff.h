// Text for roff, the formatter of manuals.
#pragma once

#include <string>
#include <string_view>

namespace tabiya::tools {

// Text that is shown literally; UTF-8 becomes roff's own names of characters.
std::string roff_text(std::string_view text);

// A paragraph to fill, with at least one line for each sentence; text between backticks is bold.
std::string roff_paragraph(std::string_view text);

}  // namespace tabiya::tools
