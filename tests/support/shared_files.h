// Files that developers have next to the project and that are not part of it. Tests that use them skip where
// they are absent.
#pragma once

#include <optional>
#include <string>

namespace tabiya::test {

// The content of `name` in the folder TABIYA_SHARED (environment), by default ../shared from the project's
// root.
std::optional<std::string> shared_file(const std::string& name);

}  // namespace tabiya::test
