// Result<T>: a value, or an Error that says what is wrong and where. Everything in codec/ and core/ that
// reads data from outside returns one; nothing there throws or asserts on such data.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace tabiya {

enum class ErrorCode {
  kInvalid,      // malformed or illegal input: text, options, job files
  kCorrupt,      // binary or encoded data that fails its structure or its checksum
  kUnsupported,  // well-formed, but of a version, game or kind that this build does not know
  kTooLarge,     // a declared or actual size beyond the stated cap
  kIo,           // the system refuses: no such file, no permission, no space left
  kStopped,      // the caller asked to stop before the end
  kClosed,       // nobody reads any longer what is written
};

struct Error {
  ErrorCode code = ErrorCode::kInvalid;
  std::string message;                // one clause without a full stop: what is wrong, and what was expected
  std::optional<std::size_t> offset;  // where: a 0-based byte (or character) offset into the input
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // These are for use only when ok().
  T& value() & { return *std::get_if<0>(&state_); }
  const T& value() const& { return *std::get_if<0>(&state_); }
  T&& value() && { return std::move(*std::get_if<0>(&state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  // These are for use only when not ok().
  const Error& error() const& { return *std::get_if<1>(&state_); }
  Error&& error() && { return std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<T, Error> state_;
};

// The result of functions that can fail but return nothing else.
using Status = Result<std::monostate>;
inline Status ok_status() { return std::monostate{}; }

inline Error invalid(std::string message, std::optional<std::size_t> offset = {}) {
  return {ErrorCode::kInvalid, std::move(message), offset};
}
inline Error corrupt(std::string message, std::optional<std::size_t> offset = {}) {
  return {ErrorCode::kCorrupt, std::move(message), offset};
}
inline Error unsupported(std::string message, std::optional<std::size_t> offset = {}) {
  return {ErrorCode::kUnsupported, std::move(message), offset};
}
inline Error too_large(std::string message, std::optional<std::size_t> offset = {}) {
  return {ErrorCode::kTooLarge, std::move(message), offset};
}

}  // namespace tabiya
