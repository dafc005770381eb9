#include "tools/jobs/job_file.h"

#include <filesystem>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "booksearch/setups/job/job_settings.h"
#include "core/book/comparison.h"
#include "tools/assets/book_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/jobs/toml_table.h"

namespace tabiya::tools {

namespace {

using booksearch::Setting;

// The settings that a file has in addition to its job, for the reference; read_oracle() reads them.
constexpr std::tuple kFileSettings{
    Setting{&OracleChoice::evaluation, "evaluation",
            "\"shipped\", \"linear\", or the path of a network, as seen from the job file"},
};

template <class Settings, class Owner>
void read_settings(TomlTable& table, const Settings& settings, Owner& owner) {
  for_each_setting(settings, [&](const auto& setting) {
    if (setting.is_required()) table.require(setting.key);
    auto& value = owner.*setting.member;
    if constexpr (booksearch::is_text<decltype(setting)>) {
      table.read(setting.key, value);
    } else {
      table.read(setting.key, setting.least, setting.most, value);
    }
  });
}

// A line for each setting: "depth       required    plies that are searched … (1 to 100)".
template <class Owner, class Settings>
std::string reference_of(const Settings& settings) {
  const Owner fresh;
  std::string text;
  for_each_setting(settings, [&](const auto& setting) {
    std::string value, range;
    if constexpr (booksearch::is_text<decltype(setting)>) {
      value = '"' + fresh.*setting.member + '"';
    } else {
      value = std::to_string(fresh.*setting.member);
      range = fmt::format(" ({} to {})", setting.least, setting.most);
    }
    text += fmt::format("{:<11} {:<11} {}{}\n", setting.key, setting.is_required() ? "required" : value,
                        setting.meaning, range);
  });
  return text;
}

}  // namespace

JobFile parse_job_file(std::string_view text, const std::string& name) {
  const toml::table toml = parse_toml(text, name);
  TomlTable root(toml, name);
  if (root.has("window"))
    root.fail("window", "this is a job of `tabiya openings`; `tabiya build` makes books");
  if (root.has("lines"))
    root.fail("lines", "this is a job of `tabiya lines`; `tabiya build` makes books of setups");
  JobFile file;
  read_settings(root, booksearch::kJobSettings, file.job);
  file.oracle = read_oracle(root, name);
  file.game = &read_game(root, name);
  TomlTable filter = root.table("filter");
  read_settings(filter, booksearch::kFilterSettings, file.job);
  filter.refuse_other_keys();
  for (TomlTable& table : root.tables("stage")) {
    read_settings(table, booksearch::kStageSettings, file.job.stages.emplace_back());
    table.refuse_other_keys();
  }
  root.refuse_other_keys();
  if (const auto fault = booksearch::find_fault(file.job)) root.fail(fault->key, fault->message);
  return file;
}

bool extends(const booksearch::Job& job, const std::string& begun, const std::string& state) {
  return booksearch::is_extension(job, parse_job_file(begun, state).job);
}

std::string job_reference() {
  return fmt::format(
      "A job file is TOML. Its keys, what they are unless it says otherwise, and what they mean:\n"
      "\n{}{}"
      "\n[filter]    which setups are reasonable; the only ones that the stages know\n{}"
      "\n[[stage]]   one or more, each with fewer reds and deeper than the one before\n{}"
      "\n{}"
      "\nExamples, and more about jobs, are in data/jobs.\n",
      reference_of<booksearch::Job>(booksearch::kJobSettings), reference_of<OracleChoice>(kFileSettings),
      reference_of<booksearch::Job>(booksearch::kFilterSettings),
      reference_of<booksearch::JobStage>(booksearch::kStageSettings),
      oracle_reference("searches the pairs of stages"));
}

namespace {

// The book in a file, packed or not; empty if there is no file, or an empty one.
std::optional<Book> book_there(const std::string& path) {
  if (!std::filesystem::exists(path) || std::filesystem::is_empty(path)) return std::nullopt;
  try {
    // The file is an output of this run, and so no input of it.
    std::string file = unpack_asset(read_own_output(path, kMaxBookFile), {}, input_name(path)).content;
    return book_in(Asset(std::move(file)), path).book;
  } catch (const Failure& failure) {
    throw Failure(fmt::format("{}; it is kept: move it away, or start over with --force", failure.what()));
  }
}

}  // namespace

void check_book(const std::string& path) { book_there(path); }

void check_nothing_is_lost(const std::string& path, const Book& book) {
  const std::optional<Book> known = book_there(path);
  if (!known) return;
  const BookLead lead = lead_of(*known, book);
  if (lead.missing + lead.deeper == 0) return;
  throw Failure(
      fmt::format("{}: knows more than the state of the job: {} of its {} entries are deeper, {} are of "
                  "other reds; it is kept: move it away, or start over with --force",
                  path, lead.deeper, known->entries.size(), lead.missing));
}

}  // namespace tabiya::tools
