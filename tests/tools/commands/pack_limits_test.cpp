// Limits of what `pack` writes, in bytes and in characters, and text for UTF-16.
#include <utility>

#include "codec/dense_text.h"
#include "core/book/book_file.h"
#include "tests/tools/commands/pack_samples.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::pack_limits_test {

using namespace pack_samples;

TEST(PackLimits, DropsTheLastEntriesToFit) {
  const TemporaryFolder folder;
  const std::string path = folder.path("packed");
  const std::string file = text(encode_book(sample_book(300)));
  const Json facts =
      parsed(output_of(run_tabiya({"pack", "-", "--max-bytes", "300", "--json", "--out", path}, file)));
  EXPECT_LE(read_file(path).size(), 300u);
  EXPECT_EQ(facts["bytes_out"], read_file(path).size());
  const ProgramRun unpacked = run_tabiya({"unpack", path, "--out", "-"});
  const Book book = *decode_book(std::as_bytes(std::span(unpacked.out)));
  EXPECT_EQ(facts["units"], book.entries.size());
  EXPECT_EQ(book, sample_book(book.entries.size()));
  ASSERT_GT(facts["curve"].size(), 2u);
  EXPECT_EQ(facts["curve"][0]["loss"], 0.0);
  for (std::size_t i = 1; i < facts["curve"].size(); ++i) {
    EXPECT_GT(facts["curve"][i]["loss"], facts["curve"][i - 1]["loss"]);
    EXPECT_LT(facts["curve"][i]["entries"], facts["curve"][i - 1]["entries"]);
  }
  EXPECT_EQ(
      run_tabiya({"pack", "-", "--max-bytes", "20", "--out", "-"}, file),
      unusable("standard input: an empty book takes 85 bytes, more than --max-bytes 20; raise the limit"));
  EXPECT_THAT(
      run_tabiya({"pack", "-", "--max-bytes", "900", "--to", "cpp", "--decoder", "--out", "-"}, file).err,
      MatchesRegex(
          "tabiya: standard input: an empty book takes [0-9]+ bytes, more than --max-bytes 900; [0-9]{5} bytes are "
          "its decoder, which every book needs once: raise the limit, or leave out --decoder\n"));
  EXPECT_THAT(run_tabiya({"pack", "-", "--max-bytes", "20", "--out", "-"}, random_text(100)).err,
              HasSubstr("only entries of books can be dropped"));
}

// A limit of characters counts as JavaScript, Java and C# do; both limits hold where both are given.
TEST(PackLimits, DropsEntriesForALimitOfCharacters) {
  const TemporaryFolder folder;
  const std::string path = folder.path("packed"), file = text(encode_book(sample_book(300)));
  const auto pack = [&](std::vector<std::string> limits) {
    const std::string run = output_of(
        run_tabiya(joined({"pack", "-", "--to", "utf16", "--json", "--force", "--out", path}, limits), file));
    return parsed(run);
  };
  const Json chars = pack({"--max-chars", "200"});
  EXPECT_EQ(chars["chars_out"], codec::utf16_units(read_file(path)));
  EXPECT_LE(chars["chars_out"], 200);
  EXPECT_GT(chars["bytes_out"], 300);
  EXPECT_EQ(*decode_book(test::bytes_of(run_tabiya({"unpack", path, "--out", "-"}).out)),
            sample_book(chars["units"].get<std::size_t>()));
  EXPECT_LE(pack({"--max-chars", "200", "--max-bytes", "300"})["bytes_out"], 300);
  EXPECT_EQ(run_tabiya({"pack", "-", "--to", "zstd", "--max-chars", "9", "--out", "-"}, file),
            unusable("--max-chars: zstd is not a text, so it has no characters to count; use --max-bytes"));
}

// Python's own database of characters is the judge: letters from left to right, that no normal form changes.
TEST(PackLimits, WritesTextForUtf16ThatNothingChanges) {
  if (run_in_shell("command -v python3").exit_code != 0) GTEST_SKIP() << "there is no python3";
  const TemporaryFolder folder;
  write_file(folder.path("bytes"), random_text(200'000));
  require(run_tabiya({"pack", folder.path("bytes"), "--to", "utf16", "--out", folder.path("text")}));
  EXPECT_EQ(output_of(run_in_shell(
                "python3 -c \"import sys, unicodedata as u; t = open(sys.argv[1], encoding='utf-8').read(); "
                "assert all(u.normalize(f, t) == t for f in ('NFC', 'NFKC')); "
                "assert {(u.category(c), u.bidirectional(c)) for c in t} <= {('Lo', 'L'), ('Lm', 'L')}; "
                "print(len(t.encode('utf-16-le')) // 2)\" '" +
                folder.path("text") + "'")),
            std::to_string(codec::utf16_units(read_file(folder.path("text")))) + "\n");
}

// The same by JavaScript's own normal forms, as editors of contests in browsers have them; and bytes come back from the changed text.
TEST(PackLimits, WritesTextForUtf16ThatJavaScriptDoesNotChange) {
  if (run_in_shell("command -v node").exit_code != 0) GTEST_SKIP() << "there is no node";
  const TemporaryFolder folder;
  const std::string bytes = random_text(200'000), text = folder.path("text");
  require(run_tabiya({"pack", "-", "--to", "utf16", "--out", text}, bytes));
  for (const std::string form : {"NFC", "NFKC"}) {
    const std::string normal = output_of(run_in_shell(
        "node -e \"const text = require('fs').readFileSync(process.argv[1], 'utf8'); "
        "process.stdout.write(JSON.parse(JSON.stringify(text)).normalize(process.argv[2]));\" '" +
        text + "' " + form));
    EXPECT_TRUE(normal == read_file(text)) << form;
    EXPECT_TRUE(run_tabiya({"unpack", "-", "--out", "-"}, normal).out == bytes) << form;
  }
}

TEST(PackLimits, GoesByTheEndingOfItsOutput) {
  const TemporaryFolder folder;
  for (const auto& [name, beginning] : {std::pair{"a.h", "// An asset"},
                                        {"a.hpp", "// An asset"},
                                        {"a.rs", "// An asset"},
                                        {"a.zst", "\x28\xB5\x2F\xFD"}}) {
    require(run_tabiya({"pack", "-", "--out", folder.path(name)}, random_text(100)));
    EXPECT_THAT(read_file(folder.path(name)), StartsWith(beginning)) << name;
  }
}

TEST(PackLimits, NamesTheColumnsOfWhatItTried) {
  const TemporaryFolder folder;
  const ProgramRun run = run_tabiya({"pack", "-", "--max-bytes", "300", "--out", folder.path("packed")},
                                    text(encode_book(sample_book(300))));
  EXPECT_THAT(run.out, HasSubstr("\n entries      bytes      chars     lost\n     300 "));
}

}  // namespace tabiya::tools::pack_limits_test
