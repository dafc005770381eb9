#include "core/book/compact_book.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <string_view>

#include "codec/number_coder.h"
#include "codec/short_text.h"
#include "codec/word_coder.h"

namespace tabiya {
namespace {

using codec::letter_at;
using codec::RangeDecoder;
using codec::RangeEncoder;
using codec::with_letter;
using codec::Word;

constexpr std::uint32_t kVersion = 3;
constexpr std::size_t kMaxText = 65'535;
constexpr std::uint64_t kMaxNodes = (std::uint64_t{1} << 61) - 1;

// A compact book describes itself in the byte behind its version: its content, and whether the entries of a
// book with values have no order. (Books of kMoves have none, those of kOrder have one.)
constexpr std::uint32_t kUnorderedBit = 0x10;

struct Kept {
  BookContent content = BookContent::kMoves;
  bool ordered = false;
};

std::uint32_t code_of(const Kept& kept) {
  const bool has_values = kept.content >= BookContent::kValues;
  return static_cast<std::uint32_t>(kept.content) | (has_values && !kept.ordered ? kUnorderedBit : 0);
}

std::optional<Kept> kept_of(std::uint32_t code) {
  for (const bool ordered : {true, false}) {
    for (int content = 0; content <= static_cast<int>(BookContent::kAll); ++content) {
      const Kept kept{static_cast<BookContent>(content), ordered && content > 0};
      if (code_of(kept) == code) return kept;
    }
  }
  return std::nullopt;
}

// The content that the book has to keep, if `content` is asked for.
Kept what_is_there(const Book& book, BookContent content) {
  const bool has_details = !book.origins.empty() || std::ranges::any_of(book.entries, [](const auto& entry) {
    return entry.nodes > 0 || entry.standard_error;
  });
  if (content == BookContent::kAll && !has_details) content = BookContent::kValues;
  if (content == BookContent::kOrder && !book.meta.ordered) content = BookContent::kMoves;
  return {content, content != BookContent::kMoves && book.meta.ordered};
}

// The letters of setups' names: letter i + 1 of words is characters[i].
struct Alphabet {
  std::string characters;  // ascending
  unsigned length = 0;     // of every name

  codec::WordShape shape() const { return {length, static_cast<unsigned>(characters.size())}; }

