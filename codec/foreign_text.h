// Text that others wrote (arguments, file names, keys and values of files, what an engine says), as a
// terminal may show it.
#pragma once

#include <string>
#include <string_view>

namespace tabiya {

// What would move the cursor, change colours, reorder or hide what follows (control characters, line ends
// among them, marks of direction, invisible characters) becomes an escape such as \x1B or \u{202E}; so does
// each byte that is not UTF-8. The rest stays.
std::string foreign_text(std::string_view text);

// The same for a text of several lines, whose ends stay.
std::string foreign_lines(std::string_view text);

// Whether a terminal may show the text as it is: one line of UTF-8 without any of the above.
bool is_plain_text(std::string_view text);

}  // namespace tabiya
