// fuzz_replay TARGET EXECUTIONS SEED FILE…: gives the target each file, and then EXECUTIONS random mutations
// of them. The corpus is replayed so on every run of the tests, without a fuzzing compiler.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/random.h"
#include "tests/fuzz/targets.h"

namespace tabiya::fuzz {
namespace {

using Bytes = std::vector<std::byte>;

Bytes read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "fuzz_replay: cannot read %s\n", path);
    std::exit(2);
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// Changes one small thing: a bit, a byte, a length, or a piece that comes from another input.
void mutate(Bytes& bytes, const Bytes& other, Random& random) {
  const auto position = [&](std::size_t size) { return random.below(static_cast<std::uint32_t>(size)); };
  const auto at = [&] { return bytes.begin() + position(bytes.size() + 1); };
  switch (bytes.empty() ? 3 + random.below(2) : random.below(6)) {
    case 0:
      bytes[position(bytes.size())] ^= static_cast<std::byte>(1u << random.below(8));
      break;
    case 1:
      bytes[position(bytes.size())] = static_cast<std::byte>(random.below(256));
      break;
    case 2:
      bytes.resize(position(bytes.size()));
      break;
    case 3:
      bytes.insert(at(), static_cast<std::byte>(random.below(256)));
      break;
    case 4:
      if (!other.empty()) {
        const std::size_t begin = position(other.size());
        const std::size_t size = 1 + position(other.size() - begin);
        bytes.insert(at(), other.begin() + static_cast<std::ptrdiff_t>(begin),
                     other.begin() + static_cast<std::ptrdiff_t>(begin + size));
      }
      break;
    default:
      bytes.erase(bytes.begin() + position(bytes.size()));
      break;
  }
}

int run(int argc, char** argv) {
  const Target* target = argc > 3 ? find_target(argv[1]) : nullptr;
  if (target == nullptr) {
    std::fprintf(stderr, "usage: fuzz_replay TARGET EXECUTIONS SEED FILE...\n");
    return 2;
  }
  std::vector<Bytes> corpus{{}};
  for (int i = 4; i < argc; ++i) corpus.push_back(read_file(argv[i]));
  for (const Bytes& bytes : corpus) target->run(bytes);
  Random random(std::strtoull(argv[3], nullptr, 10));
  for (unsigned long long left = std::strtoull(argv[2], nullptr, 10); left > 0; --left) {
    const auto any = [&]() -> const Bytes& {
      return corpus[random.below(static_cast<std::uint32_t>(corpus.size()))];
    };
    Bytes bytes = any();
    for (std::uint32_t changes = 1 + random.below(4); changes > 0; --changes) mutate(bytes, any(), random);
    // The input in memory of just its size, so that sanitizers see a read past its end.
    target->run(Bytes(bytes));
  }
  return 0;
}

}  // namespace
}  // namespace tabiya::fuzz

int main(int argc, char** argv) { return tabiya::fuzz::run(argc, argv); }
