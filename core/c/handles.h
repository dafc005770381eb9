// The functions of tabiya.h share these: handles that are checked, and errors as statuses with texts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include "codec/result.h"
#include "core/c/tabiya.h"
#include "core/game/game_module.h"

namespace tabiya::c {

// A game that is built in, or one from rules; what is made of the game shares it.
using GameHandle = std::shared_ptr<const GameModule>;

// A text that does not fit is cut.
template <std::size_t kSize>
void copy_text(std::string_view text, char (&to)[kSize]) {
  const std::size_t size = std::min(text.size(), kSize - 1);
  std::memcpy(to, text.data(), size);
  to[size] = '\0';
}

inline tabiya_status report(tabiya_status status, std::string_view message, tabiya_error* error) {
  if (error != nullptr) copy_text(message, error->message);
  return status;
}

inline tabiya_status report(const Error& trouble, tabiya_error* error) {
  constexpr tabiya_status kStatuses[] = {TABIYA_INVALID,   TABIYA_CORRUPT,  TABIYA_UNSUPPORTED,
                                         TABIYA_TOO_LARGE, TABIYA_INTERNAL, TABIYA_INTERNAL};
  return report(kStatuses[static_cast<int>(trouble.code)], trouble.message, error);
}

// The handles that were handed out and have not been given back, so that a handle that is null, was closed,
// or never was one is an error and not a crash. The only state of the library; calls from other threads are
// safe.
class Handles {
 public:
  void add(const void* handle) {
    const std::lock_guard lock(mutex_);
    open_.insert(handle);
  }
  // Returns false if the handle is not open.
  bool remove(const void* handle) {
    const std::lock_guard lock(mutex_);
    return open_.erase(handle) > 0;
  }
  bool contains(const void* handle) const {
    const std::lock_guard lock(mutex_);
    return open_.contains(handle);
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_set<const void*> open_;
};

template <class T>
Handles& handles_of() {
  static Handles handles;
  return handles;
}

template <class T>
bool is_open(const T* handle) {
  return handles_of<std::remove_const_t<T>>().contains(handle);
}

template <class T>
tabiya_status close(T* handle) {
  if (handle == nullptr) return TABIYA_OK;
  if (!handles_of<T>().remove(handle)) return TABIYA_INVALID;
  delete handle;
  return TABIYA_OK;
}

// Hands out what was made.
template <class T>
Status give(std::unique_ptr<T> made, T** to) {
  handles_of<T>().add(made.get());
  *to = made.release();
  return ok_status();
}

inline Error not_open(const char* what) { return invalid(std::string("this is not an open ") + what); }

inline Error null_pointer(const char* what) {
  return invalid(std::string("the pointer to the ") + what + " is null");
}

// Runs `work`, which returns a Status; no exception leaves it.
template <class Work>
tabiya_status guarded(tabiya_error* error, Work work) {
  try {
    const Status status = work();
    return status ? report(TABIYA_OK, "", error) : report(status.error(), error);
  } catch (const std::exception& exception) {
    return report(TABIYA_INTERNAL, exception.what(), error);
  }
}

// The positions from `position` on, through `moves`, as tabiya_evaluate() has them. Errors: kInvalid, also where a setup is to
// be placed at the end.
Result<std::vector<PositionHandle>> read_line(const GameModule& game, const char* position,
                                              const char* moves);

// An engine for the game, as tabiya_engine_new() has it.
Status give_engine(GameHandle game, const tabiya_network* network, std::size_t table_bytes,
                   tabiya_engine** engine);

}  // namespace tabiya::c
