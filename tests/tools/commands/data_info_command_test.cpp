#include <cmath>

#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/trainable.h"
#include "core/random.h"
#include "tests/tools/program_run.h"
#include "tools/assets/network_input.h"
#include "tools/assets/shipped.h"
#include "tools/cli/failure.h"
#include "tools/cli/version.h"
#include "tools/learn/learn_json.h"

namespace tabiya::tools::data_info_command_test {

using namespace zero_point_one;

// Positions after random setups, labelled by the shipped network itself; every third has no result, the
// others are drawn.
class DataInfoCommandTest : public ::testing::Test {
 protected:
  DataInfoCommandTest() {
    const PackedNetwork network = load_packed_network(std::string(kShipped));
    const zero_point_one::NetworkEvaluation evaluation(network, chosen_kernels());
    const auto state = std::make_unique<zero_point_one::NetworkEvaluation::State>();
    Random random(1);
    booksearch::DataChunk chunk{.first_game = 0, .games = 1, .records = {}};
    for (int i = 0; i < 300; ++i) {
      const auto setup = [&] { return random.below(SetupRanking::size()); };
      const SetupId red = setup(), blue = setup();
      const Position position = position_after(red, blue);
      evaluation.reset(position, *state);
      const Score label = evaluation.value(position, *state);
      const auto record = pack_record<Coder>(position, {label, i % 3 == 0 ? kNoResult : 0, position.ply()});
      chunk.records.insert(chunk.records.end(), record.begin(), record.end());
      if (i % 3 != 0) bias_ += (1 / (1 + std::exp(-label / 1e4)) - 0.5) / 200;
    }
    take(write_data(path_, {{"game", "zero_point_one"}}, false, false).add(chunk));
  }

  Json facts(std::vector<std::string> more) {
    const std::string run = output_of(run_tabiya(joined({"data", "info", path_, "--json"}, more)));
    return parsed(run);
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.path("games.tbd");
  double bias_ = 0;  // of the network
};

TEST_F(DataInfoCommandTest, CountsPositionsWithoutAResultApart) {
  const auto told = facts({});
  EXPECT_EQ(told["positions"], 300);
  EXPECT_EQ(told["without_result"], 100);
  EXPECT_EQ(told["drawn"], 200);
  EXPECT_FALSE(told.contains("network"));
}

TEST_F(DataInfoCommandTest, MeasuresANetwork) {
  const auto told = facts({"--net", "shipped"})["network"];
  EXPECT_NEAR(told["bias"].get<double>(), bias_, 1e-4);
  EXPECT_GT(told["log_loss_of_result"], std::log(2));
  // Labels are rounded, so nearly nothing is left.
  EXPECT_NEAR(told["excess_over_labels"].get<double>(), 0, 1e-6);
  EXPECT_NEAR(told["excess_over_labels_without_result"].get<double>(), 0, 1e-6);
}

}  // namespace tabiya::tools::data_info_command_test
