// embedding_example BOOK.tbk NETWORK.tbn SETUP: answers Red's setup from the book, and searches what follows.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/book/book_file.h"
#include "core/eval/network_file.h"
#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/notation.h"

namespace game = tabiya::zero_point_one;

namespace {

std::vector<std::byte> read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// Every decoder returns a Result: a value, or what is wrong and where.
template <class T>
T take(tabiya::Result<T> result, const char* what) {
  if (!result) throw std::runtime_error(std::string(what) + ": " + result.error().message);
  return std::move(result).value();
}

void answer(char** arguments) {
  // The book, and Blue's answer in it to Red's setup or to its mirror image.
  const game::Setups setups;
  const tabiya::Book book = take(tabiya::decode_book(read(arguments[1])), arguments[1]);
  const tabiya::BookIndex index(book, setups, setups);
  const tabiya::SetupId red = take(setups.parse(arguments[3]), arguments[3]);
  const auto found = index.find(red);
  if (!found) throw std::runtime_error("the book does not know this setup");
  std::printf("reply %s\n", setups.name(found->reply).c_str());

  // The network: decoded, checked, made ready for the fastest kernel of this machine.
  auto named = take(tabiya::decode_network(read(arguments[2])), arguments[2]);
  auto network = std::make_shared<tabiya::PackedNetwork>(
      take(tabiya::PackedNetwork::make(std::move(named.weights)), arguments[2]));
  take(game::check_features(*network), arguments[2]);
  const auto engine = game::make_engine(network, *take(tabiya::select_kernels(), "kernels"), {});

  // A search to eight plies of the position after both setups, Red to move.
  const game::Position position = game::position_after(red, found->reply);
  const auto result = engine->search(position, {.depth = 8});
  std::printf("move %s, score %d\n", game::format_wire(position, result.pv.front()).c_str(), result.score);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 4) throw std::runtime_error("name a book, a network and a setup");
    answer(argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
