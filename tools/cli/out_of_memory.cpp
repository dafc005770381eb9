#include "tools/cli/out_of_memory.h"

#include <execinfo.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <system_error>

#include "core/thread_group.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

// Ends the program without an allocation.
[[noreturn]] void end_with(std::string_view what, std::string_view advice) {
  for (const std::string_view part : {std::string_view("tabiya: "), what, advice, std::string_view("\n")}) {
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, part.data(), part.size());
  }
  ::_exit(kUnusable);
}

// The stack of the main thread grows page by page, and where the system has no page left for it, the program ends with SIGSEGV.
// So it grows now, by as much as the deepest search takes, unless it may not.
[[gnu::noinline]] void grow_stack() {
  constexpr std::size_t kStack = std::size_t{1} << 20, kPage = 4'096;
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur < 4 * kStack) return;
  [[maybe_unused]] volatile std::byte stack[kStack];
  for (std::size_t end = kStack; end >= kPage; end -= kPage) stack[end - 1] = std::byte{0};
}

std::terminate_handler other_handler = nullptr;
std::atomic<bool> has_run_out{false};

[[noreturn]] void note_and_throw() {
  note_out_of_memory();
  throw std::bad_alloc();
}

[[noreturn]] void end_in_words() {
  // Functions of the standard library that must not throw end here without an exception.
  if (!std::current_exception() && has_run_out) end_with(kOutOfMemory, "");
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    end_with(kOutOfMemory, "");
  } catch (const ThreadsRefused&) {
    end_with("the system refuses to start another thread; ", kThreadsRefused);
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::resource_unavailable_try_again)
      end_with("the system refuses to start another thread; ", kThreadsRefused);
  } catch (const std::exception& error) {
    if (tells_of_refused_thread(error))
      end_with("the system refuses to start another thread; ", kThreadsRefused);
  } catch (...) {
  }
  other_handler();
  std::abort();
}

}  // namespace

void note_out_of_memory() { has_run_out = true; }

bool tells_of_refused_thread(const std::exception& error) {
  return std::strstr(error.what(), "pthread_create") != nullptr;
}

void end_without_memory_in_words() {
  // The C library loads the unwinder when an exception first passes through a function of its own, such as
  // pthread_once(), and aborts if there is no memory for it then. A backtrace makes it do so now (backtrace(3)).
  void* frame = nullptr;
  ::backtrace(&frame, 1);
  grow_stack();
  if (other_handler == nullptr) other_handler = std::set_terminate(end_in_words);
  std::set_new_handler(note_and_throw);
}

}  // namespace tabiya::tools
