// Turns values into bytes for other processes of the same program on machines of one kind: numbers travel as
// they are in memory.
//
// These types can travel: numbers; strings; vectors and optional ones of what travels; structures with
//   static void visit_parts(auto& self, auto& visit)
// which calls visit(part, …) with all their parts, for writing as well as for reading; and those without parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tabiya::booksearch {

using Bytes = std::vector<std::byte>;

namespace serialization {

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <class T>
inline constexpr bool kIsList = false;
template <class T>
inline constexpr bool kIsList<std::vector<T>> = true;
template <>
inline constexpr bool kIsList<std::string> = true;

// True if a T travels as a copy of its memory. A bool does not, since not every byte is a bool.
template <class T>
inline constexpr bool kIsPlain = (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) || std::is_enum_v<T>;

class Writer {
 public:
  template <class... Parts>
  void operator()(const Parts&... parts) {
    (write(parts), ...);
  }
  Bytes take() { return std::move(bytes_); }

 private:
  template <class T>
  void write(const T& value) {
    if constexpr (kIsPlain<T>) {
      append(&value, sizeof value);
    } else if constexpr (std::is_same_v<T, bool>) {
      write(static_cast<std::uint8_t>(value ? 1 : 0));
    } else if constexpr (kIsOptional<T>) {
      write(value.has_value());
      if (value) write(*value);
    } else if constexpr (kIsList<T>) {
      write(static_cast<std::uint64_t>(value.size()));
      if constexpr (kIsPlain<typename T::value_type>) {
        append(value.data(), value.size() * sizeof(value[0]));
      } else {
        for (const auto& each : value) write(each);
      }
    } else if constexpr (!std::is_empty_v<T>) {
      T::visit_parts(value, *this);
    }
  }
  void append(const void* from, std::size_t size);
  Bytes bytes_;
};

// Reads what Writer has written. Values that were read from other bytes have no meaning.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class... Parts>
  void operator()(Parts&... parts) {
    (read(parts), ...);
  }
  bool ended_well() const { return ok_ && bytes_.empty(); }

 private:
  template <class T>
  void read(T& value) {
    if constexpr (kIsPlain<T>) {
      copy(&value, 1, sizeof value);
    } else if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t byte = 0;
      read(byte);
      ok_ = ok_ && byte <= 1;
      value = byte == 1;
    } else if constexpr (kIsOptional<T>) {
      bool is_there = false;
      read(is_there);
      if (ok_ && is_there) read(value.emplace());
    } else if constexpr (kIsList<T>) {
      std::uint64_t size = 0;
      read(size);
      ok_ = ok_ && size <= bytes_.size();  // each has a byte at least
      if (!ok_) return;
      value.resize(size);
      if constexpr (kIsPlain<typename T::value_type>) {
        copy(value.data(), size, sizeof(value[0]));
      } else {
        for (std::size_t i = 0; ok_ && i < value.size(); ++i) read(value[i]);
      }
    } else if constexpr (!std::is_empty_v<T>) {
      T::visit_parts(value, *this);
    }
  }
  void copy(void* to, std::size_t count, std::size_t size) {
    ok_ = ok_ && bytes_.size() / size >= count;
    if (!ok_) return;
    if (count > 0) std::memcpy(to, bytes_.data(), count * size);
    bytes_ = bytes_.subspan(count * size);
  }
  std::span<const std::byte> bytes_;
  bool ok_ = true;
};

}  // namespace serialization

template <class T>
Bytes to_bytes(const T& value) {
  serialization::Writer writer;
  writer(value);
  return writer.take();
}

// Returns nothing for bytes that to_bytes() does not make of a T.
template <class T>
std::optional<T> from_bytes(std::span<const std::byte> bytes) {
  serialization::Reader reader(bytes);
  T value{};
  reader(value);
  if (!reader.ended_well()) return std::nullopt;
  return value;
}

}  // namespace tabiya::booksearch
