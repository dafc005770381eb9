// A zeroed array for random access all over it. With pages of 4 KiB nearly every access to a large table
// would also miss the address translation, which costs more than the miss itself; where the system lets us
// ask for huge pages, we do. It costs next to nothing to make one: systems hand out zeros page by page, when
// they are first touched.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace tabiya {

// T() is all zeros in memory.
template <class T>
class LargeArray {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  explicit LargeArray(std::size_t size)
      : room_(size * sizeof(T) + kHugePage), memory_(std::calloc(room_, 1)), size_(size) {
    if (memory_ == nullptr) throw std::bad_alloc();
    void* first = memory_.get();
    data_ = static_cast<T*>(std::align(kHugePage, size * sizeof(T), first, room_));
#ifdef __linux__
    ::madvise(data_, size * sizeof(T), MADV_HUGEPAGE);  // a wish: nothing depends on it
#endif
  }

  void reset() { std::uninitialized_value_construct_n(data_, size_); }

  T& operator[](std::size_t i) const { return data_[i]; }

 private:
  static constexpr std::size_t kHugePage = std::size_t{2} << 20;
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  std::size_t room_;  // bytes
  std::unique_ptr<void, Free> memory_;
  T* data_ = nullptr;
  std::size_t size_;
};

}  // namespace tabiya
