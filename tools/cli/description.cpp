#include "tools/cli/description.h"

#include <algorithm>

#include "tools/cli/declaration.h"

namespace tabiya::tools {
namespace {

OptionDescription describe(const CLI::Option& option) {
  OptionDescription description;
  for (const std::string& name : option.get_snames()) description.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) description.names.push_back("--" + name);
  description.type = option.get_type_name();
  if (description.type.find('|') != std::string::npos)
    description.choices = CLI::detail::split(description.type, '|');
  if (option.get_positional()) {
    description.value = option.get_name(/*positional=*/true);
  } else if (option.get_items_expected_max() > 0) {
    description.value = description.type;
  }
  description.default_value = option.get_default_str();
  for (const CLI::Option* other : option.get_excludes()) description.excludes.push_back(other->get_name());
  for (const CLI::Option* other : option.get_needs()) description.needs.push_back(other->get_name());
  std::ranges::sort(description.excludes);
  description.help = option.get_description();
  description.is_required = option.get_required();
  description.is_repeated = option.get_items_expected_max() >= CLI::detail::expected_max_vector_size;
  description.group = option.get_group();
  description.is_rare = description.group.ends_with(kRareMark);
  if (description.is_rare) description.group.resize(description.group.size() - kRareMark.size());
  return description;
}

// Groups are in the order of their first options, that of help comes last.
void sort_by_groups(std::vector<OptionDescription>& options) {
  std::vector<std::string> groups;
  for (const OptionDescription& option : options)
    if (option.group != kHelpGroup) groups.push_back(option.group);
  std::ranges::stable_sort(options, {}, [&groups](const OptionDescription& option) {
    return std::ranges::find(groups, option.group) - groups.begin();
  });
}

bool is_rare_command(const std::string& name) {
  const auto found = std::ranges::find(command_table(), name,
                                       [](const Command& command) { return std::string(command.name); });
  return found != command_table().end() && !found->traits.is_main;
}

void describe(const CLI::App& app, const std::string& name, std::vector<CommandDescription>& all) {
  CommandDescription command{name, app.get_description(), app.get_footer(), {}, {}};
  command.is_rare = name.find(' ') == name.npos && is_rare_command(name);
  for (const CLI::Option* option : app.get_options()) command.options.push_back(describe(*option));
  sort_by_groups(command.options);
  const auto subcommands = app.get_subcommands([](const CLI::App*) { return true; });
  for (const CLI::App* sub : subcommands) command.commands.push_back(sub->get_name());
  all.push_back(command);
  for (const CLI::App* sub : subcommands)
    describe(*sub, name.empty() ? sub->get_name() : name + " " + sub->get_name(), all);
}

}  // namespace

std::vector<CommandDescription> describe_program() {
  CommandRun run;
  const auto app = declare_program(run);
  std::vector<CommandDescription> all;
  describe(*app, "", all);
  return all;
}

}  // namespace tabiya::tools
