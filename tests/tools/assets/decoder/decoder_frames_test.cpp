// The decoders that `pack --decoder` writes, compiled as they are and compared with what the program itself
// reads.
#include "tools/assets/packing.h"

#include <array>
#include <cstdlib>
#include <utility>

#include "codec/literal.h"
#include "core/book/book_file.h"
#include "core/eval/network_file.h"
#include "core/games/zero_point_one/setup.h"
#include "tests/core/eval/random_network.h"
#include "tests/support/bytes.h"
#include "tests/support/checkout.h"
#include "tests/tools/assets/decoder/printed.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::decoder_frames_test {

constexpr std::uint32_t kFeatures = 300;

std::string text(const test::Bytes& bytes) { return std::string(as_text(bytes)); }

// A book with something in every field, and some of the fields empty.
std::string book_file() {
  const zero_point_one::Setups setups;
  Random random(5);
  Book book;
  book.meta = {"zero_point_one", 17, 18, "a test"};
  book.origins = {{0xABC, 0}, {1, ~std::uint64_t{0}}};
  SetupId red = 0;
  while (book.entries.size() < 150) {
    red += 1 + random.below(200);
    if (!setups.is_normalised(red)) continue;
    BookEntry entry{red, random.below(40) * 1000, {}, static_cast<std::uint8_t>(8 + random.below(3))};
    if (random.below(9) != 0) entry.red_value = 2'000 - static_cast<Score>(random.below(4'000));
    if (random.below(9) != 0) entry.standard_error = random.below(50);
    if (random.below(9) != 0) entry.nodes = random.below(1u << 30);
    entry.origin = static_cast<std::uint8_t>(random.below(3));
    book.entries.push_back(entry);
  }
  for (std::uint32_t i = 150; i > 1; --i) std::swap(book.entries[i - 1], book.entries[random.below(i)]);
  return text(encode_book(book));
}

std::string network_file() {
  return text(encode_network({"sample", "random numbers", test::random_network({kFeatures, 32}, 3)}));
}

bool is_there(const std::string& program) {
  return std::system(("command -v " + program + " > /dev/null").c_str()) == 0;
}

// What a program that uses the decoders prints of a file of `tabiya book export --to csv`: it knows neither the wire
// notation nor the line of play, which is last, and the first line is its own.
std::string rows_of(const std::string& csv) {
  std::string rows;
  for (std::size_t at = csv.find('\n') + 1; at < csv.size(); at = csv.find('\n', at) + 1) {
    const std::string row = csv.substr(at, csv.find('\n', at) + 1 - at);
    const std::size_t reply = row.find(',', row.find(',', row.find(',') + 1) + 1);
    const std::size_t wire = row.find(',', reply + 1);
    rows += row.substr(0, reply) + row.substr(wire, row.rfind(',') - wire) + '\n';
  }
  return rows;
}
std::string without_first_line(const std::string& output) { return output.substr(output.find('\n') + 1); }

class Decoders : public ::testing::Test {
 protected:
  Decoders() {
    write_file(path("book.tbk"), book_file());
    write_file(path("empty.tbk"), text(encode_book({{"zero_point_one", 0, 0, "nobody"}, {}, {}})));
    write_file(path("net.tbn"), network_file());
  }

  std::string path(const std::string& name) { return folder_.path(name); }

  void pack(const std::string& input, const std::vector<std::string>& options, const std::string& out) {
    require(run_tabiya(joined({"pack", path(input), "--force", "--out", path(out)}, options)));
  }

  // Runs the program that `compile` makes of the decoders.
  ProgramRun use(const std::string& arguments) { return run_in_shell(path("program") + " " + arguments); }

  // `compile` makes path("program").
  void expect_decodes(const std::string& language, const std::string& extension, const std::string& compile) {
    pack("book.tbk", {"--to", language, "--decoder"}, "book." + extension);
    pack("net.tbn", {"--to", language, "--decoder"}, "network." + extension);
    ASSERT_EQ(run_in_shell(compile), prints(""));

    const std::string network = run_tabiya({"unpack", path("network." + extension), "--out", "-"}).out;
    const Result<NamedNetwork> decoded = decode_network(test::bytes_of(network));
    ASSERT_TRUE(decoded) << decoded.error().message;
    EXPECT_EQ(use("network"), prints(printed_network(decoded->weights)));
    const ProgramRun whole = use("book");
    EXPECT_THAT(whole.out, StartsWith("zero_point_one,a test,0000000000000011,0000000000000012\n"));
    expect_book(whole, "book." + extension);
    expect_other_books(language);
    expect_networks_with_steps(language);
    expect_refuses_damage(language == "cpp" ? *codec::cpp_literal_text(read_file(path("book.h")))
                                            : *codec::rust_literal_text(read_file(path("book.rs"))));
  }

  void expect_book(const ProgramRun& run, const std::string& packed) {
    EXPECT_EQ(run.err, "");
    const std::string csv = run_tabiya({"book", "export", path(packed), "--to", "csv", "--out", "-"}).out;
    EXPECT_EQ(without_first_line(run.out), rows_of(csv)) << packed;
  }

  // The literals of books in part, and of one without entries, decoded by the same program.
  void expect_other_books(const std::string& language) {
    expect_part("empty.tbk", language, {});
    std::vector<std::vector<std::string>> parts{{"--value-step", "100", "--depth-step", "2"},
                                                {"--max-bytes", "2000"}};
    for (const char* keep : {"moves", "order", "values", "all"}) parts.push_back({"--keep", keep});
    for (const std::vector<std::string>& part : parts) expect_part("book.tbk", language, part);
  }

