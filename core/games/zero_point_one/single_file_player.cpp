#include "core/game/single_file_player.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/book/compact_book.h"
#include "core/book/valued_book_file.h"
#include "core/eval/compact_network.h"
#include "core/game/book_walk_of.h"
#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/player.h"
#include "core/search/deferred_engine.h"
#include "core/setup/pair_engine_of.h"

namespace tabiya {
namespace zero_point_one {
namespace {

Result<std::unique_ptr<Engine>> network_engine(std::span<const std::byte> compact,
                                               const SearcherOptions& options) {
  Result<NamedNetwork> named = decode_compact_network(compact);
  if (!named) return named.error();
  Result<PackedNetwork> packed = PackedNetwork::make(std::move(named->weights));
  if (!packed) return packed.error();
  if (const Status fits = check_features(*packed, kFeatures); !fits) return fits.error();
  const auto kernels = select_kernels();
  if (!kernels) return kernels.error();
  return make_engine(std::make_shared<PackedNetwork>(*std::move(packed)), **kernels, options);
}

// The network is decoded when a search needs it: setups out of the book come before that.
std::shared_ptr<DeferredEngine<Rules>> single_file_engine(const SingleFileRequest& request) {
  const SearcherOptions options{.table_bytes = request.table_bytes};
  const auto linear = [options] { return make_engine(options); };
  const auto make = [network = request.network, options]() -> Result<std::unique_ptr<Engine>> {
    if (network.empty()) return make_engine(options);
    return network_engine(network, options);
  };
  return std::make_shared<DeferredEngine<Rules>>(make, linear);
}

// A player with all that it refers to.
class SingleFilePlayer final : public RefereedPlayer {
 public:
  SingleFilePlayer(std::shared_ptr<DeferredEngine<Rules>> engine, Book book, ValuedBook lines,
                   const OpeningOptions& opening, const PlayerOptions& options)
      : engine_(std::move(engine)),
        pairs_(engine_),
        book_(std::move(book)),
        setups_(book_.entries.empty() ? std::vector<const Book*>() : std::vector<const Book*>{&book_},
                opening, pairs_, sound_red(), options.log),
        lines_(std::move(lines)),
        follower_({.lines = &lines_}, opening),
        player_(*engine_, &setups_, options, &follower_) {}

  Result<std::optional<std::string>> receive(std::string_view line, TimePoint received) override {
    auto answer = player_.receive(line, received);
    if (!engine_->status()) return engine_->status().error();
    return answer;
  }
  bool has_quit() const override { return player_.has_quit(); }

 private:
  std::shared_ptr<DeferredEngine<Rules>> engine_;
  PairEngineOf<Rules> pairs_;
  Book book_;
  BookSetups setups_;
  ValuedBook lines_;
  BookFollower follower_;
  Player player_;
};

}  // namespace
}  // namespace zero_point_one

Result<std::unique_ptr<RefereedPlayer>> make_single_file_player(const SingleFileRequest& request) {
  using namespace zero_point_one;
  const auto begin = std::chrono::steady_clock::now();
  Book book;
  if (!request.book.empty()) {
    Result<Book> decoded = decode_compact_book(request.book, kSetups, kSetups);
    if (!decoded) return decoded.error();
    book = *std::move(decoded);
  }
  ValuedBook lines;
  if (!request.lines.empty()) {
    Result<ValuedBook> decoded =
        decode_valued_book(request.lines, BookWalkOf<Notation>(Notation::usual_start()));
    if (!decoded) return decoded.error();
    lines = *std::move(decoded);
  }
  PlayerOptions options = request.player;
  options.used += std::chrono::steady_clock::now() - begin;
  return std::unique_ptr<RefereedPlayer>(std::make_unique<SingleFilePlayer>(
      single_file_engine(request), std::move(book), std::move(lines), request.opening, options));
}

}  // namespace tabiya
