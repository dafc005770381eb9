// Training data are made here, in parallel: games of self-play, and new labels for positions that were
// labelled before, by searches of more nodes or of a better evaluation. Both hand over chunks one at a time
// and in order; an error of `sink` ends them, and is returned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "booksearch/learn/data_file.h"
#include "booksearch/work/control.h"
#include "booksearch/work/shared_units.h"
#include "codec/result.h"
#include "core/learn/learning.h"

namespace tabiya::booksearch {

inline constexpr std::uint32_t kGamesPerChunk = 32;

using GeneratorMaker = std::function<Result<std::unique_ptr<GameGenerator>>()>;

// Plays the games from `first` up to, but without, `end`, on as many threads as the caller has (parallel.h) and by
// control.helpers. Both numbers are multiples of kGamesPerChunk. `make_generator` is called once for each
// thread. Errors: those of `make_generator`; kStopped, after the chunks that are under way.
Status play_games(const GeneratorMaker& make_generator, std::uint64_t first, std::uint64_t end,
                  const std::function<Status(const DataChunk&)>& sink, const Control& control);

// Offers to play games for another process (shared_units.h).
WorkKind games_work(GeneratorMaker make_generator);

struct RescoreSettings {
  std::uint64_t nodes = 5'000;  // of the search that labels a position
  // Only those positions count whose static value differs by more than this from a search of kCheaper times
  // fewer nodes (logit x 10,000). With nothing set, all count.
  std::optional<Score> unstable = {};

  static constexpr std::uint64_t kCheaper = 16;
};

// Counts of the work that was done.
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

// Labels the positions of `files` from game `first` on, which begins a chunk, on as many threads as the caller has
// (parallel.h) and by control.helpers. It hands over the positions that count, with their results and plies.
// `make_labeller` is called once for each thread. Errors: those of `make_labeller`; kCorrupt for bytes that
// are no records; kStopped.
Status rescore(DataFiles& files, std::uint64_t first, const LabellerMaker& make_labeller,
               const RescoreSettings& settings,
               const std::function<Status(const DataChunk&, const RescoreCounts&)>& sink,
               const Control& control);

// Offers to label positions for another process (shared_units.h).
WorkKind labels_work(const LabellerMaker& make_labeller, const RescoreSettings& settings,
                     std::size_t record_size);

}  // namespace tabiya::booksearch
