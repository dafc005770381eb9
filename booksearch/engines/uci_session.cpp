#include "booksearch/engines/uci_session.h"

#include <utility>

#include "codec/text.h"

namespace tabiya::booksearch {

UciSession::UciSession(UciSettings settings) : settings_(std::move(settings)) {}

template <class Question>
auto UciSession::ask(std::string_view about, Question&& question)
    -> Result<std::invoke_result_t<Question, UciEngine&>> {
  for (int tries = 1;; ++tries) {
    try {
      if (engine_ == nullptr) engine_ = std::make_unique<UciEngine>(settings_);
      return question(*engine_);
    } catch (const UciFault& fault) {
      engine_.reset();
      const bool is_given_up = settings_.is_prompt && fault.kind == UciFault::Kind::kSilent;
      if (!fault.may_pass() || is_given_up) return fault.error();
      if (tries == kTries)
        return invalid(concat(about, ": ", fault.what(), " (the last of ", kTries, " tries)"));
    }
  }
}

Result<std::string> UciSession::identity() {
  return ask("handshake", [](UciEngine& engine) { return engine.identity(); });
}

Result<std::string> UciSession::name() {
  return ask("handshake", [](UciEngine& engine) { return std::string(engine.name()); });
}

Result<bool> UciSession::offers(std::string_view option) {
  return ask("handshake", [&](UciEngine& engine) { return engine.offers(option); });
}

Result<UciAnswer> UciSession::search(std::string_view position, const UciLimits& limits,
                                     const UciEngine::MoveCheck& is_legal, const UciEngine::OnLine& on_line) {
  return ask(position, [&](UciEngine& engine) { return engine.search(position, limits, is_legal, on_line); });
}

}  // namespace tabiya::booksearch
