#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "codec/base128.h"
#include "codec/container.h"
#include "core/book/book_file.h"
#include "core/eval/network_file.h"
#include "core/games/zero_point_one/wazirdrop_book.h"
#include "core/games/zero_point_one/wazirdrop_network.h"
#include "tests/core/eval/random_network.h"
#include "tests/support/bytes.h"
#include "tests/support/checkout.h"
#include "tests/tools/commands/pack_samples.h"
#include "tests/tools/parsed_json.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools {
namespace pack_command_test {

using namespace pack_samples;
using ::testing::HasSubstr;

const std::vector<std::string> kFormats{"base128", "dense", "utf16", "zstd", "raw", "cpp", "rust"};

std::string network_file() {
  return text(encode_network({"sample", "random numbers", test::random_network({40, 32}, 3)}));
}

TEST(PackCommand, WrapsWhatUnpackRecognises) {
  const TemporaryFolder folder;
  const std::string packed = folder.path("packed"), out = folder.path("out");
  const std::vector<std::string> assets{
      "",
      "A",
      random_text(1000),
      std::string(5000, '\0'),
      text(codec::encode_container({"TEST", 1, {{"SECT", test::bytes_of("x")}}})),
      text(encode_book(sample_book(50))),
      network_file()};
  for (std::size_t i = 0; i < assets.size(); ++i) {
    const std::string& asset = assets[i];
    for (std::size_t j = 0; j < kFormats.size(); ++j) {
#ifdef __SANITIZE_ADDRESS__
      if ((i + j) % 3 != 0) continue;  // each asset in two formats: to start the program takes long
#endif
      const std::string& format = kFormats[j];
      const ProgramRun pack = run_tabiya({"pack", "-", "--to", format, "--out", packed, "--force"}, asset);
      const std::string sizes = std::to_string(asset.size()) + " bytes in, " +
                                std::to_string(read_file(packed).size()) + " bytes out";
      EXPECT_EQ(pack.err, "");
      EXPECT_EQ(pack.exit_code, 0);
      EXPECT_THAT(pack.out, HasSubstr(packed + ": " + sizes));
      EXPECT_EQ(run_tabiya({"unpack", packed, "--out", "-"}), (ProgramRun{0, asset, ""})) << format;
      EXPECT_EQ(run_tabiya({"unpack", packed, "--from", format, "--out", out, "--force", "--json"}).exit_code,
                0);
      EXPECT_EQ(read_file(out), asset);
    }
  }
}

TEST(PackCommand, WritesSourcesWithoutControlCharacters) {
  const std::vector<std::string> assets{random_text(5000), text(encode_book(sample_book(50))),
                                        network_file()};
  const std::vector<std::vector<std::string>> kinds{
      {}, {"--decoder"}, {"--plain"}, {"--keep", "moves"}, {"--keep", "order"}, {"--keep", "values"}};
  for (const std::string& asset : assets) {
    for (const std::string language : {"cpp", "rust"}) {
      for (const std::vector<std::string>& kind : kinds) {
        std::vector<std::string> arguments{"pack", "-", "--to", language, "--out", "-"};
        arguments.insert(arguments.end(), kind.begin(), kind.end());
        const std::string source = run_tabiya(arguments, asset).out;
        EXPECT_TRUE(std::ranges::none_of(
            source, [](unsigned char c) { return (c < ' ' && c != '\n') || c == 0x7F; }));
      }
    }
  }
}

// As they were written once, with control characters.
TEST(PackCommand, UnpacksSourcesOfDenseText) {
  const std::string asset = text(encode_book(sample_book(50)));
  const std::string dense = run_tabiya({"pack", "-", "--to", "dense", "--out", "-"}, asset).out;
  const std::string cpp =
      "// An asset of Tabiya as a C++ literal: dense text (codec/dense_text.h).\n#pragma once\n\n"
      "inline constexpr const char* kTabiyaAsset[] = {\n    R\"(" +
      dense + ")\"};\n";
  const std::string rust =
      "// An asset of Tabiya as a Rust literal: dense text (codec/dense_text.h).\n"
      "pub const TABIYA_ASSET: &str = concat!(\n    r#\"" +
      dense + "\"#);\n";
  for (const std::string& source : {cpp, rust})
    EXPECT_EQ(run_tabiya({"unpack", "-", "--out", "-"}, source), (ProgramRun{0, asset, ""}));
}

TEST(PackCommand, KeepsOfABookWhatItIsAsked) {
  const std::string file = text(encode_book(sample_book(50)));
  const auto kept = [&](const std::string& what) {
    const ProgramRun packed = run_tabiya({"pack", "-", "--keep", what, "--out", "-"}, file);
    EXPECT_EQ(packed.err, "");
    const ProgramRun unpacked = run_tabiya({"unpack", "-", "--out", "-"}, packed.out);
    return *decode_book(std::as_bytes(std::span(unpacked.out)));
  };
  EXPECT_EQ(kept("all"), sample_book(50));
  const Book order = kept("order");
  EXPECT_EQ(order.entries[0],
            (BookEntry{sample_book(1).entries[0].red, sample_book(1).entries[0].reply, {}, 0}));
  EXPECT_TRUE(order.meta.ordered);
  EXPECT_EQ(kept("moves").entries.size(), 50u);
  EXPECT_FALSE(kept("moves").meta.ordered);
  EXPECT_EQ(kept("values"), sample_book(50));
  EXPECT_THAT(
      run_tabiya({"pack", "-", "--keep", "all", "--out", "-"}, "no book"),
      unusable("standard input: not a book; --keep, --value-step and --depth-step say what to keep of one "
               "(`tabiya unpack` gives back a packed one)"));
}

TEST(PackCommand, BringsBackEveryByteOfABookUnlessTold) {
  const TemporaryFolder folder;
  const std::string path = folder.path("packed");
  Book book = sample_book(300);
  book.origins = {{17, 6}};
  for (std::size_t i = 0; i < book.entries.size(); ++i) {
    book.entries[i].origin = 1;
    book.entries[i].nodes = 10'000 + i * i;
    book.entries[i].standard_error = 7;
  }
  const std::string file = text(encode_book(book));
  const ProgramRun run = run_tabiya({"pack", "-", "--json", "--out", path}, file);
  const Json facts = parsed(run.out);
  EXPECT_EQ(facts["kind"], "book");
  EXPECT_EQ(facts["units"], 300);
  EXPECT_LT(facts["ratio_to_zstd_19"], 0.75);
  EXPECT_EQ(read_file(path), run_tabiya({"pack", "-", "--keep", "all", "--out", "-"}, file).out);
  EXPECT_EQ(run_tabiya({"unpack", path, "--out", "-"}).out, file);
  const ProgramRun in_part = run_tabiya({"pack", "-", "--keep", "values", "--out", "-"}, file);
  EXPECT_LT(in_part.out.size(), read_file(path).size());
  const std::string kept = run_tabiya({"unpack", "-", "--out", "-"}, in_part.out).out;
  EXPECT_EQ(*decode_book(std::as_bytes(std::span(kept))), sample_book(300));
}

// What verify finds wanting has no compact form.
TEST(PackCommand, PacksAWantingBookAsBytes) {
  const TemporaryFolder folder;
  const std::string path = folder.path("packed");
  Book book = sample_book(10);
  book.entries[3].red = book.entries[4].red;
  const std::string file = text(encode_book(book));
  const ProgramRun run = run_tabiya({"pack", "-", "--json", "--out", path}, file);
  EXPECT_EQ(parsed(run.out)["kind"], "bytes");
  EXPECT_EQ(run_tabiya({"unpack", path, "--out", "-"}).out, file);
}

// However it is packed, and before and behind what is damaged.
TEST(PackCommand, SaysThatABookIsDamaged) {
  const TemporaryFolder folder;
  const std::string path = folder.path("packed"), out = folder.path("out");
  const std::string file = text(encode_book(sample_book(50)));
  for (const std::string format : {"base128", "dense", "zstd", "raw", "cpp"}) {
    std::string packed = run_tabiya({"pack", "-", "--to", format, "--out", "-"}, file).out;
    write_file(path, packed);
    EXPECT_EQ(run_tabiya({"book", "info", path}), run_tabiya({"book", "info", "-"}, file)) << format;
    packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 2);
    write_file(path, packed);
    for (const auto& command :
         {std::vector<std::string>{"book", "info", path}, {"unpack", path, "--out", out}}) {
      const ProgramRun run = run_tabiya(command);
      EXPECT_EQ(run.exit_code, 2) << format;
      EXPECT_THAT(run.err, HasSubstr("damaged")) << format;
      EXPECT_THAT(run.err, HasSubstr(path + ", byte ")) << format;
      EXPECT_THAT(run.err, ::testing::Not(HasSubstr("not a tabiya file"))) << format;
    }
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"packed"});
}

