#include "tools/bench/bench.h"

namespace tabiya::tools {

// Each function is defined in the file that is named after it: in tools/bench/, or in the folder of the game
// whose kernels it measures.
std::vector<BenchFigure> bench_chances(const BenchOptions&);
std::vector<BenchFigure> bench_codec(const BenchOptions&);
std::vector<BenchFigure> bench_explain(const BenchOptions&);
std::vector<BenchFigure> bench_explorer(const BenchOptions&);
std::vector<BenchFigure> bench_lookup(const BenchOptions&);
std::vector<BenchFigure> bench_pairs(const BenchOptions&);
std::vector<BenchFigure> bench_recall(const BenchOptions&);
std::vector<BenchFigure> bench_search(const BenchOptions&);
std::vector<BenchFigure> bench_values(const BenchOptions&);

namespace {

constexpr Bench kBenches[] = {
    {"chances", "How often chances come true, in games of the engine against itself", bench_chances,
     "analysis_slope"},
    {"codec", "Sizes and times of packed books and networks, next to zstd, xz and the published formats",
     bench_codec, "book_order_bytes", "book_order_times_smaller", "the published format"},
    {"explain", "How often a search ten times as long confirms what explanations say", bench_explain,
     "confirmed_percent"},
    {"explorer", "The explorer's start, its answers while an analysis runs, and the size of its page",
     bench_explorer, "answer_median_ms"},
    {"lookup", "Indexed books of moves of several sizes: opening one, a probe from the disk, memory",
     bench_lookup, "positions_100000_process_ms"},
    {"pairs", "Values of pairs of setups by a network, on every kernel, against the scalar one", bench_pairs,
     "{}_pairs_per_s", "{}_times_scalar", "the scalar kernel"},
    {"recall", "What short lists of candidate replies lose, against all replies, with 95 % intervals",
     bench_recall, "k300_reds_an_hour", "k300_times_as_fast_as_all", "all replies"},
    {"search", "Search of fixed positions to a fixed depth; the nodes are its signature", bench_search,
     "nodes_per_s"},
    {"values",
     "How far a book's values are from much deeper looks, and how often within the errors it states",
     bench_values, "inside_percent"},
};

}  // namespace

std::span<const Bench> bench_table() { return kBenches; }

}  // namespace tabiya::tools
