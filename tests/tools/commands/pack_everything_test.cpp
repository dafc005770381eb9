// Whatever the program writes, through every form of `pack` and `unpack`: it comes back, or is refused, or what is left out
// is named.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "codec/container.h"
#include "core/book/book_file.h"
#include "core/book/line_book_file.h"
#include "core/book/polyglot_file.h"
#include "core/eval/feature_weights.h"
#include "core/eval/network_file.h"
#include "core/games/games.h"
#include "tests/core/eval/random_network.h"
#include "tests/support/bytes.h"
#include "tests/tools/commands/line_books.h"
#include "tests/tools/program_run.h"
#include "tools/assets/languages.h"
#include "tools/assets/packing.h"
#include "tools/assets/ruled_book.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace pack_everything_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using Arguments = std::vector<std::string>;

constexpr const char* kRules =
    "[little:chess]\n"
    "maxRank = 6\n"
    "maxFile = 4\n"
    "startFen = 4/4/pppp/PPPP/4/4 w - - 0 1\n"
    "castling = false\n"
    "doubleStep = false\n"
    "promotionRegionWhite = *6\n"
    "promotionRegionBlack = *1\n"
    "promotionPieceTypes = nr\n"
    "setupPieces = knn\n"
    "setupRegion = *1\n"
    "setupMirror = k\n";

std::string text(std::span<const std::byte> bytes) { return std::string(test::text_of(bytes)); }

struct Kind {
  std::string name, file;
};

enum Parts : unsigned { kDetails = 1, kNoOrder = 2, kLinesOfPlay = 4, kRepeated = 8 };

// A book of setups with these parts; its entries are normalised.
Book book_of(const GameModule& game, unsigned parts) {
  const SetupSpace& reds = game.setup_phase()->reds();
  Book book{{std::string(game.name()), 1, 2, "a test"}, {}};
  book.meta.ordered = (parts & kNoOrder) == 0;
  if ((parts & kDetails) != 0) book.origins = {{17, 6}, {18, 7}};
  for (SetupId red = 0; red < reds.count() && book.entries.size() < 40; ++red) {
    if (!reds.is_normalised(red)) continue;
    const auto rank = static_cast<std::uint32_t>(book.entries.size());
    BookEntry entry{red, rank * 7 % game.setup_phase()->blues().count(), 1000 - static_cast<Score>(10 * rank),
                    9};
    if ((parts & kDetails) != 0) {
      entry.origin = static_cast<std::uint8_t>(rank % 3);
      entry.nodes = 10'000 + rank;
      if (rank % 2 == 0) entry.standard_error = rank;
    }
    if ((parts & kLinesOfPlay) != 0) entry.line = {0, static_cast<std::uint16_t>(rank % 2)};
    book.entries.push_back(std::move(entry));
  }
  if ((parts & kRepeated) != 0) book.entries[1].red = book.entries[0].red;
  return book;
}

std::string with_rules(std::span<const std::byte> file) {
  codec::Container container = *codec::decode_container(file);
  container.sections.push_back({"RULE", test::bytes_of(kRules)});
  return text(codec::encode_container(container));
}

