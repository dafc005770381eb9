#include "core/c/tabiya.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/game/written_move.h"
#include "core/games/asset.h"
#include "core/games/games.h"

struct tabiya_book {
  tabiya_book(tabiya::Book opened, const tabiya::SetupPhase& setup_phase)
      : book(std::move(opened)), setups(setup_phase), index(book, setups.reds(), setups.blues()) {}

  const tabiya::Book book;
  const tabiya::SetupPhase& setups;
  const tabiya::BookIndex index;  // of `book`
};

struct tabiya_network {
  std::shared_ptr<const tabiya::PackedNetwork> network;
};

struct tabiya_engine {
  const tabiya::GameModule* game;
  std::unique_ptr<tabiya::GameEngine> engine;
};

namespace tabiya {
namespace {

template <std::size_t kSize>
void copy_text(std::string_view text, char (&to)[kSize]) {
  const std::size_t size = std::min(text.size(), kSize - 1);
  std::memcpy(to, text.data(), size);
  to[size] = '\0';
}

tabiya_status report(tabiya_status status, std::string_view message, tabiya_error* error) {
  if (error != nullptr) copy_text(message, error->message);
  return status;
}

tabiya_status report(const Error& trouble, tabiya_error* error) {
  constexpr tabiya_status kStatuses[] = {TABIYA_INVALID,   TABIYA_CORRUPT,  TABIYA_UNSUPPORTED,
                                         TABIYA_TOO_LARGE, TABIYA_INTERNAL, TABIYA_INTERNAL};
  return report(kStatuses[static_cast<int>(trouble.code)], trouble.message, error);
}

// The handles that were handed out and have not been given back, so that a handle that is null, was closed,
// or never was one is an error and not a crash. The only state of the library; calls from other threads are
// safe.
class Handles {
 public:
  void add(const void* handle) {
    const std::lock_guard lock(mutex_);
    open_.insert(handle);
  }
  // Returns false if the handle is not open.
  bool remove(const void* handle) {
    const std::lock_guard lock(mutex_);
    return open_.erase(handle) > 0;
  }
  bool contains(const void* handle) const {
    const std::lock_guard lock(mutex_);
    return open_.contains(handle);
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_set<const void*> open_;
};

template <class T>
Handles& handles_of() {
  static Handles handles;
  return handles;
}

template <class T>
bool is_open(const T* handle) {
  return handles_of<std::remove_const_t<T>>().contains(handle);
}

template <class T>
tabiya_status close(T* handle) {
  if (handle == nullptr) return TABIYA_OK;
  if (!handles_of<T>().remove(handle)) return TABIYA_INVALID;
  delete handle;
  return TABIYA_OK;
}

// Hands out what was made.
template <class T>
Status give(std::unique_ptr<T> made, T** to) {
  handles_of<T>().add(made.get());
  *to = made.release();
  return ok_status();
}

Error not_open(const char* what) { return invalid(std::string("this is not an open ") + what); }

Error null_pointer(const char* what) {
  return invalid(std::string("the pointer to the ") + what + " is null");
}

// Runs `work`, which returns a Status; no exception leaves it.
template <class Work>
tabiya_status guarded(tabiya_error* error, Work work) {
  try {
    const Status status = work();
    return status ? report(TABIYA_OK, "", error) : report(status.error(), error);
  } catch (const std::exception& exception) {
    return report(TABIYA_INTERNAL, exception.what(), error);
  }
}

// Opens an asset as one of that kind. Errors: also kUnsupported if it is of the other kind.
template <class T>
Result<T> open_as(const void* bytes, std::size_t size, const char* kind) {
  auto asset = open_asset({static_cast<const std::byte*>(bytes), bytes == nullptr ? 0 : size}, Lines::kSkip);
  if (!asset) return asset.error();
  if (T* wanted = std::get_if<T>(&*asset)) return std::move(*wanted);
  return unsupported(std::string("this is not ") + kind);
}

// The positions from `position` on, through `moves`.
Result<std::vector<PositionHandle>> read_line(const GameModule& game, const char* position,
                                              const char* moves) {
  if (position == nullptr) return invalid("no position is given");
  const Result<PositionHandle> start = read_position(game, position);
  if (!start) return start.error();
  std::vector<PositionHandle> line{*start};
  std::string_view rest = moves == nullptr ? "" : moves;
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (rest.empty()) break;
    const std::string_view move = rest.substr(0, rest.find(' '));
    rest.remove_prefix(move.size());
    Result<PositionHandle> next = line.back()->after(move);
    if (!next) return Error{next.error().code, std::string(move) + ": " + next.error().message, {}};
    line.push_back(*std::move(next));
  }
  if (line.back()->in_setup_phase()) return invalid("the position is still in the setup phase");
  return line;
}

Result<Limits> read_limits(const tabiya_limits* limits) {
  if (limits == nullptr || (limits->depth <= 0 && limits->nodes == 0 && limits->milliseconds == 0))
    return invalid("the search has no limit: give it a depth, nodes or milliseconds");
  Limits read;
  if (limits->depth > 0) read.depth = std::min<int>(limits->depth, kMaxDepth);
  if (limits->nodes > 0) read.nodes = limits->nodes;
  if (limits->milliseconds > 0)
    read.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(limits->milliseconds);
  return read;
}

void tell(const GameSearchResult& found, tabiya_result& result) {
  std::string variation;
  for (const MoveText& move : found.best.pv) variation += (variation.empty() ? "" : " ") + move.wire;
  copy_text(found.best.pv.empty() ? "" : found.best.pv.front().wire, result.move);
  copy_text(variation, result.variation);
  result.score = found.best.score;
  result.depth = found.depth;
  result.nodes = found.nodes;
}

}  // namespace
}  // namespace tabiya

