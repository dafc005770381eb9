#include "tools/assets/encodings.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "codec/zstd_frame.h"
#include "core/games/asset.h"
#include "tools/assets/languages.h"
#include "tools/assets/literal.h"

namespace tabiya::tools {
namespace {

using Bytes = std::vector<std::byte>;

Result<Bytes> decode_literal(std::string_view source, Result<std::string> text) {
  if (!text) return std::move(text).error();
  return holds_dense_text(source) ? codec::decode_dense(*text) : codec::decode_printable(*text);
}

}  // namespace

constinit const codec::Encoding kZstd{
    "zstd", "\x28\xB5\x2F\xFD",
    [](std::span<const std::byte> bytes) -> Result<std::string> {
      const Result<Bytes> frame = codec::compress_zstd(bytes);
      if (!frame) return frame.error();
      return codec::kRaw.encode(*frame);
    },
    [](std::string_view text) { return codec::decompress_zstd(std::as_bytes(std::span(text)), kMaxAsset); }};

constinit const codec::Encoding kCpp{
    "cpp", kCppLiteralStart,
    [](std::span<const std::byte> bytes) -> Result<std::string> {
      return cpp_literal(codec::encode_printable(bytes));
    },
    [](std::string_view text) { return decode_literal(text, cpp_literal_text(text)); }};

constinit const codec::Encoding kRust{
    "rust", kRustLiteralStart,
    [](std::span<const std::byte> bytes) -> Result<std::string> {
      return rust_literal(codec::encode_printable(bytes));
    },
    [](std::string_view text) { return decode_literal(text, rust_literal_text(text)); }};

std::span<const codec::Encoding* const> encodings() {
  static const auto all = [] {
    std::vector<const codec::Encoding*> list{&codec::kBase128, &codec::kDense, &codec::kUtf16, &kZstd,
                                             &codec::kRaw,     &kCpp,          &kRust};
    for (const Language& language : languages()) list.push_back(&language.encoding);
    return list;
  }();
  return all;
}

CommandOption add_encoding_option(CommandLine& app, const char* name, const char* meaning,
                                  std::function<void(const codec::Encoding&)> set) {
  std::vector<std::string> names;
  for (const codec::Encoding* encoding : encodings()) names.emplace_back(encoding->name);
  const auto set_by_name = [set = std::move(set)](const std::string& value) {
    set(**std::ranges::find(encodings(), std::string_view(value), &codec::Encoding::name));
  };
  return app.add_option_function(name, set_by_name, meaning).type_name("FORMAT").one_of(std::move(names));
}

}  // namespace tabiya::tools
