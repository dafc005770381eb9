// A leader and its workers in one process, on threads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

#include "booksearch/setups/filter/filter.h"
#include "booksearch/setups/rows/stage_search.h"
#include "booksearch/work/leader.h"
#include "booksearch/work/parallel.h"
#include "booksearch/work/worker.h"
#include "core/random.h"
#include "tests/booksearch/table_oracle.h"

namespace tabiya::booksearch {
namespace cluster_test {

using ::testing::HasSubstr;

// Mailboxes that ranks share.
class Mail {
 public:
  explicit Mail(int ranks) : boxes_(static_cast<std::size_t>(ranks)) {}
  int size() const { return static_cast<int>(boxes_.size()); }
  void put(int to, Message message) {
    const std::lock_guard lock(mutex_);
    boxes_[static_cast<std::size_t>(to)].push_back(std::move(message));
  }
  std::optional<Message> take(int rank) {
    const std::lock_guard lock(mutex_);
    std::deque<Message>& box = boxes_[static_cast<std::size_t>(rank)];
    if (box.empty()) return std::nullopt;
    Message message = std::move(box.front());
    box.pop_front();
    return message;
  }

 private:
  std::mutex mutex_;
  std::vector<std::deque<Message>> boxes_;
};

class MailTransport final : public Transport {
 public:
  MailTransport(Mail& mail, int rank) : mail_(mail), rank_(rank) {}
  int rank() const override { return rank_; }
  int size() const override { return mail_.size(); }
  void send(int to, std::span<const std::byte> bytes) override {
    mail_.put(to, {rank_, {bytes.begin(), bytes.end()}});
  }
  std::optional<Message> receive() override { return mail_.take(rank_); }

 private:
  Mail& mail_;
  const int rank_;
};

TableOracle some_values() {
  return TableOracle(500, [](SetupId red, SetupId blue, int depth) {
    const std::uint64_t pair = std::uint64_t{red} << 32 | blue;
    return static_cast<Score>(mix(pair + (static_cast<std::uint64_t>(depth) << 56)) % 2000);
  });
}

std::vector<SetupId> ids(SetupId count) {
  std::vector<SetupId> all;
  for (SetupId id = 0; id < count; ++id) all.push_back(id);
  return all;
}

std::vector<RowTask> row_tasks_of(const std::vector<SetupId>& reds) {
  std::vector<RowTask> row_tasks;
  for (const SetupId red : reds) {
    RowTask& row_task = row_tasks.emplace_back();
    row_task.red = red;
    if (red % 3 == 0) row_task.reply = red / 2;
  }
  return row_tasks;
}

// A pass over some reds, with as many workers as there are identities.
class OnePass {
 public:
  explicit OnePass(std::vector<std::string> identities)
      : mail_(static_cast<int>(identities.size()) + 1), leader_transport_(mail_, kLeader) {
    leader_ = std::make_unique<ClusterLeader>(leader_transport_, 1);
    leader_->expect("this");
    for (std::size_t i = 0; i < identities.size(); ++i) {
      workers_.emplace_back([this, i, identity = identities[i]] {
        MailTransport transport(mail_, static_cast<int>(i) + 1);
        EXPECT_TRUE(serve_units(transport, {row_work(oracle_), filter_work(oracle_)}, identity,
                                /*threads=*/1 + i % 2));
      });
    }
  }
  ~OnePass() {
    leader_.reset();
    for (std::thread& worker : workers_) worker.join();
  }

  Result<std::vector<Row>> pass(int depth, std::size_t own, Control control = {}, bool alone = false) {
    const StageTask task{
        {0, depth, static_cast<std::uint32_t>(own)}, "pass", row_tasks_, lists_, {}, 0, {.shared = shared_}};
    if (!alone) control.helpers = leader_.get();
    return run_stage(
        *oracle_, task, [this](const Row&) { return ++seen_, ok_status(); }, control);
  }
  Result<FilterResult> filtered(bool alone) {
    Control control;
    if (!alone) control.helpers = leader_.get();
    return filter(*oracle_, blues_, blues_, {.keep = 40, .block = 100}, control);
  }
  std::size_t seen() const { return seen_; }

