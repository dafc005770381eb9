// An engine of your own that plays from a book and thinks with a network of Tabiya's.
//
//   player BOOK NETWORK SETUP
//
// It prints the book's answer to the first side's setup, the network's value of the pair, and the first move of a search
// of 20,000 nodes.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "core/games/asset.h"
#include "core/games/games.h"

namespace {

// Everything in the library that may fail returns a Result; here, a failure is the end.
template <class T>
T take(tabiya::Result<T> result) {
  if (result) return std::move(result).value();
  std::fprintf(stderr, "player: %s\n", result.error().message.c_str());
  std::exit(2);
}

template <class T>
T read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) take<T>(tabiya::invalid(std::string(path) + " cannot be read"));
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  auto asset = take(tabiya::open_asset(std::as_bytes(std::span(bytes))));
  if (T* wanted = std::get_if<T>(&asset)) return std::move(*wanted);
  return take<T>(tabiya::invalid(std::string(path) + " holds something else"));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return std::fprintf(stderr, "usage: player BOOK NETWORK SETUP\n"), 2;
  const auto book = read<tabiya::Book>(argv[1]);
  auto network = read<tabiya::NamedNetwork>(argv[2]);

  // A game is known by its module. Its setups are numbers; names are for people and files.
  const tabiya::GameModule& game = *tabiya::find_game(book.meta.game);
  const tabiya::SetupPhase& setups = *game.setup_phase();
  const tabiya::SetupId red = take(setups.reds().parse(argv[3]));

  const auto answer = tabiya::BookIndex(book, setups.reds(), setups.blues()).find(red);
  if (!answer) return std::printf("the book does not know %s\n", argv[3]), 1;
  std::printf("reply %s\n", setups.blues().name(answer->reply).c_str());

  tabiya::EvaluationChoice evaluation;
  evaluation.network =
      std::make_shared<tabiya::PackedNetwork>(take(tabiya::PackedNetwork::make(std::move(network.weights))));
  evaluation.kernels = take(tabiya::select_kernels());
  const auto engine = take(game.make_engine(evaluation, {}));

  const tabiya::PositionHandle position = setups.position_after(red, answer->reply);
  std::printf("value %d\n", take(engine->evaluate(*position)));
  const tabiya::GameSearchResult found =
      take(engine->search({{position}}, {.nodes = 20'000}, [](const auto&) { return true; }));
  std::printf("move %s, %d after %d plies\n", found.best.pv.front().wire.c_str(), found.best.score,
              found.depth);
}
