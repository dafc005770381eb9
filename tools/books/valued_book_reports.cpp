#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "booksearch/books/written_value.h"
#include "codec/text.h"
#include "core/book/book_paths.h"
#include "core/search/value_text.h"
#include "tools/books/move_book_reports.h"
#include "tools/cli/failure.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

constexpr View kMoverView{"side to move", "the side to move", "the other side"};

// The most plies from the roots to a position, by the shortest way.
int longest_line(const ValuedBook& lines) {
  const BookPaths paths(lines);
  return paths.order().empty() ? 0 : paths.plies_to(paths.order().back());
}

// Moves that lead to a position which stands elsewhere in the book.
std::size_t transpositions(const ValuedBook& lines) {
  std::vector<BookNode> roots;
  for (const BookRoot& root : lines.roots()) roots.push_back(root.node);
  std::ranges::sort(roots);
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  std::vector<bool> is_met(lines.size());
  for (const BookNode root : roots) is_met[root] = true;
  std::size_t count = 0;
  for (BookNode node = 0; node < lines.size(); ++node) {
    for (const BookLink& link : lines.moves(node)) {
      count += is_met[link.to];
      is_met[link.to] = true;
    }
  }
  return count;
}

// An indexed book is not read as a whole to be counted.
Json facts_of(const LoadedMoveBook& loaded) {
  const ValuedBook* const lines = loaded.lines.get();
  const ValuedBookMeta& terms = *loaded.terms();
  Json facts{{"game", loaded.game->name()},
             {"format", lines != nullptr ? "lines" : "indexed lines"},
             {"positions", lines != nullptr ? lines->size() : loaded.moves.size()}};
  if (lines != nullptr) {
    std::size_t proved = 0, over = 0;
    for (BookNode node = 0; node < lines->size(); ++node) {
      proved += (*lines)[node].value.error == 0;
      over += lines->is_over(node);
    }
    facts.update({{"moves", lines->move_count()},
                  {"transpositions", transpositions(*lines)},
                  {"ends_of_games", over},
                  {"proved_positions", proved},
                  {"longest_line", longest_line(*lines)}});
  }
  facts.update({{"search_error", terms.search_error},
                {"tolerance", terms.tolerance},
                {"judge", terms.judge},
                {"rules", terms.rules}});
  return facts;
}

Json roots_json(const LoadedMoveBook& loaded) {
  Json roots = Json::array();
  for (const std::string& root : loaded.roots()) {
    Json object{{"position", root}};
    object.update(book_position_json(loaded.known(*loaded.from(root, loaded.name))));
    roots.push_back(object);
  }
  return roots;
}

}  // namespace

std::optional<BookChoice> book_choice(const std::optional<KnownPosition>& known, MoveCode move) {
  if (!known) return std::nullopt;
  const auto found = std::ranges::find(known->choices, move, &BookChoice::move);
  return found == known->choices.end() ? std::nullopt : std::optional(*found);
}

Json book_choice_json(const BookChoice& choice) {
  Json object;
  add_value(object, "value", choice.value.value, kMoverView);
  object.update({{"error", choice.value.error}, {"in_book", choice.to.has_value()}});
  return object;
}

Json book_position_json(const std::optional<KnownPosition>& known) {
  Json object;
  add_value(object, "value", known ? std::optional(known->value.value) : std::nullopt, kMoverView);
  object["error"] = known ? Json(known->value.error) : Json(nullptr);
  return object;
}

int report_lines(const LoadedMoveBook& loaded, bool json) {
  Json facts = facts_of(loaded);
  if (json) {
    facts["from"] = roots_json(loaded);
    print_json(facts);
    return kSuccess;
  }
  const auto logit = [](Score score) { return fmt::format("{:.3f} logit", score / 1e4); };
  facts["search_error"] = logit(loaded.terms()->search_error);
  facts["tolerance"] = logit(loaded.terms()->tolerance);
  print_fact_list(facts);
  constexpr std::size_t kMostRoots = 10;
  const std::vector<std::string> roots = loaded.roots();
  for (const std::string& root : std::span(roots).first(std::min(roots.size(), kMostRoots)))
    print_line("from {}: {}", root,
               booksearch::book_position_text(loaded.known(*loaded.from(root, loaded.name))));
  if (roots.size() > kMostRoots) print_line("and {} more", roots.size() - kMostRoots);
  return kSuccess;
}

int verify_indexed_book(const LoadedMoveBook& loaded, bool json) {
  take(loaded.moves.indexed()->verify(), loaded.name, kIndexAgain);
  print_json_or_line(json,
                     {{"file", loaded.name},
                      {"kind", "indexed book of lines"},
                      {"game", loaded.game->name()},
                      {"positions", loaded.moves.size()}},
                     "{}: an indexed book of moves of {}, {}, as it was written", loaded.name,
                     loaded.game->name(), counted(loaded.moves.size(), "position"));
  return kSuccess;
}

int verify_valued_book(const LoadedMoveBook& loaded, bool json) {
  const ValuedBook& lines = *loaded.lines;
  const std::vector<ValueFinding> findings = verify_values(lines);
  const BookPaths paths(lines);
  for (const ValueFinding& finding : findings) {
    const std::string position =
        take(paths.position(finding.node, *loaded.game->make_book_walk()), loaded.name)->text();
    const std::string text = fmt::format("{}: is said to be worth {}; by its moves it is {}", position,
                                         booksearch::book_value_text(lines[finding.node].value),
                                         booksearch::book_value_text(finding.expected));
    print_json_or_line(json, {{"position", position}, {"finding", text}}, "{}", text);
  }
  print_json_or_line(json,
                     {{"file", loaded.name},
                      {"kind", "book of lines"},
                      {"game", loaded.game->name()},
                      {"positions", lines.size()},
                      {"findings", findings.size()}},
                     "{}: a book of moves of {}, {}, {}", loaded.name, loaded.game->name(),
                     counted(lines.size(), "position"), counted(findings.size(), "finding"));
  return findings.empty() ? kSuccess : kFoundWanting;
}

}  // namespace tabiya::tools
