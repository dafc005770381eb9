// The order of the layers, kept: who may include whom, which outside packages where, and that nothing below
// the program knows a game by name. What the compiler and the linker would let pass is found here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/checkout.h"
#include "tests/support/temporary_folder.h"

namespace tabiya::layering_test {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Layer {
  std::string_view folder;
  std::vector<std::string_view> may_include;  // folders, the longest match of a path decides
  std::vector<std::string_view> may_not_include;
  std::vector<std::string_view> packages;  // headers of outside packages begin with one of these
  std::vector<std::string_view> may_link;  // what the layer's target may link to
  bool may_name_games;
};

const std::vector<Layer> kLayers{
    {"codec", {"codec/"}, {}, {"libdeflate.h", "zstd.h"}, {}, false},
    // Instructions of the processor for kernels, and huge pages where the system has them.
    {"core",
     {"codec/", "core/"},
     {},
     {"arm_neon.h", "asm/hwcap.h", "immintrin.h", "stddef.h", "stdint.h", "sys/auxv.h", "sys/mman.h",
      "wasm_simd128.h"},
     {"tabiya::codec"},
     true},
    // It sees the seam, core/game/, and no game.
    {"booksearch",
     {"codec/", "core/", "booksearch/"},
     {"core/games/"},
     {"fcntl.h", "oneapi/tbb/", "poll.h", "signal.h", "sqlite3.h", "sys/", "tbb/", "unistd.h"},
     {"tabiya::codec", "tabiya::codec_zstd", "tabiya::core", "TBB::tbb", "SQLite::SQLite3"},
     false},
};

// The rooms of each layer, in an order in which each may include those before it and no other. What stands in the
// layer's folder itself is for all of them.
struct Rooms {
  std::string_view layer;
  std::vector<std::string_view> in_order;
};

const std::vector<Rooms> kRooms{
    {"core", {"board", "search", "eval", "setup", "book", "game", "learn", "games", "c"}},
    {"booksearch",
     {"work", "statistics", "engines", "learn", "explain", "setups/filter", "setups/rows", "setups/audit",
      "setups/job", "lines", "books", "openings", "match", "solve"}},
    {"tools",
     {"cli", "drawing", "assets", "cluster", "books", "jobs", "play", "reports", "learn", "submission",
      "uci_server", "manual", "explorer", "bench", "commands"}},
};

bool starts_with_any(std::string_view text, const std::vector<std::string_view>& prefixes) {
  return std::ranges::any_of(prefixes, [text](std::string_view prefix) { return text.starts_with(prefix); });
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// "<vector>" and "\"codec/bits.h\"", as the lines of a source file have them.
std::vector<std::string> includes_of(const std::string& source) {
  static const std::regex kInclude(R"re(#\s*include\s*(<[^>\n]*>|"[^"\n]*"))re");
  std::vector<std::string> includes;
  for (std::sregex_iterator match(source.begin(), source.end(), kInclude), end; match != end; ++match)
    includes.push_back((*match)[1]);
  return includes;
}

// Standard headers of C++ have no dot and no slash.
bool is_standard(std::string_view header) { return header.find_first_of("./") == header.npos; }

bool may_include(const Layer& layer, std::string_view include) {
  const std::string_view path = include.substr(1, include.size() - 2);
  if (include.front() == '<') return is_standard(path) || starts_with_any(path, layer.packages);
  return starts_with_any(path, layer.may_include) && !starts_with_any(path, layer.may_not_include);
}

// Whether a text names a game in any case and with any separators: "Zero Point One", "zero_point_one" and
// "ZeroPointOne" are the same.
bool names(const std::string& source, const std::string& game) {
  const std::string any_separators = std::regex_replace(game, std::regex("_"), "[^A-Za-z0-9]*");
  return std::regex_search(source, std::regex(any_separators, std::regex::icase));
}

// A folder of core/games/ that adds sources by itself is a game, but for the one of games from files.
std::vector<std::string> games_of(const fs::path& root) {
  std::vector<std::string> games;
  if (!fs::exists(root / "core/games")) return games;
  for (const auto& entry : fs::directory_iterator(root / "core/games"))
    if (fs::exists(entry.path() / "CMakeLists.txt") && entry.path().filename() != "variants")
      games.push_back(entry.path().filename());
  return games;
}

bool is_source(std::string_view file) { return file.ends_with(".h") || file.ends_with(".cpp"); }

// What may speak of one game: its folder, the list of games, benches of its kernels, and the rules that files
// inherit from.
bool may_name(const std::string& file, const std::string& game) {
  return file == "core/games/variants/parents.ini" || file.starts_with("core/games/" + game + "/") ||
         file == "core/games/games.cpp" || file.starts_with("tools/bench/" + game + "/");
}

// What others call a game or its formats, by the folder of the game.
const std::map<std::string, std::string> kOtherNames{{"chess960", "chess"}, {"wazirdrop", "zero_point_one"}};

// The code of a source, without comments.
std::string without_comments(const std::string& source) {
  return std::regex_replace(source, std::regex("//[^\n]*"), "");
}

// Whether a file of one game's folder takes something from the folder of another game.
bool takes_from(const std::string& source, const std::string& game) {
  return source.find("core/games/" + game + "/") != std::string::npos;
}

bool is_in_folder_of_a_game(const std::string& file, const std::vector<std::string>& games) {
  return std::ranges::any_of(
      games, [&](const std::string& game) { return file.starts_with("core/games/" + game + "/"); });
}

// The sources of core and of the program that name a game and may not, sorted. Games may speak of each other,
// "as in chess", but not stand on each other.
std::set<std::string> files_that_name_games(const fs::path& root) {
  std::set<std::string> found;
  const std::vector<std::string> games = games_of(root);
  for (const char* folder : {"core", "tools"}) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string file = fs::relative(entry.path(), root);
      if (!entry.is_regular_file() || file.ends_with(".md")) continue;
      const std::string source = read_file(entry.path());
      const bool may_speak = is_in_folder_of_a_game(file, games);
      for (const std::string& game : games) {
        const bool is_named = may_speak ? takes_from(source, game) : source.find(game) != std::string::npos;
        if (!may_name(file, game) && is_named) found.insert(file);
      }
      const std::string code = may_speak || !is_source(file) ? "" : without_comments(source);
      for (const auto& [name, game] : kOtherNames)
        if (!may_name(file, game) && names(code, name)) found.insert(file);
    }
  }
  return found;
}

