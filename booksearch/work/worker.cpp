#include "booksearch/work/worker.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

#include "booksearch/work/messages.h"
#include "core/thread_group.h"

namespace tabiya::booksearch {
namespace {

using namespace cluster;

// Threads that compute leased units. They live as long as the worker, so that what a thread prepares for a
// pass serves all units of it.
class UnitThreads {
 public:
  explicit UnitThreads(unsigned count) : threads_([this] { end(); }) {
    for (unsigned i = 0; i < count; ++i) threads_.start([this] { run(); });
  }

  // Begins a pass. Nothing is left of the pass before.
  void begin(WorkKind::MakeThread make_thread) {
    const std::lock_guard lock(mutex_);
    make_thread_ = std::move(make_thread);
    ++pass_;
  }

  void add(std::vector<SharedUnits::Unit> units) {
    {
      const std::lock_guard lock(mutex_);
      std::ranges::move(units, std::back_inserter(waiting_));
    }
    changed_.notify_all();
  }

  // Returns the answers since the last call. Errors: the first of the work.
  Result<std::vector<Found>> take() {
    const std::lock_guard lock(mutex_);
    if (error_) return *error_;
    return std::exchange(found_, {});
  }

  // True if so few units wait that a thread may soon have nothing to do.
  bool runs_dry() const {
    const std::lock_guard lock(mutex_);
    return waiting_.size() < threads_.size();
  }

  // Forgets the units that wait, and waits until those that are being computed have ended.
  void drop() {
    std::unique_lock lock(mutex_);
    waiting_.clear();
    stop_ = true;
    changed_.wait(lock, [this] { return computing_ == 0; });
    stop_ = false;
  }

 private:
  void end() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = stop_ = true;
    }
    changed_.notify_all();
  }

  void run() {
    int pass = 0;
    ComputeBytes compute;
    for (std::unique_lock lock(mutex_);;) {
      changed_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
      if (ended_) return;
      const SharedUnits::Unit unit = std::move(waiting_.front());
      waiting_.pop_front();
      ++computing_;
      const WorkKind::MakeThread make_thread = make_thread_;
      const bool is_new_pass = std::exchange(pass, pass_) != pass_;
      lock.unlock();
      const auto start = std::chrono::steady_clock::now();
      Result<Bytes> answer = answer_of([&] {
        if (is_new_pass) compute = make_thread();
        return compute(unit.bytes, {{}, &stop_});
      });
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
      lock.lock();
      if (answer) {
        found_.push_back({unit.index, std::move(*answer), seconds.count()});
      } else if (answer.error().code != ErrorCode::kStopped && !error_) {
        error_ = answer.error();
      }
      --computing_;
      changed_.notify_all();
    }
  }

  // A worker without memory tells the leader so, like any other error.
  template <class Compute>
  static Result<Bytes> answer_of(Compute compute) {
    try {
      return compute();
    } catch (const std::bad_alloc&) {
      return Error{ErrorCode::kTooLarge, "out of memory", {}};
    }
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  WorkKind::MakeThread make_thread_;
  int pass_ = 0;  // how many there were
  std::deque<SharedUnits::Unit> waiting_;
  std::vector<Found> found_;
  std::optional<Error> error_;
  int computing_ = 0;
  std::atomic<bool> stop_ = false;
  bool ended_ = false;
  ThreadGroup threads_;  // last: they use the others
};

class Worker {
 public:
  Worker(Transport& transport, const std::vector<WorkKind>& kinds, unsigned threads)
      : transport_(transport), kinds_(kinds), threads_(threads) {}

  Status serve() {
    for (Patience patience; !ended_; patience.wait()) {
      while (const std::optional<Message> message = transport_.receive()) {
        patience.reset();
        if (Status status = hear(*message); !status) return status;
      }
      if (Status status = tell_found(); !status) return status;
      if (has_pass_ && !asked_ && threads_.runs_dry()) {
        say(Want{});
        asked_ = true;
      }
    }
    return ok_status();
  }

 private:
  Status hear(const Message& message) {
    std::optional<Words> words = decode(message.bytes);
    if (!words) return invalid("the leader's message cannot be understood");
    if (const Pass* pass = std::get_if<Pass>(&*words)) return begin(*pass);
    if (Lease* lease = std::get_if<Lease>(&*words)) {
      if (!has_pass_) return invalid("the leader hands out units of no pass");
      asked_ = false;
      threads_.add(std::move(lease->units));
    } else if (std::holds_alternative<Drop>(*words)) {
      threads_.drop();
      if (Status status = tell_found(); !status) return status;
      say(Dropped{});
    } else if (std::holds_alternative<End>(*words)) {
      ended_ = true;
    }
    return ok_status();
  }

  // Begins a pass. A Want that was not answered in the pass before counts for this pass, too.
  Status begin(const Pass& pass) {
    const auto kind = std::ranges::find(kinds_, pass.kind, &WorkKind::name);
    if (kind == kinds_.end()) return invalid("the leader wants work of another kind: " + pass.kind);
    WorkKind::MakeThread make_thread = kind->begin(pass.pass);
    if (!make_thread) return invalid("the leader begins a pass that cannot be understood");
    threads_.begin(std::move(make_thread));
    has_pass_ = true;
    return ok_status();
  }

  Status tell_found() {
    const Result<std::vector<Found>> all = threads_.take();
    if (!all) return all.error();
    for (const Found& found : *all) say(found);
    return ok_status();
  }

  void say(const Words& words) { transport_.send(kLeader, encode(words)); }

  Transport& transport_;
  const std::vector<WorkKind>& kinds_;
  bool has_pass_ = false;
  bool asked_ = false;  // for more units
  bool ended_ = false;
  UnitThreads threads_;
};

}  // namespace

Status serve_units(Transport& transport, const std::vector<WorkKind>& kinds, const std::string& identity,
                   unsigned threads) {
  transport.send(kLeader, encode(Hello{identity, threads}));
  return Worker(transport, kinds, threads).serve();
}

void refuse_to_serve(Transport& transport, const std::string& reason) {
  transport.send(kLeader, encode(Failed{reason}));
}

}  // namespace tabiya::booksearch
