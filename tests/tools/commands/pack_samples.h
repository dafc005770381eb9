// What tests of `pack` pack.
#pragma once

#include <cstddef>
#include <random>
#include <span>
#include <string>

#include "core/book/book.h"
#include "core/games/zero_point_one/setup.h"
#include "tests/support/bytes.h"
#include "tests/tools/program_run.h"
#include "tools/assets/packing.h"
#include "tools/cli/failure.h"

namespace tabiya::tools::pack_samples {

inline std::string text(std::span<const std::byte> bytes) { return std::string(as_text(bytes)); }

inline std::string random_text(std::size_t size) {
  std::mt19937_64 random(size);
  return text(test::random_bytes(random, size));
}

// A book of neighbouring setups, worse and worse for Red.
inline Book sample_book(std::size_t size) {
  const zero_point_one::Setups setups;
  Book book{{"zero_point_one", 1, 2, "a test"}, {}};
  for (SetupId id = 0; book.entries.size() < size; ++id) {
    if (!setups.is_normalised(id)) continue;
    const auto rank = static_cast<Score>(book.entries.size());
    book.entries.push_back({id, id % 7 * 100, 1000 - 10 * rank, 9});
  }
  return book;
}

// A file as `pack` takes it, named "asset" in messages. Throws Failure.
inline PackedAsset packed(const std::string& file, const PackRequest& request = {}) {
  const TemporaryFolder folder;
  write_file(folder.path("asset"), file);
  return pack_asset(request.plain ? Packable{file} : read_packable(folder.path("asset")), request, "asset");
}

// What was packed. Throws Failure.
inline std::string unpacked(const std::string& packed, const UnpackRequest& request = {}) {
  return unpack_asset(packed, request, "packed").content;
}

// Accepts a call that throws Failure with this message.
inline auto refuses(const ::testing::Matcher<const std::string&>& message) {
  return ::testing::ThrowsMessage<Failure>(message);
}

}  // namespace tabiya::tools::pack_samples
