#include "tools/jobs/job_book.h"

#include <filesystem>
#include <optional>
#include <span>
#include <unordered_map>

#include <fmt/format.h>

#include "tools/assets/book_input.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

// In how many entries a book knows more than another.
struct Lead {
  std::size_t missing = 0;  // of reds that the other does not have
  std::size_t deeper = 0;
  std::size_t better = 0;  // replies, at the same depth
};

std::optional<ValueOrigin> origin_of(const Book& book, const BookEntry& entry) {
  if (entry.origin == 0 || entry.origin > book.origins.size()) return std::nullopt;
  return book.origins[entry.origin - 1];
}

Lead lead_of(const Book& book, const Book& other) {
  std::unordered_map<SetupId, const BookEntry*> entries;
  for (const BookEntry& entry : other.entries) entries.emplace(entry.red, &entry);
  Lead lead;
  for (const BookEntry& entry : book.entries) {
    const auto found = entries.find(entry.red);
    if (found == entries.end()) {
      ++lead.missing;
      continue;
    }
    const BookEntry& theirs = *found->second;
    const bool comparable = entry.depth == theirs.depth && entry.red_value && theirs.red_value &&
                            origin_of(book, entry) == origin_of(other, theirs);
    lead.deeper += entry.depth > theirs.depth ? 1 : 0;
    lead.better += comparable && *entry.red_value < *theirs.red_value ? 1 : 0;
  }
  return lead;
}

// The book in a file, packed or not; none where there is no file, or an empty one.
std::optional<Book> book_there(const std::string& path) {
  if (!std::filesystem::exists(path) || std::filesystem::is_empty(path)) return std::nullopt;
  try {
    return load_book(path).book;
  } catch (const Failure& failure) {
    throw Failure(fmt::format("{}; it is kept: move it away, or begin anew with --force", failure.what()));
  }
}

}  // namespace

void check_book(const std::string& path) { book_there(path); }

void check_nothing_is_lost(const std::string& path, const Book& book) {
  const std::optional<Book> known = book_there(path);
  if (!known) return;
  const Lead lead = lead_of(*known, book);
  if (lead.missing + lead.deeper + lead.better == 0) return;
  throw Failure(fmt::format(
      "{}: knows more than the state of the job: {} of its {} entries are deeper, {} have a better "
      "reply, {} are of other reds; it is kept: go on with the --with that it was made with, move "
      "it away, or begin anew with --force",
      path, lead.deeper, known->entries.size(), lead.better, lead.missing));
}

}  // namespace tabiya::tools
