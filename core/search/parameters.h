// Parameters of a search: what it may do beyond plain alpha-beta, and by how much. One number each, 0 for
// off.
//
// Scores are logit x 10,000, depths plies. README.md says what each is worth.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace tabiya {

struct SearchParameters {
  int table_cutoffs = 1;                // values of the transposition table end the search of a node
  int mate_distance = 1;                // windows shrink to the wins and losses that are still possible
  int aspiration = 496;                 // half of the first window around the last iteration's score
  int null_move = 3;                    // plies less after giving the turn away, where that still refutes
  int null_move_depth = 2;              // least depth for it
  int null_move_divisor = 4;            // … and one more for each of these plies of depth
  int reverse_futility = 6;             // most depth at which a high evaluation refutes at once
  int reverse_futility_margin = 3'085;  // for each ply
  int futility = 6;                     // most depth at which quiet moves cannot mend a low evaluation
  int futility_margin = 500;            // for each ply
  int late_moves = 0;          // most depth at which quiet moves are left out after 3 + depth * depth others
  int exchanges = 0;           // captures that lose material come last, and not in quiescence
  int exchange_pruning = 0;    // most depth at which moves that lose material are left out
  int reductions = 127;        // divisor of the logarithms, in hundredths; late moves are searched less deep
  int continuations = 0;       // histories of moves by the moves before them
  int quiescence_table = 0;    // the transposition table is used in quiescence
  int singular = 0;            // least depth at which a table move far ahead of others is searched deeper
  int singular_margin = 60;    // how far, for each ply of depth
  int internal_reduction = 4;  // least depth at which a node without a table move is searched a ply less
  int correction =
      256;  // evaluations are corrected by how far searches of like positions were off: the inertia
};

// A parameter by its name, for options and tuning.
struct NamedParameter {
  std::string_view name;
  int SearchParameters::*value;
};
inline constexpr std::array kNamedParameters{
    NamedParameter{"table_cutoffs", &SearchParameters::table_cutoffs},
    NamedParameter{"mate_distance", &SearchParameters::mate_distance},
    NamedParameter{"aspiration", &SearchParameters::aspiration},
    NamedParameter{"null_move", &SearchParameters::null_move},
    NamedParameter{"null_move_depth", &SearchParameters::null_move_depth},
    NamedParameter{"null_move_divisor", &SearchParameters::null_move_divisor},
    NamedParameter{"reverse_futility", &SearchParameters::reverse_futility},
    NamedParameter{"reverse_futility_margin", &SearchParameters::reverse_futility_margin},
    NamedParameter{"futility", &SearchParameters::futility},
    NamedParameter{"futility_margin", &SearchParameters::futility_margin},
    NamedParameter{"late_moves", &SearchParameters::late_moves},
    NamedParameter{"exchanges", &SearchParameters::exchanges},
    NamedParameter{"exchange_pruning", &SearchParameters::exchange_pruning},
    NamedParameter{"reductions", &SearchParameters::reductions},
    NamedParameter{"continuations", &SearchParameters::continuations},
    NamedParameter{"quiescence_table", &SearchParameters::quiescence_table},
    NamedParameter{"singular", &SearchParameters::singular},
    NamedParameter{"singular_margin", &SearchParameters::singular_margin},
    NamedParameter{"internal_reduction", &SearchParameters::internal_reduction},
    NamedParameter{"correction", &SearchParameters::correction},
};

// Everything off that can change a value: the search returns those of plain minimax.
inline constexpr SearchParameters kNoPruning = [] {
  SearchParameters parameters;
  for (const NamedParameter& parameter : kNamedParameters) parameters.*parameter.value = 0;
  return parameters;
}();

struct SearcherOptions {
  std::size_t table_bytes = std::size_t{64} << 20;
  SearchParameters parameters{};
  int threads = 1;  // that search one position together
  int lines = 1;    // root moves that get an exact score and a principal variation
};

}  // namespace tabiya
