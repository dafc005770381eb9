// Files that tests read and programs that they start: the project's own, and files that developers have next to it. Paths
// are told by functions, since a path among a test's definitions would hide it from the compiler's cache in another checkout.
#pragma once

#include <optional>
#include <string>

namespace tabiya::test {

// Returns the absolute path of the project's root.
std::string source_folder();

// Returns the absolute path of what lies at `inside`, relative to the project's root.
std::string source_path(const std::string& inside);

// Return the absolute paths of what the build has made: a UCI engine that can be told to fail, the program that core/README.md
// shows, the module that trains networks ("" where it is not built), and the libraries that each layer links.
std::string fake_engine();
std::string player_example();
std::string trainer_module();
std::string links_file();

// Returns the content of a file of tests/data. A missing one is an error of the checkout: the text is empty then, and the
// calling test fails.
std::string data_file(const std::string& name);

// Returns the content of `name` in the folder TABIYA_SHARED (environment), by default ../shared from the project's root: files
// that others published, which are not part of the project. Tests that use them skip where they are absent.
std::optional<std::string> shared_file(const std::string& name);

}  // namespace tabiya::test
