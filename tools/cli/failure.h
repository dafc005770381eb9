// Failures end a command early, with one message to the person who called it, and an exit code. They are
// thrown anywhere in tools/ and translated once, in run_program().
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "codec/result.h"

// The program uses the library's names without their namespace.
namespace tabiya::booksearch {}
namespace tabiya::tools {
using namespace booksearch;

enum ExitCode : int {
  kSuccess = 0,
  kFoundWanting = 1,    // the input is usable, but did not pass what was checked
  kUnusable = 2,        // unusable input, options or output, or too little memory for them
  kInternalError = 3,   // a defect of the program
  kInterrupted = 130,   // stopped by SIGINT, as shells count it
  kOutputClosed = 141,  // nobody reads our output any longer: as if ended by SIGPIPE
};

class Failure : public std::runtime_error {
 public:
  // `message`: "where: what; what to do", without a full stop.
  explicit Failure(const std::string& message, ExitCode code = kUnusable)
      : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

// Thrown when nobody reads our standard output any longer; ends the program without a message.
struct BrokenPipe {};

// "where, byte 12: what", with "; remedy" where one is given.
std::string describe(const Error& error, std::string_view where, std::string_view remedy = {});

// Throws the exception that ends a command for an error whose message has its place: Failure, or BrokenPipe.
[[noreturn]] void fail(const Error& error);

// The value of a result. An error ends the command.
template <class T>
T take(Result<T> result) {
  if (!result.ok()) fail(result.error());
  return std::move(result).value();
}

// The value of a result. An error throws a Failure that says where it occurred.
template <class T>
T take(Result<T> result, std::string_view where, std::string_view remedy = {}) {
  if (!result.ok()) throw Failure(describe(result.error(), where, remedy));
  return std::move(result).value();
}

}  // namespace tabiya::tools
