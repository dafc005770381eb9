#include "revision.h"
#include "tools/cli/program.h"
#include "tools/cli/version.h"

int main(int argc, char** argv) {
  tabiya::tools::set_commit(TABIYA_COMMIT);
  return tabiya::tools::run_program(argc, argv);
}
