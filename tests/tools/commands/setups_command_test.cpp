#include "tests/tools/program_run.h"

namespace tabiya::tools::setups_command_test {

TEST(SetupsCommand, Counts) {
  EXPECT_EQ(run_tabiya({"setups", "count"}), prints("10810800\n"));
  EXPECT_EQ(run_tabiya({"setups", "count", "--normalised"}), prints("5405400\n"));
  EXPECT_EQ(run_tabiya({"setups", "count", "--json"}), prints("{\"count\":10810800}\n"));
}

TEST(SetupsCommand, RanksAndUnranks) {
  EXPECT_EQ(run_tabiya({"setups", "unrank", "0", "10810799", "5045474"}),
            prints("AAAAAAAADDDDFFNW\nWNFFDDDDAAAAAAAA\nAWAAAAAADFFDDDAN\n"));
  EXPECT_EQ(run_tabiya({"setups", "rank", "WNFFDDDDAAAAAAAA", "AWAAAAAADFFDDDAN"}),
            prints("10810799\n5045474\n"));
  EXPECT_EQ(run_tabiya({"setups", "rank", "AWAAAAAADFFDDDAN", "--json"}),
            prints("{\"setup\":\"AWAAAAAADFFDDDAN\",\"rank\":5045474}\n"));
}

TEST(SetupsCommand, ReadsItsArgumentsFromStandardInput) {
  EXPECT_EQ(run_tabiya({"setups", "unrank", "-"}, "0\n1\r\n2"),
            prints("AAAAAAAADDDDFFNW\nAAAAAAAADDDDFFWN\nAAAAAAAADDDDFNFW\n"));
  EXPECT_EQ(run_tabiya({"setups", "rank", "-"}, "AAAAAAAADDDDFFNW\nAAAAAAAADDDDFFWN\n"), prints("0\n1\n"));
  EXPECT_EQ(run_tabiya({"setups", "rank", "-"}, ""), prints(""));
}

TEST(SetupsCommand, Mirrors) {
  EXPECT_EQ(run_tabiya({"setups", "mirror", "AWAAAAAADFFDDDAN"}), prints("AAAAAAWANADDDFFD\n"));
  EXPECT_EQ(run_tabiya({"setups", "mirror", "AAAAAAWANADDDFFD", "--json"}),
            prints("{\"setup\":\"AAAAAAWANADDDFFD\",\"mirror\":\"AWAAAAAADFFDDDAN\"}\n"));
}

TEST(SetupsCommand, SamplesBySeed) {
  const ProgramRun run = run_tabiya({"setups", "sample", "500", "--seed", "7"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run_tabiya({"setups", "sample", "500", "--seed", "7"}), run);
  EXPECT_NE(run_tabiya({"setups", "sample", "500", "--seed", "8"}), run);
  EXPECT_THAT(split_lines(run.out), SizeIs(500));
}

TEST(SetupsCommand, ShowsASetupFromBothSides) {
  const ProgramRun run = run_tabiya({"setups", "show", "AWAAAAAADFFDDDAN"});
  EXPECT_EQ(run, prints("AWAAAAAADFFDDDAN  rank 5045474  mirror AAAAAAWANADDDFFD  normalised\n"
                        "\n"
                        "Red: AWAAAAAADFFDDDAN\n"
                        "h . . . . . . . .\n"
                        "g . . . . . . . .\n"
                        "f . . . . . . . .\n"
                        "e . . . . . . . .\n"
                        "d . . . . . . . .\n"
                        "c . . . . . . . .\n"
                        "b D F F D D D A N\n"
                        "a A W A A A A A A\n"
                        "  1 2 3 4 5 6 7 8\n"
                        "\n"
                        "Blue: nadddffdaaaaaawa\n"
                        "h a a a a a a w a\n"
                        "g n a d d d f f d\n"
                        "f . . . . . . . .\n"
                        "e . . . . . . . .\n"
                        "d . . . . . . . .\n"
                        "c . . . . . . . .\n"
                        "b . . . . . . . .\n"
                        "a . . . . . . . .\n"
                        "  1 2 3 4 5 6 7 8\n"
                        "\n"));
  EXPECT_EQ(
      run_tabiya({"setups", "show", "AAAAAAWANADDDFFD", "--json"}),
      prints("{\"setup\":\"AAAAAAWANADDDFFD\",\"rank\":34757,\"mirror\":\"AWAAAAAADFFDDDAN\","
             "\"normalised\":false,\"red_wire\":\"AAAAAAWANADDDFFD\",\"blue_wire\":\"dffdddanawaaaaaa\"}\n"));
}

TEST(SetupsCommand, ShowTurnsEitherNotationIntoTheOther) {
  const ProgramRun canonical = run_tabiya({"setups", "show", "AWAAAAANDFFDADDA", "--json"});
  EXPECT_THAT(canonical.out, HasSubstr("\"blue_wire\":\"addadffdnaaaaawa\""));
  EXPECT_EQ(run_tabiya({"setups", "show", "addadffdnaaaaawa", "--json"}), canonical);
}

// A lower-cased canonical setup is a legal but different one of Blue.
TEST(SetupsCommand, RefusesLowerCaseWithBothReadings) {
  const std::string message =
      "SETUP, byte 0: 'awaaaaandffdadda' is in lower case: it is the setup ADDADFFDNAAAAAWA if that is "
      "Blue's wire "
      "notation, and AWAAAAANDFFDADDA if only its capitals were lost; write one of these";
  EXPECT_EQ(refused({"setups", "rank", "awaaaaandffdadda"}), unusable(message));
  EXPECT_EQ(refused({"setups", "mirror", "awaaaaandffdadda"}), unusable(message));
  EXPECT_EQ(refused({"book", "probe", "shipped", "awaaaaandffdadda"}).exit_code, 2);
}

TEST(SetupsCommand, RefusesWhatIsNoSetup) {
  EXPECT_EQ(refused({"setups", "rank", "AWAAAAAADFFDDDAN", "AWAAAAAADFFDDDA"}),
            unusable("SETUP, byte 15: not a setup: 'AWAAAAAADFFDDDA' has 15 characters, expected 16"));
  EXPECT_EQ(refused({"setups", "mirror", "AWAAAAAADFFDDDAW"}),
            unusable("SETUP, byte 15: not a setup: 'AWAAAAAADFFDDDAW' has more than 1 W"));
  EXPECT_EQ(
      refused({"setups", "show", "AWAaAAAADFFDDDAN"}),
      unusable("SETUP, byte 3: not a setup: 'AWAaAAAADFFDDDAN' has a character other than A, D, F, N and W"));
  EXPECT_EQ(run_tabiya({"setups", "rank", "-"}, "AWAAAAAADFFDDDAN\n\n"),
            unusable("standard input, line 2, byte 0: not a setup: '' has 0 characters, expected 16"));
}

TEST(SetupsCommand, RefusesWhatIsNoRank) {
  for (const std::string rank : {"10810800", "-1", "1.0", "", " 1", "99999999999999999999", "0x1"}) {
    EXPECT_EQ(refused({"setups", "unrank", "0", rank}),
              unusable("RANK: '" + rank + "' is not a number from 0 to 10810799"));
  }
}

TEST(SetupsCommand, KnowsTheSetupsOfOtherGames) {
  const auto race = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "setups");
    arguments.insert(arguments.end(), {"--game", "pawn_race"});
    return run_tabiya(arguments);
  };
  EXPECT_EQ(race({"count"}), prints("8\n"));
  EXPECT_EQ(race({"count", "--normalised"}), prints("4\n"));
  EXPECT_EQ(race({"list"}), prints("a\nb\nc\nd\ne\nf\ng\nh\n"));
  EXPECT_EQ(race({"list", "--normalised", "--side", "blue"}), prints("a\nb\nc\nd\n"));
  EXPECT_EQ(race({"list", "--normalised", "--side", "Black"}), prints("a\nb\nc\nd\n"));
  EXPECT_EQ(race({"list", "--side", "green"}),
            unusable("--side: 'green' is not a side of pawn_race; they are white and black"));
  EXPECT_EQ(race({"rank", "c"}), prints("2\n"));
  EXPECT_EQ(race({"unrank", "7"}), prints("h\n"));
  EXPECT_EQ(race({"mirror", "c", "d"}), prints("f\ne\n"));
  EXPECT_EQ(race({"sample", "4"}), prints("a\nb\nc\nd\n"));
  EXPECT_EQ(race({"show", "h", "--json"}),
            prints("{\"setup\":\"h\",\"rank\":7,\"mirror\":\"a\",\"normalised\":false,"
                   "\"red_wire\":\"white=h\",\"blue_wire\":\"black=h\"}\n"));
  EXPECT_THAT(race({"show", "a"}).out, HasSubstr("\nBlack: black=a\n"
                                                 "8 . . . . . . . .\n"
                                                 "7 . p p p p p p p\n"));
  EXPECT_EQ(race({"unrank", "8"}), unusable("RANK: '8' is not a number from 0 to 7"));
}

TEST(SetupsCommand, RefusesGamesWithoutSetups) {
  EXPECT_EQ(refused({"setups", "list", "--game", "ard_ri"}),
            unusable("ard_ri has no setup phase: `setups` cannot be used with it"));
}

TEST(SetupsCommand, RefusesBadOptions) {
  EXPECT_EQ(refused({"setups"}), unusable("setups: no command given; `tabiya setups --help` lists them"));
  EXPECT_EQ(refused({"setups", "shuffle"}),
            unusable("unknown command 'setups shuffle'; `tabiya setups --help` lists them"));
  EXPECT_EQ(refused({"setups", "rank"}),
            unusable("setups rank: SETUP is required; see `tabiya setups rank --help`"));
  EXPECT_EQ(refused({"setups", "sample", "5405401"}),
            unusable("setups sample: N: there are 5405400 normalised setups, fewer than 5405401"));
  EXPECT_EQ(refused({"setups", "sample", "5", "--seed", "-1"}),
            unusable("setups sample: --seed: '-1' is not a whole number from 0 to 18446744073709551615; "
                     "see `tabiya setups sample --help`"));
}

}  // namespace tabiya::tools::setups_command_test