// What the program writes; a book of a game from a file is of `rules`.
std::vector<Kind> kinds(const std::string& rules) {
  const GameModule& game = *games().front();
  const GameModule& chess = game_of_move_books();
  std::vector<Kind> all;
  for (const GameModule* each : games())
    if (each->setup_phase() != nullptr)
      all.push_back({"a book of " + std::string(each->name()), text(encode_book(book_of(*each, 0)))});
  for (const unsigned parts :
       {kDetails | kNoOrder, unsigned{kLinesOfPlay}, kDetails | kLinesOfPlay, unsigned{kRepeated}})
    all.push_back({"a book with parts " + std::to_string(parts), text(encode_book(book_of(game, parts)))});
  for (const unsigned parts : {unsigned{kDetails}, kDetails | kLinesOfPlay}) {
    Book book = book_of(game, parts);
    book.entries.resize(4);
    for (std::size_t i = 0; i < 4; ++i) {
      book.entries[i].red = static_cast<SetupId>(i);
      book.entries[i].reply = static_cast<SetupId>(i + 1);
    }
    book.meta.game = rules;
    all.push_back({"a book of rules with parts " + std::to_string(parts), text(encode_ruled_book(book))});
  }
  const std::vector<std::byte> lines = line_book_file(line_books::sample(), chess);
  const std::vector<std::byte> section = *line_book_in(lines);
  all.push_back({"a book of lines", text(lines)});
  all.push_back({"a book of lines with rules", with_rules(lines)});
  all.push_back(
      {"a book of setups and lines", text(encode_book_with(book_of(chess, kLinesOfPlay), section))});
  all.push_back({"a book of PolyGlot's", text(write_polyglot(move_book_of(line_books::sample(), 500)))});
  NamedNetwork network{"sample", "random numbers", test::random_network({40, 32}, 3)};
  all.push_back({"a network", text(encode_network(network))});
  network.rules = 7;
  all.push_back({"a network with rules", text(encode_network(network))});
  all.push_back({"a linear model", text(encode_weights({"chess", "a", "b", {{1, -2, 3}, 4}}))});
  std::mt19937_64 random(5);
  for (const std::size_t size : {0, 1, 2, 3, 1000})
    all.push_back({std::to_string(size) + " bytes", text(test::random_bytes(random, size))});
  all.push_back({"a text", "1. e4 e5 *\n\n"});
  return all;
}

struct Form {
  Arguments pack, unpack{};
  bool is_whole = true;  // nothing is asked to be left out, and nothing may be refused
};

void PrintTo(const Form& form, std::ostream* stream) { *stream << ::testing::PrintToString(form.pack); }

std::vector<Form> forms() {
  std::vector<Form> all{{{}}, {{"--to", "zstd", "--lines"}}};
  for (const std::string format : {"base128", "dense", "utf16", "zstd", "raw", "cpp", "rust"}) {
    all.push_back({{"--to", format}});
    all.push_back({{"--to", format, "--plain"}, {"--from", format, "--plain"}});
  }
  for (const std::string language : {"cpp", "rust"})
    all.push_back({{"--to", language, "--decoder"}, {}, false});
  for (const std::string what : {"moves", "order", "values", "all"})
    all.push_back({{"--keep", what}, {}, false});
  all.push_back({{"--max-bytes", "150"}, {}, false});
  return all;
}

// What is left of the book as the form asks for it, and as the note of the run says.
Book left_of(Book book, const Form& form, const std::string& note) {
  for (BookEntry& entry : book.entries)
    if (note.find("left out: lines of play") != note.npos) entry.line.clear();
  const std::string kept = form.pack.size() == 2 && form.pack[0] == "--keep" ? form.pack[1] : "all";
  if (kept == "all") return book;
  book.origins.clear();
  if (kept != "values") book.meta = {book.meta.game, 0, 0, "", book.meta.ordered && kept == "order"};
  for (BookEntry& entry : book.entries) {
    const BookEntry whole = entry;
    entry = {whole.red, whole.reply, {}, 0, 0, 0, {}, whole.line};
    if (kept != "values") continue;
    entry.red_value = whole.red_value;
    entry.depth = whole.depth;
  }
  return book;
}

// The entries of a book without order come back in any.
Book in_order(Book book) {
  if (!book.meta.ordered) std::ranges::sort(book.entries, {}, &BookEntry::red);
  return book;
}

class PackEverything : public ::testing::TestWithParam<Form> {
 protected:
  PackEverything() { write_file(path("little.ini"), kRules); }

  std::string path(const std::string& name) const { return folder_.path(name); }

  ProgramRun run(Arguments command, const Arguments& options, const std::string& input,
                 const std::string& output) {
    command.insert(command.end(), {path(input), "--force", "--out", path(output)});
    command.insert(command.end(), options.begin(), options.end());
    return run_tabiya(command);
  }

  // What the program says of a file, by whatever name.
  ProgramRun verified(const std::string& name) {
    ProgramRun run = run_tabiya({"verify", path(name)});
    for (std::string* said : {&run.out, &run.err})
      for (std::size_t at = 0; (at = said->find(path(name), at)) != said->npos;)
        said->replace(at, path(name).size(), "FILE");
    return run;
  }