TEST(PackCommand, ExampleOfItsHelpKeepsTheOrder) {
  EXPECT_THAT(run_tabiya({"pack", "--help"}).out, HasSubstr("Example: tabiya pack book.tbk --keep order"));
}

TEST(PackCommand, SaysWhatAFileLooksLikeThatItHasNotMade) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& file, const std::string& look) {
    EXPECT_EQ(run_tabiya({"unpack", "-", "--out", folder.path("out")}, file),
              unusable("standard input: nothing that `tabiya pack` has made: it " + look +
                       "; `tabiya unpack --from` says what it is carried as, if it is"));
  };
  refused("", "is empty");
  refused("# A page\n\nwith lines\n", "looks like text");
  refused(std::string("NNUE\0\x10\0", 7), "begins with 'NNUE'");
  for (const std::string kind : {"S", "X"}) {
    EXPECT_EQ(
        run_tabiya({"unpack", "-", "--out", folder.path("out")}, kind + std::string("\0\1\xFF binary", 10)),
        unusable(
            "standard input: nothing that `tabiya pack` has made, or a damaged copy of it: it begins with '" +
            kind + "', as packed bytes do, but fails its checksum"));
  }
}

TEST(PackCommand, TakesBytesAsTheyAre) {
  EXPECT_EQ(run_tabiya({"pack", "-", "--plain", "--out", "-"}, "A"), (ProgramRun{0, "A\x02", ""}));
  EXPECT_EQ(run_tabiya({"unpack", "-", "--plain", "--from", "base128", "--out", "-"}, "A\x02"),
            (ProgramRun{0, "A", ""}));
  EXPECT_EQ(run_tabiya({"unpack", "-", "--plain", "--from", "raw", "--out", "-"}, "A\x02"),
            (ProgramRun{0, "A\x02", ""}));
}

