#include "tools/learn/learn_json.h"

#include "tests/booksearch/learn/random_data.h"
#include "tests/tools/program_run.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"

namespace tabiya::tools::learn_json_test {

constexpr ModelShape kShape{300, 30, 32};
const Json kHeader{{"data", "0123"}, {"rate", 0.001}};

TrainingState some_state() {
  TrainingState state;
  state.epochs = {{1, 0.001, 0.61, 0.0123456789012345678, 0.5, 0.1 / 3}, {2, 1e-5, 0.6, 0.01, 0.55, 0.02}};
  state.trainer = TrainerState(random_float_network(kShape, 1));
  state.trainer.mean = random_float_network(kShape, 2);
  state.trainer.variance = random_float_network(kShape, 3);
  state.trainer.steps = 1234;
  state.best = random_float_network(kShape, 4);
  return state;
}

TEST(Checkpoint, KeepsAllThatATrainingGoesOnFrom) {
  const TrainingState state = some_state();
  const auto decoded = decode_checkpoint(encode_checkpoint(kHeader, state), kHeader, kShape);
  ASSERT_TRUE(decoded.ok()) << decoded.error().message;
  EXPECT_EQ(*decoded, state);
}

TEST(Checkpoint, OfAnotherTrainingIsRefused) {
  const auto file = encode_checkpoint(kHeader, some_state());
  const auto other = decode_checkpoint(file, {{"data", "0123"}, {"rate", 0.002}}, kShape);
  ASSERT_FALSE(other.ok());
  EXPECT_THAT(other.error().message, HasSubstr("rate is 0.001 there, and 0.002 here"));
  EXPECT_FALSE(decode_checkpoint(file, {{"data", "0123"}, {"rate", 0.001}, {"more", 1}}, kShape).ok());
}

TEST(Checkpoint, ThatIsDamagedIsRefused) {
  const auto file = encode_checkpoint(kHeader, some_state());
  for (const std::size_t at : {std::size_t{0}, std::size_t{20}, file.size() / 2, file.size() - 1}) {
    auto damaged = file;
    damaged[at] ^= std::byte{16};
    EXPECT_FALSE(decode_checkpoint(damaged, kHeader, kShape).ok()) << at;
  }
  EXPECT_FALSE(decode_checkpoint(std::span(file).first(file.size() - 1), kHeader, kShape).ok());
  EXPECT_FALSE(decode_checkpoint({}, kHeader, kShape).ok());
}

TEST(Checkpoint, WithoutEpochsOrOfTwoWidthsIsRefused) {
  TrainingState state = some_state();
  state.best = random_float_network({300, 30, 64}, 4);
  EXPECT_FALSE(decode_checkpoint(encode_checkpoint(kHeader, state), kHeader, kShape).ok());
  state = some_state();
  state.epochs.clear();
  EXPECT_FALSE(decode_checkpoint(encode_checkpoint(kHeader, state), kHeader, kShape).ok());
}

class DataSettingsTest : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const Json& settings, std::uint64_t seed) {
    const std::string path = folder_.path(name);
    DataWriter writer = write_data(path, settings, false, false);
    std::uint64_t first = 0;
    for (const auto& game : random_games(4, seed)) EXPECT_TRUE(writer.add({first++, 1, game}));
    return path;
  }
  TemporaryFolder folder_;
};

TEST_F(DataSettingsTest, AreTheTextThatTheFileHolds) {
  const std::string path = write("one", {{"depth", 4}, {"seed", 1}, {"mix", 0.5}}, 1);
  DataReader reader = open_data(path);
  EXPECT_EQ(reader.settings_text(), R"({"depth":4,"seed":1,"mix":0.5})");
  EXPECT_EQ(reader.settings().kind, R"({"depth":4,"mix":0.5})");
  EXPECT_EQ(reader.settings().seed, "1");
  const Json sources = sources_json(open_data(std::vector{path}));
  EXPECT_EQ(json_text(sources[0]["depth"]), "4");
  EXPECT_EQ(sources[0]["records"].get<std::string>().size(), 16u);
}

TEST_F(DataSettingsTest, OfSeveralFilesAreToldByKinds) {
  const std::string one = write("one", {{"depth", 4}, {"seed", 1}}, 1);
  const std::string two = write("two", {{"depth", 5}, {"seed", 2}}, 2);
  const std::string three = write("three", {{"depth", 4}, {"seed", 3}}, 3);
  EXPECT_THAT(complaint(load_training_data({one, two}, 0.1, Kinds::kOne, read_data_settings)),
              HasSubstr(R"({"depth":5})"));
  const auto data = load_training_data({one, two, three}, 0.1, Kinds::kMixed, read_data_settings);
  EXPECT_EQ(json_text(kinds_json(*data)), R"([{"depth":4,"seeds":[1,3]},{"depth":5,"seeds":[2]}])");
}

TEST_F(DataSettingsTest, AreRefusedUnlessSelfplayWritesThem) {
  const auto complaint_of = [](const std::string& text) {
    return complaint(read_data_settings(text, "games.tbd"));
  };
  EXPECT_EQ(complaint_of("{}"), "");
  EXPECT_THAT(complaint_of(R"({"game":"a game"})"),
              HasSubstr("games.tbd: unknown game 'a game'; this program knows 'zero_point_one'"));
  EXPECT_THAT(complaint_of(R"({"game":"pawn_race"})"), HasSubstr("games.tbd: pawn_race has no features"));
  std::string deep = "{\"a\":";  // what a library that recurses does not survive
  for (int i = 0; i < 4000; ++i) deep += "[";
  for (const std::string& text : {std::string("[1]"), std::string("{"), std::string(R"({"game":5})"),
                                  std::string(R"({"game":null})"), deep})
    EXPECT_THAT(complaint_of(text), HasSubstr("games.tbd: its settings are not an object")) << text;
}

}  // namespace tabiya::tools::learn_json_test
