#include "tests/tools/faults/faults.h"

#include <dlfcn.h>
#include <pthread.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

namespace tabiya::test {
namespace {

struct Counter {
  std::atomic<std::uint64_t> count = 0, failing = 0;

  bool must_fail() { return ++count == failing; }
};

std::array<Counter, 2> counters;

Counter& counter_of(Fault fault) { return counters[static_cast<std::size_t>(fault)]; }

// As the standard's operator new does it, but once.
[[noreturn]] void run_out() {
  if (const std::new_handler handler = std::get_new_handler()) handler();
  throw std::bad_alloc();
}

void* allocated(std::size_t size, std::size_t alignment) {
  if (counter_of(Fault::kAllocation).must_fail()) run_out();
  void* const memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) run_out();
  return memory;
}

}  // namespace

void fail_once(Fault fault, std::uint64_t n) {
  counter_of(fault).failing = n;
  counter_of(fault).count = 0;
}

std::uint64_t count_of(Fault fault) { return counter_of(fault).count; }

}  // namespace tabiya::test

using tabiya::test::allocated;

void* operator new(std::size_t size) { return allocated(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocated(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

// In the place of the system's, for the program and the libraries that it uses.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*),
                              void* argument) {
  using Create = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static Create* const create = reinterpret_cast<Create*>(::dlsym(RTLD_NEXT, "pthread_create"));
  if (tabiya::test::counter_of(tabiya::test::Fault::kThread).must_fail()) return EAGAIN;
  return create(thread, attributes, work, argument);
}
