// The moves and results of many games from their files, as another program counted them.
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/game/game_module.h"
#include "core/games/variants/module.h"
#include "tests/support/checkout.h"

namespace tabiya::variants::shared_variants_test {

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, '\t');) fields.push_back(field);
  return fields;
}

std::vector<std::vector<std::string>> rows_of(const std::string& table) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream stream(table);
  for (std::string line; std::getline(stream, line);) rows.push_back(fields_of(line));
  return rows;
}

class SharedVariants : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto rules = test::shared_file("data/variants/variants.ini");
    const auto kinds = test::shared_file("data/variants/kinds.tsv");
    const auto perft = test::shared_file("data/variants/perft.tsv");
    const auto games = test::shared_file("data/variants/games.tsv");
    if (!rules || !kinds || !perft || !games)
      GTEST_SKIP() << "data/variants is not there: see shared_files.h";
    rules_ = *rules;
    perft_ = rows_of(*perft);
    games_ = rows_of(*games);
    for (const auto& row : rows_of(*kinds)) is_parent_[row[0]] = row[1] == "builtin";
  }

  // Null where the rules need what is not supported; `why` says it then.
  const GameModule* game(const std::string& name, std::string* why = nullptr) {
    auto& made = modules_[name];
    if (!made) {
      auto result = is_parent_.at(name) ? make_module("[own:" + name + "]\n", "", name)
                                        : make_module(rules_, name, name);
      if (!result && why != nullptr) *why = result.error().message;
      if (result) made = *std::move(result);
    }
    return made.get();
  }

  std::string rules_;
  std::vector<std::vector<std::string>> perft_, games_;
  std::map<std::string, bool> is_parent_;
  std::map<std::string, std::unique_ptr<const GameModule>> modules_;
};

TEST_F(SharedVariants, CountTheMovesOfTheirPositions) {
  constexpr std::uint64_t kMostNodes = 30'000;  // deeper counts take long where tests are not optimised
  std::map<std::string, int> counted;
  for (const auto& row : perft_) {
    const GameModule* module = game(row[0]);
    if (module == nullptr) continue;
    const auto position = module->parse_position(row[1]);
    ASSERT_TRUE(position) << row[0] << ' ' << row[1] << ": " << position.error().message;
    for (std::size_t depth = 1; depth + 1 < row.size(); ++depth) {
      const std::uint64_t nodes = std::stoull(row[depth + 1]);
      if (nodes > kMostNodes) break;
      ASSERT_EQ((*position)->perft(static_cast<int>(depth)), nodes)
          << row[0] << ' ' << row[1] << ' ' << depth;
      ++counted[row[0]];
    }
  }
  std::string works;
  for (const auto& [name, count] : counted) works += ' ' + name;
  std::cout << counted.size() << " games count as they should:" << works << '\n';
  EXPECT_GE(counted.size(), 71u);
}

TEST_F(SharedVariants, PlayTheirGamesToTheSameResults) {
  std::set<std::string> played;
  for (const auto& row : games_) {
    const GameModule* module = game(row[0]);
    if (module == nullptr) continue;
    auto position = module->parse_position(row[1]);
    ASSERT_TRUE(position) << row[0] << ": " << position.error().message;
    std::istringstream moves(row.size() > 3 ? row[3] : "");
    for (std::string move; moves >> move;) {
      auto next = (*position)->after(move);
      ASSERT_TRUE(next) << row[0] << ' ' << (*position)->text() << ": " << next.error().message;
      position = std::move(next);
    }
    const Outcome outcome = (*position)->outcome();
    const bool white_to_move = (*position)->side_to_move() == 0;
    const std::string result = outcome == Outcome::kOpen                     ? "*"
                               : outcome == Outcome::kDraw                   ? "1/2-1/2"
                               : (outcome == Outcome::kWin) == white_to_move ? "1-0"
                                                                             : "0-1";
    EXPECT_EQ(result, row[2]) << row[0] << ' ' << (*position)->text();
    played.insert(row[0]);
  }
  EXPECT_GE(played.size(), 71u);
}

TEST_F(SharedVariants, ListWhatIsMissing) {
  int accepted = 0;
  for (const auto& [name, is_parent] : is_parent_) {
    std::string why;
    if (game(name, &why) != nullptr) {
      ++accepted;
    } else {
      std::cout << name << ": " << why << '\n';
    }
  }
  std::cout << accepted << " of " << is_parent_.size() << " games are accepted\n";
  EXPECT_GE(accepted, 114);
}

}  // namespace tabiya::variants::shared_variants_test
