#include "core/book/valued_book_file.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "codec/bits.h"
#include "codec/crc64.h"
#include "codec/number_coder.h"
#include "codec/range_coder.h"
#include "codec/short_text.h"
#include "core/book/valued_book.h"
#include "core/book/valued_book_models.h"

namespace tabiya {
namespace {

using codec::BitReader;
using codec::BitWriter;
using codec::NumberModel;

constexpr std::uint64_t kLayout = 3;
constexpr std::uint64_t kEqualNodesLayout =
    2;                                   // the name of the judge alone says how many nodes searches have
constexpr std::uint64_t kOldLayout = 1;  // a win was predicted to be as long before a move as behind it
constexpr std::size_t kPositionsPerByte = 64;  // at most, so that few bytes cannot ask for much memory

struct Header {
  std::uint64_t layout = kLayout;
  ValuedBookMeta meta;
  Score step = kValueStep;
  std::size_t roots = 0, positions = 0;
  std::uint64_t checksum = 0;
};

// Plays all moves of a book, and codes what the rules do not say: an encoder is told it by the book that it has, a decoder
// finds it out. Either way a draft of the book comes of it.
template <class Coder>
class ValuedBookCoder {
 public:
  // `book`: null for a decoder.
  ValuedBookCoder(Coder& coder, const BookWalk& walk, const ValuedBook* book, BookDraft draft,
                  const Header& header)
      : coder_(coder),
        start_(walk),
        book_(book),
        draft_(std::move(draft)),
        positions_(header.positions),
        counts_plies_(header.layout != kOldLayout),
        has_efforts_(header.layout == kLayout),
        effort_(effort_told(header.meta.judge)),
        values_(header.step) {}

  Result<BookDraft> run() {
    for (std::size_t root = 0; root < draft_.roots.size(); ++root)
      if (const Status status = code_root(root); !status) return status.error();
    if (draft_.graph.size() != positions_)
      return corrupt("a book of moves has fewer positions than it declares");
    draft_.values.resize(positions_);
    is_valued_.resize(positions_);
    for (const BookNode node : finished_)
      if (const Status status = code_value(node); !status) return status.error();
    if (coder_.overrun()) return corrupt("a book of moves ends early");
    return std::move(draft_);
  }

 private:
  // A position whose moves are being followed.
  struct Stop {
    std::unique_ptr<BookWalk> walk;
    BookNode node;
    std::vector<MoveCode> moves;
    std::size_t next = 0;
  };

  Status code_root(std::size_t index) {
    BookRoot& root = draft_.roots[index];
    root.position = texts_.code(coder_, book_ == nullptr ? "" : book_->roots()[index].position);
    if (!codec::is_printable(root.position))
      return corrupt("the text of a position holds control characters");
    std::unique_ptr<BookWalk> walk = start_.clone();
    if (Status there = walk->go_to(root.position); !there)
      return corrupt("'" + root.position + "', where lines shall begin: " + there.error().message);
    const auto known = draft_.graph.find(walk->key());
    root.node = known.value_or(static_cast<BookNode>(draft_.graph.size()));
    if (known) return ok_status();
    if (Status status = enter(std::move(walk), kNoMove, 0); !status) return status;
    return follow();
  }

  // Walks depth first, with a stack of its own, since lines may be long.
  Status follow() {
    while (!stops_.empty()) {
      Stop& stop = stops_.back();
      if (stop.next == stop.moves.size()) {
        finished_.push_back(stop.node);
        stops_.pop_back();
        continue;
      }
      const MoveCode move = stop.moves[stop.next++];
      const BookNode node = stop.node;
      std::unique_ptr<BookWalk> after =
          stop.next == stop.moves.size() ? std::move(stop.walk) : stop.walk->clone();
      const int side = after->side_to_move();
      after->play(move);
      const auto known = draft_.graph.find(after->key());
      const BookNode to = known.value_or(static_cast<BookNode>(draft_.graph.size()));
      if (book_ != nullptr && book_->moves(node)[draft_.graph[node].links.size()].to != to)
        return invalid("a move of the book leads elsewhere than it says: to " + after->text());
      draft_.graph.link(node, move, to);
      if (known) continue;
      const Score outside = draft_.graph[node].outside ? draft_.graph[node].outside->score : 0;
      const Score expected = after->side_to_move() == side ? outside : -outside;
      if (Status status = enter(std::move(after), move, expected); !status) return status;
    }
    return ok_status();
  }

