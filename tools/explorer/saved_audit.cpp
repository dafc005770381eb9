#include "tools/explorer/saved_audit.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/json_text.h"

namespace tabiya::tools {
namespace {

// One line of a report, and its place, so that messages can name a missing member.
class Checked {
 public:
  Checked(const Json& object, std::string where) : object_(object), where_(std::move(where)) {
    if (!object.is_object()) fail("is not a JSON object");
  }

  const Checked& numbers(std::initializer_list<const char*> names) const {
    for (const char* name : names)
      if (!at(name).is_number()) fail(fmt::format("{} is not a number", name));
    return *this;
  }
  const Checked& numbers_or_null(std::initializer_list<const char*> names) const {
    for (const char* name : names)
      if (!at(name).is_number() && !at(name).is_null())
        fail(fmt::format("{} is neither a number nor null", name));
    return *this;
  }
  const Checked& texts(std::initializer_list<const char*> names) const {
    for (const char* name : names)
      if (!at(name).is_string()) fail(fmt::format("{} is not a text", name));
    return *this;
  }
  const Checked& share(const char* name) const {
    object(name).numbers({"share", "low", "high", "count"});
    return *this;
  }
  const Checked& regret(const char* name) const {
    object(name).numbers({"mean", "low", "largest"}).numbers_or_null({"high"});
    return *this;
  }

  Checked object(const char* name) const { return {at(name), fmt::format("{}: {}", where_, name)}; }
  std::vector<Checked> objects(const char* name) const {
    if (!at(name).is_array()) fail(fmt::format("{} is not a list", name));
    std::vector<Checked> list;
    for (const Json& each : at(name)) list.emplace_back(each, fmt::format("{}: {}", where_, name));
    return list;
  }
  void boolean(const char* name) const {
    if (!at(name).is_boolean()) fail(fmt::format("{} is not true or false", name));
  }

 private:
  const Json& at(const char* name) const {
    const Json* found = object_.find(name);
    if (found == nullptr) fail(fmt::format("has no {}", name));
    return *found;
  }
  [[noreturn]] void fail(const std::string& fault) const {
    throw Failure(fmt::format("{}: {}; write reports with `tabiya audit BOOK --json`", where_, fault));
  }

  const Json& object_;
  const std::string where_;
};

void check_summary(const Checked& summary) {
  summary.numbers({"entries", "sampled", "replies", "pool", "tolerance"})
      .share("wrong_replies")
      .regret("reply_regret")
      .regret("order_regret")
      .boolean("same_evaluation");
  for (const Checked& depth : summary.objects("depths"))
    depth.numbers({"depth", "sampled"}).share("wrong_replies");
  for (const Checked& step : summary.objects("regrets")) step.numbers({"count"}).numbers_or_null({"up_to"});
}

void check_entry(const Checked& entry) {
  entry.numbers_or_null({"rank"})
      .texts({"red", "reply", "better"})
      .numbers({"reply_value", "better_value", "depth", "regret"});
}

}  // namespace

Json read_audit_report(const std::string& path) {
  const std::vector<InputLine> lines = read_lines(path);
  if (lines.empty()) throw Failure(fmt::format("{}: is empty, and no report of an audit", input_name(path)));
  Json report{{"summary", nullptr}, {"entries", Json::array()}};
  for (const InputLine& line : lines) {
    Json object;
    try {
      object = parse_json(line.text);
    } catch (const Failure& failure) {
      throw Failure(fmt::format("{}: {}", line.where, failure.what()));
    }
    if (&line == &lines.back()) {
      check_summary({object, line.where});
      report["summary"] = std::move(object);
    } else {
      check_entry({object, line.where});
      report["entries"].push_back(std::move(object));
    }
  }
  return report;
}

bool is_audit_of(const Json& report, const Book& book, const SetupPhase& setups) {
  if (report["summary"]["entries"] != book.entries.size()) return false;
  std::map<std::string, std::string> replies;
  for (const BookEntry& entry : book.entries)
    replies.emplace(setups.reds().name(entry.red), setups.blues().name(entry.reply));
  return std::ranges::all_of(report["entries"], [&](const Json& entry) {
    const auto found = replies.find(entry["red"].get<std::string>());
    return found != replies.end() && found->second == entry["reply"];
  });
}

}  // namespace tabiya::tools
