// Options that say nothing of the input that a command is given are refused, whatever the command.
#include "tests/tools/commands/valued_books.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::option_kinds_command_test {

using namespace valued_books;

constexpr const char* kGames = "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n";

struct Case {
  std::vector<std::string>
      command;  // LINES, MOVES, EPD, PGN and JOB stand for files, and OUT for one that is written
  std::vector<std::vector<std::string>> options;  // each of which is refused
};

const std::vector<std::vector<std::string>> kSelections{
    {"--rank", "1-2"}, {"--min-depth", "3"}, {"--value", "0:"}, {"--red-piece", "W@a1"}};

std::vector<std::vector<std::string>> with_selections(std::vector<std::vector<std::string>> options) {
  options.insert(options.end(), kSelections.begin(), kSelections.end());
  return options;
}

const std::vector<Case> kCases{
    {{"book", "list", "shipped"}, {{"--from", "startpos"}, {"--plies", "2"}}},
    {{"book", "list", "LINES"}, with_selections({})},
    {{"book", "list", "MOVES"}, with_selections({})},
    {{"book", "info", "shipped"}, {{"--from", "startpos"}}},
    {{"book", "info", "LINES"}, {{"--from", "startpos"}}},
    {{"book", "show", "shipped"}, {{"--from", "startpos"}}},
    {{"book", "show", "LINES"}, with_selections({{"--first", "2"}, {"--why"}})},
    {{"book", "show", "MOVES"}, with_selections({{"--first", "2"}, {"--why"}})},
    {{"book", "stats", "shipped"}, {{"--from", "startpos"}}},
    {{"book", "stats", "LINES"}, with_selections({{"--first", "2"}, {"--frequent", "2"}})},
    {{"book", "stats", "MOVES"}, with_selections({{"--first", "2"}, {"--frequent", "2"}})},
    {{"book", "probe", "shipped", "AWAAAAAADFFDDDAN"},
     {{"--depth", "2"},
      {"--nodes", "2"},
      {"--time", "2"},
      {"--net", "linear"},
      {"--table", "2"},
      {"--set", "futility=1"}}},
    {{"book", "probe", "LINES", "startpos"}, {{"--search"}}},
    {{"book", "diff", "shipped", "shipped"}, {{"--from", "startpos"}, {"--net", "linear"}}},
    {{"book", "diff", "LINES", "LINES"}, {{"--from", "startpos"}, {"--search", "2"}}},
    {{"book", "diff", "MOVES", "MOVES"}, {{"--search", "2"}}},
    {{"book", "export", "shipped", "--to", "csv", "--out", "OUT"},
     {{"--from", "startpos"}, {"--max-bytes", "900"}}},
    {{"book", "export", "LINES", "--to", "pgn", "--out", "OUT"},
     with_selections({{"--first", "3"}, {"--from", "startpos"}, {"--max-bytes", "900"}})},
    {{"book", "export", "LINES", "--to", "tbk", "--out", "OUT"}, {{"--first", "3"}, {"--from", "startpos"}}},
    {{"book", "export", "MOVES", "--to", "epd", "--out", "OUT"}, {{"--first", "3"}, {"--max-bytes", "900"}}},
    {{"book", "import", "EPD", "--out", "OUT"}, {{"--game", "chess"}}},
    {{"audit", "shipped"}, {{"--job", "JOB"}, {"--times", "2"}, {"--games", "PGN"}, {"--at", "LINES"}}},
    {{"audit", "LINES", "--job", "JOB"},
     {{"--discarded", "3"},
      {"--depth", "3"},
      {"--replies", "3"},
      {"--shared", "3"},
      {"--pool", "shipped"},
      {"--random", "3"},
      {"--table-mib", "3"},
      {"--net", "linear"},
      {"--engine", "none"}}},
    {{"explore", "shipped", "--export", "OUT"},
     {{"--from", "startpos"}, {"--port", "0"}, {"--open"}, {"--page", "."}, {"--job-out", "."}}},
    {{"explore", "LINES", "--export", "OUT"}, {{"--from", "startpos"}}},
    {{"analyse", "startpos", "--game", "chess", "--nodes", "20"},
     {{"--number", "1"}, {"--move", "e2e4"}, {"--book", "shipped"}}},
    {{"analyse", "startpos", "--game", "chess", "--nodes", "20", "--explain"}, {{"--book", "none"}}},
    {{"show", "startpos", "--out", "-"},
     {{"--rank", "1"}, {"--red", "AWAAAAAADFFDDDAN"}, {"--square", "20"}}},
    {{"show", "--book", "shipped", "--out", "-"}, {{"--game", "chess"}}},
    {{"submit", "--out", "OUT"}, {{"--check-games", "1"}, {"--check-nodes", "1"}}},
    {{"solve", "8/p1p5/8/1P6/8/8/P1P5/8 w - - 0 1", "--game", "pawn_race", "--memory", "4"},
     {{"--state", "OUT"}, {"--plies", "2"}}},
    {{"selfplay", "--games", "128", "--out", "OUT"}, {{"--random", "3"}}},
    {{"train", "EPD", "--model", "linear", "--out", "OUT"}, {{"--width", "128"}, {"--device", "cpu"}}},
    {{"openings", "check", "EPD"}, {{"--plies", "2"}}},
    {{"openings", "check", "MOVES"}, {{"--plies", "2"}, {"--prove", "2"}, {"--game", "chess"}}},
    {{"openings", "select", "JOB", "--out", "OUT"}, {{"--table", "OUT"}}},
    {{"match", "play", "play", "--game", "chess", "--games", "2"},
     {{"--opening-order", "random"}, {"--opening-plies", "2"}}},
    {{"match", "play", "play", "--game", "chess", "--games", "2", "--openings", "random"},
     {{"--opening-order", "random"}, {"--opening-plies", "2"}}},
    {{"match", "play", "play", "--games", "2", "--book", "shipped"}, {{"--opening-order", "random"}}},
    {{"match", "play", "play", "--game", "chess", "--games", "2", "--openings", "EPD"},
     {{"--opening-plies", "2"}}},
};

