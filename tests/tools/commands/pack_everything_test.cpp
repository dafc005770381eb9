// Whatever the program writes, through every form of `pack` and `unpack`: it comes back, or is refused, or what is left out
// is named.
#include "codec/container.h"
#include "core/book/book_file.h"
#include "core/book/polyglot_file.h"
#include "core/book/valued_book_file.h"
#include "core/eval/feature_weights.h"
#include "core/eval/network_file.h"
#include "core/games/games.h"
#include "tests/core/eval/random_network.h"
#include "tests/support/bytes.h"
#include "tests/tools/commands/pack_samples.h"
#include "tests/tools/commands/valued_books.h"
#include "tests/tools/program_run.h"
#include "tools/assets/languages.h"
#include "tools/assets/packing.h"
#include "tools/cli/failure.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools::pack_everything_test {

using namespace pack_samples;

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
    book.rules = kept_rules(rules);
    all.push_back({"a book of rules with parts " + std::to_string(parts), text(encode_book(book))});
  }
  const std::vector<std::byte> lines = valued_book_file(valued_books::sample(), chess);
  const std::vector<std::byte> section = *valued_book_in(lines);
  all.push_back({"a book of moves", text(lines)});
  all.push_back({"a book of moves with rules", with_rules(lines)});
  all.push_back(
      {"a book of setups and lines", text(encode_book_with(book_of(chess, kLinesOfPlay), section))});
  all.push_back({"a book of PolyGlot's", text(write_polyglot(move_book_of(valued_books::sample(), 500)))});
  NamedNetwork network{"sample", "random numbers", test::random_network({40, 32}, 3)};
  all.push_back({"a network", text(encode_network(network))});
  network.rules = 7;
  all.push_back({"a network with rules", text(encode_network(network))});
  all.push_back({"a linear model", text(encode_weights({"chess", "a", "b", {{1, -2, 3}, 4}}))});
  std::mt19937_64 random(5);
  for (const std::size_t size : {0, 1, 2, 3, 1000})
    all.push_back({std::to_string(size) + " bytes", text(test::random_bytes(random, size))});
  all.push_back({"a text", "1. e4 e5 *\n\n"});
  all.push_back({"zeros", std::string(5000, '\0')});
  all.push_back(
      {"another file", text(codec::encode_container({"TEST", 1, {{"SECT", test::bytes_of("x")}}}))});
  return all;
}

struct Form {
  std::string name;
  PackRequest pack;
  UnpackRequest unpack{};
  bool is_whole = true;  // nothing is asked to be left out, and nothing may be refused
};

void PrintTo(const Form& form, std::ostream* stream) { *stream << form.name; }

std::vector<Form> forms() {
  std::vector<Form> all{{"as it is", {}}, {"with lines", {.encoding = &kZstd, .lines = true}}};
  for (const codec::Encoding* format : encodings()) {
    if (language_of(*format) != nullptr) continue;  // their decoders are for books and networks
    const std::string name(format->name);
    all.push_back({name, {.encoding = format}});
    all.push_back({name + ", plain", {.encoding = format, .plain = true}, {format, /*plain=*/true}});
  }
  for (const codec::Encoding* language : {&kCpp, &kRust})
    all.push_back({"with a decoder", {.encoding = language, .decoder = true}, {}, false});
  for (const BookContent what :
       {BookContent::kMoves, BookContent::kOrder, BookContent::kValues, BookContent::kAll})
    all.push_back({"a part", {.keep = what}, {}, false});
  all.push_back({"a limit", {.limits = {.bytes = 150, .chars = {}}}, {}, false});
  return all;
}

