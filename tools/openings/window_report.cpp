#include "tools/openings/window_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "codec/text.h"
#include "tools/cli/json.h"
#include "tools/cli/print.h"

namespace tabiya::tools {

void print_window(const OpeningsJob& job, const booksearch::WindowFindings& result, const std::string& list,
                  const std::string& judge, bool json) {
  const auto is_in = [](const booksearch::Membership& membership) { return membership.belongs(); };
  const auto belonging = static_cast<std::size_t>(std::ranges::count_if(result.memberships, is_in));
  const std::size_t candidates = result.memberships.size();
  if (json) {
    print_json({{"list", list},
                {"written", result.list.size()},
                {"belonging", belonging},
                {"candidates", candidates},
                {"expected_error", result.expected_error},
                {"searched", result.searched},
                {"nodes", result.nodes},
                {"judge", judge}});
  } else {
    std::string searched;
    for (const std::uint64_t count : result.searched)
      searched += fmt::format("{}{}", searched.empty() ? "" : ", then ", count);
    print_line(
        "{}: {} of {} that belong, out of {}; compared with the last stage, {:.1f} % wrong decisions are expected",
        list, counted(result.list.size(), "position"), belonging, candidates, 100 * result.expected_error);
    print_line("{} has searched {} of them: {:.0f} nodes a position", judge, searched,
               static_cast<double>(result.nodes) / static_cast<double>(candidates));
  }
  if (!result.is_finished)
    print_note(
        fmt::format("time ran out before the share of wrong decisions had come down to {:.1f} %; "
                    "--resume continues",
                    100 * job.error));
  if (result.list.size() < job.wanted)
    print_note(fmt::format("{} of {} that were wanted; more pairs, or a wider window, may give the others",
                           result.list.size(), job.wanted));
}

}  // namespace tabiya::tools
