// Files of rules with one thing wrong each: all are refused, with the line, and the key where there is one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "core/games/variants/module.h"
#include "core/games/variants/reader.h"

namespace tabiya::variants::damaged_rules_test {

using ::testing::StartsWith;

struct DamagedFile {
  std::string text;
  std::size_t line = 0;
  std::string key;  // empty: the line has none
};

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool is_heading(const std::string& line) { return line.starts_with('['); }
bool is_setting(const std::string& line) {
  return !line.starts_with('#') && line.find('=') != line.npos && line.find(" = ") != line.npos;
}
std::string key_of(const std::string& line) { return line.substr(0, line.find(" = ")); }

// What may be wrong with a line; empty texts where the damage does not suit it.
std::vector<std::string> damages_of(const std::string& line) {
  if (is_heading(line)) {
    const std::string name = line.substr(1, line.find_first_of(":]") - 1);
    return {"[" + name, "[" + name + ":]", "[" + name + ":no-such-game]", "[" + name + "!]"};
  }
  const std::string key = key_of(line);
  return {key,                   // no value
          "= " + key,            // no key
          key + "s = true",      // a key that is none
          key + " = \x01\xff?",  // values that are none
          key + " = 1e99",
          key + " = -7",
          key + " = " + std::string(5'000, '(')};
}

std::vector<DamagedFile> damaged_files(std::size_t most) {
  std::vector<DamagedFile> files;
  const std::vector<std::string> lines = lines_of(kParents);
  for (std::size_t at = 0; at < lines.size() && files.size() < most; ++at) {
    if (!is_heading(lines[at]) && !is_setting(lines[at])) continue;
    std::size_t heading = at;
    while (!is_heading(lines[heading])) --heading;
    std::string before;
    for (std::size_t i = heading; i < at; ++i) before += lines[i] + "\n";
    for (const std::string& damage : damages_of(lines[at])) {
      const bool keeps_key = damage.find(" = ") != damage.npos && is_setting(lines[at]);
      files.push_back({before + damage + "\n", at - heading + 1, keeps_key ? key_of(damage) : ""});
    }
  }
  return files;
}

TEST(DamagedRules, AreRefusedWithTheirLineAndKey) {
  const std::vector<DamagedFile> files = damaged_files(1'000);
  ASSERT_GE(files.size(), 300u);
  for (const DamagedFile& file : files) {
    const auto module = make_module(file.text, "", "damaged.ini");
    ASSERT_FALSE(module) << file.text;
    const std::string where =
        "line " + std::to_string(file.line) + (file.key.empty() ? ":" : ", key '" + file.key);
    EXPECT_THAT(module.error().message, StartsWith(where)) << file.text;
  }
}

TEST(DamagedRules, OfAbsurdGamesAreRefused) {
  for (const char* text : {
           "[a:chess]\nmaxRank = 20\n",
           "[a:chess]\nmaxRank = 0\n",
           "[a:chess]\nmaxRank = 7\n",  // on which the start does not stand
           "[a:chess]\nstartFen = 9/8/8/8/8/8/8/8 w - - 0 1\n",
           "[a:chess]\nstartFen = 8/8/8/8/8/8/8/7X w - - 0 1\n",
           "[a:chess]\nstartFen = 8/8/8/8/8/8/8/7+P w - - 0 1\n",
           "[a:chess]\nstartFen = 8/8/8/8/8/8/8/8 w KQkq - 0 1\n",
           "[a:chess]\nstartFen = 8/8/8/8/8/8/8/8[ w - - 0 1\n",
           "[a:chess]\nstartFen = 8/8/8/8/8/8/8/8 x - - 0 1\n",
           "[a:chess]\nstartFen = 8/8/8/8/8/8/8/8 w - e3 0 1\n",
           "[a:3check]\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n",
           "[a:chess]\ncastlingKingsideFile = c\n",
           "[a:chess]\ncastlingKingPiece = x\n",
           "[a:chess]\ncustomPiece26 = a:W\n",
           "[a:chess]\ncustomPiece1 = a\n",
           "[a:chess]\nrook = r:Q\n",
           "[a]\nking = k\nqueen = -\nking = -\nstartFen = 8/8/8/8/8/8/8/8 w - - 0 1\n",
       })
    EXPECT_FALSE(make_module(text, "", "absurd.ini")) << text;
}

}  // namespace tabiya::variants::damaged_rules_test
