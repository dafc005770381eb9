// The TOML in which a person writes a job of `lines` (booksearch/lines/lines_job.h).
#pragma once

#include <string>
#include <string_view>

#include "booksearch/lines/lines_job.h"
#include "tools/cli/record_log.h"
#include "tools/jobs/oracle_choice.h"

namespace tabiya::tools {

struct LinesFile {
  booksearch::LinesJob job;
  OracleChoice oracle;  // who searches
};

// `name`: the path of the file; paths in it are relative to its folder. Throws Failure with the line of the
// fault.
LinesFile parse_lines_file(std::string_view text, const std::string& name);

// All keys with their defaults and meanings, for people.
std::string lines_file_reference();

// The positions in which the lines of a job begin. Throws Failure as booksearch::growth_roots().
booksearch::GrowthRoots growth_roots(const booksearch::LinesJob& job);

// `roots` must outlive the judges. Throws Failure if the engine cannot be used for the job.
booksearch::JudgeKind<booksearch::MoveQuestion> choose_move_judge(const LinesFile& file,
                                                                  const booksearch::GrowthRoots& roots);

// The state of the output at `out.path`, where that is not empty. `owner`: the owner of the state, in messages. Throws Failure
// if another process writes it; if it is of another run; or if there is one that is neither to be continued nor replaced.
booksearch::LinesState open_lines_state(const LogOptions& out, const booksearch::AnsweredRun& run,
                                        const std::string& owner);

}  // namespace tabiya::tools