// What is left of the book as the form asks for it, and as the notes of the run say.
Book left_of(Book book, const Form& form, const PackedAsset& packed) {
  for (BookEntry& entry : book.entries)
    if (!packed.left_out.empty()) entry.line.clear();
  const BookContent kept = form.pack.keep.value_or(BookContent::kAll);
  if (kept == BookContent::kAll) return book;
  const bool has_values = kept == BookContent::kValues;
  book.origins.clear();
  if (!has_values) book.meta = {book.meta.game, 0, 0, "", book.meta.ordered && kept == BookContent::kOrder};
  for (BookEntry& entry : book.entries) {
    const BookEntry whole = entry;
    entry = {whole.red, whole.reply, {}, 0, 0, 0, {}, whole.line};
    if (!has_values) continue;
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

  void expect_back(const Kind& kind, const Form& form, const PackedAsset& packed) {
    const std::string back = unpacked(packed.output, form.unpack);
    if (back == kind.file) {
      EXPECT_THAT(packed.left_out, IsEmpty());
      write_file(path("packed"), packed.output);
      const bool is_bare = form.unpack.plain || kind.name == "a book of PolyGlot's";
      EXPECT_TRUE(is_bare || file_of(read_asset(path("packed"), kMaxAsset)) == kind.file);
      return;
    }
    const auto wanted = decode_book(test::bytes_of(kind.file)), got = decode_book(test::bytes_of(back));
    ASSERT_TRUE(wanted && got) << "other bytes, and no book";
    Book left = left_of(*wanted, form, packed);
    if (!packed.curve.empty()) left.entries.resize(got->entries.size());
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
    SCOPED_TRACE(kind.name + " packed as " + form.name);
    std::optional<PackedAsset> whole;
    try {
      whole = packed(kind.file, form.pack);
    } catch (const Failure& failure) {
      EXPECT_FALSE(form.is_whole) << failure.what();
      EXPECT_THAT(failure.what(), StartsWith("asset: "));
      continue;
    }
    expect_back(kind, form, *whole);
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, PackEverything, ::testing::ValuesIn(forms()));

TEST(PackEverythingElse, NamesWhatABookHasMoreThanItsEntries) {
  const TemporaryFolder folder;
  const std::string file = text(encode_book(book_of(*games().front(), kLinesOfPlay)));
  const std::string noted = run_tabiya({"pack", "-", "--max-bytes", "150", "--out", "-"}, file).err;
  EXPECT_THAT(noted, AllOf(HasSubstr("left out: lines of play"), HasSubstr(" of 40 entries")));
  EXPECT_THAT(run_tabiya({"pack", "-", "--json", "--out", folder.path("out")}, file).out,
              HasSubstr("\"left_out\":[\"lines of play"));
}

TEST(PackEverythingElse, SaysWhyABookIsPackedAsItsBytes) {
  const std::string lines = text(valued_book_file(valued_books::sample(), game_of_move_books()));
  for (const PackRequest& request : {PackRequest{.keep = BookContent::kAll}, PackRequest{.precision = {2, 1}},
                                     PackRequest{.encoding = &kCpp, .decoder = true}})
    EXPECT_THAT([&] { packed(lines, request); },
                refuses(HasSubstr("asset: a book of moves, and packed as its bytes; ")));
  EXPECT_THROW(packed(lines, {.encoding = &kZstd, .plain = true, .lines = true}), Failure);
}

// From what cannot be read twice, lines are not read: but no empty book is.
TEST(PackEverythingElse, RefusesABookOfLinesForOneOfSetups) {
  const std::string lines = text(valued_book_file(valued_books::sample(), game_of_move_books()));
  for (const auto& command :
       {std::vector<std::string>{"verify", "-"}, {"book", "info", "-"}, {"book", "list", "-"}}) {
    EXPECT_THAT(refusal_of(run_tabiya(command, lines)),
                HasSubstr("standard input: a book of moves, not of setups; "));
  }
}

// Packed in any way, or as it is: said of one file, but for its name.
TEST(PackEverythingElse, ReadsPackedBooksOfLines) {
  const valued_books::Files files;
  const std::string whole = files.add("lines.tbk", valued_books::sample()),
                    path = files.folder.path("packed.tbk");
  const std::string expected = output_of(run_tabiya({"book", "list", whole}));
  for (const codec::Encoding* format : {&codec::kDense, &kZstd, &kCpp}) {
    write_file(path, packed(read_file(whole), {.encoding = format}).output);
    EXPECT_EQ(run_tabiya({"book", "list", path}), prints(expected)) << format->name;
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
  EXPECT_THAT(refusal_of(run_tabiya({"unpack", "-", "--plain", "--out", "-"}, "\xC3\xB6")),
              StartsWith("tabiya: --plain needs --from: "));
}

TEST(PackEverythingElse, ReadsTextsWithTheEndOfALine) {
  const TemporaryFolder folder;
  const std::string path = folder.path("packed"),
                    file = text(encode_book(book_of(*games().front(), kDetails)));
  for (const codec::Encoding* format : {&codec::kBase128, &codec::kDense, &codec::kUtf16, &kCpp, &kRust}) {
    for (const std::string end : {"\n", "\r\n"}) {
      write_file(path, packed(file, {.encoding = format}).output + end);
      EXPECT_EQ(unpacked(read_file(path)), file) << format->name;
      EXPECT_EQ(file_of(read_asset(path, kMaxAsset)), file) << format->name;
    }
  }
  const std::string published =
      run_tabiya({"book", "export", "-", "--to", "wazirdrop", "--out", "-"}, file).out;
  EXPECT_EQ(
      run_tabiya({"book", "import", "-", "--from", "wazirdrop", "--out", path, "--force"}, published + "\n"),
      prints(path + ": 40 entries\n"));
}

}  // namespace tabiya::tools::pack_everything_test
