#include "tools/openings/openings_files.h"

#include "booksearch/work/answer_store.h"
#include "tools/cli/output_file.h"

namespace tabiya::tools {

bool OpeningsFiles::is_begun() const { return has_content(state()); }

std::optional<booksearch::LockOwner> OpeningsFiles::owner() const {
  return booksearch::AnswerStore::owner(state());
}

}  // namespace tabiya::tools
