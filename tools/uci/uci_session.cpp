#include "tools/uci/uci_session.h"

#include <utility>

#include <fmt/format.h>

#include "tools/cli/failure.h"

namespace tabiya::tools {

UciSession::UciSession(UciSettings settings) : settings_(std::move(settings)) {}

template <class Question>
auto UciSession::ask(std::string_view about, Question&& question) {
  for (int tries = 1;; ++tries) {
    try {
      if (engine_ == nullptr) engine_ = std::make_unique<UciEngine>(settings_);
      return question(*engine_);
    } catch (const UciFault& fault) {
      engine_.reset();
      if (tries == kTries)
        throw Failure(fmt::format("{}: {} (the last of {} tries)", about, fault.what(), kTries));
    }
  }
}

std::string UciSession::identity() {
  return ask("handshake", [](const UciEngine& engine) { return engine.identity(); });
}

std::string UciSession::name() {
  return ask("handshake", [](const UciEngine& engine) { return engine.name(); });
}

bool UciSession::tells_chances() {
  return ask("handshake", [](const UciEngine& engine) { return engine.tells_chances(); });
}

bool UciSession::offers(std::string_view option) {
  return ask("handshake", [&](const UciEngine& engine) { return engine.offers(option); });
}

UciAnswer UciSession::search(std::string_view position, const UciLimits& limits,
                             const UciEngine::MoveCheck& is_legal, const UciEngine::OnLine& on_line) {
  return ask(position, [&](UciEngine& engine) { return engine.search(position, limits, is_legal, on_line); });
}

}  // namespace tabiya::tools
