// Options that say something of some kinds of input alone. For others they are refused, since they would do nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tabiya::tools {

// What a command is about, as messages call it: "a book of lines", "--to tbk". Options declare literals.
using InputKind = std::string_view;

// Of one command.
class OptionKinds {
 public:
  void declare(const std::string& option, std::vector<InputKind> kinds);
  // The command line has it.
  void give(const std::string& option);

  // Whether an option was given that goes with the first kind and not with the second.
  bool ask_for(InputKind kind, InputKind rather_than) const;
  // `input` is what messages call the input, of which all of `kinds` are true. Throws Failure for an option that was given
  // and goes with none of them.
  void check(const std::string& input, const std::vector<InputKind>& kinds) const;

 private:
  struct Declared {
    std::string option;
    std::vector<InputKind> kinds;
    bool is_given = false;

    bool goes_with(const std::vector<InputKind>& others) const;
  };

  // The options that go with these kinds, and were not declared for every kind: "--from, --plies".
  std::string options_for(const std::vector<InputKind>& kinds) const;

  std::vector<Declared> declared_;
};

}  // namespace tabiya::tools
