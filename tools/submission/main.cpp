// The single-file player. `player [NODES SEED]`: with arguments it searches so many nodes a move, and draws
// its setups with that seed, so that it can be compared with others.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "codec/dense_text.h"
#include "codec/seal.h"
#include "core/book/book_setups.h"
#include "core/book/compact_book.h"
#include "core/eval/compact_network.h"
#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/openings.h"
#include "core/games/zero_point_one/player.h"
#include "tools/play/judge_session.h"
#include "tools/submission/payload.h"

namespace tabiya::submission {
namespace {

namespace game = zero_point_one;

[[noreturn]] void fail(const Error& error) {
  std::fprintf(stderr, "player: %s\n", error.message.c_str());
  std::exit(2);
}

template <class T>
T take(Result<T> result) {
  if (!result) fail(result.error());
  return std::move(result).value();
}

std::vector<std::byte> open(std::string_view text) {
  return take(codec::open_seal(take(codec::decode_dense(text)))).content;
}

std::unique_ptr<game::Engine> make_engine() {
  SearcherOptions options;
  options.table_bytes = kPayload.table_bytes;
  if (kPayload.network.empty()) return game::make_engine(options);
  NamedNetwork named = take(decode_compact_network(open(kPayload.network)));
  auto network = std::make_shared<PackedNetwork>(take(PackedNetwork::make(std::move(named.weights))));
  take(game::check_features(*network));
  return game::make_engine(std::move(network), *take(select_kernels()), options);
}

Book load_book() {
  const game::Setups setups;
  return kPayload.book.empty() ? Book{} : take(decode_compact_book(open(kPayload.book), setups, setups));
}

int play(int argc, char** argv) {
  const auto start = std::chrono::steady_clock::now();
  constexpr std::size_t kLogBytes = 9'000;
  tools::CappedLog log(stderr, kLogBytes);
  const auto tell = [&log](std::string_view line) { log(line); };
  PlayerOptions options{.log = tell};
  OpeningOptions opening{.max_loss = kPayload.max_loss, .variety = kPayload.variety};
  opening.seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : std::random_device{}();
  if (argc > 1) options.limits.nodes = std::strtoull(argv[1], nullptr, 10);

  const std::shared_ptr<game::Engine> engine = make_engine();
  const Book book = load_book();
  std::vector<const Book*> books;
  if (!book.entries.empty()) books.push_back(&book);
  PairEngineOf<game::Rules> pairs(engine);
  BookSetups setups(books, opening, pairs, game::sound_red(), tell);
  options.used = std::chrono::steady_clock::now() - start;
  game::Player player(*engine, &setups, options);
  take(tools::play_session(player, stdin, [](const std::string& answer) {
    std::printf("%s\n", answer.c_str());
    std::fflush(stdout);
  }));
  return 0;
}

}  // namespace
}  // namespace tabiya::submission

int main(int argc, char** argv) { return tabiya::submission::play(argc, argv); }
