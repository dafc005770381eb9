#include "tools/play/engine_options.h"

#include "core/search/parameters.h"
#include "core/search/time_control.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::parameter_reference_test {

TEST(ParameterReference, NamesEveryParameterWithItsDefault) {
  for (const NamedParameter& parameter : kNamedParameters)
    EXPECT_THAT(search_parameter_reference(), HasSubstr("\n" + std::string(parameter.name) + " "));
  for (const NamedClockParameter& parameter : kNamedClockParameters)
    EXPECT_THAT(clock_parameter_reference(), HasSubstr("\n" + std::string(parameter.name) + " "));
  EXPECT_THAT(search_parameter_reference(), HasSubstr("\nnull_move                    3  plies less after"));
  EXPECT_THAT(clock_parameter_reference(), HasSubstr("\nsettled                     22  when one ends"));
}

TEST(ParameterReference, IsPrintedByTheCommandsThatTakeThem) {
  for (const std::string command : {"analyse", "play", "tune"}) {
    EXPECT_EQ(run_tabiya({command, "--help-set"}), prints(search_parameter_reference()));
    EXPECT_THAT(run_tabiya({command, "--help-all"}).out, HasSubstr("--help-set"));
  }
  for (const std::string command : {"play", "tune"})
    EXPECT_EQ(run_tabiya({command, "--help-clock"}), prints(clock_parameter_reference()));
}

}  // namespace tabiya::tools::parameter_reference_test
