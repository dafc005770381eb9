#include "booksearch/cluster/worker.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "booksearch/cluster/messages.h"
#include "booksearch/cluster/patience.h"
#include "booksearch/row_search.h"
#include "booksearch/static_order.h"

namespace tabiya::booksearch {
namespace {

using namespace cluster;

// The reasonable replies, as long as anybody refers to them.
struct Blues {
  Blues(const PairOracle& oracle, std::vector<SetupId> all) : ids(std::move(all)), lists(oracle, ids) {}

  const std::vector<SetupId> ids;
  ReplyLists lists;
};

// A pass as this process has it.
struct PassHere {
  Pass pass;
  std::shared_ptr<Blues> blues;
};

// Threads that search leased rows, each with a searcher of its own.
class RowThreads {
 public:
  RowThreads(const PairOracle& oracle, unsigned count) : oracle_(oracle) {
    for (unsigned i = 0; i < count; ++i) threads_.emplace_back([this] { run(); });
  }
  ~RowThreads() {
    drop();
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  // There is nothing left of the pass before.
  void begin(std::shared_ptr<const PassHere> pass) {
    const std::lock_guard lock(mutex_);
    pass_ = std::move(pass);
  }

  void add(const std::vector<Entrant>& entrants) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.insert(waiting_.end(), entrants.begin(), entrants.end());
    }
    changed_.notify_all();
  }

  // What has been found since the last call.
  std::vector<Found> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(found_, {});
  }

  // So few rows wait that a thread may soon have nothing to do.
  bool runs_dry() const {
    const std::lock_guard lock(mutex_);
    return waiting_.size() < threads_.size();
  }

  // Forgets all rows, and waits until those that are being searched have ended.
  void drop() {
    std::unique_lock lock(mutex_);
    waiting_.clear();
    stop_ = true;
    changed_.wait(lock, [this] { return searching_ == 0; });
    stop_ = false;
    found_.clear();
  }

 private:
  void run() {
    std::shared_ptr<const PassHere> pass;
    std::optional<RowSearcher> searcher;
    for (std::unique_lock lock(mutex_);;) {
      changed_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
      if (ended_) return;
      const Entrant entrant = waiting_.front();
      waiting_.pop_front();
      ++searching_;
      const bool is_new_pass = pass != pass_;
      pass = pass_;
      lock.unlock();
      const auto start = std::chrono::steady_clock::now();
      if (is_new_pass) {
        const Replies replies{pass->blues->lists, pass->pass.own, pass->pass.shared};
        searcher.emplace(oracle_, replies, pass->pass.table_bytes);
      }
      const Result<Row> row = searcher->search(entrant, pass->pass.depth, {{}, &stop_});
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
      lock.lock();
      if (row) found_.push_back({*row, seconds.count()});
      --searching_;
      changed_.notify_all();
    }
  }

  const PairOracle& oracle_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::shared_ptr<const PassHere> pass_;
  std::deque<Entrant> waiting_;
  std::vector<Found> found_;
  int searching_ = 0;
  std::atomic<bool> stop_ = false;
  bool ended_ = false;
  std::vector<std::thread> threads_;  // last: they use the others
};

class Worker {
 public:
  Worker(Transport& transport, const PairOracle& oracle, unsigned threads)
      : transport_(transport), oracle_(oracle), threads_(oracle, threads) {}

  Status serve() {
    for (Patience patience; !ended_; patience.wait()) {
      while (const std::optional<Message> message = transport_.receive()) {
        patience.reset();
        if (Status status = hear(*message); !status) return status;
      }
      for (const Found& found : threads_.take()) say(found);
      if (pass_ && !asked_ && threads_.runs_dry()) {
        say(Want{});
        asked_ = true;
      }
    }
    return ok_status();
  }

 private:
  Status hear(const Message& message) {
    const std::optional<Words> words = decode(message.bytes);
    if (!words) return invalid("the leader says what cannot be understood");
    if (const Pass* pass = std::get_if<Pass>(&*words)) return begin(*pass);
    if (const Lease* lease = std::get_if<Lease>(&*words)) {
      if (!pass_) return invalid("the leader hands out rows of no pass");
      asked_ = false;
      threads_.add(lease->entrants);
    } else if (std::holds_alternative<Drop>(*words)) {
      threads_.drop();
      say(Dropped{});
    } else if (std::holds_alternative<End>(*words)) {
      ended_ = true;
    }
    return ok_status();
  }

  // A question that was not answered in the pass before is one of this pass, too.
  Status begin(const Pass& pass) {
    auto here = std::make_shared<PassHere>(PassHere{pass, pass_ ? pass_->blues : nullptr});
    if (!pass.blues.empty()) here->blues = std::make_shared<Blues>(oracle_, pass.blues);
    if (!here->blues) return invalid("the leader begins a pass without replies");
    pass_ = here;
    threads_.begin(here);
    return ok_status();
  }

  void say(const Words& words) { transport_.send(kLeader, encode(words)); }

  Transport& transport_;
  const PairOracle& oracle_;
  std::shared_ptr<const PassHere> pass_;
  bool asked_ = false;  // for more rows
  bool ended_ = false;
  RowThreads threads_;
};

}  // namespace

Status serve_rows(Transport& transport, const PairOracle& oracle, const std::string& identity,
                  unsigned threads) {
  transport.send(kLeader, encode(Hello{identity, threads}));
  return Worker(transport, oracle, threads).serve();
}

void refuse_to_serve(Transport& transport, const std::string& reason) {
  transport.send(kLeader, encode(Failed{reason}));
}

}  // namespace tabiya::booksearch
