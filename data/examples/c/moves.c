/* What a book of moves knows of a position, in C.
 *
 *   moves BOOK [POSITION]   prints the moves of the position, or of that in which the book begins, best first: values with
 *                           their standard errors for the side that plays, or weights */
#include <stdio.h>
#include <stdlib.h>

#include <tabiya.h>

static void check(tabiya_status status, const tabiya_error* error) {
  if (status == TABIYA_OK) return;
  fprintf(stderr, "moves: %s\n", error->message);
  exit(status == TABIYA_NOT_FOUND ? 1 : 2);
}

static tabiya_book* open_book(const char* path) {
  static unsigned char bytes[100u << 20];
  FILE* file = fopen(path, "rb");
  if (file == NULL) {
    fprintf(stderr, "moves: %s cannot be read\n", path);
    exit(2);
  }
  const size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  tabiya_book* book;
  tabiya_error error;
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
