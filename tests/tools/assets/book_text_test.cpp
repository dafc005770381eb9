#include "core/book/book_file.h"
#include "core/games/zero_point_one/setup.h"
#include "tests/support/bytes.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::book_text_test {

const zero_point_one::Setups kSetups;

// With all that can be known, and with nothing known of the last entry.
Book sample() {
  Book book{{"zero_point_one", 0xABC, 0, "a test"}, {}, {{0xABC, 6}, {0xABC, 5}}};
  SetupId red = 0;
  for (int i = 0; i < 20; ++i, ++red) {
    while (!kSetups.is_normalised(red)) ++red;
    BookEntry entry{red, 5000 * red, 1000 - 100 * i, static_cast<std::uint8_t>(12 - i / 4)};
    entry.origin = static_cast<std::uint8_t>(1 + i % 2);
    entry.nodes = std::uint64_t{1} << 2 * i;
    entry.standard_error = 7u * static_cast<unsigned>(i);
    book.entries.push_back(entry);
  }
  book.entries.back() = {book.entries.back().red, 77, std::nullopt, 0};
  std::ranges::reverse(book.entries);
  return book;
}

std::string file_of(const Book& book) { return std::string(as_text(encode_book(book))); }
Book book_of(const std::string& file) { return *decode_book(std::as_bytes(std::span(file))); }

std::string exported(const Book& book, const std::string& format) {
  return run_tabiya({"book", "export", "-", "--to", format, "--out", "-"}, file_of(book)).out;
}

ProgramRun import(const std::string& text, const std::string& format) {
  return run_tabiya({"book", "import", "-", "--from", format, "--out", "-"}, text);
}

TEST(BookText, IsReadBackAsItWasWritten) {
  for (const bool ordered : {true, false}) {
    Book book = sample();
    book.meta.ordered = ordered;
    for (const char* format : {"csv", "json"}) {
      const std::string run = output_of(import(exported(book, format), format));
      const Book read = book_of(run);
      EXPECT_EQ(exported(read, "json"), exported(book, "json"));
      EXPECT_EQ(read.meta.ordered, ordered);
      EXPECT_EQ(read.meta.evaluation, book.meta.evaluation);
      EXPECT_THAT(read.meta.maker, HasSubstr(std::string("imported from ") + format));
    }
  }
}

TEST(BookText, TakesItsFormatFromTheNameOfTheFile) {
  const TemporaryFolder folder;
  for (const std::string format : {"csv", "json"}) {
    const std::string path = folder.path("book." + format);
    write_file(path, exported(sample(), format));
    const std::string run = output_of(run_tabiya({"book", "import", path, "--out", "-"}));
    EXPECT_EQ(exported(book_of(run), "json"), exported(sample(), "json"));
  }
}

TEST(BookText, NeedsNoMoreThanRedAndReply) {
  const std::string run =
      output_of(import("reply,colour,red\r\nAWAAAAANDFFDADDA,red,NADDDFFDAAAAAAWA\r\n", "csv"));
  const Book book = book_of(run);  // the red is normalised
  ASSERT_EQ(book.entries.size(), 1u);
  EXPECT_EQ(kSetups.name(book.entries[0].red), "DFFDDDANAWAAAAAA");
  EXPECT_EQ(kSetups.name(book.entries[0].reply), "NAAAAAWAADDADFFD");
  EXPECT_TRUE(book.meta.ordered);
  EXPECT_EQ(import("", "json").exit_code, 2);
}

TEST(BookText, IsReadAsSpreadsheetsWriteIt) {
  const ProgramRun run = import(
      "\xEF\xBB\xBF\"red\",reply,\"a note, quoted\"\r\n\"WNFFDDDDAAAAAAAA\",AWAAAAANDFFDADDA,\"1 \"\"x\"\", 2\"\r\n",
      "csv");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(kSetups.name(book_of(run.out).entries[0].red), "WNFFDDDDAAAAAAAA");
  EXPECT_EQ(run.err, "tabiya: note: standard input, line 1: the column is left out: 'a note, quoted'\n");
}

TEST(BookText, ComesByItsRanks) {
  const std::string text =
      "rank,red,reply\n2,AWAAAAAADFFDDDAN,AWAAAAANDFFDADDA\n1,WNFFDDDDAAAAAAAA,AWAAAAANDFFDADDA\n";
  EXPECT_EQ(kSetups.name(book_of(import(text, "csv").out).entries[0].red), "WNFFDDDDAAAAAAAA");
}

TEST(BookText, SaysWhichLineIsWrong) {
  const auto csv_error = [](const std::string& header, const std::string& line) {
    const ProgramRun run = import(header + "\nAWAAAAAADFFDDDAN,AWAAAAANDFFDADDA,5\n" + line + "\n", "csv");
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.out, "");
    return run.err;
  };
  const std::string red = "WNFFDDDDAAAAAAAA,", reply = "AWAAAAANDFFDADDA,";
  EXPECT_EQ(csv_error("red,reply,depth", red + reply + "256"),
            "tabiya: standard input, line 3: depth is not a whole number from 0 to 255\n");
  EXPECT_EQ(csv_error("red,reply,reply_wire", red + reply + "naaaaawaaddadffd"),
            "tabiya: standard input, line 2: reply_wire is not that of reply\n");
  EXPECT_EQ(csv_error("red,reply,value", red + reply + "0.5"),
            "tabiya: standard input, line 3: value is not a whole number from -8299999 to 8299999\n");
  EXPECT_EQ(csv_error("red,reply,search", red + reply + "xyz"),
            "tabiya: standard input, line 3: search is not a fingerprint of 16 hexadecimal digits\n");
  EXPECT_THAT(csv_error("red,reply,depth", "WXFFDDDDAAAAAAAA," + reply + "6"),
              HasSubstr("standard input, line 3: red, byte 1"));
  EXPECT_THAT(csv_error("red,reply,depth", "," + reply + "6"), HasSubstr("line 3: red is missing"));
  EXPECT_THAT(csv_error("red,reply,depth", red), HasSubstr("line 3: has 2 fields, not 3"));
  EXPECT_THAT(csv_error("red,reply,depth", "AWAAAAAADFFDDDAN," + reply + "6"),
              HasSubstr("standard input, line 3: entry 2: red AWAAAAAADFFDDDAN repeats that of entry 1"));
  EXPECT_THAT(csv_error("red,answer,depth", red + reply + "6"), HasSubstr("line 1: names no column 'reply'"));
  EXPECT_EQ(csv_error("red,reply,valeu", red + reply + "6"),
            "tabiya: standard input, line 1: unknown column 'valeu'; the nearest known one is 'value'\n");
  EXPECT_THAT(import("{\"red\":1}\n[", "json").err, HasSubstr("line 1: red"));
  EXPECT_THAT(import("[1]\n", "json").err, HasSubstr("line 1: not a JSON object"));
  EXPECT_THAT(import(std::string(100'000, '['), "json").err, HasSubstr("line 1: of more than 4096 bytes"));
}

}  // namespace tabiya::tools::book_text_test
