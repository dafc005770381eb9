#include "codec/base128.h"
#include "core/book/book_file.h"
#include "core/eval/network_file.h"
#include "tests/core/eval/random_network.h"
#include "tests/support/bytes.h"
#include "tests/tools/commands/pack_samples.h"
#include "tests/tools/program_run.h"
#include "tools/assets/packing.h"

namespace tabiya::tools::pack_command_test {

using namespace pack_samples;

const std::vector<const codec::Encoding*> kFormats{&codec::kBase128, &codec::kDense, &codec::kUtf16, &kZstd,
                                                   &codec::kRaw,     &kCpp,          &kRust};

std::string network_file() {
  return text(encode_network({"sample", "random numbers", test::random_network({40, 32}, 3)}));
}

TEST(PackCommand, SaysWhatItHasWritten) {
  const TemporaryFolder folder;
  const std::string path = folder.path("packed"), out = folder.path("out"), asset = random_text(1000);
  const std::string said = output_of(run_tabiya({"pack", "-", "--to", "dense", "--out", path}, asset));
  EXPECT_THAT(said,
              HasSubstr(path + ": 1000 bytes in, " + std::to_string(read_file(path).size()) + " bytes out"));
  EXPECT_EQ(run_tabiya({"unpack", path, "--out", "-"}), prints(asset));
  EXPECT_EQ(
      parsed(output_of(run_tabiya({"unpack", path, "--from", "dense", "--out", out, "--json"})))["format"],
      "dense");
  EXPECT_EQ(read_file(out), asset);
}

TEST(PackCommand, WritesSourcesWithoutControlCharacters) {
  std::vector<PackRequest> requests(6);
  requests[1].decoder = requests[2].plain = true;
  requests[3].keep = BookContent::kMoves;
  requests[4].keep = BookContent::kOrder;
  requests[5].keep = BookContent::kValues;
  for (const std::string& asset : {text(encode_book(sample_book(50))), network_file()}) {
    for (const codec::Encoding* language : {&kCpp, &kRust}) {
      for (PackRequest& request : requests) {
        request.encoding = language;
        if (request.keep && asset == network_file()) continue;
        EXPECT_TRUE(std::ranges::none_of(packed(asset, request).output, [](unsigned char c) {
          return (c < ' ' && c != '\n') || c == 0x7F;
        }));
      }
    }
  }
}

// As they were written once, with control characters.
TEST(PackCommand, UnpacksSourcesOfDenseText) {
  const std::string asset = text(encode_book(sample_book(50)));
  const std::string dense = packed(asset, {.encoding = &codec::kDense}).output;
  EXPECT_EQ(
      unpacked("// An asset of Tabiya as a C++ literal: dense text (codec/dense_text.h).\n#pragma once\n\n"
               "inline constexpr const char* kTabiyaAsset[] = {\n    R\"(" +
               dense + ")\"};\n"),
      asset);
  EXPECT_EQ(unpacked("// An asset of Tabiya as a Rust literal: dense text (codec/dense_text.h).\n"
                     "pub const TABIYA_ASSET: &str = concat!(\n    r#\"" +
                     dense + "\"#);\n"),
            asset);
}

TEST(PackCommand, TellsSizesInJson) {
  const TemporaryFolder folder;
  const std::string file = text(encode_book(sample_book(300)));
  const Json facts = parsed(run_tabiya({"pack", "-", "--json", "--out", folder.path("packed")}, file).out);
  EXPECT_EQ(facts["kind"], "book");
  EXPECT_EQ(facts["units"], 300);
  EXPECT_LT(facts["ratio_to_zstd_19"], 0.75);
}

// What verify finds wanting has no compact form.
TEST(PackCommand, PacksAWantingBookAsBytes) {
  Book book = sample_book(10);
  book.entries[3].red = book.entries[4].red;
  EXPECT_EQ(packed(text(encode_book(book))).kind, "bytes");
}

// However it is packed, and before and behind what is damaged.
TEST(PackCommand, SaysThatABookIsDamaged) {
  const TemporaryFolder folder;
  const std::string path = folder.path("packed"), file = text(encode_book(sample_book(50)));
  for (const codec::Encoding* format : {&codec::kBase128, &codec::kDense, &kZstd, &codec::kRaw, &kCpp}) {
    std::string whole = packed(file, {.encoding = format}).output;
    write_file(path, whole);
    EXPECT_EQ(file_of(read_asset(path, kMaxAsset)), file) << format->name;
    whole[whole.size() / 2] = static_cast<char>(whole[whole.size() / 2] ^ 2);
    write_file(path, whole);
    const auto damaged =
        AllOf(HasSubstr("damaged"), HasSubstr(", byte "), Not(HasSubstr("not a tabiya file")));
    EXPECT_THAT([&] { read_asset(path, kMaxAsset); }, refuses(damaged)) << format->name;
    EXPECT_THAT([&] { unpacked(whole); }, refuses(damaged)) << format->name;
  }
  EXPECT_THAT(refusal_of(refused({"book", "info", path})), HasSubstr(path + ", byte "));
}

TEST(PackCommand, SaysWhatAFileLooksLikeThatItHasNotMade) {
  const auto refused = [&](const std::string& file, const std::string& look) {
    EXPECT_THAT([&] { unpacked(file); },
                refuses("packed: nothing that `tabiya pack` has made: it " + look +
                        "; `tabiya unpack --from` says what it is carried as, if it is"));
  };
  refused("", "is empty");
  refused("# A page\n\nwith lines\n", "looks like text");
  refused(std::string("NNUE\0\x10\0", 7), "begins with 'NNUE'");
  for (const std::string kind : {"S", "X"}) {
    EXPECT_THAT(
        [&] { unpacked(kind + std::string("\0\1\xFF binary", 10)); },
        refuses("packed: nothing that `tabiya pack` has made, or a damaged copy of it: it begins with '" +
                kind + "', as packed bytes do, but fails its checksum"));
  }
}

TEST(PackCommand, TakesBytesAsTheyAre) {
  EXPECT_EQ(run_tabiya({"pack", "-", "--plain", "--out", "-"}, "A"), prints("A\x02"));
  EXPECT_EQ(unpacked("A\x02", {&codec::kBase128, /*plain=*/true}), "A");
  EXPECT_EQ(unpacked("A\x02", {&codec::kRaw, /*plain=*/true}), "A\x02");
}

TEST(PackCommand, RefusesWhatIsDamaged) {
  EXPECT_EQ(
      run_tabiya({"unpack", "-", "--out", "-"}, "AB\nC"),
      unusable("standard input, byte 2: a character that base-128 text does not have; take another copy, or "
               "say by `tabiya unpack --from` what it is carried as, if not as base128: then it is "
               "damaged"));
  EXPECT_THAT(
      [] { unpacked(codec::encode_base128(test::bytes_of("not framed by us"))); },
      refuses("packed, byte 8: damaged packed data: what comes before fails the checksum here; take another "
              "copy; `tabiya unpack --plain --from base128` takes what was not packed by tabiya"));
  for (const codec::Encoding* format : kFormats) {
    const std::string whole = packed(random_text(100), {.encoding = format}).output;
    const bool is_source = format == &kCpp || format == &kRust;
    if (!is_source) {
      EXPECT_THROW(unpacked(whole + "x"), Failure) << format->name;
    }
    for (const std::size_t at : {whole.size() / 3, whole.size() / 2, whole.size() - 12}) {
      EXPECT_THROW(unpacked(whole.substr(0, at)), Failure) << format->name << ' ' << at;
      if (is_source && at != whole.size() - 12) continue;  // outside the literal nothing counts
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ 1);
      EXPECT_THROW(unpacked(damaged), Failure) << format->name << ' ' << at;
    }
  }
}

