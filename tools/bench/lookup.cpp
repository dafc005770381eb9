// Indexed books of moves of several sizes, which are made and not searched: the positions of some random games, and random
// keys. How long a process takes to open one and to look a position up, its memory, and what reads from the disk cost.
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "booksearch/work/input_file.h"
#include "core/book/indexed_book.h"
#include "core/random.h"
#include "tools/bench/bench.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/failure.h"

extern char** environ;

namespace tabiya::tools {
namespace {

namespace fs = std::filesystem;
using Walks = std::vector<std::unique_ptr<BookWalk>>;

constexpr std::size_t kProbes = 200;

// Different positions of random games from the usual start.
Walks played(Random& random) {
  constexpr int kGames = 100, kPlies = 40;
  Walks walks;
  std::unordered_set<PositionKey> keys;
  for (int i = 0; i < kGames; ++i) {
    std::unique_ptr<BookWalk> walk = game_of_move_books().make_book_walk();
    for (int ply = 0; ply < kPlies; ++ply) {
      if (keys.insert(walk->key()).second) walks.push_back(walk->clone());
      const std::vector<MoveCode> moves = walk->moves();
      if (moves.empty()) break;
      walk->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  return walks;
}

void make_book(const fs::path& path, const Walks& walks, std::size_t size, Random& random) {
  std::vector<IndexedPosition> positions;
  positions.reserve(size);
  for (const auto& walk : walks) positions.push_back({.key = indexed_key(indexed_text(*walk))});
  while (positions.size() < size) positions.push_back({.key = random.next() >> 4});
  std::ranges::sort(positions, {}, &IndexedPosition::key);
  const auto again = std::ranges::unique(positions, {}, &IndexedPosition::key);
  positions.erase(again.begin(), again.end());
  for (IndexedPosition& position : positions)
    position.value = {static_cast<Score>(random.below(2'000)) * kLineStep - 10'000, 850};
  const GameModule& game = game_of_move_books();
  IndexedHead head;
  head.game = game.name();
  head.meta.rules = game.rules_version();
  const std::vector<std::byte> file = take(encode_indexed(head, std::move(positions)), "bench lookup");
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size()));
}

// Work whose memory does not count as that of this process, which the system adds to that of the programs it starts.
template <class Work>
void in_a_process(Work work) {
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    ::_exit(0);
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child || status != 0)
    throw std::runtime_error("a book cannot be made");
}

// The file's pages leave the memory of the system, so that it is read from the disk again.
void forget_pages(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;
  (void)::fsync(descriptor);
  (void)::posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
  (void)::close(descriptor);
}

// Runs `book probe` on the usual start, and returns the most memory that it had, in MB.
double probe_in_a_process(const std::string& path) {
  const std::vector<std::string> words{"/proc/self/exe", "book", "probe", path, "startpos"};
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t silent;
  posix_spawn_file_actions_init(&silent);
  posix_spawn_file_actions_addopen(&silent, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int fault = ::posix_spawn(&child, words[0].c_str(), &silent, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&silent);
  int status = 0;
  rusage used{};
  if (fault != 0 || ::wait4(child, &status, 0, &used) != child || status != 0)
    throw std::runtime_error("`book probe` has failed");
  return static_cast<double>(used.ru_maxrss) / 1e3;
}

// Microseconds of a probe from the disk: of one position alone, and of one with all its moves.
std::pair<double, double> cold_probes(const fs::path& path, const Walks& walks) {
  const auto file = take(booksearch::RandomAccessFile::open(path));
  const IndexedBook book =
      take(IndexedBook::make(file->size(), [&](std::uint64_t offset,
                                               std::span<std::byte> to) { return file->read(offset, to); }),
           "bench lookup");
  double alone = 0, with_moves = 0;
  for (std::size_t i = 0; i < kProbes; ++i) {
    const BookWalk& walk = *walks[i * 7919 % walks.size()];
    std::unique_ptr<BookWalk> unknown = walk.clone();
    for (const std::size_t ply : {i, i + 1, i + 2})  // to a position that the games hardly had
      if (const auto moves = unknown->moves(); !moves.empty()) unknown->play(moves[ply % moves.size()]);
    forget_pages(path);
    alone += 1e6 * least_seconds(1, [&] { (void)book.find(*unknown); });
    forget_pages(path);
    with_moves += 1e6 * least_seconds(1, [&] { (void)book.find(walk); });
  }
  return {alone / kProbes, with_moves / kProbes};
}

}  // namespace

std::vector<BenchFigure> bench_lookup(const BenchOptions& options) {
  std::vector<BenchFigure> figures;
  Random random(options.seed);
  const Walks walks = played(random);
  const fs::path path = fs::temp_directory_path() / fmt::format("tabiya-lookup-{}.tbi", ::getpid());
  const std::vector<std::size_t> sizes = options.quick
                                             ? std::vector<std::size_t>{10'000, 100'000}
                                             : std::vector<std::size_t>{100'000, 1'000'000, 10'000'000};
  for (const std::size_t size : sizes) {
    in_a_process([&] { make_book(path, walks, size, random); });
    const auto add = [&](const char* name, double value) {
      figures.push_back({fmt::format("positions_{}_{}", size, name), value});
    };
    add("bytes_a_position", static_cast<double>(fs::file_size(path)) / static_cast<double>(size));
    double megabytes = 0;
    const auto probe = [&] { megabytes = probe_in_a_process(path.string()); };
    forget_pages(path);
    add("process_from_disk_ms", 1000 * least_seconds(1, probe));
    add("process_ms", 1000 * least_seconds(options.repeats(20), probe));
    add("process_mb", megabytes);
    const auto [alone, with_moves] = cold_probes(path, walks);
    add("cold_position_us", alone);
    add("cold_position_and_moves_us", with_moves);
  }
  fs::remove(path);
  return figures;
}

}  // namespace tabiya::tools
