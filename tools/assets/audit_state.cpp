#include "tools/assets/audit_state.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "codec/crc64.h"
#include "codec/text.h"
#include "core/book/book_file.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/run_files.h"

namespace tabiya::tools {
namespace {

using booksearch::AuditAnswer;

// The settings that must be the same to continue.
Json header_of(const PairOracle& oracle, const Book& book, const std::vector<SetupId>& replies,
               const booksearch::AuditOptions& options) {
  return {{"audit", 1},
          {"book", hexadecimal(codec::crc64(encode_book(book)))},
          {"evaluation", hexadecimal(oracle.origin().evaluation)},
          {"search", hexadecimal(oracle.origin().search)},
          {"sample", options.sample},
          {"discarded", options.discarded},
          {"deeper", options.depth ? Json(nullptr) : Json(options.deeper)},
          {"depth", options.depth ? Json(*options.depth) : Json(nullptr)},
          {"replies", options.replies},
          {"shared", options.shared},
          {"seed", options.seed},
          {"table_bytes", options.table_bytes},
          {"pool", hexadecimal(codec::crc64(std::as_bytes(std::span(replies))))}};
}

Json line_of(std::size_t number, const AuditAnswer& answer) {
  Json best = nullptr;
  if (answer.best) best = Json::array({answer.best->red, answer.best->reply, answer.best->red_value});
  return {{"search", number}, {"best", best}, {"reply_value", answer.reply_value}, {"nodes", answer.nodes}};
}

// Throws Failure for a number that no search returns.
Score score_of(const Json& number) {
  const auto score = number.get<Score>();
  if (score <= -kInfiniteScore || score >= kInfiniteScore)
    throw Failure(fmt::format("{} is not a value of a search", score));
  return score;
}

}  // namespace

AuditState::AuditState(const LogOptions& out, const PairOracle& oracle, const Book& book,
                       const std::vector<SetupId>& replies, const booksearch::AuditOptions& options) {
  if (out.path.empty()) return;
  LogOptions log = out;
  log.path += ".state";
  note_output(log.path, "the state of the audit");
  const SetupId blues = oracle.blues().count();
  log_.emplace(log, header_of(oracle, book, replies, options), "audit",
               [&](const Json& line) { read(line, blues); });
  memory_.keep = [this](std::size_t number, const AuditAnswer& answer) {
    log_->add(line_of(number, answer));
    return ok_status();
  };
}

void AuditState::read(const Json& line, SetupId blues) {
  AuditAnswer answer{{}, score_of(line.at("reply_value")), line.at("nodes").get<std::uint64_t>()};
  if (const Json& best = line.at("best"); !best.is_null()) {
    answer.best = {best.at(0).get<SetupId>(), best.at(1).get<SetupId>(), score_of(best.at(2))};
    if (answer.best->reply >= blues) throw Failure("the reply is not the number of a setup");
  }
  const auto number = line.at("search").get<std::size_t>();
  if (!memory_.known.emplace(number, answer).second)
    throw Failure(fmt::format("search {} is there twice", number));
}

void AuditState::remove() {
  if (log_) log_->remove();
}

}  // namespace tabiya::tools