using namespace tabiya;

const char* tabiya_version(void) { return TABIYA_VERSION; }

tabiya_status tabiya_book_open(const void* bytes, size_t size, tabiya_book** book, tabiya_error* error) {
  return guarded(error, [&]() -> Status {
    if (book == nullptr) return null_pointer("book");
    *book = nullptr;
    Result<Book> opened = open_as<Book>(bytes, size, "a book");
    if (!opened) return opened.error();
    const GameModule* game = find_game(opened->meta.game);
    if (game == nullptr || game->setup_phase() == nullptr)
      return unsupported("a book of the game \"" + opened->meta.game +
                         "\", which is unknown here or has no setups");
    return give(std::make_unique<tabiya_book>(*std::move(opened), *game->setup_phase()), book);
  });
}

tabiya_status tabiya_book_close(tabiya_book* book) { return close(book); }

const char* tabiya_book_game(const tabiya_book* book) {
  return is_open(book) ? book->book.meta.game.c_str() : nullptr;
}

size_t tabiya_book_size(const tabiya_book* book) { return is_open(book) ? book->book.entries.size() : 0; }

tabiya_status tabiya_book_probe(const tabiya_book* book, const char* setup, tabiya_answer* answer,
                                tabiya_error* error) {
  bool is_known = true;
  const tabiya_status status = guarded(error, [&]() -> Status {
    if (!is_open(book)) return not_open("book");
    if (setup == nullptr) return null_pointer("setup");
    if (answer == nullptr) return null_pointer("answer");
    const Result<SetupId> red = book->setups.parse_written(/*side=*/0, setup);
    if (!red) return red.error();
    const std::optional<BookAnswer> found = book->index.find(*red);
    is_known = found.has_value();
    if (!found) return ok_status();
    const BookEntry& entry = book->book.entries[found->entry];
    copy_text(book->setups.blues().name(found->reply), answer->reply);
    copy_text(book->setups.wire(/*side=*/1, found->reply), answer->reply_wire);
    answer->has_value = entry.red_value.has_value() ? 1 : 0;
    answer->value = entry.red_value.value_or(0);
    answer->depth = entry.depth;
    return ok_status();
  });
  return is_known ? status : report(TABIYA_NOT_FOUND, "the book does not know this setup", error);
}

tabiya_status tabiya_network_open(const void* bytes, size_t size, tabiya_network** network,
                                  tabiya_error* error) {
  return guarded(error, [&]() -> Status {
    if (network == nullptr) return null_pointer("network");
    *network = nullptr;
    Result<NamedNetwork> opened = open_as<NamedNetwork>(bytes, size, "a network");
    if (!opened) return opened.error();
    Result<PackedNetwork> packed = PackedNetwork::make(std::move(opened->weights));
    if (!packed) return packed.error();
    auto made = std::make_unique<tabiya_network>();
    made->network = std::make_shared<const PackedNetwork>(*std::move(packed));
    return give(std::move(made), network);
  });
}

tabiya_status tabiya_network_close(tabiya_network* network) { return close(network); }

tabiya_status tabiya_engine_new(const char* game, const tabiya_network* network, size_t table_bytes,
                                tabiya_engine** engine, tabiya_error* error) {
  constexpr std::size_t kTableBytes = std::size_t{16} << 20;
  return guarded(error, [&]() -> Status {
    if (engine == nullptr) return null_pointer("engine");
    *engine = nullptr;
    if (network != nullptr && !is_open(network)) return not_open("network");
    const GameModule* module = game == nullptr ? nullptr : find_game(game);
    if (module == nullptr) return unsupported("no game of that name is known");
    EvaluationChoice evaluation;
    if (network != nullptr) {
      const Result<const KernelSet*> kernels = select_kernels();
      if (!kernels) return kernels.error();
      evaluation.network = network->network;
      evaluation.kernels = *kernels;
    }
    SearcherOptions options{.parameters = module->facts().search_parameters};
    options.table_bytes = table_bytes == 0 ? kTableBytes : table_bytes;
    auto made = module->make_engine(evaluation, options);
    if (!made) return made.error();
    return give(std::unique_ptr<tabiya_engine>(new tabiya_engine{module, *std::move(made)}), engine);
  });
}

tabiya_status tabiya_engine_free(tabiya_engine* engine) { return close(engine); }

tabiya_status tabiya_engine_new_game(tabiya_engine* engine) {
  if (!is_open(engine)) return TABIYA_INVALID;
  engine->engine->new_game();
  return TABIYA_OK;
}

tabiya_status tabiya_evaluate(tabiya_engine* engine, const char* position, const char* moves, int32_t* value,
                              tabiya_error* error) {
  return guarded(error, [&]() -> Status {
    if (!is_open(engine)) return not_open("engine");
    if (value == nullptr) return null_pointer("value");
    const auto line = read_line(*engine->game, position, moves);
    if (!line) return line.error();
    const Result<Score> found = engine->engine->evaluate(*line->back());
    if (!found) return found.error();
    *value = *found;
    return ok_status();
  });
}

tabiya_status tabiya_search(tabiya_engine* engine, const char* position, const char* moves,
                            const tabiya_limits* limits, tabiya_result* result, tabiya_error* error) {
  return guarded(error, [&]() -> Status {
    if (!is_open(engine)) return not_open("engine");
    if (result == nullptr) return null_pointer("result");
    const auto line = read_line(*engine->game, position, moves);
    if (!line) return line.error();
    if (line->back()->outcome() != Outcome::kOpen) return invalid("the game is over in this position");
    const Result<Limits> read = read_limits(limits);
    if (!read) return read.error();
    tell(engine->engine->search(*line, *read, [](const auto&) { return true; }).value(), *result);
    return ok_status();
  });
}