TEST(PackCommand, RefusesABookThatIsDamaged) {
  const std::string whole = text(encode_book(sample_book(50)));
  for (const std::string& damaged : {whole.substr(0, whole.size() / 2), whole + '\0'})
    EXPECT_THAT([&] { packed(damaged); }, refuses(HasSubstr("--plain packs any bytes as they are")));
  EXPECT_EQ(packed(whole.substr(0, 100), {.plain = true}).units, 100u);
}

TEST(PackCommand, RefusesABomb) {
  // 33 MiB of zeros, which are small enough as a frame.
  const std::string frame("\x28\xB5\x2F\xFD\xA0\x00\x00\x10\x02\x00\x00\x00", 12);
  EXPECT_THAT(
      [&] { unpacked(frame); },
      refuses(StartsWith("packed, byte 0: a zstd frame that declares 34603008 bytes, more than the 33554432 "
                         "allowed; take another copy, ")));
}

TEST(PackCommand, RefusesOptionsThatDoNotGoTogether) {
  EXPECT_EQ(run_tabiya({"pack", "-", "--out", "-", "--json"}, "A"),
            unusable("--json and --out - both need standard output; give --out a file"));
  EXPECT_EQ(
      run_tabiya({"pack", "-", "--out", "-", "--to", "lzma"}, "A"),
      unusable("pack: --to: lzma not in {base128,dense,utf16,zstd,raw,cpp,rust,python,java,csharp,javascript,"
               "javascript-module,go}; see `tabiya pack --help`"));
}

TEST(PackCommand, RefusesToKeepInPartWhatItTakesAsItIs) {
  const std::string file = text(encode_book(sample_book(5)));
  for (PackRequest request : {PackRequest{.plain = true}, PackRequest{.encoding = &kZstd}}) {
    const std::string whole = request.plain ? "--plain and --keep" : "--to zstd and --keep";
    request.keep = BookContent::kAll;
    EXPECT_THAT([&] { packed(file, request); }, refuses(HasSubstr(whole)));
    request.keep.reset();
    request.precision = {10, 1};
    EXPECT_THAT([&] { packed(file, request); }, refuses(HasSubstr(whole)));
    request.precision = {1, 2};
    EXPECT_THAT([&] { packed(file, request); }, refuses(HasSubstr(whole)));
  }
  EXPECT_THAT([] { packed("no book", {.keep = BookContent::kAll}); },
              refuses("asset: not a book; --keep, --value-step and --depth-step say what to keep of one "
                      "(`tabiya unpack` gives back a packed one)"));
}

}  // namespace tabiya::tools::pack_command_test
