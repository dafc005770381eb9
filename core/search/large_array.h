// A zeroed array for random access all over it. With pages of 4 KiB nearly every access to a large table
// would also miss the address translation, which costs more than the miss itself; where the system lets us
// ask for huge pages, we do.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace tabiya {

template <class T>
class LargeArray {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  explicit LargeArray(std::size_t size)
      : bytes_(size * sizeof(T)), memory_(::operator new (bytes_, std::align_val_t{kHugePage})), size_(size) {
#ifdef __linux__
    ::madvise(memory_.get(), bytes_, MADV_HUGEPAGE);  // a wish: nothing depends on it
#endif
    std::uninitialized_value_construct_n(data(), size_);
  }

  void reset() { std::uninitialized_value_construct_n(data(), size_); }

  T& operator[](std::size_t i) const { return data()[i]; }

 private:
  static constexpr std::size_t kHugePage = std::size_t{2} << 20;
  struct Free {
    void operator()(void* memory) const { ::operator delete (memory, std::align_val_t{kHugePage}); }
  };

  T* data() const { return static_cast<T*>(memory_.get()); }

  std::size_t bytes_;
  std::unique_ptr<void, Free> memory_;
  std::size_t size_;
};

}  // namespace tabiya
