#include "booksearch/work/serialization.h"

namespace tabiya::booksearch::serialization {

// This is not in the header: there g++ 12 takes the growing of the vector for a write beyond its end.
void Writer::append(const void* from, std::size_t size) {
  const auto* bytes = static_cast<const std::byte*>(from);
  bytes_.insert(bytes_.end(), bytes, bytes + size);
}

}  // namespace tabiya::booksearch::serialization
