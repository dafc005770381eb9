#include "core/book/book_file.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include "codec/bits.h"
#include "codec/container.h"
#include "codec/short_text.h"
#include "core/book/line_coder.h"
#include "core/book/valued_book_file.h"

namespace tabiya {
namespace {

using codec::BitReader;
using codec::BitWriter;
using codec::Container;
using Bytes = std::vector<std::byte>;

constexpr std::string_view kKind = "BOOK";
constexpr std::string_view kMetaSection = "META";

constexpr std::string_view kOriginSection = "ORIG";

constexpr Score kNoValue = std::numeric_limits<Score>::min();
constexpr std::uint32_t kNoStandardError = std::numeric_limits<std::uint32_t>::max();

constexpr std::string_view kLineSection = "LINE";

constexpr std::string_view kGraphSection = "GRPH";

constexpr std::string_view kResultsSection = "RSLT";  // passed over

constexpr std::string_view kRulesSection = "RULE";

constexpr std::uint32_t kOrdered = 2, kUnordered = 3, kWithLines = 4,
                        kWithGraph = 5;                              // versions that are written
constexpr std::uint32_t kWithResults = 6, kWithGraphAndResults = 7;  // and those that are only read
constexpr std::uint64_t kUnorderedFlag = 1, kLinesFlag = 2, kGraphFlag = 4, kResultsFlag = 8;
constexpr std::uint64_t kKnownFlags = kUnorderedFlag | kLinesFlag | kGraphFlag | kResultsFlag;

struct Column {
  std::string_view section;
  std::uint32_t since;  // version of the file
  unsigned bits;        // per entry, whole bytes
  std::uint64_t (*get)(const BookEntry& entry);
  void (*set)(BookEntry& entry, std::uint64_t field);
};

constexpr std::array kColumns{
    Column{"REDS", 1, 32, [](const BookEntry& entry) -> std::uint64_t { return entry.red; },
           [](BookEntry& entry, std::uint64_t field) { entry.red = static_cast<SetupId>(field); }},
    Column{"RPLY", 1, 32, [](const BookEntry& entry) -> std::uint64_t { return entry.reply; },
           [](BookEntry& entry, std::uint64_t field) { entry.reply = static_cast<SetupId>(field); }},
    Column{
        "VALU", 1, 32,
        [](const BookEntry& entry) { return static_cast<std::uint64_t>(entry.red_value.value_or(kNoValue)); },
        [](BookEntry& entry, std::uint64_t field) {
          const auto value = static_cast<Score>(field);
          if (value != kNoValue) entry.red_value = value;
        }},
    Column{"DEPT", 1, 8, [](const BookEntry& entry) -> std::uint64_t { return entry.depth; },
           [](BookEntry& entry, std::uint64_t field) { entry.depth = static_cast<std::uint8_t>(field); }},
    Column{"FROM", 2, 8, [](const BookEntry& entry) -> std::uint64_t { return entry.origin; },
           [](BookEntry& entry, std::uint64_t field) { entry.origin = static_cast<std::uint8_t>(field); }},
    Column{"NODE", 2, 64, [](const BookEntry& entry) { return entry.nodes; },
           [](BookEntry& entry, std::uint64_t field) { entry.nodes = field; }},
    Column{"ERRS", 2, 32,
           [](const BookEntry& entry) -> std::uint64_t {
             return entry.standard_error.value_or(kNoStandardError);
           },
           [](BookEntry& entry, std::uint64_t field) {
             const auto error = static_cast<std::uint32_t>(field);
             if (error != kNoStandardError) entry.standard_error = error;
           }},
};

// The last byte of META.
std::uint64_t flags_of(const Book& book, bool has_lines_of_play, bool has_graph) {
  return (book.meta.ordered ? 0 : kUnorderedFlag) | (has_lines_of_play ? kLinesFlag : 0) |
         (has_graph ? kGraphFlag : 0);
}

std::uint32_t version_of(std::uint64_t flags) {
  const bool has_graph = (flags & kGraphFlag) != 0;
  return (flags & kResultsFlag) != 0     ? (has_graph ? kWithGraphAndResults : kWithResults)
         : has_graph                     ? kWithGraph
         : (flags & kLinesFlag) != 0     ? kWithLines
         : (flags & kUnorderedFlag) != 0 ? kUnordered
                                         : kOrdered;
}

Bytes encode_meta(const BookMeta& meta, std::uint64_t flags) {
  BitWriter writer;
  put_text(writer, meta.game);
  put_text(writer, meta.maker);
  writer.put(meta.evaluation, 64);
  writer.put(meta.job, 64);
  if (flags != 0) writer.put(flags, 8);
  return writer.take_bytes();
}

struct DecodedMeta {
  BookMeta meta;
  std::uint64_t flags = 0;
};

Result<DecodedMeta> decode_meta(const Bytes& section, std::uint32_t version) {
  BitReader reader(section);
  DecodedMeta decoded;
  BookMeta& meta = decoded.meta;
  meta.game = get_text(reader);
  meta.maker = get_text(reader);
  meta.evaluation = reader.get(64);
  meta.job = reader.get(64);
  if (version >= kUnordered) {
    decoded.flags = reader.get(8);
    meta.ordered = (decoded.flags & kUnorderedFlag) == 0;
    if ((decoded.flags & ~kKnownFlags) != 0 || version_of(decoded.flags) != version)
      return corrupt("the book's section META has flags that this program does not know");
  }
  if (reader.overrun() || reader.remaining() != 0)
    return corrupt("the book's section META is not of the length it declares");
  if (!codec::is_printable(meta.game) || !codec::is_printable(meta.maker))
    return corrupt("the book's section META holds control characters");
  return decoded;
}

Bytes encode_origins(const std::vector<ValueOrigin>& origins) {
  BitWriter writer;
  for (const ValueOrigin& origin : origins) {
    writer.put(origin.evaluation, 64);
    writer.put(origin.search, 64);
  }
  return writer.take_bytes();
}

Result<std::vector<ValueOrigin>> decode_origins(const Bytes* section) {
  constexpr std::size_t kBytes = 16;
  if (section == nullptr || section->size() % kBytes != 0 || section->size() > kMaxBookOrigins * kBytes)
    return corrupt("the book's section ORIG is missing or not of whole origins, 255 at most");
  BitReader reader(*section);
  std::vector<ValueOrigin> origins(section->size() / kBytes);
  for (ValueOrigin& origin : origins) {
    origin.evaluation = reader.get(64);
    origin.search = reader.get(64);
  }
  return origins;
}

// Unlike an illegal setup, an origin that does not exist would mislead whoever follows it.
Status check_origins(const Book& book) {
  for (std::size_t i = 0; i < book.entries.size(); ++i) {
    if (book.entries[i].origin > book.origins.size())
      return corrupt("entry " + std::to_string(i + 1) + " of the book names origin " +
                     std::to_string(book.entries[i].origin) + " of " + std::to_string(book.origins.size()));
  }
  return ok_status();
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

// The columns of a file of that version.
std::vector<Column> columns_of(std::uint32_t version) {
  std::vector<Column> columns;
  std::ranges::copy_if(kColumns, std::back_inserter(columns),
                       [&](const Column& column) { return column.since <= version; });
  return columns;
}

// The number of entries, on which all columns must agree.
Result<std::size_t> entry_count(const Container& file, std::uint64_t flags, std::span<const Column> columns) {
  const std::size_t others = 1u + (file.version > 1) + ((flags & kLinesFlag) != 0) +
                             ((flags & kGraphFlag) != 0) + ((flags & kResultsFlag) != 0) +
                             (file.find(kRulesSection) != nullptr);
  const std::size_t sections = others + columns.size();
  if (file.sections.size() != sections)
    return corrupt("a book of version " + std::to_string(file.version) + " has " + std::to_string(sections) +
                   " sections, not " + std::to_string(file.sections.size()));
  const Bytes* first = file.find(columns.front().section);
  const std::size_t count = first == nullptr ? 0 : first->size() / (columns.front().bits / 8);
  for (const Column& column : columns) {
    const Bytes* section = file.find(column.section);
    if (section == nullptr || section->size() != count * (column.bits / 8))
      return corrupt("the book's section " + std::string(column.section) +
                     " is missing or not one field for each of " + std::to_string(count) + " entries");
  }
  return count;
}

}  // namespace

std::vector<std::byte> encode_book(const Book& book) { return encode_book_with(book, {}); }

std::vector<std::byte> encode_book_with(const Book& book, std::span<const std::byte> valued_book) {
  Bytes lines = encode_lines(book.entries);
  const bool has_lines = !lines.empty();
  const std::uint64_t flags = flags_of(book, has_lines, !valued_book.empty());
  Container file{std::string(kKind),
                 version_of(flags),
                 {{std::string(kMetaSection), encode_meta(book.meta, flags)},
                  {std::string(kOriginSection), encode_origins(book.origins)}}};
  for (const Column& column : kColumns)
    file.sections.push_back({std::string(column.section), encode_column(column, book.entries)});
  if (has_lines) file.sections.push_back({std::string(kLineSection), std::move(lines)});
  if (!valued_book.empty())
    file.sections.push_back({std::string(kGraphSection), Bytes(valued_book.begin(), valued_book.end())});
  const auto rules = std::as_bytes(std::span(book.rules));
  if (!rules.empty()) file.sections.push_back({std::string(kRulesSection), {rules.begin(), rules.end()}});
  return encode_container(file);
}

Result<std::vector<std::byte>> without_lines_of_play(std::span<const std::byte> bytes) {
  Result<Container> file = codec::decode_container(bytes);
  if (!file) return std::move(file).error();
  if (file->kind != kKind) return unsupported("a file of kind " + file->kind + ", not a book");
  const auto is = [](std::string_view name) {
    return [name](const codec::Section& section) { return section.name == name; };
  };
  if (std::erase_if(file->sections, is(kLineSection)) == 0) return Bytes(bytes.begin(), bytes.end());
  const auto meta = std::ranges::find_if(file->sections, is(kMetaSection));
  if (meta == file->sections.end()) return corrupt("the book has no section META");
  const Result<DecodedMeta> decoded = decode_meta(meta->bytes, file->version);
  if (!decoded) return decoded.error();
  const std::uint64_t flags = decoded->flags & ~kLinesFlag;
  meta->bytes = encode_meta(decoded->meta, flags);
  file->version = version_of(flags);
  return encode_container(*file);
}

bool may_have_lines(std::span<const std::byte> beginning) {
  constexpr std::size_t kKindOffset = 12;  // the version follows (codec/container.h)
  if (!codec::looks_like_container(beginning) || beginning.size() < kKindOffset + 8) return false;
  BitReader reader(beginning.subspan(kKindOffset));
  for (const char c : kKind)
    if (reader.get(8) != static_cast<unsigned char>(c)) return false;
  const std::uint64_t version = reader.get(32);
  return version >= kWithGraph && version != kWithResults;
}

Result<std::vector<std::byte>> valued_book_in(std::span<const std::byte> file) {
  Result<Container> container = codec::decode_container(file);
  if (!container) return std::move(container).error();
  if (container->kind != kKind) return unsupported("a file of kind " + container->kind + ", not a book");
  const Bytes* graph = container->find(kGraphSection);
  return graph == nullptr ? Bytes() : *graph;
}

Result<Book> decode_book(std::span<const std::byte> bytes, LinesOfPlay lines_of_play) {
  Result<Container> file = codec::decode_container(bytes);
  if (!file) return std::move(file).error();
  if (file->kind != kKind) return unsupported("a file of kind " + file->kind + ", not a book");
  if (file->version < 1 || file->version > kWithGraphAndResults)
    return unsupported("a book of version " + std::to_string(file->version) +
                       "; this program reads versions up to " + std::to_string(kWithGraphAndResults));
  const Bytes* meta_section = file->find(kMetaSection);
  if (meta_section == nullptr) return corrupt("the book has no section META");
  Result<DecodedMeta> meta = decode_meta(*meta_section, file->version);
  if (!meta) return std::move(meta).error();
  const std::vector<Column> columns = columns_of(file->version);
  const Result<std::size_t> count = entry_count(*file, meta->flags, columns);
  if (!count) return count.error();

  Book book{std::move(meta->meta), std::vector<BookEntry>(*count), {}};
  for (const Column& column : columns) decode_column(column, *file->find(column.section), book.entries);
  if (file->version >= 2) {
    Result<std::vector<ValueOrigin>> origins = decode_origins(file->find(kOriginSection));
    if (!origins) return std::move(origins).error();
    book.origins = std::move(*origins);
  }
  if (Status status = check_origins(book); !status) return status.error();
  if (const Bytes* rules = file->find(kRulesSection))
    book.rules.assign(reinterpret_cast<const char*>(rules->data()), rules->size());
  const Bytes* graph = file->find(kGraphSection);
  if ((meta->flags & kGraphFlag) != 0 && (graph == nullptr || graph->empty()))
    return corrupt("the book's section GRPH is missing or empty");
  if ((meta->flags & kResultsFlag) != 0 && file->find(kResultsSection) == nullptr)
    return corrupt("the book has no section RSLT");
  if ((meta->flags & kLinesFlag) != 0) {
    const Bytes* lines = file->find(kLineSection);
    if (lines == nullptr) return corrupt("the book has no section LINE");
    if (lines_of_play == LinesOfPlay::kSkip) return book;
    if (Status status = decode_lines(*lines, book.entries); !status) return status.error();
  }
  return book;
}

}  // namespace tabiya