  // A new position: how many moves it has in the book, which, and what is known of the best one outside it.
  Status enter(std::unique_ptr<BookWalk> walk, MoveCode before, Score expected) {
    if (draft_.graph.size() >= positions_)
      return corrupt("a book of moves has more positions than it declares");
    if (coder_.overrun()) return corrupt("a book of moves ends early");
    const BookNode node = draft_.graph.add(walk->key(), walk->side_to_move());
    if (book_ != nullptr && (*book_)[node].key != walk->key())
      return invalid("the moves of the book lead to another position than it says: " + walk->text());
    draft_.outside_errors.push_back(0);
    std::vector<MoveCode> left = walk->moves();
    std::span<const BookLink> given;
    if (book_ != nullptr) given = book_->moves(node);
    const std::int64_t count = counts_.code(coder_, std::ssize(given));
    if (count < 0 || count > std::ssize(left))
      return corrupt("a position with more moves than there are: " + walk->text());
    Stop stop{std::move(walk), node, {}};
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      const auto move = code_move(*stop.walk, before, 1 + i, left,
                                  book_ == nullptr ? std::nullopt : std::optional(given[i].move));
      if (!move) return move.error();
      stop.moves.push_back(*move);
    }
    if (Status status = code_outside(stop, before, left, expected); !status) return status;
    stops_.push_back(std::move(stop));
    return ok_status();
  }

  Result<MoveCode> code_move(const BookWalk& walk, MoveCode before, std::size_t kind,
                             std::vector<MoveCode>& left, std::optional<MoveCode> given) {
    if (given && std::ranges::find(left, *given) == left.end())
      return invalid("a move of the book is not legal in " + walk.text());
    const auto move = moves_.code(coder_, walk.side_to_move(), before, kind, left, given.value_or(kNoMove));
    if (!move) return corrupt("a move that is not one of those of " + walk.text());
    return *move;
  }

  Status code_outside(const Stop& stop, MoveCode before, std::vector<MoveCode>& left, Score expected) {
    const BookPosition given = book_ == nullptr ? BookPosition{} : (*book_)[stop.node];
    if (left.empty() || has_outside_.code(coder_, given.outside.has_value()) == 0) return ok_status();
    const auto move = code_move(*stop.walk, before, 0, left, given.outside);
    if (!move) return move.error();
    const std::size_t kind = stops_.empty() ? 0 : std::min<std::size_t>(stops_.back().next, 3);
    const auto score = values_.code(coder_, kind, expected, given.outside_value.value);
    if (!score) return score.error();
    const auto error =
        values_.code_error(coder_, is_proven(*score), draft_.meta.search_error, given.outside_value.error);
    if (!error) return error.error();
    if (has_efforts_) {
      const std::int64_t effort =
          effort_ + efforts_.code(coder_, std::int64_t{given.effort} - std::int64_t{effort_});
      if (effort < 0 || effort > 255) return corrupt("a search with more nodes than there can be");
      effort_ = static_cast<SearchEffort>(effort);
    }
    draft_.graph.set_outside(stop.node, *move, FoundScore{*score, *error == 0}, effort_);
    draft_.outside_errors.back() = *error;
    return ok_status();
  }

  // The values that are known of a position before its own: those behind its moves, but for those in a
  // circle.
  struct Expected {
    int moves = 0;
    BookValue best{-kInfiniteScore, 0};
    Score second = -kInfiniteScore;
  };

