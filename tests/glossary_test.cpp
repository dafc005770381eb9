// The glossary is kept true: its names are those of the code, and words that it replaced do not come back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "tests/support/checkout.h"

namespace tabiya::glossary_test {

namespace fs = std::filesystem;
using ::testing::IsEmpty;

// Private words for which the field has a term, as words of identifiers.
const std::set<std::string> kReplaced{"crew",      "ladder",       "entrant",         "entrants", "carrier",
                                      "sealed",    "inquiry",      "panel",           "wishes",   "learnt",
                                      "firstlook", "chosensetups", "evaluationerrors"};

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> sources() {
  std::vector<fs::path> files;
  for (const char* layer : {"codec", "core", "booksearch", "tools"})
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(tabiya::test::source_folder()) / layer))
      if (entry.path().extension() == ".h" || entry.path().extension() == ".cpp")
        files.push_back(entry.path());
  return files;
}

std::set<std::string> identifiers(const std::string& text) {
  std::set<std::string> names;
  std::string name;
  for (const char c : text + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
      name += c;
    } else {
      names.insert(name);
      name.clear();
    }
  }
  return names;
}

// "first", "look" and "firstlook" of first_look_ and kFirstLook: its words, and neighbours joined.
std::vector<std::string> words_of(const std::string& identifier) {
  std::vector<std::string> words(1);
  for (const char c : identifier) {
    if (c == '_' || std::isupper(static_cast<unsigned char>(c))) words.emplace_back();
    if (c != '_') words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  const std::size_t count = words.size();
  for (std::size_t i = 0; i + 1 < count; ++i) words.push_back(words[i] + words[i + 1]);
  return words;
}

// What stands in backticks in the last column of the glossary's tables.
std::set<std::string> names_of_glossary() {
  std::ifstream glossary(fs::path(tabiya::test::source_folder()) / "GLOSSARY.md");
  std::set<std::string> names;
  for (std::string line; std::getline(glossary, line);) {
    if (!line.starts_with("| ") || !line.ends_with("` |")) continue;
    line.erase(0, line.rfind('|', line.size() - 2));
    for (std::size_t begin; (begin = line.find('`')) != line.npos;) {
      const std::size_t end = line.find('`', begin + 1);
      names.insert(line.substr(begin + 1, end - begin - 1));
      line.erase(0, end + 1);
    }
  }
  return names;
}

TEST(Glossary, NamesWhatIsInTheCode) {
  std::set<std::string> missing = names_of_glossary();
  EXPECT_GE(missing.size(), 40u);
  for (const fs::path& path : sources())
    for (const std::string& name : identifiers(read_file(path))) missing.erase(name);
  EXPECT_THAT(missing, IsEmpty());
}

TEST(Glossary, ReplacedWordsDoNotComeBack) {
  for (const fs::path& path : sources())
    for (const std::string& name : identifiers(read_file(path)))
      for (const std::string& word : words_of(name))
        EXPECT_FALSE(kReplaced.contains(word)) << path << ": " << name;
}

TEST(Glossary, SeesTheWordsOfIdentifiers) {
  EXPECT_THAT(words_of("kFirstLook"), ::testing::Contains("firstlook"));
  EXPECT_THAT(words_of("first_look_"), ::testing::Contains("firstlook"));
  EXPECT_THAT(words_of("add_carrier_option"), ::testing::Contains("carrier"));
  EXPECT_THAT(words_of("DenseAlphabet"), ::testing::Not(::testing::Contains("seal")));
}

}  // namespace tabiya::glossary_test
