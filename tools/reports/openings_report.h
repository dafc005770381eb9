// What `openings` reports: a list, all pairs, and how far a job has come. Prints on standard output.
#pragma once

#include <string>

#include "booksearch/openings/opening_list.h"
#include "booksearch/openings/openings_job.h"
#include "booksearch/openings/openings_run.h"
#include "booksearch/openings/window_search.h"

namespace tabiya::tools {

// The output of a run, for its report.
struct OpeningsOutput {
  std::string list;   // its path
  std::string judge;  // the name, for people
  bool json = false;
};

// Reports on a list of positions in a window.
void print_window(const booksearch::OpeningsJob& job, const booksearch::WindowFindings& result,
                  const OpeningsOutput& output);

// Reports on all pairs: a comparison of the same setups on both sides, and the choices of the sides.
void print_pairs(const booksearch::OpeningsJob& job, const booksearch::PairTable& table,
                 const booksearch::FullResult& result, const OpeningsOutput& output);

void print_openings_status(const booksearch::OpeningsFiles& files, const booksearch::OpeningsStatus& status,
                           bool json);

}  // namespace tabiya::tools
