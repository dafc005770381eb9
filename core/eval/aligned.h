// Vectors whose data start on a cache line, as the kernels need.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace tabiya {

inline constexpr std::size_t kCacheLine = 64;  // bytes; also the widest vector register

template <class T>
struct CacheLineAllocator {
  using value_type = T;

  CacheLineAllocator() = default;
  template <class U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{kCacheLine}));
  }
  void deallocate(T* data, std::size_t) { ::operator delete (data, std::align_val_t{kCacheLine}); }

  template <class U>
  bool operator==(const CacheLineAllocator<U>&) const {
    return true;
  }
};

template <class T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

}  // namespace tabiya
