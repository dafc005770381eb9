#include "core/games/zero_point_one/evaluation.h"

#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "core/games/zero_point_one/features.h"
#include "core/games/zero_point_one/game.h"
#include "core/games/zero_point_one/notation.h"
#include "core/games/zero_point_one/wazirdrop.h"
#include "tests/core/eval/random_network.h"
#include "tests/core/games/zero_point_one/random_game.h"
#include "tests/support/checkout.h"

namespace tabiya::zero_point_one::network_evaluation_test {

PackedNetwork lively_network(std::uint32_t width) {
  return PackedNetwork::make(test::lively_network({kFeatures, width}, width)).value();
}

std::vector<const KernelSet*> supported_kernels() {
  std::vector<const KernelSet*> sets;
  for (const KernelSet& set : kernel_sets()) {
    if (set.supported()) sets.push_back(&set);
  }
  return sets;
}

Score value_from_scratch(const NetworkEvaluation& evaluation, const Position& position) {
  NetworkEvaluation::State state;
  evaluation.reset(position, state);
  return evaluation.value(position, state);
}

TEST(NetworkEvaluation, OfAPositionIsTheReference) {
  for (std::uint32_t width : {32u, 128u}) {
    const PackedNetwork network = lively_network(width);
    Random random(5);
    for (const KernelSet* set : supported_kernels()) {
      const NetworkEvaluation evaluation(network, *set);
      play_random_game(random, [&](const Position& position, Move) {
        if (!position.has_wazir(Side::kRed) || !position.has_wazir(Side::kBlue)) return;
        const Side mover = position.side_to_move();
        ASSERT_EQ(value_from_scratch(evaluation, position),
                  reference_evaluation(network.weights(), list_features<Features>(position, index(mover)),
                                       list_features<Features>(position, index(other(mover)))));
      });
    }
  }
}

// Plays games on nodes as a search does, with values asked for at some nodes only, and for some moves that
// are then taken back: all must equal values made from scratch.
void check_incremental(const NetworkEvaluation& evaluation, std::uint64_t seed, int games) {
  using Game = EvaluatedGame<Rules, NetworkEvaluation>;
  const Game game(evaluation);
  Random random(seed);
  const auto nodes = std::make_unique<std::array<Game::Node, kPlyLimit + 2>>();
  for (int i = 0; i < games; ++i) {
    const std::uint32_t rarity = 1 + random.below(20);  // of values asked for
    (*nodes)[0] = game.root(random_start(random));
    std::size_t ply = 0;
    for (;; ++ply) {
      Game::Node& node = (*nodes)[ply];
      if (random.below(rarity) == 0) {
        ASSERT_EQ(game.evaluate(node), value_from_scratch(evaluation, node.position));
      }
      Moves moves;
      game.generate_all(node, moves);
      if (moves.empty()) break;
      // Half of the moves are the wazir's where it has any, so that accumulators are refreshed often.
      Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      for (int tries = 0; tries < 8 && random.below(2) == 0; ++tries) {
        const Move next = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        const bool takes_wazir =
            node.position.is_capture(next) && node.position.at(next.to()).kind() == Kind::kWazir;
        if (takes_wazir || node.position.moved_kind(next) != Kind::kWazir) continue;
        move = next;
        break;
      }
      if (random.below(4) == 0) {
        Game::Node& tried = (*nodes)[ply + 1];
        game.make(node, moves[random.below(static_cast<std::uint32_t>(moves.size()))], tried);
        ASSERT_EQ(game.evaluate(tried), value_from_scratch(evaluation, tried.position));
      }
      game.make(node, move, (*nodes)[ply + 1]);
    }
    ASSERT_EQ(game.evaluate((*nodes)[ply]), value_from_scratch(evaluation, (*nodes)[ply].position));
  }
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kGames = 100;
#else
constexpr int kGames = 10'000;
#endif

TEST(NetworkEvaluation, AlongAGameIsTheOneFromScratch) {
  const PackedNetwork network = lively_network(32);
  check_incremental({network, **select_kernels()}, 1, kGames);
}

TEST(NetworkEvaluation, AlongAGameIsTheOneFromScratchOnEveryKernel) {
  const PackedNetwork network = lively_network(128);
  for (const KernelSet* set : supported_kernels()) check_incremental({network, *set}, 2, kGames / 100);
}

TEST(NetworkEvaluation, OfANewLineOnOldNodesForgetsNothingItNeeds) {
  const PackedNetwork first = lively_network(32);
  const PackedNetwork second = PackedNetwork::make(test::lively_network({kFeatures, 32}, 77)).value();
  NetworkEvaluation::State root, child;
  Random random(6);
  for (int round = 0; round < 200; ++round) {
    const NetworkEvaluation evaluation(round % 3 == 0 ? second : first, **select_kernels());
    const Position before = random_start(random);
    evaluation.reset(before, root);
    Moves moves;
    generate_all(before, moves);
    for (Move move : moves) {
      Position after = before;
      after.play(move);
      evaluation.update(before, root, move, after, child);
      ASSERT_EQ(evaluation.value(after, child), value_from_scratch(evaluation, after));
    }
  }
}

TEST(NetworkEvaluation, WithoutAWazirIsLost) {
  const PackedNetwork network = lively_network(32);
  const NetworkEvaluation evaluation(network, **select_kernels());
  const Position lost = parse_position("8/8/8/8/8/8/8/w6A r A 8").value();
  EXPECT_EQ(value_from_scratch(evaluation, lost), -kMaxEvaluation);
}

TEST(NetworkEvaluation, NeedsTheFeaturesOfTheGame) {
  EXPECT_TRUE(check_features(lively_network(32), kFeatures));
  const PackedNetwork other = PackedNetwork::make(test::lively_network({kFeatures - 1, 32}, 1)).value();
  EXPECT_EQ(check_features(other, kFeatures).error().code, ErrorCode::kUnsupported);
}

TEST(NetworkEvaluation, GivesThePublishedValuesOnEveryKernel) {
  const auto text = test::shared_file("data/wazirdrop/nnue_weights.base128");
  const auto lines = test::shared_file("data/wazirdrop/golden_evals.tsv");
  if (!text || !lines) GTEST_SKIP() << "needs ../shared/data/wazirdrop";
  const PackedNetwork network =
      PackedNetwork::make(zero_point_one::import_wazirdrop_network(*text, kFeatures).value()).value();
  for (const KernelSet* set : supported_kernels()) {
    const NetworkEvaluation evaluation(network, *set);
    std::istringstream input(*lines);
    int count = 0;
    for (std::string line; std::getline(input, line); ++count) {
      const std::size_t tab = line.find('\t');
      const Result<Position> position = parse_position(line.substr(0, tab));
      ASSERT_TRUE(position) << line;
      ASSERT_EQ(value_from_scratch(evaluation, *position), std::stoi(line.substr(tab + 1))) << line;
    }
    EXPECT_EQ(count, 1000) << set->name;
  }
}

}  // namespace tabiya::zero_point_one::network_evaluation_test
