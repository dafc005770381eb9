#include "tools/assets/languages.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "codec/deflate.h"
#include "codec/dense_text.h"
#include "codec/framing.h"
#include "codec/literal.h"
#include "codec/parsing.h"
#include "core/games/asset.h"
#include "decoder_sources.h"

namespace tabiya::tools {
namespace {

using Bytes = std::vector<std::byte>;

// The syntax in which a language writes the parts that its template leaves open.
struct Syntax {
  std::string_view name;        // as --to has it
  std::string_view title;       // as people call it
  std::string_view comment;     // what a line of comment begins with
  std::string_view text_begin;  // what stands before the pieces of the text
  std::string_view separator;   // between pieces
  std::string_view exported;    // behind the decoder
  std::string_view source;      // the template
  std::string_view hint;        // how the file is used
  std::array<std::string_view, 2> endings;
};

constexpr std::string_view kExport =
    R"(if (typeof module === "object") module.exports = { decodeTabiya@NAME@ };)";

constexpr std::array kSyntaxes{
    Syntax{"python",
           "Python",
           "#",
           "TEXT = (",
           "",
           "",
           kPlainPython,
           "import it, or paste it; Python 3.8 or later",
           {".py"}},
    Syntax{"java",
           "Java",
           "//",
           "String[] TEXT = {",
           ",",
           "",
           kPlainJava,
           "Tabiya@NAME@.decode() in the same package; javac -encoding UTF-8",
           {".java"}},
    Syntax{
        "csharp", "C#", "//", "string[] Text = {", ",", "", kPlainCsharp, "Tabiya@NAME@.Decode()", {".cs"}},
    Syntax{"javascript",
           "JavaScript",
           "//",
           "const TEXT = [",
           ",",
           kExport,
           kPlainJavaScript,
           "await decodeTabiya@NAME@() in a script of a browser or, by require(), of Node 18 or later",
           {".js", ".cjs"}},
    Syntax{"javascript-module",
           "JavaScript",
           "//",
           "const TEXT = [",
           ",",
           "export { decodeTabiya@NAME@ };",
           kPlainJavaScript,
           "await decodeTabiya@NAME@(), imported, in a browser or in Node 18 or later",
           {".mjs"}},
    Syntax{"go",
           "Go",
           "//",
           "Text = \"\" +",
           " +",
           "",
           kPlainGo,
           "DecodeTabiya@NAME@() in its package",
           {".go"}}};

constexpr std::string_view kStart = "An asset of Tabiya as a literal of ";

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

// The ranges of characters of a text, as numbers in a row.
constexpr std::string_view kPrintableRanges =
    "0x20, 0x7E, 0xA0, 0xAC, 0xAE, 0x5FF, 0x606, 0x61B, 0x61D, 0x6DC, 0x6DE, 0x70E, 0x710, 0x7FF, 0x3400, 0xD7A3";
constexpr std::string_view kUtf16Ranges = "0x3400, 0x4DB5, 0x4E00, 0x9FA5, 0xA000, 0xA48C, 0xAC00, 0xD7A3";

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

// The text as strings of the language, each on a line that is indented as the first is.
std::string pieces_of(std::string_view text, const Syntax& syntax, std::string_view indentation) {
  std::string pieces;
  while (!text.empty()) {
    const std::string_view piece = codec::first_piece(text);
    text.remove_prefix(piece.size());
    pieces += fmt::format("\"{}\"", escaped(piece));
    if (!text.empty()) pieces += fmt::format("{}\n{}", syntax.separator, indentation);
  }
  return pieces;
}

// Without blank lines, comments and indentation, of which Python keeps one blank for each level.
std::string compacted(std::string_view source, const Syntax& syntax) {
  constexpr std::size_t kLevel = 4;  // of indentation in Python's template
  std::string result;
  while (!source.empty()) {
    std::string_view line = take_until("\n", source);
    const std::size_t blanks = line.find_first_not_of(" \t");
    if (blanks == line.npos || line.substr(blanks).starts_with(syntax.comment)) continue;
    if (line.substr(blanks).starts_with("\"\"\"")) continue;
    if (const std::size_t comment = line.rfind("; // "); comment != line.npos)
      line = line.substr(0, comment + 1);
    result += std::string(syntax.name == "python" ? blanks / kLevel : 0, ' ');
    result += line.substr(blanks);
    result += '\n';
  }
  return result;
}

// The template for books or networks.
std::string template_for(char kind, const Syntax& syntax) {
  const std::string_view all = syntax.source;
  const std::size_t book = all.find("@BOOK@\n"), network = all.find("@NETWORK@\n");
  const std::string_view part =
      kind == kFramedPlainBook ? all.substr(book, network - book) : all.substr(network);
  return std::string(all.substr(0, book)) + std::string(part.substr(part.find('\n') + 1));
}

std::string source_of(const Syntax& syntax, char kind, std::span<const std::byte> content,
                      const SourceStyle& style) {
  Bytes bytes{static_cast<std::byte>(kind)};
  const Bytes stream = codec::compress_gzip(content);
  bytes.insert(bytes.end(), stream.begin(), stream.end());
  const std::string text = style.in_utf16 ? codec::encode_utf16(bytes) : codec::encode_printable(bytes);
  const std::string_view name = kind == kFramedPlainBook ? "Book" : "Network";
  std::string decoder = replaced(template_for(kind, syntax), "@EXPORT@", syntax.exported);
  if (style.compact) decoder = compacted(decoder, syntax);
  decoder = replaced(std::move(decoder), "@NAME@", name);
  decoder = replaced(std::move(decoder), "@RANGES@", style.in_utf16 ? kUtf16Ranges : kPrintableRanges);
  decoder = replaced(std::move(decoder), "@BLOCK@", style.in_utf16 ? "12" : "9");
  const std::size_t at = decoder.find("@TEXT@"), line = decoder.rfind('\n', at) + 1;
  const std::string pieces = pieces_of(text, syntax, decoder.substr(line, at - line));
  decoder.replace(at, std::string_view("@TEXT@").size(), pieces);
  return fmt::format(
      "{0} {1}{2}: {3} text.\n{0} It holds the numbers of {4}, compressed by gzip: they are data, and no code is hidden here.\n"
      "{0} Use: {5}.\n{6}",
      syntax.comment, kStart, syntax.title, style.in_utf16 ? "UTF-16" : "printable",
      kind == kFramedPlainBook ? "an opening book" : "an evaluation network",
      replaced(std::string(syntax.hint), "@NAME@", name), decoder);
}

// The text of the pieces of such a source.
Result<std::string> text_of(std::string_view source, const Syntax& syntax) {
  const std::size_t begin = source.find(syntax.text_begin);
  if (begin == source.npos) return corrupt("a source without its text", source.size());
  std::string text;
  bool is_inside = false;
  for (std::size_t i = begin + syntax.text_begin.size(); i < source.size(); ++i) {
    const char c = source[i];
    if (c == '"') {
      is_inside = !is_inside;
    } else if (is_inside) {
      if (c == '\\' && ++i == source.size()) break;
      text += source[i];
    } else if (std::string_view(" \t\r\n,+").find(c) == std::string_view::npos) {
      return text;
    }
  }
  // The text of Go ends with the first line that is neither a string nor joined to one.
  if (is_inside) return corrupt("a literal that is cut short", source.size());
  return text;
}

Result<Bytes> frame_of(std::string_view source, const Syntax& syntax) {
  const Result<std::string> text = text_of(source, syntax);
  if (!text) return text.error();
  const bool in_utf16 = source.substr(0, source.find('\n')).ends_with(": UTF-16 text.");
  const Result<Bytes> bytes = in_utf16 ? codec::decode_utf16(*text) : codec::decode_printable(*text);
  if (!bytes) return bytes.error();
  if (bytes->empty()) return corrupt("a text that holds nothing", 0);
  const Result<Bytes> content = codec::decompress_gzip(std::span(*bytes).subspan(1), kMaxAsset);
  if (!content) return content.error();
  return codec::frame(static_cast<char>(bytes->front()), *content);
}

template <std::size_t kIndex>
Language language() {
  static constexpr const Syntax& kSyntax = kSyntaxes[kIndex];
  static const std::string beginning = fmt::format("{} {}{}:", kSyntax.comment, kStart, kSyntax.title);
  static constexpr std::size_t kEndings = kSyntax.endings[1].empty() ? 1 : 2;
  const auto source = [](char kind, std::span<const std::byte> content, const SourceStyle& style) {
    return source_of(kSyntax, kind, content, style);
  };
  return {{kSyntax.name, beginning,
           [](std::span<const std::byte> bytes) -> Result<std::string> {
             const Result<codec::Framed> framed = codec::open_frame(bytes);
             if (!framed) return framed.error();
             return source_of(kSyntax, framed->kind, framed->content, {});
           },
           [](std::string_view text) { return frame_of(text, kSyntax); }},
          source,
          std::span(kSyntax.endings).first(kEndings)};
}

template <std::size_t... kIndices>
std::array<Language, sizeof...(kIndices)> all_languages(std::index_sequence<kIndices...>) {
  return {language<kIndices>()...};
}

}  // namespace

std::span<const Language> languages() {
  static const auto all = all_languages(std::make_index_sequence<kSyntaxes.size()>());
  return all;
}

const Language* language_of(const codec::Encoding& encoding) {
  const auto found = std::ranges::find(languages(), encoding.name,
                                       [](const Language& language) { return language.encoding.name; });
  return found == languages().end() ? nullptr : &*found;
}

}  // namespace tabiya::tools