// The place of the room of a path in the order of its layer, as 1 for "core/search/score.h" of core; that of a room
// which nobody has listed is behind all others. Nothing for what stands in no folder of that layer.
std::optional<std::size_t> place_of(const Rooms& rooms, std::string_view path) {
  if (!path.starts_with(rooms.layer) || path.size() <= rooms.layer.size() || path[rooms.layer.size()] != '/')
    return std::nullopt;
  path.remove_prefix(rooms.layer.size() + 1);
  if (path.find('/') == path.npos) return std::nullopt;
  const auto has_path = [&](std::string_view room) {
    return path.starts_with(room) && path[room.size()] == '/';
  };
  return static_cast<std::size_t>(std::ranges::find_if(rooms.in_order, has_path) - rooms.in_order.begin());
}

// One line for each room that is in no list, and for each include of a room that stands later in the order, sorted.
std::set<std::string> room_violations(const fs::path& root) {
  std::set<std::string> violations;
  for (const Rooms& rooms : kRooms) {
    if (!fs::exists(root / rooms.layer)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / rooms.layer)) {
      const std::string file = fs::relative(entry.path(), root);
      if (!is_source(file)) continue;
      const auto place = place_of(rooms, file);
      if (place == rooms.in_order.size()) violations.insert(file + " is in a room that the order lacks");
      for (const std::string& include : includes_of(read_file(entry.path()))) {
        const auto included = place_of(rooms, std::string_view(include).substr(1));
        if (included && (!place || *included > *place)) violations.insert(file + " includes " + include);
      }
    }
  }
  return violations;
}

// One line for everything in the sources under `root` that crosses a layer, sorted.
std::set<std::string> source_violations(const fs::path& root) {
  std::set<std::string> violations;
  const std::vector<std::string> games = games_of(root);
  for (const Layer& layer : kLayers) {
    if (!fs::exists(root / layer.folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / layer.folder)) {
      if (!entry.is_regular_file()) continue;
      const std::string name = fs::relative(entry.path(), root);
      const std::string source = read_file(entry.path());
      for (const std::string& include : includes_of(source))
        if (!may_include(layer, include)) violations.insert(name + " includes " + include);
      if (layer.may_name_games) continue;
      for (const std::string& game : games)
        if (names(source, game)) violations.insert(name + " names " + game);
    }
  }
  return violations;
}

// The sources that start threads otherwise than by a ThreadGroup, which stops and joins them where one fails.
std::set<std::string> files_that_start_threads(const fs::path& root) {
  static const std::regex kStart("std::(jthread|async|thread(?!::))");
  std::set<std::string> found;
  for (const char* folder : {"codec", "core", "booksearch", "tools"}) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (entry.is_regular_file() && std::regex_search(read_file(entry.path()), kStart))
        found.insert(fs::relative(entry.path(), root));
    }
  }
  return found;
}

