// The command line as data: the commands and their options as they are parsed. Help, manual and completions
// are made from it.
#pragma once

#include <string>
#include <vector>

namespace tabiya::tools {

struct OptionDescription {
  std::vector<std::string> names;    // "-h", "--help"; none for a positional argument
  std::string value;                 // what help calls its value, or the argument: "FILE"; empty for a flag
  std::string type;                  // of the value: "FILE", "DIR", "N"; that of the argument BOOK is FILE
  std::vector<std::string> choices;  // those of a type such as "red|blue"
  std::string default_value;
  std::vector<std::string> excludes;  // options that it does not go with: "--resume"
  std::string help;
  bool is_required = false;
  bool is_repeated = false;
  std::string group{};               // the title that help lists it under
  bool is_rare = false;              // left out of short help
  std::vector<std::string> needs{};  // options that it says nothing without: "--all"

  bool is_positional() const { return names.empty(); }
  bool is_flag() const { return value.empty(); }
  bool is_file() const { return type == "FILE" || type == "BOOK"; }
  bool is_folder() const { return type == "DIR"; }
};

struct CommandDescription {
  std::string name;  // "book list"; empty for the program itself
  std::string summary;
  std::string footer;
  std::vector<OptionDescription> options;  // and positional arguments
  std::vector<std::string> commands;       // those in a group, or of the program: "list"
  bool is_rare = false;                    // only named in the program's short help
};

// The group of the options that print something instead of running the command.
constexpr const char* kHelpGroup = "Help";

// The program itself comes first, then the commands and groups in the order of the table. The options of a
// command are in the order of help: by groups, those of help last.
std::vector<CommandDescription> describe_program();

}  // namespace tabiya::tools