  void expect_part(const std::string& book, const std::string& language, std::vector<std::string> part) {
    part.insert(part.end(), {"--to", language});
    pack(book, part, "part");
    const std::string source = read_file(path("part"));
    write_file(path("text"),
               language == "cpp" ? *codec::cpp_literal_text(source) : *codec::rust_literal_text(source));
    expect_book(use("book " + path("text")), "part");
  }

  // Rows, columns or all weights of the first layer are multiples of steps, as in networks that were shrunk.
  void expect_networks_with_steps(const std::string& language) {
    constexpr std::array<std::pair<int, int>, 3> kKinds{{{6, 6}, {12, 3}, {4, 8}}};
    for (const auto& [even, odd] : kKinds) {
      NetworkWeights weights = test::random_network({kFeatures, 32}, 4);
      const bool by_columns = even < odd;
      for (std::size_t i = 0; i < weights.transformer.size(); ++i) {
        const int step = (by_columns ? i : i / 32) % 2 == 0 ? even : odd;
        weights.transformer[i] = static_cast<std::int16_t>(weights.transformer[i] / step * step);
      }
      write_file(path("steps.tbn"), text(encode_network({"sample", "random numbers", weights})));
      pack("steps.tbn", {"--to", language}, "part");
      const std::string source = read_file(path("part"));
      write_file(path("text"),
                 language == "cpp" ? *codec::cpp_literal_text(source) : *codec::rust_literal_text(source));
      EXPECT_EQ(use("network " + path("text")), prints(printed_network(weights))) << even << odd;
    }
  }

  void expect_refuses_damage(const std::string& whole) {
    std::string flipped = whole;
    flipped[whole.size() / 2] = static_cast<char>(flipped[whole.size() / 2] ^ 1);
    for (const std::string& damaged :
         {std::string(), std::string("A"), flipped, whole.substr(0, 18), whole + "A", "A" + whole}) {
      write_file(path("text"), damaged);
      const ProgramRun run = use("book " + path("text"));
      EXPECT_EQ(run.exit_code, 1);
      EXPECT_EQ(run.out, "");
      EXPECT_NE(run.err, "");
    }
    write_file(path("text"), whole);
    const ProgramRun run = use("network " + path("text"));
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_THAT(run.err, HasSubstr("not what this decoder is for"));
  }

  void expect_decodes_by(const std::string& compiler) {
    if (!is_there(compiler)) GTEST_SKIP() << compiler << " is not there";
    expect_decodes("cpp", "h",
                   compiler + " -std=c++20 -Wall -Wextra -Wpedantic -Werror -I" + path("") + " " +
                       test::source_path("tests/tools/assets/decoder/uses_decoders.cpp") + " -o " +
                       path("program"));
  }

  TemporaryFolder folder_;
};

TEST_F(Decoders, InCppByGcc) { expect_decodes_by("g++"); }
TEST_F(Decoders, InCppByClang) { expect_decodes_by(is_there("clang++") ? "clang++" : "clang++-14"); }
TEST_F(Decoders, InRust) {
  if (!is_there("rustc")) GTEST_SKIP() << "rustc is not there (Debian's package rustc)";
  expect_decodes("rust", "rs",
                 "cp " + test::source_path("tests/tools/assets/decoder/uses_decoders.rs") + " " +
                     path("main.rs") +
                     " && rustc --edition 2018 -D warnings -F unsafe_code -C debug-assertions -O " +
                     path("main.rs") + " -o " + path("program"));
}

// The file is a source by itself, and a header of another.
TEST_F(Decoders, OfCppMayStandInSeveralSources) {
  pack("book.tbk", {"--to", "cpp", "--decoder"}, "book.h");
  write_file(path("main.cpp"),
             "#include \"book.h\"\n"
             "int main() { return tabiya_book::decode(tabiya_book::kTabiyaAsset).entries.size() == 150 ? 0 : "
             "1; }\n");
  EXPECT_EQ(run_in_shell("g++ -std=c++20 -Wall -Wextra -Wpedantic -Werror " + path("main.cpp") + " -x c++ " +
                         path("book.h") + " -o " + path("program") + " && " + path("program")),
            prints(""));
}

TEST_F(Decoders, ComeWithLiteralsThatUnpackReads) {
  for (const std::string language : {"cpp", "rust"}) {
    pack("book.tbk", {"--to", language, "--decoder"}, "packed");
    EXPECT_EQ(run_tabiya({"unpack", path("packed"), "--out", "-"}), prints(book_file()));
    pack("net.tbn", {"--to", language, "--decoder"}, "packed");
    EXPECT_EQ(run_tabiya({"unpack", path("packed"), "--out", "-"}), prints(network_file()));
  }
}

TEST_F(Decoders, AreForBooksAndNetworksInSources) {
  const std::vector<std::string> pack{"pack", path("book.tbk"), "--out", "-", "--decoder"};
  const ProgramRun refusal =
      unusable("--decoder goes with --to cpp, rust or another language, and not with --plain");
  EXPECT_EQ(refused(pack), refusal);
  EXPECT_EQ(refused(joined(pack, {"--to", "dense"})), refusal);
  EXPECT_EQ(refused(joined(pack, {"--to", "cpp", "--plain"})), refusal);
  EXPECT_EQ(
      run_tabiya({"pack", "-", "--out", "-", "--to", "rust", "--decoder"}, "any file"),
      unusable("standard input: neither a book that `tabiya verify` finds sound nor a network; --decoder "
               "is for these"));
}

}  // namespace tabiya::tools::decoder_frames_test