  Expected expected_of(BookNode node) const {
    const GraphPosition& position = draft_.graph[node];
    Expected expected;
    const auto add = [&](const BookValue& value) {
      ++expected.moves;
      expected.second = std::max(expected.second, std::min(expected.best.value, value.value));
      if (value.value > expected.best.value) expected.best = value;
    };
    if (position.move) add({position.outside->score, draft_.outside_errors[node]});
    for (const BookLink& link : position.links)
      if (is_valued_[link.to]) add(value_of(node, link));
    return expected;
  }

  BookValue value_of(BookNode node, const BookLink& link) const {
    const BookValue after = draft_.values[link.to];
    const bool is_same_side = draft_.graph[node].side == draft_.graph[link.to].side;
    if (counts_plies_) return {value_before(after.value, is_same_side), after.error};
    return {is_same_side ? after.value : -after.value, after.error};
  }

  Status code_value(BookNode node) {
    const BookValue given = book_ == nullptr ? BookValue{} : (*book_)[node].value;
    const Expected expected = expected_of(node);
    BookValue& value = draft_.values[node];
    value = expected.best;
    if (expected.moves == 0 || !values_.is_as_predicted(coder_, given.value == value.value)) {
      const Score guess = expected.moves == 0 ? 0 : value.value;
      const auto score = values_.code(coder_, ValueModel::kOfPosition, guess, given.value);
      if (!score) return score.error();
      value.value = *score;
    }
    const auto error = values_.code_error(coder_, error_kind(expected), value.error, given.error);
    if (!error) return error.error();
    value.error = *error;
    is_valued_[node] = true;
    return ok_status();
  }

  // The error of the greatest of several moves depends on how far the best one is ahead.
  static std::size_t error_kind(const Expected& expected) {
    constexpr std::int64_t kFirst = 2, kAhead = 3, kMost = ValueModel::kKinds - 1 - kAhead;
    if (expected.moves < 2) return static_cast<std::size_t>(kFirst);
    const std::int64_t ahead = std::int64_t{expected.best.value} - expected.second;
    const std::int64_t errors = std::min(4 * ahead / std::max(expected.best.error, 1), kMost);
    return static_cast<std::size_t>(kAhead + errors);
  }

