#include "codec/literal.h"

#include "codec/text.h"

namespace tabiya::codec {
namespace {

// The words for the text in the first line of a file.
constexpr std::string_view kPrintableText = "printable text (codec/dense_text.h).";
constexpr std::string_view kDenseText = ": dense text";

// The syntax of a language for the pieces of one long literal.
struct Style {
  std::string head;       // up to the first piece
  std::string open;       // before the text of a piece
  std::string close;      // after it
  std::string separator;  // between pieces
  std::string tail;
};

// A delimiter that does not end a raw string within `text`.
std::string cpp_delimiter(std::string_view text) {
  std::string delimiter;
  while (text.find(")" + delimiter + "\"") != text.npos) delimiter += 'x';
  return delimiter;
}

Style cpp_style(std::string_view text, const LiteralFrame& frame) {
  const std::string delimiter = cpp_delimiter(text);
  return {concat(kCppLiteralStart, ": ", kPrintableText, "\n", frame.before,
                 "inline constexpr const char* kTabiyaAsset[] = {\n    "),
          "R\"" + delimiter + "(", ")" + delimiter + "\"", ",\n    ", concat("};\n", frame.after)};
}

Style rust_style(std::string_view text, const LiteralFrame& frame) {
  std::string hashes = "#";
  while (text.find("\"" + hashes) != text.npos) hashes += '#';
  return {concat(kRustLiteralStart, ": ", kPrintableText, "\n", frame.before,
                 "pub const TABIYA_ASSET: &str = concat!(\n    "),
          "r" + hashes + "\"", "\"" + hashes, ",\n    ", concat(");\n", frame.after)};
}

std::string literal(std::string_view text, const Style& style) {
  std::string source = style.head;
  do {
    const std::string_view piece = first_piece(text);
    text.remove_prefix(piece.size());
    source += style.open;
    source += piece;
    source += style.close;
    if (!text.empty()) source += style.separator;
  } while (!text.empty());
  return source + style.tail;
}

// Finds the pieces of the first literal between their openings and closings; `close_of` returns the closing
// of an opening.
template <class CloseOf>
Result<std::string> literal_text(std::string_view source, std::string_view start,
                                 std::string_view open_prefix, char open_end, CloseOf close_of) {
  if (!source.starts_with(start)) return corrupt("not a literal that tabiya wrote", 0);
  std::string text;
  bool found = false;
  std::size_t at = source.find(open_prefix);
  for (; at != source.npos; at = source.find(open_prefix, at)) {
    const std::size_t begin = source.find(open_end, at + open_prefix.size());
    if (begin == source.npos) return corrupt("a literal that is cut short", at);
    const std::string close =
        close_of(source.substr(at + open_prefix.size(), begin - at - open_prefix.size()));
    const std::size_t end = source.find(close, begin + 1);
    if (end == source.npos) return corrupt("a literal that is cut short", at);
    text += source.substr(begin + 1, end - begin - 1);
    at = end + close.size();
    found = true;
    if (!source.substr(at).starts_with(',')) break;
  }
  if (!found) return corrupt("a source file without a literal", source.size());
  return text;
}

}  // namespace

std::string_view first_piece(std::string_view text) {
  if (text.size() <= kMaxLiteral) return text;
  std::size_t size = kMaxLiteral;
  while ((static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  return text.substr(0, size);
}

std::string cpp_string(std::string_view text) {
  const std::string delimiter = cpp_delimiter(text);
  return literal(text, {"", "R\"" + delimiter + "(", ")" + delimiter + "\"", "\n", ""});
}
std::string cpp_literal(std::string_view text, const LiteralFrame& frame) {
  return literal(text, cpp_style(text, frame));
}
std::string rust_literal(std::string_view text, const LiteralFrame& frame) {
  return literal(text, rust_style(text, frame));
}

bool holds_dense_text(std::string_view source) {
  return source.substr(0, source.find('\n')).find(kDenseText) != source.npos;
}

Result<std::string> cpp_literal_text(std::string_view source) {
  return literal_text(source, kCppLiteralStart, "R\"", '(',
                      [](std::string_view delimiter) { return concat(")", delimiter, "\""); });
}

Result<std::string> rust_literal_text(std::string_view source) {
  return literal_text(source, kRustLiteralStart, "r#", '"',
                      [](std::string_view more_hashes) { return concat("\"#", more_hashes); });
}

}  // namespace tabiya::codec
