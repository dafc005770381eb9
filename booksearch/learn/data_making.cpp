#include "booksearch/learn/data_making.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "booksearch/work/judge_pool.h"
#include "booksearch/work/shared_work.h"
#include "codec/text.h"
#include "core/learn/training_record.h"
#include "core/search/value_text.h"

namespace tabiya::booksearch {
namespace {

// Computes all units, and calls sink(index, answer) with each answer, one at a time and in order. The number
// of answers that a slow unit holds up is bounded by the number that the others finish meanwhile. Errors:
// those of WorkerPool::compute() and of `sink`.
template <class W, class Sink>
Status compute_in_order(WorkerPool<W>& workers, std::span<const typename W::Unit> units,
                        const Control& control, const Sink& sink) {
  std::map<std::size_t, typename W::Answer> early;
  std::size_t next = 0;
  const auto take_in = [&](std::size_t index, typename W::Answer answer) -> Status {
    early.emplace(index, std::move(answer));
    for (; !early.empty() && early.begin()->first == next; ++next)
      if (Status taken = sink(next, std::move(early.extract(early.begin()).mapped())); !taken) return taken;
    return ok_status();
  };
  return workers.compute(units, take_in, control);
}

// Questions (booksearch/work/judge_pool.h) ask for chunks of games, and for slices of positions with labels.

// A chunk, by its first game. Its answer has the records of its games.
struct GamesTask {
  static constexpr std::string_view kName = "games";
  using Answer = Bytes;

  std::uint64_t first = 0;

  static void visit_parts(auto& self, auto& visit) { visit(self.first); }
};

MakeJudge<GamesTask> chunk_players(const GeneratorMaker& make_generator) {
  const auto play = [](GameGenerator& generator, const GamesTask& chunk, const Control&) -> Result<Bytes> {
    Bytes records;
    for (std::uint64_t game = chunk.first; game < chunk.first + kGamesPerChunk; ++game)
      generator.play(game, records);
    return records;
  };
  return judges_with<GamesTask>(make_generator, play);
}

struct LabelledSlice {
  Bytes records;
  RescoreCounts counts;

  static void visit_parts(auto& self, auto& visit) { visit(self.records, self.counts); }
};

// Some records of a chunk. They are so few that the last thread to end holds up nobody for long.
struct Slice {
  static constexpr std::string_view kName = "labels";
  using Answer = LabelledSlice;

  std::uint64_t first = 0;  // the number of its first position in all files
  Bytes records;

  static void visit_parts(auto& self, auto& visit) { visit(self.first, self.records); }
};

// Returns the label of a record; nothing if the record does not count.
Result<std::optional<Score>> label_of(std::span<const std::byte> record, Labeller& labeller,
                                      const RescoreSettings& settings) {
  if (settings.unstable) {
    const auto still = labeller.evaluate(record);
    if (!still) return still.error();
    const auto cheap =
        labeller.search(record, std::max<std::uint64_t>(1, settings.nodes / settings.kCheaper));
    if (!cheap) return cheap.error();
    if (std::abs(*cheap - *still) <= *settings.unstable) return std::optional<Score>();
  }
  const auto label = labeller.search(record, settings.nodes);
  if (!label) return label.error();
  return std::optional(*label);
}

void keep(std::span<std::byte> record, Score label, LabelledSlice& kept) {
  const Lesson before = lesson_of(record);
  replace_label(record, label, before.result);
  kept.records.insert(kept.records.end(), record.begin(), record.end());
  ++kept.counts.kept;
  kept.counts.changes += std::abs(chance_of(lesson_of(record).label) - chance_of(before.label));
}

Result<LabelledSlice> labelled(Slice slice, Labeller& labeller, const RescoreSettings& settings,
                               std::size_t record_size, const Control& control) {
  const std::uint64_t before = labeller.nodes();
  LabelledSlice answer;
  std::span<std::byte> rest = slice.records;
  for (; rest.size() >= record_size; rest = rest.subspan(record_size)) {
    if (control.interrupted()) return Error{ErrorCode::kStopped, "it was stopped", {}};
    const std::span<std::byte> record = rest.first(record_size);
    const auto label = label_of(record, labeller, settings);
    if (!label)
      return corrupt("position " + std::to_string(slice.first + answer.counts.positions + 1) +
                     " of the data: " + label.error().message);
    ++answer.counts.positions;
    if (*label) keep(record, **label, answer);
  }
  answer.counts.nodes = labeller.nodes() - before;
  return answer;
}

MakeJudge<Slice> slice_labellers(const LabellerMaker& make_labeller, const RescoreSettings& settings,
                                 std::size_t record_size) {
  return judges_with<Slice>(
      make_labeller, [settings, record_size](Labeller& labeller, const Slice& slice, const Control& control) {
        return labelled(slice, labeller, settings, record_size, control);
      });
}

// The chunks of one pass over part of the data, cut into slices.
class SlicedChunks {
 public:
  explicit SlicedChunks(std::size_t record_size)
      : slice_bytes_(kSlice * record_size), record_size_(record_size) {}