  Coder& coder_;
  const BookWalk& start_;
  const ValuedBook* const book_;
  BookDraft draft_;
  const std::size_t positions_;
  const bool counts_plies_;  // whether a proved win is a ply longer before a move than behind it
  const bool has_efforts_;
  SearchEffort effort_;  // of the search before
  std::vector<Stop> stops_;
  std::vector<BookNode> finished_;  // each after those that its moves lead to
  std::vector<bool> is_valued_;
  TextModel texts_;
  MoveModel moves_;
  NumberModel counts_, has_outside_, efforts_;
  ValueModel values_;
};

void put(BitWriter& writer, const Header& header) {
  writer.put(header.layout, 8);
  writer.put(header.meta.rules, 32);
  codec::put_text(writer, header.meta.judge);
  for (const Score score : {header.meta.search_error, header.meta.repetition, header.meta.tolerance})
    writer.put(static_cast<std::uint32_t>(score), 32);
  writer.put(static_cast<std::uint64_t>(header.step), 16);
  writer.put(header.roots, 32);
  writer.put(header.positions, 32);
  writer.put(header.checksum, 64);
}

Result<Header> get_header(BitReader& reader) {
  Header header;
  header.layout = reader.get(8);
  if (header.layout < kOldLayout || header.layout > kLayout)
    return unsupported("lines of layout " + std::to_string(header.layout) + "; this program reads layouts " +
                       std::to_string(kOldLayout) + " to " + std::to_string(kLayout));
  header.meta.rules = static_cast<std::uint32_t>(reader.get(32));
  header.meta.judge = codec::get_text(reader);
  for (Score* score : {&header.meta.search_error, &header.meta.repetition, &header.meta.tolerance})
    *score = static_cast<Score>(static_cast<std::uint32_t>(reader.get(32)));
  header.step = static_cast<Score>(reader.get(16));
  header.roots = reader.get(32);
  header.positions = reader.get(32);
  header.checksum = reader.get(64);
  const auto is_value = [](Score score) { return score > -kInfiniteScore && score < kInfiniteScore; };
  if (reader.overrun() || header.step == 0 || !codec::is_printable(header.meta.judge) ||
      !is_value(header.meta.search_error) || header.meta.search_error < 0 ||
      !is_value(header.meta.repetition) || header.meta.tolerance < 0)
    return corrupt("the header of the book's lines is damaged");
  if (header.positions > kMostBookPositions || header.roots > header.positions ||
      header.positions > kPositionsPerByte * (reader.remaining() / 8))
    return corrupt("the book's lines declare more positions than there can be");
  return header;
}

std::uint64_t checksum_of(const BookGraph& graph) {
  BitWriter keys;
  for (BookNode node = 0; node < graph.size(); ++node) keys.put(graph[node].key, 64);
  return codec::crc64(keys.take_bytes());
}

// Refuses books that cannot be written.
Status check_writable(const ValuedBook& book) {
  if (book.size() > kMostBookPositions)
    return Error{ErrorCode::kTooLarge,
                 "a book of moves has at most " + std::to_string(kMostBookPositions) + " positions",
                 {}};
  const auto is_name = [](const std::string& text, std::size_t most) {
    return text.size() <= most && codec::is_printable(text);
  };
  if (!is_name(book.meta().judge, 0xffff))
    return invalid("the name of the engine that searched the lines cannot be written");
  for (const BookRoot& root : book.roots())
    if (!is_name(root.position, TextModel::kMostBytes))
      return invalid("lines begin at a position that cannot be written");
  const auto is_step = [](const BookValue& value) {
    return (is_proven(value.value) || value.value % kValueStep == 0) && value.error % kValueStep == 0;
  };
  for (BookNode node = 0; node < book.size(); ++node)
    if (!is_step(book[node].value) || !is_step(book[node].outside_value))
      return invalid("a value of the book of moves is not a multiple of " + std::to_string(kValueStep));
  return ok_status();
}

}  // namespace

Result<std::vector<std::byte>> encode_valued_book(const ValuedBook& book, const BookWalk& walk) {
  if (Status status = check_writable(book); !status) return status.error();
  BookDraft draft;
  draft.meta = book.meta();
  draft.roots.resize(book.roots().size());
  Header header{kLayout, book.meta(), kValueStep, book.roots().size(), book.size()};
  codec::RangeEncoder coder;
  const Result<BookDraft> played = ValuedBookCoder(coder, walk, &book, std::move(draft), header).run();
  if (!played) return played.error();
  header.checksum = checksum_of(played->graph);
  BitWriter writer;
  put(writer, header);
  std::vector<std::byte> section = writer.take_bytes(), rest = coder.finish();
  rest.resize(std::max(rest.size(), (book.size() + kPositionsPerByte - 1) / kPositionsPerByte));
  section.insert(section.end(), rest.begin(), rest.end());
  return section;
}

Result<ValuedBook> decode_valued_book(std::span<const std::byte> section, const BookWalk& walk) {
  BitReader reader(section);
  const Result<Header> header = get_header(reader);
  if (!header) return header.error();
  BookDraft draft;
  draft.meta = header->meta;
  draft.roots.resize(header->roots);
  codec::RangeDecoder coder(section.subspan(reader.position() / 8));
  const Result<BookDraft> played =
      ValuedBookCoder(coder, walk, static_cast<const ValuedBook*>(nullptr), std::move(draft), *header).run();
  if (!played) return played.error();
  if (checksum_of(played->graph) != header->checksum)
    return unsupported(
        "the moves of the book's lines lead to other positions than when it was written: it is of other rules");
  const ValuedBook book(*played);
  return header->layout == kOldLayout ? with_values(draft_of(book)) : book;
}

}  // namespace tabiya
