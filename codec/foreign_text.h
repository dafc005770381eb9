// Text that others wrote (arguments, file names, keys and values of files, the words of an engine), as a
// terminal may show it.
#pragma once

#include <string>
#include <string_view>

namespace tabiya {

// Escapes text that would move the cursor, change colours, reorder or hide the text behind it (control
// characters, line ends among them, marks of direction, invisible characters), and each byte that is not
// UTF-8: as \x1B or \u{202E}. The rest stays.
std::string foreign_text(std::string_view text);

// Escapes a text of several lines in the same way, but for the ends of the lines.
std::string foreign_lines(std::string_view text);

// True if a terminal may show the text as it is: one line of UTF-8 without any of the above.
bool is_plain_text(std::string_view text);

}  // namespace tabiya