  Word word(std::string_view name) const {
    Word word = 0;
    for (unsigned i = 0; i < length; ++i) {
      word = with_letter(word, i, static_cast<unsigned>(characters.find(name[i])) + 1);
    }
    return word;
  }
  std::string name(Word word) const {
    std::string name(length, ' ');
    for (unsigned i = 0; i < length; ++i) name[i] = characters[letter_at(word, i) - 1];
    return name;
  }
};

Result<Alphabet> alphabet_of(const std::vector<std::string>& names) {
  Alphabet alphabet;
  alphabet.length = names.empty() ? 1 : static_cast<unsigned>(names.front().size());
  for (const std::string& name : names) {
    if (name.size() != alphabet.length)
      return unsupported("setups whose names differ in length cannot be coded");
    for (char c : name) {
      if (alphabet.characters.find(c) == std::string::npos) alphabet.characters.push_back(c);
    }
  }
  std::ranges::sort(alphabet.characters);
  if (alphabet.characters.empty()) alphabet.characters = "A";
  if (alphabet.length == 0 || alphabet.length > codec::kMaxWordLength ||
      alphabet.characters.size() > codec::kMaxLetters)
    return unsupported("setups whose names are not of 1 to 16 letters out of 15 cannot be coded");
  return alphabet;
}

template <class Coder>
std::string code_text(Coder& coder, std::string_view text) {
  std::string coded(codec::code_plain(coder, static_cast<std::uint32_t>(text.size()), 16), ' ');
  for (std::size_t i = 0; i < coded.size(); ++i) {
    coded[i] = static_cast<char>(
        codec::code_plain(coder, i < text.size() ? static_cast<unsigned char>(text[i]) : 0, 8));
  }
  return coded;
}

template <class Coder>
std::uint64_t code_hash(Coder& coder, std::uint64_t hash) {
  const std::uint64_t high = codec::code_plain(coder, static_cast<std::uint32_t>(hash >> 32), 32);
  return high << 32 | codec::code_plain(coder, static_cast<std::uint32_t>(hash), 32);
}

template <class Coder>
void code_meta(Coder& coder, BookMeta& meta) {
  meta.maker = code_text(coder, meta.maker);
  meta.evaluation = code_hash(coder, meta.evaluation);
  meta.job = code_hash(coder, meta.job);
}

template <class Coder>
BookPrecision code_precision(Coder& coder, const BookPrecision& precision) {
  BookPrecision coded;
  coded.value = codec::code_plain(coder, precision.value, 32);
  coded.depth = codec::code_plain(coder, precision.depth, 32);
  return coded;
}

bool is_valid(const BookPrecision& precision) {
  const auto is_step = [](std::uint32_t step) { return 1 <= step && step <= BookPrecision::kMaxStep; };
  return is_step(precision.value) && is_step(precision.depth);
}

// The multiple of `step` that is nearest to `value`, in steps.
std::int64_t in_steps(Score value, std::int64_t step) {
  const std::int64_t doubled = 2 * std::int64_t{value} + step;
  const std::int64_t quotient = doubled / (2 * step);
  return doubled % (2 * step) < 0 ? quotient - 1 : quotient;
}

// Codes the values and depths of entries, the best first: each as its difference from the one before, in
// steps of the precision.
template <class Coder>
void code_values(Coder& coder, const BookPrecision& precision, std::vector<BookEntry>& entries) {
  codec::NumberModel missing, steps, depths;
  std::int64_t value = 0;
  std::int64_t depth = 0;
  bool had_value = true;
  for (BookEntry& entry : entries) {
    const bool has_value = (missing.code(coder, had_value != entry.red_value.has_value()) != 0) != had_value;
    had_value = has_value;
    if (has_value) {
      const std::int64_t wanted = in_steps(entry.red_value.value_or(0), precision.value);
      value = static_cast<Score>(value + steps.code(coder, wanted - value));
      entry.red_value = static_cast<Score>(value * precision.value);
    }
    depth = static_cast<std::uint8_t>(depth + depths.code(coder, entry.depth / precision.depth - depth));
    entry.depth = static_cast<std::uint8_t>(depth * precision.depth);
  }
}

template <class Coder>
void code_origins(Coder& coder, std::vector<ValueOrigin>& origins) {
  origins.resize(codec::code_plain(coder, static_cast<std::uint32_t>(origins.size()), 8));
  for (ValueOrigin& origin : origins) {
    origin.evaluation = code_hash(coder, origin.evaluation);
    origin.search = code_hash(coder, origin.search);
  }
}

// Codes what is known of entries besides values and depths, which are coded already: the nodes of one depth
// are of like sizes.
template <class Coder>
void code_details(Coder& coder, Book& book) {
  code_origins(coder, book.origins);
  std::map<std::uint8_t, codec::NumberModel> nodes;
  codec::NumberModel origins, missing, errors;
  std::int64_t origin = 0;
  bool had_error = false;
  for (BookEntry& entry : book.entries) {
    origin = static_cast<std::uint8_t>(origin + origins.code(coder, entry.origin - origin));
    entry.origin = static_cast<std::uint8_t>(origin);
    entry.nodes =
        static_cast<std::uint64_t>(nodes[entry.depth].code(coder, static_cast<std::int64_t>(entry.nodes)));
    had_error ^= missing.code(coder, had_error != entry.standard_error.has_value()) != 0;
    if (had_error)
      entry.standard_error = static_cast<std::uint32_t>(errors.code(coder, entry.standard_error.value_or(0)));
  }
}

Status check_details(const Book& book) {
  if (book.origins.size() > kMaxBookOrigins)
    return too_large("a book of more than 255 origins cannot be coded");
  for (const BookEntry& entry : book.entries) {
    if (entry.nodes > kMaxNodes) return too_large("a book with an entry of 2^61 nodes cannot be coded");
    if (entry.origin > book.origins.size())
      return invalid("a book with an entry of an origin that it lacks cannot be coded");
  }
  return ok_status();
}

// The columns of a book as the models want them.
struct Columns {
  Alphabet alphabet;
  std::vector<Word> reds;              // ascending
  std::vector<Word> dictionary;        // of replies, ascending
  std::vector<std::uint32_t> replies;  // of each red: index into the dictionary
  std::vector<std::uint32_t> ranks;    // of each red: from 0; empty if the order is not kept
};

Result<Columns> columns_of(const Book& book, const SetupSpace& reds, const SetupSpace& blues) {
  std::vector<std::string> names;
  for (const BookEntry& entry : book.entries) {
    names.push_back(reds.name(entry.red));
    names.push_back(blues.name(entry.reply));
  }
  const Result<Alphabet> alphabet = alphabet_of(names);
  if (!alphabet) return alphabet.error();
  const std::size_t size = book.entries.size();
  Columns columns{*alphabet, {}, {}, {}, std::vector<std::uint32_t>(size)};
  std::vector<Word> red_words, reply_words;
  for (std::size_t i = 0; i < size; ++i) {
    red_words.push_back(alphabet->word(names[2 * i]));
    reply_words.push_back(alphabet->word(names[2 * i + 1]));
  }
  std::iota(columns.ranks.begin(), columns.ranks.end(), 0u);
  std::ranges::sort(columns.ranks, {}, [&](std::uint32_t rank) { return red_words[rank]; });
  columns.dictionary = reply_words;
  std::ranges::sort(columns.dictionary);
  columns.dictionary.erase(std::unique(columns.dictionary.begin(), columns.dictionary.end()),
                           columns.dictionary.end());
  for (std::uint32_t rank : columns.ranks) {
    columns.reds.push_back(red_words[rank]);
    const auto reply = std::ranges::lower_bound(columns.dictionary, reply_words[rank]);
    columns.replies.push_back(static_cast<std::uint32_t>(reply - columns.dictionary.begin()));
  }
  return columns;
}

Result<Columns> decode_columns(RangeDecoder& coder, bool with_ranks) {
  Columns columns;
  const std::uint32_t size = codec::code_plain(coder, 0, 32);
  const std::uint32_t distinct_replies = codec::code_plain(coder, 0, 32);
  columns.alphabet.length = codec::code_plain(coder, 0, 8);
  columns.alphabet.characters = code_text(coder, {});
  if (size > codec::kMaxWords || distinct_replies > size || (distinct_replies == 0 && size != 0) ||
      columns.alphabet.length == 0 || columns.alphabet.length > codec::kMaxWordLength ||
      columns.alphabet.characters.empty() || columns.alphabet.characters.size() > codec::kMaxLetters)
    return corrupt("a compact book whose sizes cannot be", coder.position());
  Result<std::vector<Word>> reds = decode_words(coder, columns.alphabet.shape(), size);
  if (!reds) return std::move(reds).error();
  Result<std::vector<Word>> dictionary = decode_words(coder, columns.alphabet.shape(), distinct_replies);
  if (!dictionary) return std::move(dictionary).error();
  columns.reds = *std::move(reds);
  columns.dictionary = *std::move(dictionary);
  const codec::SimilarWords similar(columns.reds);
  columns.replies = decode_labels(coder, similar, {distinct_replies, false});
  if (with_ranks) columns.ranks = decode_labels(coder, similar, {size, true});
  if (coder.overrun()) return corrupt("a compact book that ends early", coder.position());
  return columns;
}

Result<std::vector<BookEntry>> entries_of(const Columns& columns, const SetupSpace& reds,
                                          const SetupSpace& blues) {
  std::vector<SetupId> replies;
  for (Word word : columns.dictionary) {
    const Result<SetupId> reply = blues.parse(columns.alphabet.name(word));
    if (!reply) return corrupt("a compact book with a reply that is not a setup");
    replies.push_back(*reply);
  }
  std::vector<BookEntry> entries(columns.reds.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Result<SetupId> red = reds.parse(columns.alphabet.name(columns.reds[i]));
    if (!red) return corrupt("a compact book with a red that is not a setup");
    const std::size_t rank = columns.ranks.empty() ? i : columns.ranks[i];
    entries[rank] = {*red, replies[columns.replies[i]], std::nullopt, 0};
  }
  return entries;
}

// The entries in the order of their names; ranks[i] is the place of the i-th in `book`.
Book in_order(Book book, const std::vector<std::uint32_t>& ranks) {
  std::vector<BookEntry> entries;
  for (const std::uint32_t rank : ranks) entries.push_back(book.entries[rank]);
  book.entries = std::move(entries);
  return book;
}

struct Head {
  Kept kept;
  std::string game;
};

void code_head(RangeEncoder& coder, const Kept& kept, std::string_view game) {
  codec::code_plain(coder, kVersion, 8);
  codec::code_plain(coder, code_of(kept), 8);
  code_text(coder, game);
}

Result<Head> decode_head(RangeDecoder& coder) {
  const std::uint32_t version = codec::code_plain(coder, 0, 8);
  const std::optional<Kept> kept = kept_of(codec::code_plain(coder, 0, 8));
  if (version != kVersion || !kept)
    return unsupported("a compact book of a version that this program does not know");
  return Head{*kept, code_text(coder, {})};
}

}  // namespace

Status check_compact_book(const Book& book, const SetupSpace& reds, const SetupSpace& blues) {
  if (book.entries.size() > codec::kMaxWords)
    return too_large("a book of " + std::to_string(book.entries.size()) + " entries; at most " +
                     std::to_string(codec::kMaxWords) + " can be coded");
  if (book.meta.game.size() > kMaxText || book.meta.maker.size() > kMaxText)
    return too_large("a book whose game or maker has a name of more than 65,535 bytes");
  std::vector<SetupId> ids;
  for (const BookEntry& entry : book.entries) {
    if (entry.red >= reds.count() || entry.reply >= blues.count())
      return invalid("a book with an entry that is not of setups cannot be coded");
    ids.push_back(entry.red);
  }
  std::ranges::sort(ids);
  if (std::ranges::adjacent_find(ids) != ids.end())
    return invalid("a book with two entries for one red setup cannot be coded");
  return check_details(book);
}

Result<std::vector<std::byte>> encode_compact_book(const Book& book, const SetupSpace& reds,
                                                   const SetupSpace& blues, BookContent content,
                                                   const BookPrecision& precision) {
  if (!is_valid(precision)) return invalid("a step of values or depths is not from 1 to 1,000,000");
  if (Status status = check_compact_book(book, reds, blues); !status) return std::move(status).error();
  const Result<Columns> columns = columns_of(book, reds, blues);
  if (!columns) return columns.error();
  const auto size = static_cast<std::uint32_t>(book.entries.size());
  const auto distinct_replies = static_cast<std::uint32_t>(columns->dictionary.size());
  const codec::WordShape shape = columns->alphabet.shape();

  const Kept kept = what_is_there(book, content);
  RangeEncoder coder;
  code_head(coder, kept, book.meta.game);
  codec::code_plain(coder, size, 32);
  codec::code_plain(coder, distinct_replies, 32);
  codec::code_plain(coder, columns->alphabet.length, 8);
  code_text(coder, columns->alphabet.characters);
  encode_words(coder, shape, columns->reds);
  encode_words(coder, shape, columns->dictionary);
  const codec::SimilarWords similar(columns->reds);
  encode_labels(coder, similar, {distinct_replies, false}, columns->replies);
  if (kept.ordered) encode_labels(coder, similar, {size, true}, columns->ranks);
  if (kept.content >= BookContent::kValues) {
    Book copy = kept.ordered ? book : in_order(book, columns->ranks);
    code_meta(coder, copy.meta);
    code_values(coder, code_precision(coder, precision), copy.entries);
    if (kept.content == BookContent::kAll) code_details(coder, copy);
  }
  return coder.finish();
}

Result<std::string> compact_book_game(std::span<const std::byte> bytes) {
  RangeDecoder coder(bytes);
  Result<Head> head = decode_head(coder);
  if (!head) return std::move(head).error();
  return std::move(head->game);
}

Result<Book> decode_compact_book(std::span<const std::byte> bytes, const SetupSpace& reds,
                                 const SetupSpace& blues) {
  RangeDecoder coder(bytes);
  Result<Head> head = decode_head(coder);
  if (!head) return std::move(head).error();
  if (head->game != reds.game())
    return unsupported("a compact book of another game than " + std::string(reds.game()));
  const Result<Columns> columns = decode_columns(coder, head->kept.ordered);
  if (!columns) return columns.error();
  Result<std::vector<BookEntry>> entries = entries_of(*columns, reds, blues);
  if (!entries) return std::move(entries).error();
  Book book;
  book.meta.game = std::move(head->game);
  book.meta.ordered = head->kept.ordered;
  book.entries = *std::move(entries);
  if (head->kept.content < BookContent::kValues) return book;
  code_meta(coder, book.meta);
  if (!codec::is_printable(book.meta.maker))
    return corrupt("a compact book whose maker holds control characters", coder.position());
  const BookPrecision precision = code_precision(coder, {});
  if (!is_valid(precision)) return corrupt("a compact book without a precision", coder.position());
  code_values(coder, precision, book.entries);
  if (head->kept.content == BookContent::kAll) code_details(coder, book);
  if (coder.overrun()) return corrupt("a compact book that ends early", coder.position());
  if (Status status = check_details(book); !status) return corrupt("a compact book whose details cannot be");
  return book;
}

}  // namespace tabiya
