// Parts of the program that need large libraries, and are loaded only where they are used: lib/tabiya/NAME.so
// next to the folder of the program.
#pragma once

#include <string>
#include <string_view>

namespace tabiya::tools {

std::string program_module_path(std::string_view name);

// Loads the module, for as long as the program runs, and returns the function of that name in it. Throws
// Failure, with `remedy` where this build has no such module.
void* load_program_module(const std::string& path, const char* function, const std::string& remedy);

}  // namespace tabiya::tools
