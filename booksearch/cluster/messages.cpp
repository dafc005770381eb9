#include "booksearch/cluster/messages.h"

#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

namespace tabiya::booksearch::cluster {
namespace {

// An entrant without optional parts, whose bytes are all set.
struct FlatEntrant {
  SetupId red;
  SetupId reply;
  Score red_value;
  std::uint32_t known;  // 1: the reply, 2: its value
};

FlatEntrant flat(const Entrant& entrant) {
  return {entrant.red, entrant.reply.value_or(0), entrant.red_value.value_or(0),
          (entrant.reply ? 1u : 0u) | (entrant.red_value ? 2u : 0u)};
}

Entrant unfolded(const FlatEntrant& flat) {
  Entrant entrant{.red = flat.red, .reply = {}};
  if (flat.known & 1) entrant.reply = flat.reply;
  if (flat.known & 2) entrant.red_value = flat.red_value;
  return entrant;
}

class Writer {
 public:
  template <class T>
  void operator()(const T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
      append(&value, sizeof value);
    } else {  // a string or a vector of plain numbers or structures
      (*this)(static_cast<std::uint64_t>(value.size()));
      append(value.data(), value.size() * sizeof(value[0]));
    }
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  void append(const void* from, std::size_t size) {
    const auto* bytes = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), bytes, bytes + size);
  }
  std::vector<std::byte> bytes_;
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class T>
  void operator()(T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
      read(&value, 1, sizeof value);
    } else {
      std::uint64_t size = 0;
      (*this)(size);
      if (size > bytes_.size()) ok_ = false;
      if (!ok_) return;
      value.resize(size);
      read(value.data(), size, sizeof(value[0]));
    }
  }
  bool ended_well() const { return ok_ && bytes_.empty(); }

 private:
  void read(void* to, std::size_t count, std::size_t size) {
    if (!ok_ || bytes_.size() / size < count) {
      ok_ = false;
      return;
    }
    if (count > 0) std::memcpy(to, bytes_.data(), count * size);
    bytes_ = bytes_.subspan(count * size);
  }
  std::span<const std::byte> bytes_;
  bool ok_ = true;
};

// The parts of each kind of words, in the order in which they travel; the same for writing and for reading.
template <class Visit>
void visit_parts(auto& words, Visit& visit) {
  using T = std::remove_cvref_t<decltype(words)>;
  if constexpr (std::is_same_v<T, Hello>) {
    visit(words.identity), visit(words.threads);
  } else if constexpr (std::is_same_v<T, Found>) {
    visit(words.row.red), visit(words.row.reply), visit(words.row.red_value), visit(words.row.nodes);
    visit(words.row.improvement), visit(words.seconds);
  } else if constexpr (std::is_same_v<T, Failed>) {
    visit(words.reason);
  } else if constexpr (std::is_same_v<T, Pass>) {
    visit(words.blues), visit(words.shared), visit(words.own), visit(words.table_bytes), visit(words.depth);
  }
}

template <std::size_t kKind>
std::optional<Words> decode_as(Reader& reader) {
  using T = std::variant_alternative_t<kKind, Words>;
  T words;
  if constexpr (std::is_same_v<T, Lease>) {
    std::vector<FlatEntrant> entrants;
    reader(entrants);
    for (const FlatEntrant& entrant : entrants) words.entrants.push_back(unfolded(entrant));
  } else {
    visit_parts(words, reader);
  }
  if (!reader.ended_well()) return std::nullopt;
  return Words(std::move(words));
}

template <std::size_t... kKinds>
std::optional<Words> decode_kind(std::size_t kind, Reader& reader, std::index_sequence<kKinds...>) {
  std::optional<Words> words;
  (void)((kKinds == kind && (words = decode_as<kKinds>(reader), true)) || ...);
  return words;
}

}  // namespace

std::vector<std::byte> encode(const Words& words) {
  Writer writer;
  writer(static_cast<std::uint8_t>(words.index()));
  if (const Lease* lease = std::get_if<Lease>(&words)) {
    std::vector<FlatEntrant> entrants;
    for (const Entrant& entrant : lease->entrants) entrants.push_back(flat(entrant));
    writer(entrants);
  } else {
    std::visit([&](const auto& some) { visit_parts(some, writer); }, words);
  }
  return writer.take();
}

std::optional<Words> decode(std::span<const std::byte> bytes) {
  if (bytes.empty()) return std::nullopt;
  Reader reader(bytes.subspan(1));
  return decode_kind(std::to_integer<std::size_t>(bytes.front()), reader,
                     std::make_index_sequence<std::variant_size_v<Words>>());
}

}  // namespace tabiya::booksearch::cluster