TEST(PackCommand, RefusesWhatIsDamaged) {
  const TemporaryFolder folder;
  const std::vector<std::string> unpack{"unpack", "-", "--out", folder.path("out")};
  EXPECT_EQ(
      run_tabiya(unpack, "AB\nC"),
      unusable("standard input, byte 2: a character that base-128 text does not have; take another copy, or "
               "say by `tabiya unpack --from` what it is carried as, if not as base128: then it is "
               "damaged"));
  EXPECT_EQ(run_tabiya(unpack, codec::encode_base128(test::bytes_of("not framed by us"))),
            unusable("standard input, byte 8: damaged packed data: what comes before fails the checksum "
                     "here; take another "
                     "copy; `tabiya unpack --plain --from base128` takes what was not packed by tabiya"));
  for (const std::string& format : kFormats) {
    const std::string packed = run_tabiya({"pack", "-", "--to", format, "--out", "-"}, random_text(100)).out;
    const bool is_source = format == "cpp" || format == "rust";
    if (!is_source) {
      EXPECT_EQ(run_tabiya(unpack, packed + "x").exit_code, 2) << format;
    }
    for (const std::size_t at : {packed.size() / 3, packed.size() / 2, packed.size() - 12}) {
      EXPECT_EQ(run_tabiya(unpack, packed.substr(0, at)).exit_code, 2) << format << ' ' << at;
      if (is_source && at != packed.size() - 12) continue;  // outside the literal nothing counts
      std::string damaged = packed;
      damaged[at] = static_cast<char>(damaged[at] ^ 1);
      EXPECT_EQ(run_tabiya(unpack, damaged).exit_code, 2) << format << ' ' << at;
    }
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{});
}

