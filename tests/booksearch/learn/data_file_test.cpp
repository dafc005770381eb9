#include "booksearch/learn/data_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <string>
#include <vector>

#include "codec/text.h"
#include "core/random.h"
#include "tests/booksearch/learn/random_data.h"
#include "tests/support/temporary_folder.h"

namespace tabiya::booksearch {
namespace data_file_test {

using ::testing::HasSubstr;

const std::string kSettings = "zero_point_one shallow 1";

constexpr std::size_t kRecordBytes = 26;  // of the first game

DataChunk random_chunk(std::uint64_t first_game, std::size_t records) {
  Random random(first_game);
  DataChunk chunk{.first_game = first_game, .games = 32, .records = {}};
  chunk.records.resize(records * kRecordBytes);
  for (std::byte& byte : chunk.records) byte = static_cast<std::byte>(random.below(256));
  return chunk;
}

class DataFileTest : public ::testing::Test {
 protected:
  Result<DataWriter> open(bool resume, bool force = false) const {
    return DataWriter::open(path_, kSettings, resume, force, read_words);
  }
  DataReader reader() const { return DataReader::open(path_, read_words).value(); }
  Status write_chunks(int from, int to, bool resume) const {
    auto writer = open(resume);
    if (!writer) return writer.error();
    for (int i = from; i < to; ++i)
      if (Status added = writer->add(random_chunk(32 * static_cast<std::uint64_t>(i), kRecords)); !added)
        return added;
    return ok_status();
  }
  std::string read_all() const {
    auto reader = DataReader::open(path_, read_words);
    if (!reader) return reader.error().message;
    for (;;) {
      const auto chunk = reader->next();
      if (!chunk || !*chunk) return complaint(chunk);
    }
  }

