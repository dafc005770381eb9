// The declaration of a command's options. It is a thin face of CLI11, which stays in command_line.cpp and
// program.cpp: included everywhere, CLI11's header would take most of the project's compile time.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tools/cli/option_kinds.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tabiya::tools {

// An option or a positional argument that was declared. Each member returns the option itself, for chaining.
class CommandOption {
 public:
  explicit CommandOption(CLI::Option* option) : option_(option) {}

  CommandOption& required(bool is_required = true);
  CommandOption& type_name(const std::string& name);    // what help calls the value
  CommandOption& capture_default_str();                 // help tells the present value as the default
  CommandOption& default_text(std::string_view text);   // help tells this as the default
  CommandOption& expected(int values);                  // how many values it takes
  CommandOption& group(const std::string& title);       // what help lists it under
  CommandOption& rare();                                // only under --help-all
  CommandOption& excludes(const CommandOption& other);  // not together
  CommandOption& excludes(const std::string& name);     // of one that was declared

  // Help tells the present value as the default, where the following functions would take it.
  //
  // The value must be decimal digits alone, between bounds. CLI11's own conversion would take "010" for 8,
  // "0x10" for 16 and "-1" for the largest number of 64 bits.
  CommandOption& whole_number(std::uint64_t least = 0,
                              std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
  CommandOption& range(double least, double most);  // both included
  CommandOption& one_of(const std::vector<std::string>& values);
  // A check returns the fault of a value; the text is empty if there is none.
  using Check = std::function<std::string(const std::string&)>;
  CommandOption& check(Check fault);

 private:
  friend class CommandLine;
  void tell_default(const Check& fault);
  void describe_values(const std::string& values);

  CLI::Option* option_;
};

// The interface by which a command declares its options. The variables must live until the command has run.
class CommandLine {
 public:
  explicit CommandLine(CLI::App& app) : app_(app), kinds_(std::make_shared<OptionKinds>()) {}

  // The same command, where each option that is declared goes with these kinds of input alone. The command
  // asks for kinds() after its declaration, and checks them when it knows its input.
  CommandLine only_for(std::initializer_list<InputKind> kinds) const;
  std::shared_ptr<OptionKinds> kinds() const { return kinds_; }
  // The same command, where each option that is declared needs `other`, since it has no effect without it.
  CommandLine needing(const CommandOption& other) const;

  // Help lists the options declared from now on under this title.
  void begin_group(const std::string& title) { group_ = title; }

  // Declares an option ("--depth") or a positional argument ("POSITION"). T is one of those in
  // command_line.cpp. Help calls a number N unless type_name() says otherwise. --help shows only the first
  // sentence of `help`.
  template <class T>
  CommandOption add_option(const std::string& name, T& variable, const std::string& help);
  // Declares an option whose value is passed to `set`.
  CommandOption add_option_function(const std::string& name, std::function<void(const std::string&)> set,
                                    const std::string& help);
  CommandOption add_flag(const std::string& name, bool& variable, const std::string& help);
  // A flag that prints a text instead of running the command, whatever else is given or missing.
  void add_help_topic(const std::string& name, const std::string& help, std::function<std::string()> text);

  // Notes and examples, in the form that read_footer() describes (help.h).
  void footer(const std::string& text);

 private:
  CommandOption declared(CLI::Option* option) const;

  CLI::App& app_;
  std::string group_ = "Options";
  std::shared_ptr<OptionKinds> kinds_;
  std::vector<InputKind> only_for_;  // empty: every kind
  CLI::Option* needed_ = nullptr;    // by all options; null: none
};

}  // namespace tabiya::tools
