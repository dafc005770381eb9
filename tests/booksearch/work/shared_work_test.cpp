#include "booksearch/work/shared_work.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "booksearch/work/parallel.h"
#include "booksearch/work/shared_units.h"

namespace tabiya::booksearch {
namespace shared_work_test {

// Squares of numbers, plus a number that the pass says. It cannot square `bad`.
class Squares {
 public:
  static constexpr std::string_view kName = "squares";
  struct Pass {
    int plus = 0;
    static void visit_parts(auto& self, auto& visit) { visit(self.plus); }
  };
  using Unit = int;
  using Answer = std::int64_t;
  explicit Squares(Pass pass, int bad = -1) : pass_(pass), bad_(bad) {}
  Pass pass() const { return pass_; }

  struct Thread {
    const Squares& work;
    Result<Answer> compute(int number, const Control&) {
      if (number == work.bad_) return invalid("a bad number");
      return std::int64_t{number} * number + work.pass_.plus;
    }
  };
  Thread thread() const { return {*this}; }

 private:
  const Pass pass_;
  const int bad_;
};

// Computes every other lot of units from their bytes, as another process would.
class Helper final : public Helpers {
 public:
  Status help(SharedUnits& units, const Control& control) override {
    const WorkKind kind = offer<Squares>([](Squares::Pass pass) { return std::make_shared<Squares>(pass); });
    EXPECT_EQ(units.kind(), kind.name);
    const ComputeBytes compute = kind.begin(units.pass())();
    while (!control.stopped()) {
      const auto lot = units.take(7);
      if (lot.empty()) return trouble;
      for (const SharedUnits::Unit& unit : lot) {
        const Result<Bytes> answer = compute(unit.bytes, control);
        if (!answer) return answer.error();
        EXPECT_TRUE(units.found(unit.index, *answer));
        ++helped;
      }
    }
    return Error{ErrorCode::kStopped, "stopped", {}};
  }
  Status trouble = ok_status();
  int helped = 0;
};

std::vector<int> numbers(int count) {
  std::vector<int> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

void expect_squares(const Control& control) {
  const Squares work({100});
  const std::vector<int> units = numbers(5'000);
  std::vector<std::int64_t> answers(units.size(), -1);
  const auto take_in = [&](std::size_t index, std::int64_t answer) {
    EXPECT_EQ(answers[index], -1);
    answers[index] = answer;
    return ok_status();
  };
  with_threads(3, [&] { EXPECT_TRUE(WorkerPool(work).compute(units, take_in, control)); });
  for (const int number : units)
    ASSERT_EQ(answers[static_cast<std::size_t>(number)], std::int64_t{number} * number + 100);
}

TEST(SharedWork, EveryUnitIsAnsweredOnceWithAndWithoutHelpers) {
  expect_squares({});
  Helper helper;
  Control control;
  control.helpers = &helper;
  while (helper.helped == 0) expect_squares(control);  // it may come too late at first
}

TEST(SharedWork, EndsWithTheFirstError) {
  const std::vector<int> units = numbers(1'000);
  int taken = 0;
  const auto take_in = [&](std::size_t, std::int64_t) -> Status {
    ++taken;
    return taken < 20 ? ok_status() : invalid("no room");
  };
  const Squares work({0});
  EXPECT_EQ(WorkerPool(work).compute(units, take_in, {}).error().message, "no room");
  EXPECT_EQ(taken, 20);
  const Squares bad({0}, /*bad=*/5);
  const auto ignore = [](std::size_t, std::int64_t) { return ok_status(); };
  EXPECT_EQ(WorkerPool(bad).compute(units, ignore, {}).error().message, "a bad number");
}

TEST(SharedWork, EndsWithTheTroubleOfAHelper) {
  Helper helper;
  helper.trouble = invalid("process 1 is lost");
  Control control;
  control.helpers = &helper;
  const Squares work({0});
  const auto ignore = [](std::size_t, std::int64_t) { return ok_status(); };
  EXPECT_EQ(WorkerPool(work).compute(numbers(1'000), ignore, control).error().message, "process 1 is lost");
}

TEST(SharedWork, ThrowsWhatAHelperThrewAndGoesOn) {
  struct Broken final : Helpers {
    Status help(SharedUnits&, const Control&) override { throw std::runtime_error("no memory"); }
  } broken;
  Control control;
  control.helpers = &broken;
  const Squares work({0});
  WorkerPool workers(work, 2);
  int taken = 0;
  const auto count = [&](std::size_t, std::int64_t) {
    ++taken;
    return ok_status();
  };
  EXPECT_THROW((void)workers.compute(numbers(1'000), count, control), std::runtime_error);
  taken = 0;
  EXPECT_TRUE(workers.compute(numbers(1'000), count, {}));
  EXPECT_EQ(taken, 1'000);
}

TEST(SharedWork, TellsHelpersWhereAThreadThrew) {
  struct Throwing : Squares {
    Throwing() : Squares({0}) {}
    struct Thread {
      Result<Answer> compute(int, const Control&) { throw std::runtime_error("no memory"); }
    };
    Thread thread() const { return {}; }
  };
  struct Waiting final : Helpers {
    Status help(SharedUnits& units, const Control&) override {
      for (int i = 0; i < 10'000 && !units.failed(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      told = units.failed();
      return ok_status();
    }
    bool told = false;
  } waiting;
  Control control;
  control.helpers = &waiting;
  const Throwing work;
  const auto ignore = [](std::size_t, std::int64_t) { return ok_status(); };
  EXPECT_THROW((void)WorkerPool(work, 2).compute(numbers(1'000), ignore, control), std::runtime_error);
  EXPECT_TRUE(waiting.told);
}

TEST(SharedWork, IsStopped) {
  Helper helper;
  std::atomic<bool> stop = false;
  int taken = 0;
  const Control control{{}, &stop, {}, &helper};
  const auto take_in = [&](std::size_t, std::int64_t) {
    stop = ++taken > 50;
    return ok_status();
  };
  const Squares work({0});
  const Status status = WorkerPool(work).compute(numbers(100'000), take_in, control);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kStopped);
  EXPECT_LT(taken, 1'000);
}

TEST(SharedWork, RefusesAnswersThatAreNone) {
  const Squares work({0});
  const std::vector<int> units = numbers(3);
  const OnAnswer<Squares> ignore = [](std::size_t, std::int64_t) { return ok_status(); };
  UnitQueue<Squares> queue(work, units, ignore);
  EXPECT_EQ(queue.found(0, Bytes(3)).error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(queue.found(3, to_bytes(std::int64_t{1})).error().code, ErrorCode::kCorrupt);
}

}  // namespace shared_work_test
}  // namespace tabiya::booksearch
