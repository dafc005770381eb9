#include "codec/container.h"

#include <algorithm>

#include "codec/bits.h"
#include "codec/crc64.h"
#include "codec/sniff_format.h"

namespace tabiya::codec {
namespace {

constexpr std::string_view kMagic("TABIYA\x1A\n", 8);
constexpr std::uint16_t kLayoutVersion = 1;
constexpr std::size_t kNameSize = 4;
constexpr std::size_t kFixedSize = kMagic.size() + 2 + 2 + kNameSize + 4;
constexpr std::size_t kTableRowSize = kNameSize + 8 + 8;
constexpr std::size_t kChecksumSize = 8;

void put_text(BitWriter& writer, std::string_view text) {
  for (char c : text) writer.put(static_cast<unsigned char>(c), 8);
}

std::string get_text(BitReader& reader, std::size_t size) {
  std::string text(size, '\0');
  for (char& c : text) c = static_cast<char>(reader.get(8));
  return text;
}

bool is_name(std::string_view text) {
  return text.size() == kNameSize && std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

struct TableRow {
  std::string name;
  std::uint64_t length;
  std::uint64_t checksum;
};

struct Header {
  std::string kind;
  std::uint32_t version = 0;
  std::vector<TableRow> table;
  std::size_t size = 0;  // in bytes
};

Result<Header> decode_header(std::span<const std::byte> file) {
  if (!looks_like_container(file)) return corrupt("not a tabiya file: " + sniff_format(file), 0);
  if (file.size() < kFixedSize) return corrupt("the file ends within its header", file.size());
  BitReader reader(file.subspan(kMagic.size()));
  const auto layout = reader.get(16);
  const auto count = static_cast<std::size_t>(reader.get(16));
  if (layout != kLayoutVersion)
    return unsupported("container version " + std::to_string(layout) + "; this program reads version " +
                           std::to_string(kLayoutVersion),
                       kMagic.size());
  if (count > kMaxSections) return corrupt("the header declares too many sections", kMagic.size() + 2);
  Header header;
  header.size = kFixedSize + count * kTableRowSize + kChecksumSize;
  if (file.size() < header.size) return corrupt("the file ends within its header", file.size());
  const std::size_t checked = header.size - kChecksumSize;
  if (BitReader(file.subspan(checked)).get(64) != crc64(file.first(checked)))
    return corrupt("the header fails its checksum", checked);

  header.kind = get_text(reader, kNameSize);
  header.version = static_cast<std::uint32_t>(reader.get(32));
  if (!is_name(header.kind)) return corrupt("the kind of the file is not a name", kMagic.size() + 4);
  for (std::size_t i = 0; i < count; ++i) {
    TableRow row{get_text(reader, kNameSize), reader.get(64), reader.get(64)};
    const auto same_name = [&](const TableRow& other) { return other.name == row.name; };
    if (!is_name(row.name) || std::ranges::any_of(header.table, same_name))
      return corrupt("a section without a name of its own", kFixedSize + i * kTableRowSize);
    header.table.push_back(std::move(row));
  }
  return header;
}

}  // namespace

const std::vector<std::byte>* Container::find(std::string_view name) const {
  const auto found = std::ranges::find(sections, name, &Section::name);
  return found == sections.end() ? nullptr : &found->bytes;
}

std::vector<std::byte> encode_container(const Container& container) {
  BitWriter writer;
  put_text(writer, kMagic);
  writer.put(kLayoutVersion, 16);
  writer.put(container.sections.size(), 16);
  put_text(writer, container.kind);
  writer.put(container.version, 32);
  for (const Section& section : container.sections) {
    put_text(writer, section.name);
    writer.put(section.bytes.size(), 64);
    writer.put(crc64(section.bytes), 64);
  }
  std::vector<std::byte> file = writer.take_bytes();
  writer.put(crc64(file), 64);
  const auto append = [&file](std::span<const std::byte> bytes) {
    file.insert(file.end(), bytes.begin(), bytes.end());
  };
  append(writer.take_bytes());
  for (const Section& section : container.sections) append(section.bytes);
  return file;
}

bool looks_like_container(std::span<const std::byte> file) {
  const auto same = [](char c, std::byte b) { return static_cast<std::byte>(c) == b; };
  return file.size() >= kMagic.size() && std::equal(kMagic.begin(), kMagic.end(), file.begin(), same);
}

Result<Container> decode_container(std::span<const std::byte> file) {
  Result<Header> header = decode_header(file);
  if (!header) return std::move(header).error();
  Container container{header->kind, header->version, {}};
  std::size_t offset = header->size;
  for (TableRow& row : header->table) {
    if (row.length > file.size() - offset)
      return corrupt("the file ends within its section " + row.name, file.size());
    const auto bytes = file.subspan(offset, static_cast<std::size_t>(row.length));
    if (crc64(bytes) != row.checksum) return corrupt("section " + row.name + " fails its checksum", offset);
    container.sections.push_back({std::move(row.name), {bytes.begin(), bytes.end()}});
    offset += bytes.size();
  }
  if (offset != file.size()) return corrupt("data after the end of the file's last section", offset);
  return container;
}

}  // namespace tabiya::codec
