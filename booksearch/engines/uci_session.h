// A UCI engine that is replaced when it fails: its question is asked again of a new process.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include "booksearch/engines/uci_engine.h"

namespace tabiya::booksearch {

// For use by the thread that made it.
class UciSession {
 public:
  static constexpr int kTries = 3;  // of one question

  // Errors of all members: kInvalid if the program cannot be used as `settings` say, or has failed kTries times, with its
  // last lines in the message; kStopped.
  explicit UciSession(UciSettings settings);

  Result<std::string> identity();  // these as in UciEngine
  Result<std::string> name();
  Result<bool> offers(std::string_view option);
  Result<UciAnswer> search(std::string_view position, const UciLimits& limits,
                           const UciEngine::MoveCheck& is_legal, const UciEngine::OnLine& on_line = {});

 private:
  template <class Question>
  auto ask(std::string_view about, Question&& question) -> Result<std::invoke_result_t<Question, UciEngine&>>;

  UciSettings settings_;
  std::unique_ptr<UciEngine> engine_;  // null before the first question, and after a fault
};

}  // namespace tabiya::booksearch
