#include "tools/learn/learn_json.h"

#include "tests/tools/failure_of.h"
#include "tests/tools/program_run.h"
#include "tools/cli/checked_line.h"
#include "tools/cli/json.h"

namespace tabiya::tools::tuning_log_test {

const Json kHeader{{"tune", 2}, {"iterations", 3}, {"pairs", 1}};

Spsa make_spsa() { return Spsa({{"futility", 5, 0, 10, 1}, {"most", 300, 100, 500, 50}}, {3, 0.1}, 1); }

class TuningLogTest : public ::testing::Test {
 protected:
  void write(int iterations) {
    Spsa spsa = make_spsa();
    TuningLog log({path_, false, true}, kHeader, spsa);
    for (int i = 0; i < iterations; ++i) {
      spsa.tell(0.5);
      log.add(spsa, 2, 0.5);
    }
  }
  std::string complaint() {
    Spsa spsa = make_spsa();
    return failure_of([&] { TuningLog({path_, true, false}, kHeader, spsa); });
  }
  // The same for a file with one iteration, a field of which was changed.
  std::string complaint_of(const std::string& field, const Json& value) {
    Json line{{"iteration", 1}, {"games", 2}, {"result", 0.5}, {"values", {{"futility", 5}, {"most", 300}}}};
    line[field] = value;
    write_file(path_, checked_line(kHeader) + '\n' + checked_line(line) + '\n');
    return complaint();
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.path("tune");
};

TEST_F(TuningLogTest, RestoresWhatItHolds) {
  write(2);
  Spsa expected = make_spsa();
  for (int i = 0; i < 2; ++i) expected.tell(0.5);
  Spsa spsa = make_spsa();
  const TuningLog log({path_, true, false}, kHeader, spsa);
  EXPECT_EQ(spsa.iteration(), 2u);
  EXPECT_EQ(spsa.values(), expected.values());
}

TEST_F(TuningLogTest, HoldsWhatARunWrites) {
  EXPECT_EQ(complaint_of("iteration", 1), "");
  for (const Json& iteration : {Json(-5), Json(2), Json(1e300), Json("1")})
    EXPECT_THAT(complaint_of("iteration", iteration), HasSubstr("tune, line 2: iteration ")) << iteration;
  EXPECT_THAT(complaint_of("games", 4), HasSubstr("line 2: 'games' is not 2"));
  EXPECT_THAT(complaint_of("result", 1.5), HasSubstr("line 2: 'result' is not a number from -1 to 1"));
  for (const Json& values : {Json{{"futility", 1e308}, {"most", 300}}, Json{{"futility", "5"}, {"most", 300}},
                             Json{{"futility", 5}, {"least", 300}}})
    EXPECT_THAT(complaint_of("values", values), HasSubstr("is not a number from")) << values;
  EXPECT_THAT(complaint_of("values", {{"futility", 5}}), HasSubstr("line 2: 'values' are not those"));
}

TEST_F(TuningLogTest, HoldsNoMoreThanTheRun) {
  write(4);
  EXPECT_THAT(complaint(), HasSubstr("tune, line 5: iteration 4 is not one of this run"));
}

}  // namespace tabiya::tools::tuning_log_test
