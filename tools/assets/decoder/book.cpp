// The decoder of a packed book: with the parts of the project that it needs, `tabiya pack --to cpp --decoder` writes it
// behind the literal (tools/submission/decoders_main.cpp), all of it in an unnamed namespace.
#include "tools/assets/decoder/book.h"

#include <span>
#include <string_view>

#include "codec/dense_text.h"
#include "codec/framing.h"
#include "core/book/compact_book.h"
#include "tools/assets/decoder/opened.h"

// Setups are known by their names alone: numbers are given to them as they come.
class NamedSetups final : public tabiya::SetupSpace {
 public:
  explicit NamedSetups(std::string game) : game_(std::move(game)) {}

  std::string_view game() const override { return game_; }
  tabiya::SetupId count() const override { return static_cast<tabiya::SetupId>(names_.size()); }
  tabiya::SetupId mirror(tabiya::SetupId id) const override { return id; }
  tabiya::SetupId normalised(tabiya::SetupId id) const override { return id; }
  tabiya::SetupId normalised_count() const override { return count(); }
  std::string name(tabiya::SetupId id) const override { return names_[id]; }
  tabiya::Result<tabiya::SetupId> parse(std::string_view name) const override {
    names_.emplace_back(name);
    return count() - 1;
  }

 private:
  std::string game_;
  mutable std::vector<std::string> names_;
};

tabiya_book::Entry named(const tabiya::Book& book, const tabiya::BookEntry& entry, const NamedSetups& reds,
                         const NamedSetups& blues) {
  const auto origin = entry.origin > 0 ? book.origins[entry.origin - 1] : tabiya::ValueOrigin{};
  return {reds.name(entry.red), blues.name(entry.reply), entry.red_value,   entry.depth,
          entry.nodes,          entry.standard_error,    origin.evaluation, origin.search};
}

// The book of a literal. Throws std::runtime_error where it is damaged.
[[maybe_unused]] tabiya_book::Book decode(std::span<const char* const> pieces) {
  const std::vector<std::byte> content = opened(pieces, tabiya::kFramedBook);
  const std::string game = checked(tabiya::compact_book_game(content));
  const NamedSetups reds(game), blues(game);
  const tabiya::Book book = checked(tabiya::decode_compact_book(content, reds, blues));
  tabiya_book::Book result{game, book.meta.maker, book.meta.evaluation, book.meta.job, book.meta.ordered, {}};
  for (const tabiya::BookEntry& entry : book.entries)
    result.entries.push_back(named(book, entry, reds, blues));
  return result;
}
