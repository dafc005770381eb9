#include "core/games/variants/reader.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "codec/fnv.h"
#include "core/games/variants/ini.h"
#include "core/games/variants/keys.h"
#include "core/games/variants/setup_keys.h"

namespace tabiya::variants {
namespace {

// A section, and those that it may inherit from: all before it in its own text.
struct Place {
  std::span<const Section> sections;
  std::size_t index = 0;
  bool is_ours = false;  // in the program's own text of parents

  const Section& section() const { return sections[index]; }
};

struct Texts {
  std::vector<Section> file, parents;
};

Result<Texts> parse_texts(std::string_view text) {
  Result<std::vector<Section>> file = parse_ini(text);
  if (!file) return file.error();
  Result<std::vector<Section>> parents = parse_ini(kParents);
  if (!parents) return parents.error();
  return Texts{*std::move(file), *std::move(parents)};
}

std::optional<std::size_t> last_named(std::span<const Section> sections, std::string_view name) {
  for (std::size_t i = sections.size(); i-- > 0;)
    if (sections[i].name == name) return i;
  return std::nullopt;
}

Error located(Error error, const Place& place, int line, const std::string& key) {
  std::string where = (place.is_ours ? "line " + std::to_string(line) + " of the program's own rules"
                                     : "line " + std::to_string(line));
  if (!key.empty()) where += ", key '" + key + "'";
  error.message = where + ": " + error.message;
  if (error.offset) error.message += " (character " + std::to_string(*error.offset + 1) + " of the moves)";
  error.offset.reset();
  return error;
}

// The section and all that it inherits from, the oldest first.
Result<std::vector<Place>> line_of_descent(const Texts& texts, Place place) {
  std::vector<Place> line{place};
  while (!line.back().section().parent.empty()) {
    const Place& child = line.back();
    const std::string& parent = child.section().parent;
    const auto before = last_named(child.sections.first(child.index), parent);
    const auto ours = child.is_ours ? std::nullopt : last_named(texts.parents, parent);
    if (!before && !ours)
      return located(invalid("[" + child.section().name + "] inherits from '" + parent +
                             "', which is neither defined before it nor known to the program"),
                     child, child.section().line, "");
    line.push_back(before ? Place{child.sections, *before, child.is_ours}
                          : Place{texts.parents, *ours, true});
  }
  std::ranges::reverse(line);
  return line;
}

Status apply(const Place& place, Variant& variant, std::uint64_t& fingerprint) {
  const Section& section = place.section();
  for (const auto read : {&read_piece, &read_rule}) {
    for (const Setting& setting : section.settings) {
      if (const Status status = read(variant, setting.key, setting.value); !status)
        return located(status.error(), place, setting.line, setting.key);
      if (setting.key == "startFen") variant.start_line = place.is_ours ? 0 : setting.line;
      if (setting.key.starts_with(kSetupKeys) && !place.is_ours)
        variant.setup.lines[setting.key] = setting.line;
    }
  }
  for (const Setting& setting : section.settings)
    if (setting.key != kShownNames)
      fingerprint = codec::fnv1a(setting.key + "=" + setting.value + "\n", fingerprint);
  fingerprint = codec::fnv1a("\n", fingerprint);
  return ok_status();
}

// Squares that a game inherits may lie beyond its board; those that its own section names may not.
Status check_squares(const Place& place, const Variant& variant) {
  for (const Setting& setting : place.section().settings)
    if (const Status status = check_on_board(variant, setting.key, setting.value); !status)
      return located(status.error(), place, setting.line, setting.key);
  return ok_status();
}

// The game that is meant. `texts.file` has at least one.
Result<std::size_t> chosen(const Texts& texts, std::string_view name) {
  if (name.empty()) {
    if (texts.file.size() == 1) return std::size_t{0};
    return invalid("holds " + std::to_string(texts.file.size()) +
                   " games; name one behind the file and a colon: '" + texts.file.front().name +
                   "' is the first");
  }
  const auto found = last_named(texts.file, name);
  if (!found)
    return invalid("has no section [" + std::string(name) + "]; its first is [" + texts.file.front().name +
                   "]");
  return *found;
}

Status check_sections(const std::vector<Section>& sections) {
  if (sections.empty()) return invalid("holds no rules: expected a section, [name]");
  for (std::size_t i = 0; i < sections.size(); ++i)
    if (last_named(std::span(sections).first(i), sections[i].name))
      return invalid("line " + std::to_string(sections[i].line) + ": [" + sections[i].name +
                     "] is defined twice");
  return ok_status();
}

// The line of descent of the game that is meant, as line_of_descent() has it.
Result<std::vector<Place>> line_of(const Texts& texts, std::string_view name) {
  if (const Status status = check_sections(texts.file); !status) return status.error();
  const Result<std::size_t> index = chosen(texts, name);
  if (!index) return index.error();
  return line_of_descent(texts, {texts.file, *index, false});
}

}  // namespace

Result<std::vector<std::string>> names_of(std::string_view text) {
  const Result<std::vector<Section>> sections = parse_ini(text);
  if (!sections) return sections.error();
  if (const Status status = check_sections(*sections); !status) return status.error();
  std::vector<std::string> names;
  for (const Section& section : *sections) names.push_back(section.name);
  return names;
}

Result<Variant> read_variant(std::string_view text, std::string_view name) {
  const Result<Texts> texts = parse_texts(text);
  if (!texts) return texts.error();
  const Result<std::vector<Place>> line = line_of(*texts, name);
  if (!line) return line.error();

  Variant variant;
  std::uint64_t fingerprint = codec::kFnvOfNothing;
  for (const Place& place : *line)
    if (const Status status = apply(place, variant, fingerprint); !status) return status.error();
  if (const Status status = check_squares(line->back(), variant); !status) return status.error();
  variant.name = variant.id = line->back().section().name;
  variant.fingerprint = fingerprint;
  return variant;
}

bool engines_play_on(const Variant& variant) {
  const Result<std::vector<std::string>> parents = names_of(kParents);
  if (!parents) return false;
  const Result<Variant> usual = read_variant(kParents, parents->front());
  if (!usual || variant.setup.castling) return false;
  Variant rules = variant;
  // The names of the game and its start do not count.
  rules.name = usual->name;
  rules.id = usual->id;
  rules.fingerprint = usual->fingerprint;
  rules.start = usual->start;
  rules.start_line = usual->start_line;
  rules.castles_dropped = usual->castles_dropped;
  rules.setup = usual->setup;
  for (PieceRules& piece : rules.pieces) piece.shown_name.clear();
  return rules == *usual;
}

// All but the last get numbers for names: a file's section may be called as the parent that it inherits from.
Result<std::string> resolved_text(std::string_view text, std::string_view name) {
  const Result<Texts> texts = parse_texts(text);
  if (!texts) return texts.error();
  const Result<std::vector<Place>> line = line_of(*texts, name);
  if (!line) return line.error();
  const std::string game = line->back().section().name;
  std::string resolved;
  for (std::size_t i = 0; i < line->size(); ++i) {
    resolved += '[' + (i + 1 == line->size() ? game : game + "-" + std::to_string(i));
    if (i > 0) resolved += ':' + game + "-" + std::to_string(i - 1);
    resolved += "]\n";
    for (const Setting& setting : (*line)[i].section().settings)
      resolved += setting.key + " = " + setting.value + '\n';
  }
  return resolved;
}

}  // namespace tabiya::variants
