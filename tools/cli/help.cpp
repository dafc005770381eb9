#include "tools/cli/help.h"

#include <algorithm>

#include <fmt/format.h>

#include "codec/parsing.h"
#include "codec/text.h"

namespace tabiya::tools {
namespace {

constexpr std::size_t kMostHead = 24;     // columns of an option's names; its text follows a longer one below
constexpr std::size_t kLeastText = 40;    // columns of text, however narrow the terminal is
constexpr std::size_t kMostLine = 110;    // wider lines are hard to read
constexpr std::size_t kMostChoices = 18;  // columns of "a|b|c" next to an option's name

// The text of the left column, and the text next to it.
struct Row {
  std::string head;
  std::string text;
};

struct Section {
  std::string title;
  std::vector<Row> rows;
};

// `text` broken at blanks into lines of at most `columns`; all but the first line are indented.
std::string filled(std::string_view text, std::size_t columns, std::size_t indent) {
  std::string result;
  std::size_t used = 0;
  while (!text.empty()) {
    const std::string_view word = take_until(" ", text);
    if (used > 0 && used + 1 + word.size() > columns) {
      result += "\n" + std::string(indent, ' ');
      used = 0;
    } else if (used > 0) {
      result += ' ';
      ++used;
    }
    result += word;
    used += word.size();
  }
  return result;
}

std::string first_sentence(const std::string& text) { return text.substr(0, text.find(". ")); }

bool has_long_choices(const OptionDescription& option) {
  return !option.choices.empty() && option.value.size() > kMostChoices;
}

std::string head_of(const OptionDescription& option) {
  std::string head;
  for (const std::string& name : option.names) head += (head.empty() ? "" : ", ") + name;
  if (!option.is_flag())
    head += (head.empty() ? "" : " ") +
            (has_long_choices(option) && !option.is_positional() ? "NAME" : option.value);
  if (option.is_repeated) head += "...";
  return head;
}

std::string text_of(const OptionDescription& option, HelpLength length) {
  std::string text = length == HelpLength::kShort ? first_sentence(option.help) : option.help;
  const bool is_room_scarce = length == HelpLength::kShort && !option.default_value.empty();
  if (has_long_choices(option) && !is_room_scarce) {
    constexpr std::size_t kOneLine = 60;  // longer lists are broken
    text += " (" + (option.value.size() > kOneLine ? joined(option.choices, ", ") : option.value) + ")";
  }
  if (option.is_required && !option.is_positional()) text += " [required]";
  if (!option.default_value.empty()) text += fmt::format(" [default: {}]", option.default_value);
  if (length == HelpLength::kAll && !option.excludes.empty())
    text += fmt::format(" [not with {}]", joined(option.excludes, ", "));
  return text;
}

std::vector<Section> option_sections(const CommandDescription& command, HelpLength length) {
  std::vector<Section> sections;
  for (const OptionDescription& option : command.options) {
    if (length == HelpLength::kShort && (option.is_rare || option.group == kHelpGroup)) continue;
    const std::string title = option.is_positional() ? "Arguments" : option.group;
    auto section = std::ranges::find(sections, title, &Section::title);
    if (section == sections.end())
      section = sections.insert(option.is_positional() ? sections.begin() : sections.end(), {title, {}});
    section->rows.push_back({head_of(option), text_of(option, length)});
  }
  return sections;
}

// The list of commands. For the program itself, short help explains only the main commands, and names the
// others.
Section command_section(const CommandDescription& command, const std::vector<CommandDescription>& program,
                        HelpLength length) {
  Section section{"Commands", {}};
  std::string others;
  for (const std::string& sub : command.commands) {
    const std::string name = command.name.empty() ? sub : command.name + " " + sub;
    const auto found = std::ranges::find(program, name, &CommandDescription::name);
    if (length == HelpLength::kShort && found->is_rare) {
      others += (others.empty() ? "" : ", ") + sub;
    } else {
      section.rows.push_back({sub, found->summary});
    }
  }
  if (!others.empty()) section.rows.push_back({"also", others});
  return section;
}

std::string section_text(const Section& section, std::size_t head_columns, std::size_t columns) {
  std::string text = section.title + ":\n";
  const std::size_t indent = head_columns + 4;
  const std::size_t room = std::max(columns, indent + kLeastText) - indent;
  for (const Row& row : section.rows) {
    text += "  " + row.head;
    text += row.head.size() > head_columns ? "\n" + std::string(indent, ' ')
                                           : std::string(head_columns + 2 - row.head.size(), ' ');
    text += filled(row.text, room, indent) + "\n";
  }
  return text;
}

std::string sections_text(const std::vector<Section>& sections, std::size_t columns) {
  std::size_t head_columns = 0;
  for (const Section& section : sections)
    for (const Row& row : section.rows)
      if (row.head.size() <= kMostHead) head_columns = std::max(head_columns, row.head.size());
  std::string text;
  for (const Section& section : sections) text += section_text(section, head_columns, columns);
  return text;
}

std::string usage(const CommandDescription& command) {
  std::string line = command.name.empty() ? "tabiya" : "tabiya " + command.name;
  if (!command.commands.empty()) return line + " COMMAND ...";
  line += " [OPTIONS]";
  for (const OptionDescription& option : command.options) {
    if (!option.is_positional()) continue;
    const std::string name = option.value + (option.is_repeated ? "..." : "");
    line += option.is_required ? " " + name : " [" + name + "]";
  }
  return line;
}

std::string notes_text(const Footer& footer, std::size_t columns) {
  std::string text;
  bool was_list = false;
  for (const std::string& note : footer.notes) {
    const bool is_list = note.starts_with(' ');
    if (!is_list || !was_list) text += '\n';
    text += (is_list ? note : filled(note, columns, 0)) + "\n";
    was_list = is_list;
  }
  return text;
}

constexpr std::string_view kExample = "Example: ";

std::string_view without_indent(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return line;
}

void add_example_line(std::string_view line, std::vector<std::string>& examples) {
  line = without_indent(line);
  if (examples.empty() || line.starts_with("tabiya ")) {
    examples.emplace_back(line);
  } else {
    examples.back().append(" ").append(line);
  }
}

}  // namespace

std::string help_text(const CommandDescription& command, const std::vector<CommandDescription>& program,
                      HelpLength length, std::size_t columns) {
  columns = std::min(columns, kMostLine);
  const Footer footer = read_footer(command.footer);
  const bool is_short = length == HelpLength::kShort;
  std::string text = command.summary + "\n\nUsage:   " + usage(command) + "\n";
  for (const std::string& example : footer.examples) {
    const bool is_first = &example == &footer.examples.front();
    if (is_first || !is_short) text += (is_first ? "Example: " : "         ") + example + "\n";
  }
  std::vector<Section> sections = option_sections(command, length);
  if (!command.commands.empty()) sections.insert(sections.begin(), command_section(command, program, length));
  if (!sections.empty()) text += "\n" + sections_text(sections, columns);
  if (!is_short) return text + notes_text(footer, columns);
  const std::string name = command.name.empty() ? "" : command.name + " ";
  return text + fmt::format("\nMore: tabiya {}--help-all\n", name);
}

Footer read_footer(std::string_view text) {
  Footer footer;
  bool is_new_paragraph = true;
  while (!text.empty()) {
    const std::string_view line = take_until("\n", text);
    if (line.starts_with(kExample) || !footer.examples.empty()) {
      add_example_line(line.starts_with(kExample) ? line.substr(kExample.size()) : line, footer.examples);
    } else if (line.empty() || line.starts_with(' ') || is_new_paragraph) {
      is_new_paragraph = line.empty() || line.starts_with(' ');
      if (!line.empty()) footer.notes.emplace_back(line);
    } else {
      footer.notes.back().append(" ").append(line);
    }
  }
  return footer;
}

}  // namespace tabiya::tools
