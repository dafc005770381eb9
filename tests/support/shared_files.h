// Files that tests read: the project's own, and those that developers have next to it.
#pragma once

#include <optional>
#include <string>

namespace tabiya::test {

// Returns the content of a file of tests/data. A missing one is an error of the checkout: the text is empty then, and the
// calling test fails.
std::string data_file(const std::string& name);

// Returns the content of `name` in the folder TABIYA_SHARED (environment), by default ../shared from the project's root: files
// that others published, which are not part of the project. Tests that use them skip where they are absent.
std::optional<std::string> shared_file(const std::string& name);

}  // namespace tabiya::test
