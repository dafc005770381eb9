// A UCI engine for tests: what it says depends on the position and the nodes alone, and it misbehaves as its
// arguments say.
//   fake_engine [FAULT [FILE]]   with FILE, the fault comes once: not any more when FILE is there
//   faults: slow, mute-handshake, hang, crash, illegal-move, no-score, endless, flood, no-chances, noise,
//   too-deep, loud-name (with an escape in it), frail (slow, and each process ends in its twentieth search),
//   ignores-searchmoves, no-chess960, multipv (no fault: it offers that option), variants (no fault: it offers
//   UCI_Variant, and the sections of the file in VariantPath, as Fairy-Stockfish does)
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

std::string fault;

bool is(const char* name) { return fault == name; }

[[noreturn]] void hang() {
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return hash ^ (hash >> 29);
}

// The true value of a position lies between -150 and 150; a search errs by up to 3,000 / nodes.
int value_of(const std::string& position, int nodes) {
  const int truth = static_cast<int>(hash_of(position) % 301) - 150;
  const int most = 3'000 / (nodes + 1) + 1;
  const int error = static_cast<int>(hash_of(position + std::to_string(nodes)) % (2 * most + 1)) - most;
  return truth + error;
}

std::string sections;  // " var NAME" for each of the file of rules

void read_rules(const std::string& path) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with('[')) sections += " var " + line.substr(1, line.find_first_of(":]") - 1);
}

void offer() {
  if (is("mute-handshake")) hang();
  std::cout << "id name " << (is("loud-name") ? "Fake\x1b[31m 1.0" : "Fake 1.0")
            << "\nid author tests\n"
               "option name Hash type spin default 16 min 1 max 1024\n"
               "option name Threads type spin default 1 min 1 max 8\n"
               "option name Style type combo default Solid var Solid var Risky\n"
               "option name Clear Hash type button\n";
  if (!is("no-chess960")) std::cout << "option name UCI_Chess960 type check default false\n";
  if (is("variants"))
    std::cout << "option name UCI_Variant type combo default chess var chess" << sections << "\n"
              << "option name VariantPath type string default <empty>\n";
  if (is("multipv")) std::cout << "option name MultiPV type spin default 1 min 1 max 500\n";
  if (!is("no-chances")) std::cout << "option name UCI_ShowWDL type check default false\n";
  std::cout << "uciok\n" << std::flush;
}

int lines = 1;

// The best of `moves`, all that may be played, as far as values tell; each has one of its own.
std::vector<std::string> by_value(const std::string& position, std::vector<std::string> moves) {
  std::ranges::stable_sort(moves, std::ranges::greater(),
                           [&](const std::string& move) { return value_of(position + move, 1'000'000); });
  return moves;
}

struct Go {
  int nodes = 0, depth = 0;
  std::vector<std::string> moves;  // of searchmoves
};

void search(const std::string& position, const Go& go) {
  const int nodes = go.nodes, depth = go.depth;
  if (is("hang")) hang();
  static int searches = 0;
  if (is("frail") && ++searches == 20) std::abort();
  if (is("slow") || is("frail")) std::this_thread::sleep_for(std::chrono::milliseconds(3));
  if (is("crash")) {
    std::cout << "info string about to end\n" << std::flush;
    std::cerr << "segmentation fault of a kind\n" << std::flush;
    std::abort();
  }
  if (is("flood"))
    for (;;) std::cout << "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
  if (is("endless"))
    for (std::uint64_t n = 1;; n *= 2) std::cout << "info depth 3 score cp 5 nodes " << n << std::endl;
  if (is("noise")) std::cout << "what is this?\ninfo\ninfo score\ninfo score cp x\ninfo depth\n\nbestmove\n";
  std::string move = position.find(" b ") == position.npos ? "e2e4" : "e7e5";
  const bool is_told = !go.moves.empty() && !is("ignores-searchmoves");
  if (is_told) move = by_value(position, go.moves).front();
  const int cp = value_of(is_told ? position + move : position, nodes);
  const int draws = std::max(0, 1'000 - std::abs(cp) * 6);
  const auto shown = [&](int usual) { return depth == 0 ? usual : std::min(depth, usual); };
  std::cout << "info depth " << (is("too-deep") ? depth + 1 : shown(7));
  if (!is("no-score")) {
    std::cout << " score cp " << cp;
    if (!is("no-chances"))
      std::cout << " wdl " << (cp > 0 ? 1'000 - draws : 0) << ' ' << draws << ' '
                << (cp > 0 ? 0 : 1'000 - draws);
  }
  std::cout << " nodes " << nodes << " pv " << move << "\n";
  if (lines > 1)
    std::cout << "info depth " << shown(7) << " multipv 2 score cp -200 nodes " << nodes << " pv a2a3\n";
  else
    std::cout << "info depth " << shown(8) << " multipv 2 score cp 700 nodes " << nodes << "\n";
  std::cout << "bestmove " << (is("illegal-move") ? "e1e8" : move) << "\n" << std::flush;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) fault = argv[1];
  if (argc > 2) {
    if (std::ifstream(argv[2])) fault.clear();
    std::ofstream file(argv[2]);
  }
  std::string position;
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "uci") offer();
    if (line == "isready") std::cout << "readyok\n" << std::flush;
    if (line.starts_with("position fen ")) position = line.substr(13);
    if (line.starts_with("setoption name VariantPath value ")) read_rules(line.substr(33));
    if (line == "quit") return 0;
    if (line.starts_with("setoption name MultiPV value ")) lines = std::stoi(line.substr(29));
    if (!line.starts_with("go")) continue;
    std::istringstream words(line);
    Go go;
    bool are_moves = false;
    for (std::string word; words >> word;) {
      if (word == "nodes") words >> go.nodes;
      if (word == "depth") words >> go.depth;
      if (are_moves) go.moves.push_back(word);
      if (word == "searchmoves") are_moves = true;
    }
    search(position, go);
  }
}
