#include "tools/cli/program.h"

int main(int argc, char** argv) { return tabiya::tools::run_program(argc, argv); }
