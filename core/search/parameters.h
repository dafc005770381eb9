// What a search may do beyond plain alpha-beta.
#pragma once

namespace tabiya {

struct SearchParameters {
  bool table_cutoffs = true;  // values of the transposition table end the search of a node
};

// Everything off that can change a value: the search returns those of reference.h.
inline constexpr SearchParameters kNoPruning{.table_cutoffs = false};

}  // namespace tabiya
