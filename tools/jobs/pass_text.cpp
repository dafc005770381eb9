#include "tools/jobs/pass_text.h"

#include <string>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/search/value_text.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

using booksearch::FilterPass;
using booksearch::ReplyPass;
using booksearch::StagePass;
using nlohmann::ordered_json;

ordered_json figures(const FilterPass& pass) {
  return {{"kept", pass.kept}, {"overlap", pass.overlap}, {"pairs", pass.pairs}};
}

ordered_json figures(const StagePass& pass) {
  return {
      {"reds", pass.reds},     {"of", pass.total},
      {"known", pass.known},   {"best_value", pass.best ? ordered_json(*pass.best) : ordered_json(nullptr)},
      {"view", kRedView.name}, {"nodes", pass.nodes}};
}

ordered_json figures(const ReplyPass& pass) { return {{"reds", pass.reds}, {"improved", pass.improved}}; }

std::string text(const FilterPass& pass) {
  return fmt::format("{} setups stand, {:.1f} % of them were in the pool; {:.1f} M pairs", pass.kept,
                     100 * pass.overlap, static_cast<double>(pass.pairs) / 1e6);
}

std::string text(const StagePass& pass) {
  std::string text = fmt::format("{} reds", pass.reds);
  if (pass.reds < pass.total)
    text = fmt::format("the time is over after {} of {} reds", pass.reds, pass.total);
  if (pass.known > 0) text += fmt::format(" ({} known)", pass.known);
  if (pass.best) text += ", the best at " + value_text(*pass.best, kRedView);
  return text + fmt::format("; {:.1f} M nodes", static_cast<double>(pass.nodes) / 1e6);
}

std::string text(const ReplyPass& pass) {
  return fmt::format("{} of {} reds have a better reply", pass.improved, pass.reds);
}

}  // namespace

void print_pass(const booksearch::PassReport& pass, bool json) {
  if (json) {
    ordered_json object{{"pass", pass.name}, {"seconds", pass.seconds}};
    object.update(std::visit([](const auto& found) { return figures(found); }, pass.found));
    print_json(object);
  } else {
    print_line("{:<26}{:>8.1f} s  {}", pass.name, pass.seconds,
               std::visit([](const auto& found) { return text(found); }, pass.found));
  }
  flush_output();
}

}  // namespace tabiya::tools