TEST(PackCommand, RefusesABookThatIsDamaged) {
  const TemporaryFolder folder;
  const std::string whole = text(encode_book(sample_book(50))), out = folder.path("out");
  for (const std::string& damaged : {whole.substr(0, whole.size() / 2), whole + '\0'}) {
    for (const std::string& format : kFormats) {
      const ProgramRun run = run_tabiya({"pack", "-", "--to", format, "--out", out}, damaged);
      EXPECT_EQ(run.exit_code, 2) << format;
      EXPECT_THAT(run.err, HasSubstr("--plain packs any bytes as they are")) << format;
      EXPECT_FALSE(std::filesystem::exists(out)) << format;
    }
  }
  EXPECT_EQ(run_tabiya({"pack", "-", "--plain", "--out", out}, whole.substr(0, 100)).exit_code, 0);
}

TEST(PackCommand, RefusesABomb) {
  // 33 MiB of zeros, which are small enough as a frame.
  const std::string frame("\x28\xB5\x2F\xFD\xA0\x00\x00\x10\x02\x00\x00\x00", 12);
  EXPECT_EQ(
      run_tabiya({"unpack", "-", "--out", "-"}, frame),
      unusable("standard input, byte 0: a zstd frame that declares 34603008 bytes, more than the 33554432 "
               "allowed; take another copy, or say by `tabiya unpack --from` what it is carried as, if not "
               "as zstd: "
               "then it is damaged"));
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
  for (const std::vector<std::string>& whole : {std::vector<std::string>{"--plain"}, {"--to", "zstd"}}) {
    for (const std::vector<std::string>& part :
         {std::vector<std::string>{"--keep", "all"}, {"--value-step", "10"}, {"--depth-step", "2"}}) {
      std::vector<std::string> arguments{"pack", "-", "--out", "-"};
      arguments.insert(arguments.end(), whole.begin(), whole.end());
      arguments.insert(arguments.end(), part.begin(), part.end());
      const ProgramRun run = run_tabiya(arguments, text(encode_book(sample_book(5))));
      EXPECT_EQ(run.exit_code, 2);
      EXPECT_THAT(run.err, HasSubstr(whole[0] == "--plain" ? "--plain and --keep" : "--to zstd and --keep"));
      EXPECT_EQ(run.out, "");
    }
  }
}

TEST(PackCommand, MakesThePublishedFilesSmaller) {
  const auto book_text = test::shared_file("data/wazirdrop/book.base128");
  const auto network_text = test::shared_file("data/wazirdrop/nnue_weights.base128");
  if (!book_text || !network_text) GTEST_SKIP() << "the published files are not there";
  const auto packed_size = [](const std::string& asset, const std::vector<std::string>& options) {
    std::vector<std::string> arguments{"pack", "-", "--out", "-"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const ProgramRun run = run_tabiya(arguments, asset);
    EXPECT_EQ(run.err, "");
    return run.out.size();
  };
  const std::string book = text(encode_book(*zero_point_one::import_wazirdrop_book(*book_text)));
  EXPECT_LT(packed_size(book, {"--keep", "moves", "--to", "dense"}), 20'400u);  // 171,429 bytes as published
  EXPECT_LT(packed_size(book, {"--keep", "order", "--to", "dense"}), 54'900u);
  const std::string network =
      text(encode_network({"", "", *zero_point_one::import_wazirdrop_network(*network_text, 6360)}));
  EXPECT_LT(packed_size(network, {"--to", "dense"}), 576'000u);  // 854,188 bytes as published
}

}  // namespace pack_command_test
}  // namespace tabiya::tools
