// Files of training data: the settings that the games were played with, then the games' positions in chunks.
//
//   magic    8 bytes: "TABIDATA"
//   chunks   each: length of the frame (u32, bytes), CRC-64/XZ of the frame (u64), one zstd frame
//
// The first frame is the settings, a text that names their game. Each other one is the number of its first game
// (u64), the number of its games (u32) and the records of their positions (core/learn/training_record.h). Integers
// are little-endian. Chunks are appended whole and in order, so that a program that was killed leaves at most one
// broken chunk, the last, and continues before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "booksearch/work/file_lock.h"
#include "codec/result.h"
#include "core/game/game_module.h"
#include "core/learn/learning.h"
#include "core/learn/training_record.h"

namespace tabiya::booksearch {

// All positions of a game are in one chunk.
struct DataChunk {
  std::uint64_t first_game = 0;
  std::uint32_t games = 0;
  std::vector<std::byte> records;  // one after another
};

// What is to be known of settings, whose text whoever writes files has in a form of their own.
struct DataSettings {
  const GameModule* game = nullptr;  // a trainable one
  std::string kind;                  // equal for games that differ in their seed alone
  std::string seed;
};

// Reads the settings in the file `path`. Errors say that they are in that file.
using SettingsReader = std::function<Result<DataSettings>(std::string_view text, const std::string& path)>;

// Reads a file chunk by chunk. Errors name the file, the chunk and what to do.
class DataReader {
 public:
  static Result<DataReader> open(const std::string& path, const SettingsReader& read_settings);

  const std::string& settings_text() const { return settings_text_; }
  const DataSettings& settings() const { return settings_; }
  const GameModule& game() const { return *settings_.game; }
  const Learning& learning() const { return *game().learning(); }
  // Nothing at the end of the file.
  Result<std::optional<DataChunk>> next();

  std::uint64_t games() const { return games_; }  // in the chunks that were read
  std::uint64_t bytes() const { return bytes_; }  // from the file's beginning to the end of the last chunk

 private:
  friend class DataWriter;

  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using Content = std::optional<std::vector<std::byte>>;

  explicit DataReader(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "rb")) {}
  Status read_beginning(const SettingsReader& read_settings);
  // The next frame's content, of up to `most` bytes. Nothing at the end of the file, or where it ends within
  // a chunk: is_cut_ then.
  Result<Content> next_content(std::size_t most);
  Result<Content> read_frame(std::size_t length, std::uint64_t checksum);
  Result<std::optional<DataChunk>> next_chunk();
  std::string where(std::uint64_t chunk) const;
  Error damaged(std::string_view how) const;

  std::string path_;
  std::unique_ptr<std::FILE, CloseFile> file_;
  std::string settings_text_;
  DataSettings settings_;
  std::uint64_t chunk_ = 0;  // of the next one; the settings are chunk 0
  std::uint64_t games_ = 0;
  std::uint64_t bytes_ = 0;
  bool is_cut_ = false;
};

// Several files as if they were one.
class DataFiles {
 public:
  // Reads all of them once, so that damage is found before anything long begins. They are of one game. There is a path.
  static Result<DataFiles> open(std::vector<std::string> paths, SettingsReader read_settings);

  const GameModule& game() const { return *game_; }
  const Learning& learning() const { return *game_->learning(); }
  std::uint64_t games() const { return games_; }
  std::uint64_t positions() const { return positions_; }

  // What each of them is, for whoever makes other files of them.
  struct Source {
    std::string settings;
    std::uint64_t records = 0;  // their checksum
  };
  const std::vector<Source>& sources() const { return sources_; }

  // The next chunk; games count on from file to file. Nothing after the last one.
  Result<std::optional<DataChunk>> next();
  // In the chunks that it has returned.
  std::uint64_t positions_read() const { return positions_read_; }

 private:
  DataFiles(std::vector<std::string> paths, SettingsReader read_settings)
      : paths_(std::move(paths)), read_settings_(std::move(read_settings)) {}
  Status survey(const std::string& path);

  std::vector<std::string> paths_;
  SettingsReader read_settings_;
  const GameModule* game_ = nullptr;
  std::uint64_t games_ = 0;
  std::uint64_t positions_ = 0;
  std::vector<Source> sources_;

  std::optional<DataReader> reader_;
  std::size_t begun_ = 0;  // files
  std::uint64_t games_read_ = 0;
  std::uint64_t positions_read_ = 0;
};

// The bytes before the first chunk of a file, and those of a chunk. Errors name the file.
Result<std::vector<std::byte>> data_file_beginning(std::string_view settings, const std::string& path);
Result<std::vector<std::byte>> data_file_chunk(const DataChunk& chunk, const std::string& path);

// Whether one record follows the other in a game: plies rise until the next game. Of records with a result.
bool same_game(const Lesson& record, const Lesson& next);

// Appends to a file, which nobody else then appends to.
class DataWriter {
 public:
  // Begins a file, or, with `resume`, continues with one that has the same settings, after its last whole chunk; one that
  // ends within its settings is begun again. A file that is there is only replaced with `force`.
  static Result<DataWriter> open(const std::string& path, const std::string& settings, bool resume,
                                 bool force, const SettingsReader& read_settings);

  std::uint64_t games() const { return games_; }  // that are in the file

  // The games after those that are in the file. Errors: it cannot be written whole; the file then ends before it.
  Status add(const DataChunk& chunk);

 private:
  DataWriter(std::string path, FileLock lock) : path_(std::move(path)), lock_(std::move(lock)) {}
  Status begin(const std::vector<std::byte>& bytes);
  Status go_on(const std::string& settings, const SettingsReader& read_settings);

  std::string path_;
  FileLock lock_;
  std::uint64_t games_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace tabiya::booksearch