struct Inputs {
  Files files;
  std::string lines = files.add("lines.tbk", sample());
  std::string moves = files.folder.path("moves.bin"), epd = files.folder.path("a.epd"),
              pgn = files.folder.path("a.pgn"), job = files.folder.path("job.toml"),
              out = files.folder.path("out");

  Inputs() {
    write_file(pgn, kGames);
    write_file(epd, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n");
    write_file(job, "game = \"chess\"\n[lines]\nnodes = 50\npositions = 4\n");
    require(run_tabiya({"book", "from-games", pgn, "--out", moves, "--weight", "games", "--min-games", "1",
                        "--min-wins", "0"}));
  }
  // The words of a command line, with the paths of the files.
  std::vector<std::string> words(std::vector<std::string> arguments) const {
    for (const auto& [name, path] : {std::pair{"LINES", lines},
                                     {"MOVES", moves},
                                     {"EPD", epd},
                                     {"PGN", pgn},
                                     {"JOB", job},
                                     {"OUT", out}})
      std::ranges::replace(arguments, std::string(name), path);
    return arguments;
  }
};

TEST(OptionKindsCommand, RefusesOptionsThatDoNothing) {
  const Inputs inputs;
  for (const auto& [command, options] : kCases) {
    for (const std::vector<std::string>& option : options) {
      const std::string what = command[0] + " " + command[1] + " " + option[0];
      EXPECT_THAT(refusal_of(refused(inputs.words(joined(command, option)))), HasSubstr(option[0])) << what;
      EXPECT_FALSE(std::filesystem::exists(inputs.out)) << what;
    }
  }
}

TEST(OptionKindsCommand, SaysWhatAnOptionGoesWith) {
  const Inputs inputs;
  EXPECT_EQ(
      refused({"book", "list", "shipped", "--from", "startpos"}),
      unusable(
          "--from: goes with a book of moves with weights or a book of moves with values alone, and shipped is a book of setups; there, use "
          "--rank, --min-depth, --value, --red-piece"));
  EXPECT_EQ(refused(inputs.words({"book", "export", "LINES", "--to", "pgn", "--out", "OUT", "--first", "3"})),
            unusable("--first: goes with a book of setups alone, and " + inputs.lines +
                     " is a book of moves with values with --to pgn; leave it out"));
  EXPECT_THAT(refused({"analyse", "startpos", "--number", "3"}).err, HasSubstr("--number requires --games"));
}

TEST(OptionKindsCommand, TakesThemWhereTheyCount) {
  const Inputs inputs;
  for (const std::vector<std::string>& line : std::vector<std::vector<std::string>>{
           {"book", "list", "LINES", "--from", "startpos", "--plies", "1", "--first", "1"},
           {"book", "list", "shipped", "--first", "1", "--rank", "2-"},
           {"book", "export", "LINES", "--to", "epd", "--from", "startpos", "--out", "-"},
           {"openings", "check", "EPD", "PGN", "--plies", "1", "--game",
            "chess"}})  // one of the files is of games
    require(run_tabiya(inputs.words(line)));
}

}  // namespace tabiya::tools::option_kinds_command_test
