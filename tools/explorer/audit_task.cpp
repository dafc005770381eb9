#include "tools/explorer/audit_task.h"

#include <optional>
#include <utility>
#include <vector>

#include "booksearch/setups/audit/audit.h"
#include "booksearch/setups/audit/audit_report.h"
#include "booksearch/work/parallel.h"
#include "tools/assets/audit_json.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/explorer/tasks.h"

namespace tabiya::tools {

Task audit_task(Library& library, const OpenBook& book, const AuditRequest& request) {
  return [&library, &book, request](const std::atomic<bool>& stop, const Publish& publish) {
    const auto oracle = library.oracle(book.game);
    const AuditFacts facts{.tolerance = 100,
                           .replies = request.replies,
                           .shared = 20,
                           .pool = 0,
                           .seed = request.seed,
                           .evaluation = oracle->origin().evaluation};
    const std::vector<SetupId> pool = audit_pool(book.loaded.book, *oracle, /*random=*/0, facts.seed);
    const booksearch::AuditOptions options{.sample = request.sample,
                                           .deeper = request.deeper,
                                           .replies = facts.replies,
                                           .shared = facts.shared,
                                           .seed = facts.seed,
                                           .table_bytes = kTaskTableBytes};
    const auto report_progress = [&](const booksearch::Progress& progress) {
      publish({{"done", progress.done},
               {"total", progress.total},
               {"summary", nullptr},
               {"entries", Json::array()}});
    };
    std::optional<Result<booksearch::Audit>> audit;
    booksearch::with_threads(1, [&] {
      audit = booksearch::audit_book(*oracle, book.loaded.book, pool, options, {report_progress, &stop});
    });
    if (stop) return;
    const booksearch::Audit found = take(*std::move(audit), "audit");
    AuditFacts all = facts;
    all.pool = pool.size();
    Json entries = Json::array();
    for (const booksearch::AuditedEntry& entry : entries_above(found, -1))
      entries.push_back(audited_entry_json(book.loaded, entry));
    publish({{"done", entries.size()},
             {"total", entries.size()},
             {"summary", audit_json(book.loaded, found,
                                    booksearch::report_on(found, static_cast<Score>(all.tolerance)), all)},
             {"entries", entries},
             {"better", refutations_text(book.loaded, found)}});
  };
}

}  // namespace tabiya::tools