  void expect_back(const Kind& kind, const Form& form, const ProgramRun& packed) {
    const std::string& note = packed.err;
    const std::string back = read_file(path("back"));
    if (back == kind.file) {
      EXPECT_EQ(note, "") << "nothing was left out";
      const bool is_bare = !form.unpack.empty() || (kind.name == "a book of PolyGlot's");
      if (!is_bare) {
        EXPECT_EQ(verified("packed"), verified("asset"));
      }
      return;
    }
    const auto wanted = decode_book(test::bytes_of(kind.file)), got = decode_book(test::bytes_of(back));
    ASSERT_TRUE(wanted && got) << "other bytes, and no book";
    Book left = left_of(*wanted, form, note);
    if (packed.out.find("what was tried for the limits") != packed.out.npos)
      left.entries.resize(got->entries.size());
    EXPECT_EQ(in_order(*got), in_order(left));
    const codec::Container whole = *codec::decode_container(test::bytes_of(kind.file)),
                           container = *codec::decode_container(test::bytes_of(back));
    for (const std::string section : {"RULE", "GRPH"}) {
      ASSERT_EQ(container.find(section) == nullptr, whole.find(section) == nullptr) << section;
      if (whole.find(section) == nullptr) continue;
      EXPECT_EQ(*container.find(section), *whole.find(section)) << section;
    }
  }

  const TemporaryFolder folder_;
};

TEST_P(PackEverything, ComesBackOrIsNamed) {
  const Form& form = GetParam();
  for (const Kind& kind : kinds(path("little.ini"))) {
    SCOPED_TRACE(kind.name + " packed with " + ::testing::PrintToString(form.pack));
    write_file(path("asset"), kind.file);
    std::filesystem::remove(path("packed"));
    const ProgramRun packed = run({"pack"}, form.pack, "asset", "packed");
    if (packed.exit_code != 0) {
      EXPECT_FALSE(form.is_whole) << packed.err;
      EXPECT_EQ(packed.exit_code, 2);
      EXPECT_THAT(packed.err, StartsWith("tabiya: " + path("asset") + ": "));
      EXPECT_FALSE(std::filesystem::exists(path("packed")));
      continue;
    }
    const ProgramRun unpacked = run({"unpack"}, form.unpack, "packed", "back");
    ASSERT_EQ(unpacked.exit_code, 0) << unpacked.err;
    expect_back(kind, form, packed);
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, PackEverything, ::testing::ValuesIn(forms()));

TEST(PackEverythingElse, NamesWhatABookHasMoreThanItsEntries) {
  const TemporaryFolder folder;
  const std::string file = text(encode_book(book_of(*games().front(), kLinesOfPlay)));
  const auto note = [&](Arguments options) {
    options.insert(options.begin(), {"pack", "-", "--out", "-"});
    return run_tabiya(options, file).err;
  };
  for (const Arguments& options : {Arguments{}, {"--keep", "all"}, {"--to", "cpp"}}) {
    EXPECT_THAT(note(options), HasSubstr("left out: lines of play")) << options.size();
  }
  EXPECT_THAT(note({"--max-bytes", "150"}), HasSubstr(" of 40 entries"));
  EXPECT_THAT(run_tabiya({"pack", "-", "--json", "--out", folder.path("out")}, file).out,
              HasSubstr("\"left_out\":[\"lines of play"));
}

TEST(PackEverythingElse, SaysWhyABookIsPackedAsItsBytes) {
  const std::string lines = text(line_book_file(line_books::sample(), game_of_move_books()));
  for (const Arguments& options :
       {Arguments{"--keep", "all"}, {"--value-step", "2"}, {"--to", "cpp", "--decoder"}}) {
    Arguments command{"pack", "-", "--out", "-"};
    command.insert(command.end(), options.begin(), options.end());
    EXPECT_EQ(run_tabiya(command, lines).exit_code, 2);
    EXPECT_THAT(run_tabiya(command, lines).err,
                HasSubstr("standard input: a book of lines, and packed as its bytes; "));
  }
  EXPECT_EQ(run_tabiya({"pack", "-", "--to", "zstd", "--plain", "--lines", "--out", "-"}, lines).exit_code,
            2);
}

// From what cannot be read twice, lines are not read: but no empty book is.
TEST(PackEverythingElse, RefusesABookOfLinesForOneOfSetups) {
  const std::string lines = text(line_book_file(line_books::sample(), game_of_move_books()));
  for (const Arguments& command : {Arguments{"verify", "-"}, {"book", "info", "-"}, {"book", "list", "-"}}) {
    const ProgramRun run = run_tabiya(command, lines);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err, HasSubstr("standard input: a book of lines, not of setups; "));
  }
}

