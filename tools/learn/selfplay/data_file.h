// Files of training data: the settings that the games were played with, then the games' positions in chunks.
//
//   magic    8 bytes: "TABIDATA"
//   chunks   each: length of the frame (u32, bytes), CRC-64/XZ of the frame (u64), one zstd frame
//
// The first frame is the settings, an object of JSON that names its game ("game"; the first of all without
// that), and keeps its rules if it comes from a file ("rules"). Each other one is the number of its first game
// (u64), the number of its games (u32) and the records of their positions (core/learn/training_record.h). Integers
// are little-endian. Chunks are appended whole and in order, so that a program that was killed leaves at most one
// broken chunk, the last, and continues before it.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "booksearch/work/file_lock.h"
#include "core/game/game_module.h"
#include "core/learn/learning.h"
#include "core/learn/training_record.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

// All positions of a game are in one chunk.
struct DataChunk {
  std::uint64_t first_game = 0;
  std::uint32_t games = 0;
  std::vector<std::byte> records;  // one after another
};

// Reads a file chunk by chunk. Every member throws Failure, with the chunk and what to do.
class DataReader {
 public:
  explicit DataReader(const std::string& path);

  const Json& settings() const { return settings_; }
  const GameModule& game() const { return *game_; }
  const Learning& learning() const { return *game_->learning(); }
  // Nothing at the end of the file.
  std::optional<DataChunk> next();

  std::uint64_t games() const { return games_; }  // in the chunks that were read
  std::uint64_t bytes() const { return bytes_; }  // from the file's beginning to the end of the last chunk

 private:
  friend class DataWriter;

  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  // The next frame's content, of up to `most` bytes. Nothing at the end of the file, or where it ends within
  // a chunk: is_cut_ then.
  std::optional<std::vector<std::byte>> next_content(std::size_t most);
  std::optional<std::vector<std::byte>> read_frame(std::size_t length, std::uint64_t checksum);
  std::optional<DataChunk> next_chunk();
  std::string where() const;
  Failure damaged(const std::string& how) const;

  std::string path_;
  std::unique_ptr<std::FILE, CloseFile> file_;
  Json settings_;
  const GameModule* game_ = nullptr;  // a trainable one
  std::uint64_t chunk_ = 0;           // of the next one; the settings are chunk 0
  std::uint64_t games_ = 0;
  std::uint64_t bytes_ = 0;
  bool is_cut_ = false;
};

// The game that settings name. Throws Failure, about `path`, if there is none, or one that cannot be
// learned.
const GameModule& game_of(const Json& settings, const std::string& path);

// The bytes before the first chunk of a file, and those of a chunk. Throws Failure, about `path`.
std::vector<std::byte> data_file_beginning(const Json& settings, const std::string& path);
std::vector<std::byte> data_file_chunk(const DataChunk& chunk, const std::string& path);

// Whether one record follows the other in a game: plies rise until the next game. Of records with a result.
bool same_game(const Lesson& record, const Lesson& next);

// Appends to a file, which nobody else then appends to.
class DataWriter {
 public:
  // Begins a file, or, with `resume`, continues with one that has the same settings, after its last whole
  // chunk; one that ends within its settings is begun again. Throws Failure; a file that is there is only
  // replaced with `force`.
  DataWriter(const std::string& path, const Json& settings, bool resume, bool force);

  std::uint64_t games() const { return games_; }  // that are in the file

  // The games after those that are in the file. Throws Failure when it cannot be written whole; the file then
  // ends before it.
  void add(const DataChunk& chunk);

 private:
  void begin(const std::vector<std::byte>& bytes);
  void go_on(const Json& settings);

  std::string path_;
  booksearch::FileLock lock_;
  std::uint64_t games_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace tabiya::tools
