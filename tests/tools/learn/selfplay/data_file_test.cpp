#include "tools/learn/selfplay/data_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <span>

#include "codec/bits.h"
#include "codec/crc64.h"
#include "codec/zstd_frame.h"
#include "core/random.h"
#include "tests/tools/program_run.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"

namespace tabiya::tools {
namespace data_file_test {

using ::testing::HasSubstr;

const Json kSettings{{"depth", 4}, {"seed", 1}};

constexpr std::size_t kRecordBytes = 26;  // of the first game

DataChunk random_chunk(std::uint64_t first_game, std::size_t records) {
  Random random(first_game);
  DataChunk chunk{.first_game = first_game, .games = 32, .records = {}};
  chunk.records.resize(records * kRecordBytes);
  for (std::byte& byte : chunk.records) byte = static_cast<std::byte>(random.below(256));
  return chunk;
}

// What went wrong, or nothing.
template <class Work>
std::string failure_of(Work&& work) {
  try {
    work();
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "";
}

class DataFileTest : public ::testing::Test {
 protected:
  void write_chunks(int from, int to, bool resume) {
    DataWriter writer(path_, kSettings, resume, false);
    for (int i = from; i < to; ++i) writer.add(random_chunk(32 * static_cast<std::uint64_t>(i), kRecords));
  }
  std::string read_all() {
    return failure_of([&] {
      DataReader reader(path_);
      while (reader.next()) {
      }
    });
  }

  static constexpr std::size_t kRecords = 50;
  TemporaryFolder folder_;
  std::string path_ = folder_.path("games.tbd");
};

TEST_F(DataFileTest, GivesBackWhatWasWritten) {
  write_chunks(0, 3, false);
  DataReader reader(path_);
  EXPECT_EQ(reader.settings(), kSettings);
  for (std::uint64_t game = 0; game < 96; game += 32) {
    const auto chunk = reader.next();
    ASSERT_TRUE(chunk);
    EXPECT_EQ(chunk->first_game, game);
    EXPECT_EQ(chunk->games, 32u);
    EXPECT_EQ(chunk->records, random_chunk(game, kRecords).records);
  }
  EXPECT_FALSE(reader.next());
  EXPECT_EQ(reader.games(), 96u);
  EXPECT_EQ(reader.bytes(), read_file(path_).size());
}

TEST_F(DataFileTest, GoesOnAfterACutAnywhere) {
  write_chunks(0, 3, false);
  const std::string whole = read_file(path_);
  DataReader reader(path_);
  std::vector<std::uint64_t> ends{reader.bytes()};
  while (reader.next()) ends.push_back(reader.bytes());
  for (std::size_t cut = ends[0]; cut < whole.size(); cut += 97) {
    write_file(path_, whole.substr(0, cut));
    const bool at_an_end = std::ranges::find(ends, cut) != ends.end();
    EXPECT_THAT(read_all(), HasSubstr(at_an_end ? "" : "the file ends within it; mend it"));
    const auto kept = std::ranges::upper_bound(ends, cut) - ends.begin() - 1;
    write_chunks(static_cast<int>(kept), 3, true);
    EXPECT_EQ(read_file(path_), whole) << cut;
  }
}

TEST_F(DataFileTest, FindsEveryDamagedByte) {
  write_chunks(0, 2, false);
  const std::string whole = read_file(path_);
  for (std::size_t i = 0; i < whole.size(); i += 13) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    write_file(path_, damaged);
    EXPECT_NE(read_all(), "") << i;
  }
}

TEST_F(DataFileTest, SaysWhichChunkIsDamaged) {
  write_chunks(0, 2, false);
  std::string damaged = read_file(path_);
  damaged[damaged.size() - 1] ^= 1;
  write_file(path_, damaged);
  EXPECT_THAT(read_all(), HasSubstr("games.tbd, chunk 2: the checksum does not fit; the file is damaged"));
}

// A length is not covered by a checksum; taken for a cut, what follows it would be cut off by --resume.
TEST_F(DataFileTest, TellsDamageFromACut) {
  write_chunks(0, 2, false);
  const std::string whole = read_file(path_);
  DataReader reader(path_);
  std::vector<std::size_t> prefixes{8, reader.bytes()};
  while (reader.next()) prefixes.push_back(reader.bytes());
  prefixes.pop_back();
  for (const std::size_t prefix : prefixes) {
    for (std::size_t bit = 0; bit < 32; ++bit) {
      std::string damaged = whole;
      damaged[prefix + bit / 8] = static_cast<char>(damaged[prefix + bit / 8] ^ (1 << bit % 8));
      write_file(path_, damaged);
      EXPECT_THAT(read_all(), HasSubstr("the file is damaged")) << prefix << ", bit " << bit;
      EXPECT_THAT(failure_of([&] { DataWriter(path_, kSettings, true, false); }), HasSubstr("is damaged"));
      EXPECT_EQ(read_file(path_), damaged);
    }
  }
}

TEST_F(DataFileTest, RefusesSettingsThatAreNotWhatSelfplayWrites) {
  const auto complaint = [&](const std::string& settings) {
    const auto bytes = std::as_bytes(std::span(settings));
    const auto frame = codec::compress_zstd(bytes, 6).value();
    codec::BitWriter prefix;
    prefix.put(frame.size(), 32);
    prefix.put(codec::crc64(frame), 64);
    std::string file = "TABIDATA";
    for (const std::byte byte : prefix.take_bytes()) file += static_cast<char>(byte);
    for (const std::byte byte : frame) file += static_cast<char>(byte);
    write_file(path_, file);
    return read_all();
  };
  EXPECT_EQ(complaint("{}"), "");
  EXPECT_THAT(complaint(R"({"game":"a game"})"), HasSubstr("games.tbd: unknown game 'a game'"));
  for (const std::string settings : {"[1]", "{", R"({"game":5})", R"({"game":null})"})
    EXPECT_THAT(complaint(settings), HasSubstr("games.tbd: its settings are not an object")) << settings;
  std::string deep = "{\"a\":";  // what a library that recurses does not survive
  for (int i = 0; i < 4000; ++i) deep += "[";
  EXPECT_THAT(complaint(deep), HasSubstr("games.tbd: its settings are not an object"));
  EXPECT_THAT(complaint(std::string(1'200'000, '[') + std::string(1'200'000, ']')),
              HasSubstr("the file is damaged"));
}

TEST_F(DataFileTest, FindsChunksThatAreMissingOrTwice) {
  write_chunks(0, 3, false);
  const std::string whole = read_file(path_);
  DataReader reader(path_);
  const std::uint64_t begin = reader.bytes();
  reader.next();
  const std::uint64_t end = reader.bytes();
  write_file(path_, whole.substr(0, begin) + whole.substr(end));
  EXPECT_THAT(read_all(), HasSubstr("chunk 1: begins with game 32 where 0 comes next"));
  write_file(path_, whole.substr(0, end) + whole.substr(begin));
  EXPECT_THAT(read_all(), HasSubstr("chunk 2: begins with game 0 where 32 comes next"));
}

TEST_F(DataFileTest, RefusesOtherSettingsAndOtherFiles) {
  write_chunks(0, 1, false);
  const std::string whole = read_file(path_);
  EXPECT_THAT(failure_of([&] {
                DataWriter(path_, {{"depth", 5}}, true, false);
              }),
              HasSubstr(R"(was made with {"depth":4,"seed":1}, not with {"depth":5})"));
  EXPECT_THAT(failure_of([&] { DataWriter(path_, kSettings, false, false); }), HasSubstr("--resume"));
  EXPECT_EQ(read_file(path_), whole);
  for (const char* content : {"", "TABI", "something else entirely"}) {
    write_file(path_, content);
    EXPECT_THAT(read_all(), HasSubstr("not a file of training data"));
  }
  EXPECT_THAT(failure_of([&] { DataWriter(path_, kSettings, true, false); }),
              HasSubstr("not a file of training data"));
  EXPECT_EQ(read_file(path_), "something else entirely");
  EXPECT_THAT(failure_of([&] { DataReader(folder_.path("none")); }), HasSubstr("No such file"));
}

// A run that is killed, or finds the disk full, before its first chunk leaves a stub.
TEST_F(DataFileTest, BeginsAStubAnew) {
  write_chunks(0, 1, false);
  const std::string whole = read_file(path_);
  const std::size_t beginning = DataReader(path_).bytes();
  for (std::size_t cut = 0; cut < beginning; ++cut) {
    write_file(path_, whole.substr(0, cut));
    write_chunks(0, 1, true);
    ASSERT_EQ(read_file(path_), whole) << cut;
  }
  write_file(path_, "TABIx");
  EXPECT_THAT(failure_of([&] { write_chunks(0, 1, true); }), HasSubstr("not a file of training data"));
}

TEST_F(DataFileTest, IsWrittenByOneAtATime) {
  {
    DataWriter writer(path_, kSettings, false, false);
    EXPECT_THAT(failure_of([&] { write_chunks(0, 1, true); }),
                HasSubstr("games.tbd: being written by process "));
    EXPECT_THAT(failure_of([&] { DataWriter(path_, kSettings, false, true); }),
                HasSubstr("games.tbd: being written by process "));
    writer.add(random_chunk(0, kRecords));
  }
  write_chunks(1, 2, true);
  EXPECT_EQ(read_all(), "");
}

TEST_F(DataFileTest, RefusesWhatNoRunCouldContinueFrom) {
  const std::string pipe = folder_.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {pipe, std::string("/dev/full")})
    EXPECT_EQ(failure_of([&] { DataWriter(path, kSettings, false, true); }),
              path + ": is not a regular file, which a run could continue from");
}

}  // namespace data_file_test
}  // namespace tabiya::tools