 private:
  const std::shared_ptr<const PairOracle> oracle_ = std::make_shared<TableOracle>(some_values());
  const std::vector<SetupId> blues_ = ids(500), shared_{3, 5, 400};
  const std::vector<RowTask> row_tasks_ = row_tasks_of(ids(300));
  ReplyLists lists_{*oracle_, blues_};
  Mail mail_;
  MailTransport leader_transport_;
  std::unique_ptr<ClusterLeader> leader_;
  std::vector<std::thread> workers_;
  std::atomic<std::size_t> seen_ = 0;
};

TEST(Cluster, FindsTheRowsOfOneProcess) {
  OnePass run({"this", "this", "this"});
  for (const auto& [depth, own] :
       {std::pair{3, std::size_t{20}}, std::pair{4, std::size_t{0}}, std::pair{5, std::size_t{7}}}) {
    const auto together = run.pass(depth, own);
    const auto alone = run.pass(depth, own, {}, /*alone=*/true);
    ASSERT_TRUE(together) << together.error().message;
    EXPECT_EQ(*together, *alone);
  }
  EXPECT_EQ(run.seen(), 6 * 300u);
}

TEST(Cluster, FiltersAsOneProcessDoes) {
  OnePass run({"this", "this"});
  for (int i = 0; i < 3; ++i) {
    const auto together = run.filtered(/*alone=*/false), alone = run.filtered(/*alone=*/true);
    ASSERT_TRUE(together) << together.error().message;
    EXPECT_EQ(together->kept, alone->kept);
    EXPECT_EQ(together->pairs, alone->pairs);
    ASSERT_TRUE(run.pass(2, 5));  // work of two kinds in turn
  }
}

TEST(Cluster, StopsAndGoesOn) {
  OnePass run({"this", "this"});
  std::atomic<bool> stop = false;
  std::atomic<int> steps = 0;
  const Control control{[&](const Progress&) { stop = ++steps > 40; }, &stop};
  const auto stopped = run.pass(3, 50, control);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::kStopped);
  const auto whole = run.pass(3, 50);
  ASSERT_TRUE(whole) << whole.error().message;
  EXPECT_EQ(*whole, *run.pass(3, 50, {}, /*alone=*/true));
}

TEST(Cluster, RefusesWorkersThatRunSomethingElse) {
  OnePass run({"this", "that"});
  Result<std::vector<Row>> rows = std::vector<Row>{};
  for (int i = 0; i < 100 && rows; ++i) rows = run.pass(3, 20);  // until its first words have come
  ASSERT_FALSE(rows);
  EXPECT_THAT(rows.error().message, HasSubstr("process 2 of the run: it runs another program"));
}

TEST(Cluster, EndsWhereAWorkerCannotDoTheWork) {
  Mail mail(2);
  MailTransport leader_side(mail, 0);
  std::optional<ClusterLeader> leader(std::in_place, leader_side, 1);
  std::thread worker([&] {
    MailTransport transport(mail, 1);
    const Status status = serve_units(transport, {}, "", 1);
    refuse_to_serve(transport, status.error().message);
  });
  Control control;
  control.helpers = &*leader;
  const TableOracle oracle = some_values();
  const std::vector<SetupId> blues = ids(500);
  Result<FilterResult> result = FilterResult{};
  while (result) result = filter(oracle, blues, blues, {.keep = 3}, control);
  EXPECT_EQ(result.error().message, "process 1 of the run: the leader wants work of another kind: filter");
  worker.join();
}

TEST(Cluster, EndsWithTheReasonOfAWorkerThatFails) {
  Mail mail(2);
  MailTransport leader_side(mail, 0), worker_side(mail, 1);
  refuse_to_serve(worker_side, "its memory is full");
  ClusterLeader leader(leader_side, 1);
  Control control;
  control.helpers = &leader;
  const TableOracle oracle = some_values();
  const std::vector<SetupId> blues = ids(500);
  Result<FilterResult> result = FilterResult{};
  while (result) result = filter(oracle, blues, blues, {.keep = 3}, control);  // until it is heard
  EXPECT_EQ(result.error().message, "process 1 of the run: its memory is full");
}

}  // namespace cluster_test
}  // namespace tabiya::booksearch
