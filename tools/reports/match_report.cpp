#include "tools/reports/match_report.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "codec/text.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/print.h"
#include "tools/reports/game_records.h"

namespace tabiya::tools {
namespace {

const char* name_of(Sprt::Verdict verdict) {
  switch (verdict) {
    case Sprt::Verdict::kOpen:
      return "undecided";
    case Sprt::Verdict::kRejected:
      return "rejected";
    case Sprt::Verdict::kAccepted:
      return "accepted";
  }
  return "";
}

// The words for the source of openings, for people and for programs.
struct OpeningWords {
  const char *text, *json;
};

OpeningWords words_of(OpeningSource openings) {
  switch (openings) {
    case OpeningSource::kGiven:
      return {"openings: those given", "given"};
    case OpeningSource::kRandom:
      return {"openings: drawn at random", "random"};
    case OpeningSource::kEngines:
      return {"openings: the engines chose their setups", "engines"};
  }
  return {};
}

Json forfeits_json(const Forfeits& forfeits) {
  Json object = Json::object();
  for (const auto& [reason, games] : forfeits.games) object[reason] = games;
  if (!forfeits.detail.empty()) object["detail"] = forfeits.detail;
  return object;
}

// The results of finished games, from the view of one engine.
Json tally_json(const Tally& tally) {
  const auto estimate = estimate_elo(tally);
  const bool has_score = tally.games() > 0;
  const auto estimated = [&](double value) { return estimate ? Json(value) : Json(nullptr); };
  const EloEstimate known = estimate.value_or(EloEstimate{});
  return {{"games", tally.games()},
          {"wins", tally.wins},
          {"draws", tally.draws},
          {"losses", tally.losses},
          {"pairs", tally.pairs},
          {"score", has_score ? Json(tally.score()) : Json(nullptr)},
          {"elo", has_score ? Json(elo_of_score(tally.score())) : Json(nullptr)},
          {"elo_low", estimated(known.interval.low)},
          {"elo_high", estimated(known.interval.high)},
          {"elo_error", estimated(known.error)},
          {"nelo", estimated(known.normalised)},
          {"nelo_error", estimated(known.normalised_error)},
          {"los", estimated(known.superiority)}};
}

// "the second engine forfeited 3 games: 2 by crash, 1 by time (no such network)"
void print_forfeits(const std::string& engine, const Forfeits& forfeits) {
  if (forfeits.games.empty()) return;
  std::string causes;
  for (const auto& [ending, games] : forfeits.games)
    causes += fmt::format("{}{} by {}", causes.empty() ? "" : ", ", games, ending);
  print_line("the {} engine forfeited {}: {}{}", engine, counted(forfeits.count(), "game"), causes,
             forfeits.detail.empty() ? "" : " (" + forfeits.detail + ")");
}

std::string elo_text(const Tally& tally) {
  if (const auto estimate = estimate_elo(tally))
    return fmt::format(
        "Elo {:+.2f} +/- {:.2f}, normalised {:+.2f} +/- {:.2f} (95 %); likelihood of superiority {:.2f} %",
        estimate->elo, estimate->error, estimate->normalised, estimate->normalised_error,
        100 * estimate->superiority);
  const auto pairs = std::accumulate(tally.pairs.begin(), tally.pairs.end(), std::uint64_t{0});
  return fmt::format(
      "Elo unknown: of {} pair{} of games, an opening from both sides, no two differ in their score", pairs,
      pairs == 1 ? "" : "s");
}

std::string round_text(const RoundRules& round, const Tally& tally) {
  const auto points = [&](std::uint64_t wins) { return round.win * wins + round.draw * tally.draws; };
  return fmt::format("round: {} points for the first engine, {} for the second; a win counts {}, a draw {}",
                     points(tally.wins), points(tally.losses), round.win, round.draw);
}

// "SPRT of normalised Elo +5.00 against +0.00: LLR 1.20 (-2.94, 2.94), undecided"
void add_sprt(Facts& facts, const Sprt& sprt, const Tally& tally) {
  const double ratio = sprt.log_likelihood_ratio(tally);
  const char* verdict = name_of(sprt.verdict(tally));
  facts.add({{"llr", ratio}, {"llr_low", sprt.lower()}, {"llr_high", sprt.upper()}, {"sprt", verdict}});
  facts.line("SPRT of {} Elo {:+.2f} against {:+.2f}: LLR {:.2f} ({:.2f}, {:.2f}), {}",
             sprt.model == Sprt::Model::kNormalised ? "normalised" : "logistic", sprt.elo1, sprt.elo0, ratio,
             sprt.lower(), sprt.upper(), verdict);
}

void print_summary(const MatchScore& score, const MatchPlan& plan, const std::optional<Sprt>& sprt,
                   bool json) {
  const Tally& tally = score.scoreboards()[0].tally();
  if (!json && tally.games() == 0) return print_line("no game was played to its end");
  Facts facts(json);
  facts.add(tally_json(tally));
  facts.line("{}: {} won, {} drawn, {} lost by the first engine, {:.1f} %", counted(tally.games(), "game"),
             tally.wins, tally.draws, tally.losses, 100 * tally.score());
  facts.add("openings", words_of(plan.openings).json);
  facts.line("{}", words_of(plan.openings).text);
  facts.line("{}", plan.round != nullptr ? round_text(*plan.round, tally) : elo_text(tally));
  if (plan.round == nullptr)
    facts.line("pairs of games by the first engine's points: {} of 0, {} of 1/2, {} of 1, {} of 3/2, {} of 2",
               tally.pairs[0], tally.pairs[1], tally.pairs[2], tally.pairs[3], tally.pairs[4]);
  const std::array<std::string, 2> sides = side_fields(*plan.game);
  for (std::size_t side = 0; side < sides.size(); ++side)
    facts.add("won_by_" + sides[side], score.won_by_side()[side]);
  facts.line("by sides: {} won {}, {} won {}, {} drawn", plan.game->sides()[0], score.won_by_side()[0],
             plan.game->sides()[1], score.won_by_side()[1], tally.draws);
  facts.add({{"first_ms", score.used_ms()[0]}, {"second_ms", score.used_ms()[1]}});
  const auto seconds = [&](std::size_t engine) {
    return static_cast<double>(score.used_ms()[engine]) / 1000;
  };
  facts.line("time used: {:.1f} s by the first engine, {:.1f} s by the second", seconds(0), seconds(1));
  if (sprt) add_sprt(facts, *sprt, tally);
  Json forfeits;
  for (std::size_t engine = 0; engine < plan.engines.size(); ++engine) {
    forfeits[ordinal(engine)] = forfeits_json(score.forfeits()[engine]);
    if (!json) print_forfeits(ordinal(engine), score.forfeits()[engine]);
  }
  facts.add("forfeits", forfeits);
  facts.print();
}

// The name is cut to the room that there is.
std::string shown_name(const MatchEngine& engine) {
  constexpr std::size_t kMost = 40;
  return engine.name.size() <= kMost ? engine.name : engine.name.substr(0, kMost - 1) + "…";
}

void print_standings(const MatchScore& score, const MatchPlan& plan) {
  const std::vector<Standing> table = standings(plan.pairings, score.scoreboards());
  std::size_t width = 6;
  for (const MatchEngine& engine : plan.engines) width = std::max(width, shown_name(engine).size());
  std::string head =
      fmt::format("rank {:<{}} {:>18} {:>7} {:>8} {:>8}", "engine", width, "Elo", "games", "score", "drawn");
  for (std::size_t rank = 1; rank <= table.size(); ++rank)
    head += fmt::format(" {:>6}", fmt::format("v. {}", rank));
  print_line("{}", head);
  for (std::size_t rank = 0; rank < table.size(); ++rank) {
    const Standing& standing = table[rank];
    const auto games = static_cast<double>(std::max<std::uint64_t>(standing.tally.games(), 1));
    const std::string elo = standing.estimate ? fmt::format("{:+.1f} +/- {:.1f}", standing.estimate->elo,
                                                            standing.estimate->error)
                                              : "-";
    std::string row =
        fmt::format("{:>4} {:<{}} {:>18} {:>7} {:>6.1f} % {:>6.1f} %", rank + 1,
                    shown_name(plan.engines[standing.engine]), width, elo, standing.tally.games(),
                    100 * standing.tally.score(), 100 * static_cast<double>(standing.tally.draws) / games);
    for (const Standing& other : table) {
      const auto& tally = standing.against[other.engine];
      row += tally && tally->games() > 0 ? fmt::format(" {:>6.1f}", 100 * tally->score())
                                         : fmt::format(" {:>6}", "-");
    }
    print_line("{}", row);
  }
  print_line(
      "Elo against all that an engine has met, 95 %; v. 1: per cent of the points against the first of the table");
  print_line("{}", words_of(plan.openings).text);
  for (std::size_t engine = 0; engine < plan.engines.size(); ++engine)
    print_forfeits(ordinal(engine), score.forfeits()[engine]);
}

void print_standings_json(const MatchScore& score, const MatchPlan& plan) {
  std::uint64_t rank = 0;
  for (const Standing& standing : standings(plan.pairings, score.scoreboards())) {
    Json object{
        {"rank", ++rank}, {"engine", ordinal(standing.engine)}, {"name", plan.engines[standing.engine].name}};
    object.update(tally_json(standing.tally));
    object["openings"] = words_of(plan.openings).json;
    object["used_ms"] = score.used_ms()[standing.engine];
    object["forfeits"] = forfeits_json(score.forfeits()[standing.engine]);
    object["against"] = Json::object();
    for (std::size_t other = 0; other < standing.against.size(); ++other)
      if (standing.against[other]) object["against"][ordinal(other)] = tally_json(*standing.against[other]);
    print_json(object);
  }
}

}  // namespace

void print_report(const MatchScore& score, const MatchPlan& plan, const std::optional<Sprt>& sprt,
                  bool json) {
  if (plan.engines.size() > 2)
    json ? print_standings_json(score, plan) : print_standings(score, plan);
  else
    print_summary(score, plan, sprt, json);
}

}  // namespace tabiya::tools