// `links`: for each layer the targets that it links to, as CMake has them.
std::set<std::string> link_violations(const std::map<std::string, std::vector<std::string>>& links) {
  std::set<std::string> violations;
  for (const Layer& layer : kLayers)
    for (const std::string& target : links.at(std::string(layer.folder)))
      if (std::ranges::find(layer.may_link, target) == layer.may_link.end())
        violations.insert(std::string(layer.folder) + " links " + target);
  return violations;
}

// The file that CMake wrote: a line for each layer, its folder and then its targets, separated by semicolons.
std::map<std::string, std::vector<std::string>> read_links(const fs::path& path) {
  std::map<std::string, std::vector<std::string>> links;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> words;
    for (std::size_t begin = 0; begin <= line.size();) {
      const std::size_t end = std::min(line.find(';', begin), line.size());
      if (end > begin) words.push_back(line.substr(begin, end - begin));
      begin = end + 1;
    }
    if (!words.empty()) links[words.front()].assign(words.begin() + 1, words.end());
  }
  return links;
}

TEST(Layering, SourcesKeepToTheirLayers) {
  EXPECT_THAT(source_violations(tabiya::test::source_folder()), IsEmpty());
}

TEST(Layering, RoomsIncludeThoseBeforeThem) {
  EXPECT_THAT(room_violations(tabiya::test::source_folder()), IsEmpty());
}

TEST(Layering, ThreadsAreStartedInOnePlace) {
  EXPECT_THAT(files_that_start_threads(tabiya::test::source_folder()), ElementsAre("core/thread_group.h"));
}

TEST(Layering, TargetsLinkOnlyDownwards) {
  EXPECT_THAT(link_violations(read_links(tabiya::test::links_file())), IsEmpty());
}

TEST(Layering, GamesAreNamedInTheirFoldersTheirBenchesAndTheListAlone) {
  EXPECT_THAT(files_that_name_games(tabiya::test::source_folder()), IsEmpty());
}

class PlantedTree : public ::testing::Test {
 protected:
  PlantedTree() { plant("core/games/ludo_royal/CMakeLists.txt", "target_sources(tabiya_games)\n"); }

  void plant(const fs::path& name, std::string_view source) {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << source;
  }

  const test::TemporaryFolder folder_;
  const fs::path root_ = folder_.path();
};

TEST_F(PlantedTree, OfGoodSourcesPasses) {
  plant("codec/bits.h", "#include <vector>\n#include \"codec/result.h\"\n#include <zstd.h>\n");
  plant("core/games/ludo_royal/rules.h", "#include \"core/board/bitboard.h\"\nnamespace ludo_royal {}\n");
  plant("booksearch/setups/filter/filter.h",
        "#include <tbb/parallel_for.h>\n#include \"core/setup/setup_space.h\"\n");
  plant("tools/play.cpp", "#include \"core/games/ludo_royal/rules.h\"\n");
  EXPECT_THAT(source_violations(root_), IsEmpty());
}

TEST_F(PlantedTree, OfUpwardIncludesFails) {
  plant("codec/bits.h", "#include \"core/search/score.h\"\n");
  plant("core/book/book.h",
        "  #  include <set>\n# include \"booksearch/setups/job/job.h\"\n#include \"tools/cli/print.h\"\n");
  plant("booksearch/job.cpp", "#include \"tools/cli/print.h\"\n");
  EXPECT_THAT(source_violations(root_),
              ElementsAre("booksearch/job.cpp includes \"tools/cli/print.h\"",
                          "codec/bits.h includes \"core/search/score.h\"",
                          "core/book/book.h includes \"booksearch/setups/job/job.h\"",
                          "core/book/book.h includes \"tools/cli/print.h\""));
}

TEST_F(PlantedTree, OfRoomsInOrderPasses) {
  plant("core/random.h", "#include <cstdint>\n");
  plant("core/eval/linear.h",
        "#include \"codec/bits.h\"\n#include \"core/random.h\"\n#include \"core/search/score.h\"\n");
  plant("core/eval/linear.cpp", "#include \"core/eval/linear.h\"\n");
  EXPECT_THAT(room_violations(root_), IsEmpty());
}

TEST_F(PlantedTree, OfARingOfRoomsFails) {
  plant("core/eval/linear.h", "#include \"core/search/score.h\"\n");
  plant("core/search/score.h", "#include \"core/eval/linear.h\"\n");
  plant("core/random.h", "#include \"core/board/bitboard.h\"\n");
  plant("booksearch/attic/old.h", "#include <vector>\n");
  plant("booksearch/setups/filter/filter.h", "#include \"booksearch/setups/job/job.h\"\n");
  EXPECT_THAT(room_violations(root_), ElementsAre("booksearch/attic/old.h is in a room that the order lacks",
                                                  "booksearch/setups/filter/filter.h includes "
                                                  "\"booksearch/setups/job/job.h\"",
                                                  "core/random.h includes \"core/board/bitboard.h\"",
                                                  "core/search/score.h includes \"core/eval/linear.h\""));
}