  static constexpr std::size_t kRecords = 50;
  const test::TemporaryFolder folder_;
  const std::string path_ = folder_.path("games.tbd");
};

TEST_F(DataFileTest, GivesBackWhatWasWritten) {
  ASSERT_TRUE(write_chunks(0, 3, false));
  DataReader reader = this->reader();
  EXPECT_EQ(reader.settings_text(), kSettings);
  EXPECT_EQ(reader.settings().seed, "1");
  for (std::uint64_t game = 0; game < 96; game += 32) {
    const auto chunk = reader.next().value();
    ASSERT_TRUE(chunk);
    EXPECT_EQ(chunk->first_game, game);
    EXPECT_EQ(chunk->games, 32u);
    EXPECT_EQ(chunk->records, random_chunk(game, kRecords).records);
  }
  EXPECT_FALSE(reader.next().value());
  EXPECT_EQ(reader.games(), 96u);
  EXPECT_EQ(reader.bytes(), content_of(path_).size());
}

TEST_F(DataFileTest, GoesOnAfterACutAnywhere) {
  ASSERT_TRUE(write_chunks(0, 3, false));
  const std::string whole = content_of(path_);
  DataReader reader = this->reader();
  std::vector<std::uint64_t> ends{reader.bytes()};
  while (reader.next().value()) ends.push_back(reader.bytes());
  for (std::size_t cut = ends[0]; cut < whole.size(); cut += 97) {
    overwrite(path_, whole.substr(0, cut));
    const bool at_an_end = std::ranges::find(ends, cut) != ends.end();
    EXPECT_THAT(read_all(), HasSubstr(at_an_end ? "" : "the file ends within it; mend it"));
    const auto kept = std::ranges::upper_bound(ends, cut) - ends.begin() - 1;
    ASSERT_TRUE(write_chunks(static_cast<int>(kept), 3, true));
    EXPECT_EQ(content_of(path_), whole) << cut;
  }
}

TEST_F(DataFileTest, FindsEveryDamagedByte) {
  ASSERT_TRUE(write_chunks(0, 2, false));
  const std::string whole = content_of(path_);
  for (std::size_t i = 0; i < whole.size(); i += 13) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    overwrite(path_, damaged);
    EXPECT_NE(read_all(), "") << i;
  }
}

TEST_F(DataFileTest, SaysWhichChunkIsDamaged) {
  ASSERT_TRUE(write_chunks(0, 2, false));
  std::string damaged = content_of(path_);
  damaged[damaged.size() - 1] ^= 1;
  overwrite(path_, damaged);
  EXPECT_THAT(read_all(), HasSubstr("games.tbd, chunk 2: the checksum does not fit; the file is damaged"));
}

// A length is not covered by a checksum; taken for a cut, what follows it would be cut off by --resume.
TEST_F(DataFileTest, TellsDamageFromACut) {
  ASSERT_TRUE(write_chunks(0, 2, false));
  const std::string whole = content_of(path_);
  DataReader reader = this->reader();
  std::vector<std::size_t> prefixes{8, reader.bytes()};
  while (reader.next().value()) prefixes.push_back(reader.bytes());
  prefixes.pop_back();
  for (const std::size_t prefix : prefixes) {
    for (std::size_t bit = 0; bit < 32; ++bit) {
      std::string damaged = whole;
      damaged[prefix + bit / 8] = static_cast<char>(damaged[prefix + bit / 8] ^ (1 << bit % 8));
      overwrite(path_, damaged);
      EXPECT_THAT(read_all(), HasSubstr("the file is damaged")) << prefix << ", bit " << bit;
      EXPECT_THAT(complaint(open(true)), HasSubstr("is damaged"));
      EXPECT_EQ(content_of(path_), damaged);
    }
  }
}

TEST_F(DataFileTest, RefusesSettingsThatCannotBeRead) {
  const auto complaint_of = [&](const std::string& settings) {
    const auto bytes = data_file_beginning(settings, path_).value();
    overwrite(path_, as_text(bytes));
    return read_all();
  };
  EXPECT_EQ(complaint_of(kSettings), "");
  EXPECT_THAT(complaint_of("go shallow 1"), HasSubstr("games.tbd: its settings are not three words"));
  EXPECT_THAT(complaint_of(std::string(2'400'000, '[')), HasSubstr("the file is damaged"));
}

TEST_F(DataFileTest, FindsChunksThatAreMissingOrTwice) {
  ASSERT_TRUE(write_chunks(0, 3, false));
  const std::string whole = content_of(path_);
  DataReader reader = this->reader();
  const std::uint64_t begin = reader.bytes();
  ASSERT_TRUE(reader.next().ok());
  const std::uint64_t end = reader.bytes();
  overwrite(path_, whole.substr(0, begin) + whole.substr(end));
  EXPECT_THAT(read_all(), HasSubstr("chunk 1: begins with game 32 where 0 comes next"));
  overwrite(path_, whole.substr(0, end) + whole.substr(begin));
  EXPECT_THAT(read_all(), HasSubstr("chunk 2: begins with game 0 where 32 comes next"));
}

TEST_F(DataFileTest, RefusesOtherSettingsAndOtherFiles) {
  ASSERT_TRUE(write_chunks(0, 1, false));
  const std::string whole = content_of(path_);
  EXPECT_THAT(complaint(DataWriter::open(path_, "zero_point_one deep 1", true, false, read_words)),
              HasSubstr("was made with zero_point_one shallow 1, not with zero_point_one deep 1; "));
  EXPECT_THAT(complaint(open(false)), HasSubstr("--resume"));
  EXPECT_EQ(content_of(path_), whole);
  for (const char* content : {"", "TABI", "something else entirely"}) {
    overwrite(path_, content);
    EXPECT_THAT(read_all(), HasSubstr("not a file of training data"));
  }
  EXPECT_THAT(complaint(open(true)), HasSubstr("not a file of training data"));
  EXPECT_EQ(content_of(path_), "something else entirely");
  EXPECT_THAT(complaint(DataReader::open(folder_.path("none"), read_words)), HasSubstr("No such file"));
}

// A run that is killed, or finds the disk full, before its first chunk leaves a stub.
TEST_F(DataFileTest, BeginsAStubAnew) {
  ASSERT_TRUE(write_chunks(0, 1, false));
  const std::string whole = content_of(path_);
  const std::size_t beginning = reader().bytes();
  for (std::size_t cut = 0; cut < beginning; ++cut) {
    overwrite(path_, whole.substr(0, cut));
    ASSERT_TRUE(write_chunks(0, 1, true));
    ASSERT_EQ(content_of(path_), whole) << cut;
  }
  overwrite(path_, "TABIx");
  EXPECT_THAT(complaint(write_chunks(0, 1, true)), HasSubstr("not a file of training data"));
}

TEST_F(DataFileTest, IsWrittenByOneAtATime) {
  {
    DataWriter writer = open(false).value();
    EXPECT_THAT(complaint(write_chunks(0, 1, true)), HasSubstr("games.tbd: being written by process "));
    EXPECT_THAT(complaint(open(false, true)), HasSubstr("games.tbd: being written by process "));
    ASSERT_TRUE(writer.add(random_chunk(0, kRecords)));
  }
  ASSERT_TRUE(write_chunks(1, 2, true));
  EXPECT_EQ(read_all(), "");
}

TEST_F(DataFileTest, RefusesWhatNoRunCouldContinueFrom) {
  const std::string pipe = folder_.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {pipe, std::string("/dev/full")})
    EXPECT_EQ(complaint(DataWriter::open(path, kSettings, false, true, read_words)),
              path + ": is not a regular file, which a run could continue from");
}

}  // namespace data_file_test
}  // namespace tabiya::booksearch
