#include "tools/manual/man_pages.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "codec/parsing.h"
#include "codec/text.h"
#include "tools/cli/help.h"

namespace tabiya::tools {
namespace {

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", roff_text(text)); }
std::string italic(std::string_view text) { return fmt::format("\\fI{}\\fR", roff_text(text)); }
std::string reference(std::string_view command) { return bold(page_name(command)) + "(1)"; }

std::string invocation(std::string_view command) {
  return command.empty() ? "tabiya" : fmt::format("tabiya {}", command);
}

// "tabiya build [OPTIONS] JOB"
std::string synopsis(const CommandDescription& command) {
  std::string line = bold(invocation(command.name));
  if (!command.commands.empty()) return line + " " + italic("COMMAND") + " ...\n";
  line += " [" + italic("OPTIONS") + "]";
  for (const OptionDescription& option : command.options) {
    if (!option.is_positional()) continue;
    const std::string name = italic(option.value) + (option.is_repeated ? " ..." : "");
    line += option.is_required ? " " + name : " [" + name + "]";
  }
  return line + "\n";
}

// The notes of an option, as in help, in sentences.
std::string notes(const OptionDescription& option) {
  std::string text;
  const auto add = [&text](std::string_view begin, const std::vector<std::string>& parts) {
    if (!parts.empty()) text += fmt::format(" {} {}.", begin, joined(parts, ", "));
  };
  if (option.is_required && !option.is_positional()) text += " Required.";
  // The reader's machine may have another number of processors.
  const bool is_of_machine = std::ranges::count(option.names, "--threads") > 0 && option.default_value != "1";
  if (is_of_machine) {
    text += " Default: as many as there are processors.";
  } else if (!option.default_value.empty()) {
    text += fmt::format(" Default: {}.", option.default_value);
  }
  add("Not with", option.excludes);
  return text;
}

std::string entry(const OptionDescription& option) {
  std::string head;
  for (const std::string& name : option.names) head += (head.empty() ? "" : ", ") + bold(name);
  if (!option.is_flag()) head += (head.empty() ? "" : " ") + italic(option.value);
  if (option.is_repeated) head += " ...";
  return fmt::format(".TP\n{}\n{}", head, roff_paragraph(option.help + "." + notes(option)));
}

std::string options_section(const CommandDescription& command, const char* title, bool positional) {
  std::string section;
  for (const OptionDescription& option : command.options)
    if (option.is_positional() == positional) section += entry(option);
  return section.empty() ? "" : fmt::format(".SH {}\n{}", title, section);
}

std::string commands_section(const CommandDescription& command,
                             const std::vector<CommandDescription>& program) {
  std::string section = ".SH COMMANDS\n";
  for (const std::string& sub : command.commands) {
    const std::string name = command.name.empty() ? sub : command.name + " " + sub;
    const auto found = std::ranges::find(program, name, &CommandDescription::name);
    section += fmt::format(".TP\n{}\n{}", reference(name), roff_paragraph(found->summary + "."));
  }
  return section;
}

std::string notes_section(const Footer& footer) {
  std::string section;
  for (const std::string& note : footer.notes)
    section += (note.starts_with(' ') ? ".br\n" : ".PP\n") + roff_paragraph(note);
  return section;
}

std::string see_also(const CommandDescription& command) {
  if (command.name.empty()) return "";
  std::string text = reference("");
  const std::size_t space = command.name.find(' ');
  if (space != command.name.npos) text += ",\n" + reference(command.name.substr(0, space));
  return ".SH SEE ALSO\n" + text + "\n";
}

// The character that begins at text[i], which is UTF-8 of ours; `i` goes to its last byte.
std::uint32_t code_point(std::string_view text, std::size_t& i) {
  const auto first = static_cast<unsigned char>(text[i]);
  const int more = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
  std::uint32_t code = more == 0 ? first : first & (0x3Fu >> more);
  for (int k = 0; k < more && i + 1 < text.size(); ++k) code = code << 6 | (text[++i] & 0x3Fu);
  return code;
}

bool ends_sentence(std::string_view word, char next) {
  return word.ends_with('.') && std::isupper(static_cast<unsigned char>(next)) != 0;
}

}  // namespace

std::string page_name(std::string_view command) {
  std::string name = invocation(command);
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string man_page(const CommandDescription& command, const std::vector<CommandDescription>& program,
                     const Edition& edition) {
  std::string title = page_name(command.name);
  std::ranges::transform(title, title.begin(), [](unsigned char c) { return std::toupper(c); });
  const Footer footer = read_footer(command.footer);
  std::string page =
      fmt::format(".TH {} 1 {} \"Tabiya {}\" \"Tabiya\"\n", title, edition.date, edition.version);
  page +=
      fmt::format(".SH NAME\n{} \\- {}\n", roff_text(page_name(command.name)), roff_text(command.summary));
  page += ".SH SYNOPSIS\n" + synopsis(command);
  page += ".SH DESCRIPTION\n" + roff_paragraph(command.summary + ".") + notes_section(footer);
  if (!command.commands.empty()) page += commands_section(command, program);
  page += options_section(command, "ARGUMENTS", /*positional=*/true);
  page += options_section(command, "OPTIONS", /*positional=*/false);
  if (!footer.examples.empty()) {
    page += ".SH EXAMPLES\n.EX\n";
    for (const std::string& example : footer.examples) page += roff_text(example) + "\n";
    page += ".EE\n";
  }
  return page + see_also(command);
}

std::string roff_text(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint32_t code = code_point(text, i);
    switch (code) {
      case '\\':
        result += "\\e";
        break;
      case '-':
        result += "\\-";
        break;
      case '\'':
        result += "\\(aq";
        break;
      case '`':
        result += "\\(ga";
        break;
      case '^':
        result += "\\(ha";
        break;
      case '~':
        result += "\\(ti";
        break;
      case '"':
        result += "\\(dq";
        break;
      default:
        result += code < 0x80 ? std::string(1, static_cast<char>(code)) : fmt::format("\\[u{:04X}]", code);
    }
  }
  return result;
}

std::string roff_paragraph(std::string_view text) {
  constexpr std::size_t kWidth = 78;
  std::string result, line;
  bool bold = false;
  const auto end_line = [&] {
    if (!line.empty()) result += (line.front() == '.' ? "\\&" : "") + line + "\n";
    line.clear();
  };
  while (!text.empty()) {
    const std::string_view word = take_until(" \n", text);
    if (word.empty()) continue;
    std::string roff;
    for (std::size_t begin = 0; begin <= word.size();) {  // the parts between backticks
      const std::size_t tick = std::min(word.find('`', begin), word.size());
      roff += roff_text(word.substr(begin, tick - begin));
      if (tick < word.size()) roff += (bold = !bold) ? "\\fB" : "\\fR";
      begin = tick + 1;
    }
    if (!line.empty() && line.size() + 1 + roff.size() > kWidth) end_line();
    line += line.empty() ? roff : " " + roff;
    if (!text.empty() && ends_sentence(word, text.front())) end_line();
  }
  end_line();
  return result;
}

}  // namespace tabiya::tools
