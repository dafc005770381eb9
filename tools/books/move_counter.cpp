#include "tools/books/move_counter.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <queue>
#include <string>

#include <fmt/format.h>
#include <oneapi/tbb/parallel_sort.h>

#include "booksearch/work/parallel.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

constexpr std::size_t kRecord = 11;         // bytes of a move in the file: key, move, outcome
constexpr std::size_t kBuffered = 1 << 14;  // records

[[noreturn]] void fail_on_file() {
  throw Failure(
      fmt::format("a temporary file for the moves of the games: {}; make room on the disk of temporary "
                  "files, or lower --plies",
                  std::strerror(errno)));
}

}  // namespace

// A sorted part of the file, read piece by piece.
struct MoveCounter::Run {
  std::FILE* file;
  std::uint64_t at, end;
  std::vector<char> bytes{};
  std::size_t next = 0;  // in `bytes`
  Played current{};

  // Returns false at the end.
  bool advance() {
    if (next == bytes.size() && !fill()) return false;
    std::memcpy(&current.key, &bytes[next], 8);
    std::memcpy(&current.move, &bytes[next + 8], 2);
    std::memcpy(&current.outcome, &bytes[next + 10], 1);
    next += kRecord;
    return true;
  }

 private:
  bool fill() {
    bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kBuffered * kRecord, end - at)));
    if (bytes.empty()) return false;
    if (::fseeko(file, static_cast<off_t>(at), SEEK_SET) != 0 ||
        std::fread(bytes.data(), 1, bytes.size(), file) != bytes.size())
      fail_on_file();
    at += bytes.size();
    next = 0;
    return true;
  }
};

MoveCounter::MoveCounter(std::size_t capacity) : capacity_(capacity) {}

void MoveCounter::add(PositionKey key, MoveCode move, GameOutcome outcome) {
  if (played_.size() == capacity_) spill();
  played_.push_back({key, move, outcome});
}

void MoveCounter::sort_played() {
  booksearch::run_tbb([this] {
    tbb::parallel_sort(played_.begin(), played_.end(),
                       [](const Played& a, const Played& b) { return a.place() < b.place(); });
  });
}

void MoveCounter::spill() {
  if (file_ == nullptr) file_.reset(std::tmpfile());
  if (file_ == nullptr) fail_on_file();
  sort_played();
  std::vector<char> bytes;
  for (std::size_t i = 0; i < played_.size();) {
    bytes.clear();
    for (; i < played_.size() && bytes.size() < kBuffered * kRecord; ++i) {
      char record[kRecord];
      std::memcpy(record, &played_[i].key, 8);
      std::memcpy(record + 8, &played_[i].move, 2);
      std::memcpy(record + 10, &played_[i].outcome, 1);
      bytes.insert(bytes.end(), record, record + kRecord);
    }
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) fail_on_file();
  }
  const std::uint64_t begin = run_ends_.empty() ? 0 : run_ends_.back();
  run_ends_.push_back(begin + played_.size() * kRecord);
  played_.clear();
}

void MoveCounter::finish(const std::function<void(const BookMove&)>& take) {
  BookMove sum;
  const auto count = [&](const Played& played) {
    if (sum.games > 0 && played.place() != std::pair(sum.key, sum.move)) {
      take(sum);
      sum = {};
    }
    sum.key = played.key;
    sum.move = played.move;
    ++sum.games;
    sum.wins += played.outcome == GameOutcome::kWin;
    sum.draws += played.outcome == GameOutcome::kDraw;
    sum.losses += played.outcome == GameOutcome::kLoss;
  };
  if (run_ends_.empty()) {
    sort_played();
    std::ranges::for_each(played_, count);
  } else {
    spill();
    if (std::fflush(file_.get()) != 0) fail_on_file();
    played_ = {};
    std::vector<Run> runs;
    for (std::size_t i = 0; i < run_ends_.size(); ++i)
      runs.push_back({file_.get(), i == 0 ? 0 : run_ends_[i - 1], run_ends_[i]});
    const auto is_later = [](const Run* a, const Run* b) { return a->current.place() > b->current.place(); };
    std::priority_queue<Run*, std::vector<Run*>, decltype(is_later)> next(is_later);
    for (Run& run : runs)
      if (run.advance()) next.push(&run);
    while (!next.empty()) {
      Run* const run = next.top();
      next.pop();
      count(run->current);
      if (run->advance()) next.push(run);
    }
  }
  if (sum.games > 0) take(sum);
  played_ = {};
  run_ends_.clear();
  file_.reset();
}

}  // namespace tabiya::tools
