#include "codec/text.h"
#include "tools/jobs/job_file.h"

#include "core/book/book_file.h"
#include "tests/tools/failure_of.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::job_book_test {

// Two reds, of values 10 and 20, searched to depths 6 and 8 by one evaluation.
Book some_book() {
  return {{"zero_point_one", 1, 2, "test"}, {{3, 5, 20, 8, 1}, {4, 6, 10, 6, 1}}, {{1, 2}}};
}

// What is said when `book` is to replace some_book(), or nothing.
std::string complaint(const Book& book) {
  const TemporaryFolder folder;
  const std::vector<std::byte> file = encode_book(some_book());
  write_file(folder.path("book"), as_text(file));
  return failure_of([&] { check_nothing_is_lost(folder.path("book"), book); });
}

TEST(JobBook, IsReplacedByOneThatKnowsAsMuch) {
  EXPECT_EQ(complaint(some_book()), "");
  Book more = some_book();
  std::swap(more.entries[0], more.entries[1]);
  more.entries[0].depth = 9;
  more.entries[0].red_value = 30;  // of another depth
  more.entries[1].red_value = 21;  // another reply, judged better
  more.entries[1].reply = 7;
  more.entries.push_back({9, 9, 0, 1, 1});
  EXPECT_EQ(complaint(more), "");
}

TEST(JobBook, IsKeptWhenItKnowsMore) {
  Book other = some_book();
  other.entries[0].depth = 7;
  EXPECT_THAT(complaint(other),
              HasSubstr("book: knows more than the state of the job: 1 of its 2 entries are "
                        "deeper, 0 are of other reds; it is kept"));
  other = some_book();
  other.entries.pop_back();
  EXPECT_THAT(complaint(other), HasSubstr("1 are of other reds"));
}

TEST(JobBook, IsReplacedWhenItIsEmpty) {
  const TemporaryFolder folder;
  check_nothing_is_lost(folder.path("none"), some_book());
  write_file(folder.path("book"), "");
  check_book(folder.path("book"));
  check_nothing_is_lost(folder.path("book"), some_book());
}

TEST(JobBook, IsKeptWhenItCannotBeRead) {
  const TemporaryFolder folder;
  write_file(folder.path("book"), "something else");
  EXPECT_THAT(failure_of([&] { check_book(folder.path("book")); }),
              HasSubstr("it is kept: move it away, or start over with --force"));
}

TEST(JobBook, IsReadPackedToo) {
  const TemporaryFolder folder;
  const std::string path = folder.path("book");
  require(run_tabiya({"pack", "shipped", "--to", "zstd", "--out", path}));
  check_book(path);
  EXPECT_THROW(check_nothing_is_lost(path, some_book()), Failure);
}

}  // namespace tabiya::tools::job_book_test