TEST_F(PlantedTree, OfPackagesInTheWrongLayerFails) {
  plant("codec/bits.h", "#include <fmt/core.h>\n");
  plant("core/eval/linear.h", "#include <sqlite3.h>\n#include <unistd.h>\n#include \"bitboard.h\"\n");
  EXPECT_THAT(
      source_violations(root_),
      ElementsAre("codec/bits.h includes <fmt/core.h>", "core/eval/linear.h includes \"bitboard.h\"",
                  "core/eval/linear.h includes <sqlite3.h>", "core/eval/linear.h includes <unistd.h>"));
}

TEST_F(PlantedTree, OfGamesBelowTheProgramFails) {
  plant("booksearch/filter.cpp", "#include \"core/games/ludo_royal/rules.h\"\n");
  plant("booksearch/job.cpp", "auto space = ludo_royal::setup_space();\n");
  plant("codec/CMakeLists.txt", "# for Ludo Royal\n");
  EXPECT_THAT(source_violations(root_),
              ElementsAre("booksearch/filter.cpp includes \"core/games/ludo_royal/rules.h\"",
                          "booksearch/filter.cpp names ludo_royal", "booksearch/job.cpp names ludo_royal",
                          "codec/CMakeLists.txt names ludo_royal"));
}

TEST_F(PlantedTree, OfTheProgramWithTheNameOfAGameFails) {
  plant("core/games/ludo_royal/rules.h", "namespace ludo_royal {}\n");
  plant("core/games/games.cpp", "GAME(ludo_royal)\n");
  plant("tools/bench/ludo_royal/rules.cpp", "using namespace ludo_royal;\n");
  EXPECT_THAT(files_that_name_games(root_), IsEmpty());
  plant("tools/play.cpp", "const auto game = ludo_royal::start();\n");
  plant("core/book/book.h", "// as ludo_royal has it\n");
  EXPECT_THAT(files_that_name_games(root_), ElementsAre("core/book/book.h", "tools/play.cpp"));
}

TEST_F(PlantedTree, OfTheProgramWithAFormatOfOneGameFails) {
  plant("core/games/chess/module.cpp", "return \"Chess960\";\n");
  plant("core/eval/text.h", "// WazirDrop, the winner, does so, too.\n");
  plant("tools/bench/zero_point_one/codec.cpp", "import_wazirdrop_book();\n");
  EXPECT_THAT(files_that_name_games(root_), IsEmpty());
  plant("tools/engines/engine.h", "constexpr auto kVariant = \"Chess960\";\n");
  plant("core/eval/text.cpp", "// Text.\nresult export_wazirdrop_text();\n");
  EXPECT_THAT(files_that_name_games(root_), ElementsAre("core/eval/text.cpp", "tools/engines/engine.h"));
}

TEST_F(PlantedTree, WithGamesFromFilesPasses) {
  plant("core/game/solving/solver.h", "// solving\n");
  plant("tools/solving/proofs.h", "#include \"core/game/solving/solver.h\"\n");
  EXPECT_THAT(files_that_name_games(root_), IsEmpty());
}

TEST_F(PlantedTree, WhereAGameStandsOnAnotherFails) {
  plant("core/games/ludo_royal/rules.h", "namespace ludo_royal {}\n");
  plant("core/games/halma/CMakeLists.txt", "target_sources(tabiya_games)\n");
  plant("core/games/halma/rules.h", "// moves as in ludo_royal\n");
  EXPECT_THAT(files_that_name_games(root_), IsEmpty());
  plant("core/games/halma/notation.cpp", "#include \"core/games/ludo_royal/rules.h\"\n");
  EXPECT_THAT(files_that_name_games(root_), ElementsAre("core/games/halma/notation.cpp"));
}

TEST(Layering, FindsLinksThatGoUpwards) {
  EXPECT_THAT(
      link_violations({{"codec", {"tabiya::core"}},
                       {"core", {"tabiya::codec", "fmt::fmt"}},
                       {"booksearch", {"tabiya::core", "TBB::tbb", "tabiya::tools"}}}),
      ElementsAre("booksearch links tabiya::tools", "codec links tabiya::core", "core links fmt::fmt"));
}

}  // namespace tabiya::layering_test
