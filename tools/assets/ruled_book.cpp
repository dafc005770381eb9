#include "tools/assets/ruled_book.h"

#include "codec/container.h"
#include "core/book/book_file.h"
#include "tools/cli/failure.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {

std::vector<std::byte> with_rules(std::vector<std::byte> file, const std::string& game) {
  if (!names_rule_file(game)) return file;
  codec::Container container = take(codec::decode_container(file), game);
  const std::string rules = kept_rules(game);
  const auto bytes = std::as_bytes(std::span(rules));
  container.sections.push_back({std::string(kRulesSection), {bytes.begin(), bytes.end()}});
  return codec::encode_container(container);
}

std::vector<std::byte> encode_ruled_book(const Book& book) {
  return with_rules(encode_book(book), book.meta.game);
}

void learn_rules_of_book(std::span<const std::byte> file, std::string_view where) {
  const std::string rules = rules_in(file);
  if (rules.empty()) return;
  if (const Result<Book> book = decode_book(file, Lines::kSkip)) learn_rules(book->meta.game, rules, where);
}

}  // namespace tabiya::tools
