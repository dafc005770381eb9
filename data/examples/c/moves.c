/* What a book of moves knows of a position, in C. Indexed books (.tbi) are searched where they stand, however large they are.
 *
 *   moves BOOK [POSITION]   prints the moves of the position, or of that in which the book begins, best first: values with
 *                           their standard errors for the side that plays, or weights */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tabiya.h>

static void check(tabiya_status status, const tabiya_error* error) {
  if (status == TABIYA_OK) return;
  fprintf(stderr, "moves: %s\n", error->message);
  exit(status == TABIYA_NOT_FOUND ? 1 : 2);
}

static int32_t read_at(void* file, uint64_t offset, void* bytes, size_t size) {
  return fseek(file, (long)offset, SEEK_SET) == 0 && fread(bytes, 1, size, file) == size;
}

static tabiya_book* open_book(const char* path) {
  static char bytes[100u << 20];
  FILE* file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
    fprintf(stderr, "moves: %s cannot be read\n", path);
    exit(2);
  }
  const long end = ftell(file);
  tabiya_book* book;
  tabiya_error error;
  if (read_at(file, 0, bytes, 8) && memcmp(bytes, "TABINDEX", 8) == 0) {
    check(tabiya_book_open_at((uint64_t)end, read_at, file, &book, &error), &error);
    return book; /* which reads the file as long as it is open */
  }
  rewind(file);
  const size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  check(tabiya_book_open(bytes, size, &book, &error), &error);
  return book;
}

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) return fprintf(stderr, "usage: moves BOOK [POSITION]\n"), 2;
  tabiya_book* book = open_book(argv[1]);
  const char* position = argc == 3 ? argv[2] : tabiya_book_root(book, 0);
  if (position == NULL) position = "startpos";
  static tabiya_book_move moves[256];
  size_t count;
  tabiya_error error;
  check(tabiya_book_moves(book, position, NULL, moves, sizeof moves / sizeof *moves, &count, &error), &error);
  printf("%s\n", position);
  for (size_t i = 0; i < count; ++i) {
    if (moves[i].has_value)
      printf("%s %+.3f %.3f%s\n", moves[i].move, moves[i].value / 10000.0, moves[i].error / 10000.0,
             moves[i].leads_on ? "" : " outside");
    else
      printf("%s weight %llu\n", moves[i].move, (unsigned long long)moves[i].weight);
  }
  tabiya_book_close(book);
  return 0;
}
