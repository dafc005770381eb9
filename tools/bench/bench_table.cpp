#include "tools/bench/bench.h"

namespace tabiya::tools {

// Each is defined in the file of tools/bench/ that is named after it.
std::vector<BenchFigure> bench_crc64();
std::vector<BenchFigure> bench_setups();

namespace {

constexpr Bench kBenches[] = {
    {"crc64", "Checksum of 16 MiB, against the same polynomial division bit by bit", bench_crc64},
    {"setups", "Enumeration of all setups of 0.1, against std::next_permutation", bench_setups},
};

}  // namespace

std::span<const Bench> bench_table() { return kBenches; }

}  // namespace tabiya::tools