  // Adds a chunk. `first` is the number of its first position.
  void add(const DataChunk& chunk, std::uint64_t first) {
    std::span<const std::byte> rest = chunk.records;
    do {  // an empty chunk has one slice, too
      const auto slice = rest.first(std::min(rest.size(), slice_bytes_));
      slices_.push_back({first, {slice.begin(), slice.end()}});
      chunk_of_.push_back(chunks_.size());
      first += slice.size() / record_size_;
      rest = rest.subspan(slice.size());
    } while (!rest.empty());
    chunks_.push_back({chunk.first_game, chunk.games, {}});
  }

  std::span<const Slice> slices() const { return slices_; }
  bool is_full() const { return slices_.size() >= kMostSlices; }

  // Puts the slices, which come in their order, together again. Returns the chunk if this was its last slice.
  DataChunk* append(std::size_t slice, const Bytes& records) {
    DataChunk& chunk = chunks_[chunk_of_[slice]];
    chunk.records.insert(chunk.records.end(), records.begin(), records.end());
    const bool is_last = slice + 1 == slices_.size() || chunk_of_[slice + 1] != chunk_of_[slice];
    return is_last ? &chunk : nullptr;
  }

 private:
  static constexpr std::size_t kSlice = 64;         // positions
  static constexpr std::size_t kMostSlices = 4096;  // of a pass: some megabytes

  const std::size_t slice_bytes_, record_size_;
  std::vector<Slice> slices_;
  std::vector<std::size_t> chunk_of_;  // of each slice, its chunk's place
  std::vector<DataChunk> chunks_;      // their records are those that have come back
};

}  // namespace

Status play_games(const GeneratorMaker& make_generator, std::uint64_t first, std::uint64_t end,
                  const std::function<Status(const DataChunk&)>& sink, const Control& control) {
  constexpr std::uint64_t kGamesPerPass = std::uint64_t{1} << 20;  // so that their list stays short
  const JudgeWork<GamesTask> work(chunk_players(make_generator));
  WorkerPool workers(work);
  ProgressMeter meter(control, "games", end, first);
  for (; first < end; first += kGamesPerPass) {
    std::vector<GamesTask> units;
    for (std::uint64_t game = first; game < std::min(end, first + kGamesPerPass); game += kGamesPerChunk)
      units.push_back({game});
    const auto hand_over = [&](std::size_t index, Bytes records) {
      Status taken = sink({units[index].first, kGamesPerChunk, std::move(records)});
      if (taken) meter.advance(kGamesPerChunk);
      return taken;
    };
    if (const Status status = compute_in_order(workers, units, control, hand_over); !status) return status;
  }
  return ok_status();
}

WorkKind games_work(GeneratorMaker make_generator) { return judge_work(chunk_players(make_generator)); }

Status rescore(DataFiles& files, std::uint64_t first, const LabellerMaker& make_labeller,
               const RescoreSettings& settings,
               const std::function<Status(const DataChunk&, const RescoreCounts&)>& sink,
               const Control& control) {
  const std::size_t record_size = files.learning().record_size();
  const JudgeWork<Slice> work(slice_labellers(make_labeller, settings, record_size));
  WorkerPool workers(work);
  auto chunk = files.next();  // an error, a chunk, or nothing
  while (chunk && *chunk && (*chunk)->first_game < first) chunk = files.next();
  if (!chunk) return chunk.error();
  // The number of the next chunk's first position.
  const auto number = [&] {
    return files.positions_read() - (*chunk ? (*chunk)->records.size() / record_size : 0);
  };
  ProgressMeter meter(control, "positions", files.positions(), number());
  while (*chunk) {
    SlicedChunks pass(record_size);
    for (; chunk && *chunk && !pass.is_full(); chunk = files.next()) pass.add(**chunk, number());
    if (!chunk) return chunk.error();
    RescoreCounts counts;  // of the chunk that comes together
    const auto hand_over = [&](std::size_t index, const LabelledSlice& labelled) -> Status {
      counts.add(labelled.counts);
      meter.advance(labelled.counts.positions);
      const DataChunk* whole = pass.append(index, labelled.records);
      return whole == nullptr ? ok_status() : sink(*whole, std::exchange(counts, {}));
    };
    if (const Status status = compute_in_order(workers, pass.slices(), control, hand_over); !status)
      return status;
  }
  return ok_status();
}

WorkKind labels_work(const LabellerMaker& make_labeller, const RescoreSettings& settings,
                     std::size_t record_size) {
  return judge_work(slice_labellers(make_labeller, settings, record_size));
}

}  // namespace tabiya::booksearch
