// planted_race filter|deepening|none: a pass on two threads that count without synchronisation, which the
// thread sanitizer must report; for `none`, a pass whose threads count as they should, of which it must say
// nothing.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <numeric>
#include <string_view>
#include <thread>
#include <vector>

#include "booksearch/setups/filter/filter.h"
#include "booksearch/setups/rows/stage_search.h"
#include "booksearch/work/parallel.h"
#include "tests/booksearch/table_oracle.h"

namespace tabiya::booksearch {
namespace {

constexpr SetupId kSetups = 1000;

std::uint64_t unsynchronised_count = 0;
std::atomic<std::uint64_t> synchronised_count = 0;
std::atomic<int> arrived = 0;

// Lets no thread go on before there are two, but for a while: on a busy machine one could do all the work. It
// orders nothing, so that it hides no race.
void wait_for_another() {
  thread_local bool has_arrived = false;
  if (has_arrived) return;
  has_arrived = true;
  arrived.fetch_add(1, std::memory_order_relaxed);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (arrived.load(std::memory_order_relaxed) < 2 && std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
}

[[gnu::noinline]] Score count_unsynchronised(SetupId red, SetupId blue, int /*depth*/) {
  wait_for_another();
  ++unsynchronised_count;
  return static_cast<Score>(mix(red * kSetups + blue) % 1000);
}

[[gnu::noinline]] Score count_synchronised(SetupId red, SetupId blue, int /*depth*/) {
  wait_for_another();
  synchronised_count.fetch_add(1, std::memory_order_relaxed);
  return static_cast<Score>(mix(red * kSetups + blue) % 1000);
}

Status run_filter(const PairValue& value) {
  const TableOracle oracle(kSetups, value);
  std::vector<SetupId> setups(kSetups);
  std::iota(setups.begin(), setups.end(), SetupId{0});
  const auto result = filter(oracle, setups, setups, {.keep = 100});
  return result ? ok_status() : Status(result.error());
}

Status run_deepening(const PairValue& value) {
  // The static values, which order the replies, are sound.
  const TableOracle oracle(kSetups, [&](SetupId red, SetupId blue, int depth) {
    return depth == 0 ? static_cast<Score>(mix(red + blue) % 1000) : value(red, blue, depth);
  });
  std::vector<SetupId> blues(kSetups);
  std::iota(blues.begin(), blues.end(), SetupId{0});
  ReplyLists replies(oracle, blues);
  std::vector<RowTask> row_tasks;
  for (const SetupId red : oracle.reds().normalised_ids()) row_tasks.push_back({red, {}});
  const StageTask task{
      .stage = {kSetups, 1, 20}, .name = "stage", .row_tasks = row_tasks, .replies = replies, .finished = {}};
  const auto rows = run_stage(oracle, task, [](const Row&) { return ok_status(); });
  return rows ? ok_status() : Status(rows.error());
}

int run(std::string_view where) {
  Status status = ok_status();
  with_threads(2, [&] {
    if (where == "filter") {
      status = run_filter(count_unsynchronised);
    } else if (where == "deepening") {
      status = run_deepening(count_unsynchronised);
    } else {
      status = run_filter(count_synchronised);
    }
  });
  std::fprintf(stderr, "%s\n", status ? "done" : status.error().message.c_str());
  return status ? 0 : 2;
}

}  // namespace
}  // namespace tabiya::booksearch

int main(int argc, char** argv) { return tabiya::booksearch::run(argc == 2 ? argv[1] : ""); }