// Packed in any way, or as it is: said of one file, but for its name.
TEST(PackEverythingElse, ReadsPackedBooksOfLines) {
  const line_books::Files files;
  const std::string whole = files.add("lines.tbk", line_books::sample()),
                    packed = files.folder.path("packed.tbk");
  for (const std::string format : {"base128", "dense", "utf16", "zstd", "raw", "cpp", "rust"}) {
    ASSERT_EQ(run_tabiya({"pack", whole, "--to", format, "--force", "--out", packed}).exit_code, 0);
    for (Arguments command : {Arguments{"book", "list"}, {"book", "export", "--to", "pgn", "--out", "-"}}) {
      command.push_back(whole);
      const ProgramRun expected = run_tabiya(command);
      command.back() = packed;
      EXPECT_EQ(run_tabiya(command), expected) << format;
      EXPECT_EQ(expected.exit_code, 0) << expected.err;
    }
  }
}

TEST(PackEverythingElse, DoesNotGuessWhatPlainBytesAreCarriedAs) {
  std::mt19937_64 random(44);
  for (int i = 0; i < 500; ++i) {
    const std::string input = text(test::random_bytes(random, random() % 6));
    for (const codec::Encoding* encoding : encodings()) {
      if (language_of(*encoding) != nullptr) continue;  // their decoders are for books and networks
      PackRequest request;
      request.encoding = encoding;
      request.plain = true;
      const std::string packed = pack_asset({input}, request, "input").output;
      EXPECT_EQ(unpack_asset(packed, {encoding, /*plain=*/true}, "input").content, input);
      try {
        EXPECT_EQ(unpack_asset(packed, {nullptr, /*plain=*/true}, "input").content, input);
      } catch (const Failure& failure) {
        EXPECT_THAT(failure.what(), HasSubstr("--from"));
      }
      request.plain = false;
      EXPECT_EQ(unpack_asset(pack_asset({input}, request, "input").output, {}, "input").content, input);
    }
  }
  const ProgramRun run = run_tabiya({"unpack", "-", "--plain", "--out", "-"}, "\xC3\xB6");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, StartsWith("tabiya: --plain needs --from: "));
}

TEST(PackEverythingElse, ReadsTextsWithTheEndOfALine) {
  const TemporaryFolder folder;
  const std::string packed = folder.path("packed"),
                    file = text(encode_book(book_of(*games().front(), kDetails)));
  for (const std::string format : {"base128", "dense", "utf16", "cpp", "rust"}) {
    const std::string text = run_tabiya({"pack", "-", "--to", format, "--out", "-"}, file).out;
    for (const std::string end : {"\n", "\r\n"}) {
      EXPECT_EQ(run_tabiya({"unpack", "-", "--out", "-"}, text + end), (ProgramRun{0, file, ""})) << format;
      EXPECT_EQ(run_tabiya({"verify", "-"}, text + end), run_tabiya({"verify", "-"}, file)) << format;
    }
  }
  const std::string published =
      run_tabiya({"book", "export", "-", "--to", "wazirdrop", "--out", "-"}, file).out;
  const auto import = [&](const std::string& text) {
    return run_tabiya({"book", "import", "-", "--from", "wazirdrop", "--force", "--out", packed}, text).out;
  };
  EXPECT_EQ(import(published), packed + ": 40 entries\n");
  EXPECT_EQ(import(published + "\n"), packed + ": 40 entries\n");
}

}  // namespace pack_everything_test
}  // namespace tabiya::tools
