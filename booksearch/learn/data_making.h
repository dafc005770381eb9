// How training data are made, in parallel: games of self-play, and labels anew for positions that were labelled before, by
// searches of more nodes or of a better evaluation. Both hand over chunks one at a time and in order; an error of `sink`
// ends them, and is returned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "booksearch/learn/data_file.h"
#include "booksearch/work/control.h"
#include "booksearch/work/work_kind.h"
#include "codec/result.h"
#include "core/learn/learning.h"

namespace tabiya::booksearch {

inline constexpr std::uint32_t kGamesPerChunk = 32;

using GeneratorMaker = std::function<Result<std::unique_ptr<GameGenerator>>()>;

// Plays the games from `first` up to but without `end`, both multiples of kGamesPerChunk, on the threads of
// the caller (threads.h) and by control.helpers. `make_generator` is called once for each thread. Errors: those of
// `make_generator`; kStopped, after the chunks that are under way.
Status play_games(const GeneratorMaker& make_generator, std::uint64_t first, std::uint64_t end,
                  const std::function<Status(const DataChunk&)>& sink, const Control& control);

// Games for another process (work_kind.h).
WorkKind games_work(GeneratorMaker make_generator);

struct RescoreSettings {
  std::uint64_t nodes = 5'000;  // of the search that labels a position
  // Only positions count, whose static value a search of kCheaper times fewer nodes puts further off than this:
  // logit x 10,000. Nothing: all.
  std::optional<Score> unstable = {};

  static constexpr std::uint64_t kCheaper = 16;
};

// What was done.
struct RescoreCounts {
  std::uint64_t positions = 0;
  std::uint64_t kept = 0;
  std::uint64_t nodes = 0;
  double changes = 0;  // of the kept ones' labels, as win probabilities, in all

  void add(const RescoreCounts& other) {
    positions += other.positions, kept += other.kept, nodes += other.nodes, changes += other.changes;
  }

  static void visit_parts(auto& self, auto& visit) {
    visit(self.positions, self.kept, self.nodes, self.changes);
  }
};

using LabellerMaker = std::function<Result<std::unique_ptr<Labeller>>()>;

// Labels what `files` has from game `first` on, which begins a chunk, on the threads of the caller (threads.h) and by
// control.helpers, and hands over the positions that count, with their results and plies. `make_labeller` is called once
// for each thread. Errors: those of `make_labeller`; kCorrupt for records that are none; kStopped.
Status rescore(DataFiles& files, std::uint64_t first, const LabellerMaker& make_labeller,
               const RescoreSettings& settings,
               const std::function<Status(const DataChunk&, const RescoreCounts&)>& sink,
               const Control& control);

// Labels for another process (work_kind.h).
WorkKind labels_work(const LabellerMaker& make_labeller, const RescoreSettings& settings,
                     std::size_t record_size);

}  // namespace tabiya::booksearch
