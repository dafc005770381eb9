#include "booksearch/setups/audit/refutations.h"

#include <algorithm>
#include <array>

#include "codec/parsing.h"
#include "codec/text.h"

namespace tabiya::booksearch {
namespace {

constexpr std::string_view kKind = "tabiya refutations ";
constexpr std::string_view kLayout = "1 ";
constexpr std::size_t kFields = 6;
constexpr int kMaxDepth = 255;

class Parser {
 public:
  Parser(std::string_view text, const SetupSpace& reds, const SetupSpace& blues)
      : text_(text), reds_(reds), blues_(blues) {}

  Result<std::vector<Refutation>> run() {
    std::string_view rest = text_;
    line_ = take_until("\n", rest);
    if (auto status = check_header(); !status) return status.error();
    std::vector<Refutation> refutations;
    while (!rest.empty()) {
      line_ = take_until("\n", rest);
      ++number_;
      const Result<Refutation> refutation = parse_line();
      if (!refutation) return refutation.error();
      refutations.push_back(*refutation);
    }
    return refutations;
  }

 private:
  Status check_header() const {
    std::string_view header = line_;
    if (!header.starts_with(kKind)) return fault(header, "not a file of refutations");
    header.remove_prefix(kKind.size());
    if (!header.starts_with(kLayout))
      return unsupported("refutations of a version that is not known", offset(header));
    header.remove_prefix(kLayout.size());
    if (header != reds_.game()) return unsupported("refutations of another game", offset(header));
    return ok_status();
  }

  Result<Refutation> parse_line() const {
    std::array<std::string_view, kFields> fields;
    std::string_view rest = line_;
    for (std::string_view& field : fields) field = take_until("\t", rest);
    if (!rest.empty() || std::ranges::count(line_, '\t') != kFields - 1)
      return fault(line_, "not 6 fields with tabs between them");

    const auto red = setup(reds_, fields[0]), reply = setup(blues_, fields[1]),
               book_reply = setup(blues_, fields[4]);
    for (const auto* id : {&red, &reply, &book_reply}) {
      if (!*id) return id->error();
    }
    const auto value = number(fields[2], 1 - kInfiniteScore, kInfiniteScore - 1);
    const auto depth = number(fields[3], 0, kMaxDepth);
    const auto book_value = number(fields[5], 1 - kInfiniteScore, kInfiniteScore - 1);
    for (const auto* parsed : {&value, &depth, &book_value}) {
      if (!*parsed) return parsed->error();
    }
    return Refutation{*red, *reply, *value, *depth, *book_reply, *book_value};
  }

  Result<SetupId> setup(const SetupSpace& space, std::string_view field) const {
    const Result<SetupId> id = space.parse(field);
    if (id) return id;
    return fault(field.substr(std::min(field.size(), id.error().offset.value_or(0))), id.error().message);
  }

  Result<int> number(std::string_view field, int least, int most) const {
    const auto value = number_in(field);
    if (!value || *value < least || *value > most)
      return fault(field, "not a number from " + std::to_string(least) + " to " + std::to_string(most));
    return static_cast<int>(*value);
  }

  // `where` lies within the text.
  Error fault(std::string_view where, const std::string& what) const {
    return invalid("line " + std::to_string(number_) + ": " + what, offset(where));
  }
  std::size_t offset(std::string_view where) const {
    return static_cast<std::size_t>(where.data() - text_.data());
  }

  const std::string_view text_;
  const SetupSpace& reds_;
  const SetupSpace& blues_;
  std::string_view line_;
  std::size_t number_ = 1;  // of the line
};

}  // namespace

std::string format_refutations(std::span<const Refutation> refutations, const SetupSpace& reds,
                               const SetupSpace& blues) {
  std::string text = std::string(kKind).append(kLayout).append(reds.game()) + '\n';
  for (const Refutation& refutation : refutations) {
    text += reds.name(refutation.red) + '\t' + blues.name(refutation.reply) + '\t' +
            std::to_string(refutation.red_value) + '\t' + std::to_string(refutation.depth) + '\t' +
            blues.name(refutation.book_reply) + '\t' + std::to_string(refutation.book_value) + '\n';
  }
  return text;
}

Result<std::vector<Refutation>> parse_refutations(std::string_view text, const SetupSpace& reds,
                                                  const SetupSpace& blues) {
  return Parser(text, reds, blues).run();
}

}  // namespace tabiya::booksearch
