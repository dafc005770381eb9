#include "core/book/book_file.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "codec/bits.h"
#include "codec/container.h"
#include "codec/short_text.h"

namespace tabiya {
namespace {

using codec::BitReader;
using codec::BitWriter;
using codec::Container;
using Bytes = std::vector<std::byte>;

constexpr std::string_view kKind = "BOOK";
constexpr std::string_view kMetaSection = "META";

constexpr Score kNoValue = std::numeric_limits<Score>::min();

struct Column {
  std::string_view section;
  unsigned bits;  // per entry, whole bytes
  std::uint64_t (*get)(const BookEntry& entry);
  void (*set)(BookEntry& entry, std::uint64_t field);
};

constexpr std::array kColumns{
    Column{"REDS", 32, [](const BookEntry& entry) -> std::uint64_t { return entry.red; },
           [](BookEntry& entry, std::uint64_t field) { entry.red = static_cast<SetupId>(field); }},
    Column{"RPLY", 32, [](const BookEntry& entry) -> std::uint64_t { return entry.reply; },
           [](BookEntry& entry, std::uint64_t field) { entry.reply = static_cast<SetupId>(field); }},
    Column{
        "VALU", 32,
        [](const BookEntry& entry) { return static_cast<std::uint64_t>(entry.red_value.value_or(kNoValue)); },
        [](BookEntry& entry, std::uint64_t field) {
          const auto value = static_cast<Score>(field);
          if (value != kNoValue) entry.red_value = value;
        }},
    Column{"DEPT", 8, [](const BookEntry& entry) -> std::uint64_t { return entry.depth; },
           [](BookEntry& entry, std::uint64_t field) { entry.depth = static_cast<std::uint8_t>(field); }},
};

bool is_printable(std::string_view text) {
  return std::ranges::none_of(text, [](unsigned char c) { return c < ' ' || c == 0x7F; });
}

Bytes encode_meta(const BookMeta& meta) {
  BitWriter writer;
  put_text(writer, meta.game);
  put_text(writer, meta.maker);
  writer.put(meta.evaluation, 64);
  writer.put(meta.job, 64);
  return writer.take_bytes();
}

Result<BookMeta> decode_meta(const Bytes& section) {
  BitReader reader(section);
  BookMeta meta;
  meta.game = get_text(reader);
  meta.maker = get_text(reader);
  meta.evaluation = reader.get(64);
  meta.job = reader.get(64);
  if (reader.overrun() || reader.remaining() != 0)
    return corrupt("the book's section META is not of the length it declares");
  if (!is_printable(meta.game) || !is_printable(meta.maker))
    return corrupt("the book's section META holds control characters");
  return meta;
}

Bytes encode_column(const Column& column, const std::vector<BookEntry>& entries) {
  BitWriter writer;
  for (const BookEntry& entry : entries) writer.put(column.get(entry), column.bits);
  return writer.take_bytes();
}

void decode_column(const Column& column, const Bytes& section, std::vector<BookEntry>& entries) {
  BitReader reader(section);
  for (BookEntry& entry : entries) column.set(entry, reader.get(column.bits));
}

// The number of entries, on which all columns must agree.
Result<std::size_t> entry_count(const Container& file) {
  if (file.sections.size() != 1 + kColumns.size())
    return corrupt("a book of version " + std::to_string(kBookFileVersion) + " has " +
                   std::to_string(1 + kColumns.size()) + " sections, not " +
                   std::to_string(file.sections.size()));
  const Bytes* first = file.find(kColumns.front().section);
  const std::size_t count = first == nullptr ? 0 : first->size() / (kColumns.front().bits / 8);
  for (const Column& column : kColumns) {
    const Bytes* section = file.find(column.section);
    if (section == nullptr || section->size() != count * (column.bits / 8))
      return corrupt("the book's section " + std::string(column.section) +
                     " is missing or not one field for each of " + std::to_string(count) + " entries");
  }
  return count;
}

}  // namespace

std::vector<std::byte> encode_book(const Book& book) {
  Container file{std::string(kKind), kBookFileVersion, {{std::string(kMetaSection), encode_meta(book.meta)}}};
  for (const Column& column : kColumns)
    file.sections.push_back({std::string(column.section), encode_column(column, book.entries)});
  return encode_container(file);
}

Result<Book> decode_book(std::span<const std::byte> bytes) {
  Result<Container> file = codec::decode_container(bytes);
  if (!file) return std::move(file).error();
  if (file->kind != kKind) return unsupported("a file of kind " + file->kind + ", not a book");
  if (file->version != kBookFileVersion)
    return unsupported("a book of version " + std::to_string(file->version) +
                       "; this program reads version " + std::to_string(kBookFileVersion));
  const Bytes* meta_section = file->find(kMetaSection);
  if (meta_section == nullptr) return corrupt("the book has no section META");
  Result<BookMeta> meta = decode_meta(*meta_section);
  if (!meta) return std::move(meta).error();
  const Result<std::size_t> count = entry_count(*file);
  if (!count) return count.error();

  Book book{std::move(*meta), std::vector<BookEntry>(*count)};
  for (const Column& column : kColumns) decode_column(column, *file->find(column.section), book.entries);
  return book;
}

}  // namespace tabiya
