#include <gtest/gtest.h>

#include <random>

#include "codec/base128.h"
#include "codec/container.h"
#include "tests/support/bytes.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools {
namespace {

std::string random_text(std::size_t size) {
  std::mt19937_64 random(size);
  return std::string(test::text_of(test::random_bytes(random, size)));
}

std::string container_text() {
  return std::string(
      test::text_of(codec::encode_container({"TEST", 1, {{"SECT", test::bytes_of("content")}}})));
}

TEST(PackCommand, WrapsWhatUnpackRecognises) {
  const TemporaryFolder folder;
  const std::string in = folder.path("in"), packed = folder.path("packed"), out = folder.path("out");
  for (const std::string& asset :
       {random_text(1000), std::string(), std::string(5000, '\0'), container_text()}) {
    write_file(in, asset);
    for (const std::string format : {"base128", "zstd"}) {
      const ProgramRun pack = run_tabiya({"pack", in, "--to", format, "--out", packed, "--force"});
      const std::string size = std::to_string(asset.size());
      const std::string packed_size = std::to_string(read_file(packed).size());
      const std::string line = ": " + size + " bytes in, " + packed_size + " bytes out (" + format + ")\n";
      EXPECT_EQ(pack, (ProgramRun{0, packed + line, ""}));
      const ProgramRun unpack = run_tabiya({"unpack", packed, "--out", out, "--force", "--json"});
      const std::string json =
          R"({"format":")" + format + R"(","bytes_in":)" + packed_size + R"(,"bytes_out":)" + size;
      EXPECT_EQ(unpack, (ProgramRun{0, json + "}\n", ""}));
      EXPECT_EQ(read_file(out), asset);
    }
  }
}

TEST(PackCommand, ReadsStandardInputAndWritesStandardOutput) {
  EXPECT_EQ(run_tabiya({"pack", "-", "--out", "-"}, "A"), (ProgramRun{0, "A\x02", ""}));
  EXPECT_EQ(run_tabiya({"unpack", "-", "--out", "-"}, "A\x02"), (ProgramRun{0, "A", ""}));
  EXPECT_EQ(run_tabiya({"unpack", "-", "--from", "raw", "--out", "-"}, "A\x02"),
            (ProgramRun{0, "A\x02", ""}));
  const std::string container = container_text();
  EXPECT_EQ(run_tabiya({"unpack", "-", "--out", "-"}, container), (ProgramRun{0, container, ""}));
}

TEST(PackCommand, RefusesWhatIsDamaged) {
  const TemporaryFolder folder;
  EXPECT_EQ(
      run_tabiya({"unpack", "-", "--out", folder.path("out")}, "AB\n"),
      unusable("standard input, byte 2: a character that base-128 text does not have; is it base-128 text? "
               "--from says otherwise"));
  const std::string frame = run_tabiya({"pack", "-", "--to", "zstd", "--out", "-"}, random_text(100)).out;
  EXPECT_EQ(run_tabiya({"unpack", "-", "--out", folder.path("out")}, frame + "x"),
            unusable("standard input, byte 113: data after the end of the zstd frame"));
  EXPECT_EQ(folder.names(), std::vector<std::string>{});
}

TEST(PackCommand, RefusesABomb) {
  // 33 MiB of zeros, which are small enough as a frame.
  const std::string frame("\x28\xB5\x2F\xFD\xA0\x00\x00\x10\x02\x00\x00\x00", 12);
  EXPECT_EQ(
      run_tabiya({"unpack", "-", "--out", "-"}, frame),
      unusable("standard input, byte 0: a zstd frame that declares 34603008 bytes, more than the 33554432 "
               "allowed"));
}

TEST(PackCommand, RefusesOptionsThatDoNotGoTogether) {
  EXPECT_EQ(run_tabiya({"pack", "-", "--out", "-", "--json"}, "A"),
            unusable("--json and --out - both need standard output; give --out a file"));
  EXPECT_EQ(run_tabiya({"pack", "-", "--out", "-", "--to", "lzma"}, "A"),
            unusable("pack: --to: lzma not in {base128,zstd,raw}; see `tabiya pack --help`"));
}

}  // namespace
}  // namespace tabiya::tools
