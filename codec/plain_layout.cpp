#include "codec/plain_layout.h"

#include <algorithm>
#include <optional>

namespace tabiya::codec {
namespace {

// The number of arrangements of sorted letters, or nothing if it is beyond what doubles of other languages count.
std::optional<std::uint64_t> arrangements(std::string_view letters) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 46;
  std::uint64_t n = 1, same = 0;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    same = i > 0 && letters[i] == letters[i - 1] ? same + 1 : 1;
    n = n * (i + 1) / same;
    if (n > kMost) return std::nullopt;
  }
  return n;
}

// The arrangements of `letters` that begin with the one at `i`, unless that stands before it, too.
std::uint64_t beginning_with(const std::string& letters, std::size_t i) {
  if (i > 0 && letters[i] == letters[i - 1]) return 0;
  return arrangements(letters.substr(0, i) + letters.substr(i + 1)).value_or(0);
}

// The place of an arrangement of sorted letters in the order of the alphabet.
std::uint64_t rank_of(std::string_view word, std::string letters) {
  std::uint64_t rank = 0;
  for (const char letter : word) {
    const std::size_t at = letters.find(letter);
    for (std::size_t i = 0; i < at; ++i) rank += beginning_with(letters, i);
    letters.erase(at, 1);
  }
  return rank;
}

// Its inverse; nothing for a rank that is too large, or letters that are not sorted.
std::optional<std::string> arrangement_of(std::uint64_t rank, std::string letters) {
  if (!std::ranges::is_sorted(letters) || !arrangements(letters)) return std::nullopt;
  std::string word;
  while (!letters.empty()) {
    std::size_t i = 0;
    for (; i < letters.size(); ++i) {
      const std::uint64_t n = beginning_with(letters, i);
      if (rank < n) break;
      rank -= n;
    }
    if (i == letters.size()) return std::nullopt;
    word += letters[i];
    letters.erase(i, 1);
  }
  return word;
}

std::string sorted_letters(std::string word) {
  std::ranges::sort(word);
  return word;
}

}  // namespace

std::uint64_t plain_signed(std::int64_t number) {
  return number < 0 ? 2 * static_cast<std::uint64_t>(-(number + 1)) + 1
                    : 2 * static_cast<std::uint64_t>(number);
}

std::int64_t signed_of_plain(std::uint64_t number) {
  return static_cast<std::int64_t>(number >> 1) ^ -static_cast<std::int64_t>(number & 1);
}

void PlainWriter::number(std::uint64_t number) {
  for (; number >= 128; number >>= 7) bytes_.push_back(static_cast<std::byte>(number | 128));
  bytes_.push_back(static_cast<std::byte>(number));
}

void PlainWriter::numbers(const PlainNumbers& numbers) {
  for (const std::uint64_t n : numbers) bytes_.push_back(static_cast<std::byte>(n));
  for (const std::uint64_t n : numbers) number(n >> 8);
}

void PlainWriter::string(std::string_view text) {
  number(text.size());
  const auto bytes = std::as_bytes(std::span(text));
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
}

void PlainWriter::words(const std::vector<std::string>& words) {
  const std::string letters = words.empty() ? "" : sorted_letters(words.front());
  const bool are_arrangements =
      !letters.empty() && arrangements(letters) &&
      std::ranges::all_of(words, [&](const std::string& word) { return sorted_letters(word) == letters; });
  number(words.size());
  string(are_arrangements ? letters : "");
  PlainNumbers gaps;
  std::uint64_t last = 0;
  for (const std::string& word : words) {
    if (!are_arrangements) {
      string(word);
      continue;
    }
    const std::uint64_t rank = rank_of(word, letters);
    gaps.push_back(rank - std::exchange(last, rank));
  }
  numbers(gaps);
}

std::uint64_t PlainReader::number() {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto byte = static_cast<std::uint64_t>(next());
    number |= (byte & 127) << shift;
    if (byte < 128) return number;
  }
  is_whole_ = false;
  return 0;
}

PlainNumbers PlainReader::numbers(std::size_t count) {
  PlainNumbers numbers(bounded(count));
  for (std::uint64_t& n : numbers) n = static_cast<std::uint64_t>(next());
  for (std::uint64_t& n : numbers) n |= number() << 8;
  return numbers;
}

std::string PlainReader::string() {
  const std::size_t size = bounded(number());
  std::string text(reinterpret_cast<const char*>(rest_.data()), size);
  rest_ = rest_.subspan(size);
  return text;
}

std::vector<std::string> PlainReader::words() {
  std::vector<std::string> words(bounded(number()));
  const std::string letters = string();
  if (letters.empty()) {
    for (std::string& word : words) word = string();
    return words;
  }
  const PlainNumbers gaps = numbers(words.size());
  std::uint64_t rank = 0;
  for (std::size_t i = 0; i < gaps.size() && is_whole_; ++i) {
    const std::optional<std::string> word = arrangement_of(rank += gaps[i], letters);
    is_whole_ = is_whole_ && word;
    words[i] = word.value_or("");
  }
  return words;
}

std::size_t PlainReader::bounded(std::uint64_t count) {
  if (count <= rest_.size()) return static_cast<std::size_t>(count);
  is_whole_ = false;
  return 0;
}

std::byte PlainReader::next() {
  if (rest_.empty()) {
    is_whole_ = false;
    return {};
  }
  const std::byte byte = rest_.front();
  rest_ = rest_.subspan(1);
  return byte;
}

}  // namespace tabiya::codec
