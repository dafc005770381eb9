// A UCI engine that is replaced when it fails: what it is asked is tried again with a new process.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "tools/uci/uci_engine.h"

namespace tabiya::tools {

// For use by the thread that made it.
class UciSession {
 public:
  static constexpr int kTries = 3;  // of one question

  // All members throw Failure if the program cannot be used as `settings` say, or has failed kTries times;
  // the message then quotes its last lines.
  explicit UciSession(UciSettings settings);

  std::string identity();  // these as in UciEngine
  std::string name();
  bool tells_chances();
  bool offers(std::string_view option);
  UciAnswer search(std::string_view position, const UciLimits& limits, const UciEngine::MoveCheck& is_legal,
                   const UciEngine::OnLine& on_line = {});

 private:
  template <class Question>
  auto ask(std::string_view about, Question&& question);

  UciSettings settings_;
  std::unique_ptr<UciEngine> engine_;  // null before the first question, and after a fault
};

}  // namespace tabiya::tools
