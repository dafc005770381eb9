// Options that apply to some kinds of input only. They are refused for others, where they would have no
// effect.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tabiya::tools {

// The kind of a command's input, as messages call it: "a book of moves", "--to tbk". Options declare
// literals.
using InputKind = std::string_view;

// The options of one command, and the kinds of input that they go with.
class OptionKinds {
 public:
  void declare(const std::string& option, std::vector<InputKind> kinds);
  // Notes that the command line has this option.
  void give(const std::string& option);

  // True if an option was given that goes with the first kind and not with the second.
  bool ask_for(InputKind kind, InputKind rather_than) const;
  // `input` is the name of the input in messages; all of `kinds` are true of it. Throws Failure for an option
  // that was given and goes with none of them.
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
