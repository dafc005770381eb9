#include "tools/learn/selfplay/data_files.h"

#include <utility>

#include <fmt/format.h>

#include "codec/crc64.h"
#include "core/learn/learning.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {

DataFiles::DataFiles(std::vector<std::string> paths) : paths_(std::move(paths)) {
  for (const std::string& path : paths_) sources_.push_back(survey(path));
}

Json DataFiles::survey(const std::string& path) {
  DataReader reader(path);
  if (!game_) game_ = &reader.game();
  if (game_ != &reader.game())
    throw Failure(fmt::format("{}: is of the game '{}', {} of '{}'; name files of one game", path,
                              reader.game().name(), paths_.front(), game_->name()));
  std::uint64_t checksum = 0;
  while (const auto chunk = reader.next()) {
    checksum = codec::crc64(chunk->records, checksum);
    positions_ += chunk->records.size() / learning().record_size();
  }
  games_ += reader.games();
  Json source = reader.settings();
  source.erase("rules");
  source["records"] = fmt::format("{:016x}", checksum);
  return source;
}

std::optional<DataChunk> DataFiles::next() {
  for (;;) {
    if (!reader_) {
      if (begun_ == paths_.size()) return std::nullopt;
      reader_.emplace(paths_[begun_++]);
    }
    if (auto chunk = reader_->next()) {
      chunk->first_game = games_read_;
      games_read_ += chunk->games;
      positions_read_ += chunk->records.size() / learning().record_size();
      return chunk;
    }
    reader_.reset();
  }
}

}  // namespace tabiya::tools
