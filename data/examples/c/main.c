/* An engine in C that plays from a book and thinks with a network of Tabiya's.
 *
 *   player BOOK NETWORK SETUP   says what the book answers to the first side's setup, how the network values the
 *                               pair, and what a search of 20,000 nodes would play first */
#include <stdio.h>
#include <stdlib.h>

#include <tabiya.h>

static void check(tabiya_status status, const tabiya_error* error) {
  if (status == TABIYA_OK) return;
  fprintf(stderr, "player: %s\n", error->message);
  exit(status == TABIYA_NOT_FOUND ? 1 : 2);
}

static void* read_file(const char* path, size_t* size) {
  static const size_t most = 100u << 20;
  FILE* file = fopen(path, "rb");
  void* bytes = malloc(most);
  if (file == NULL || bytes == NULL) {
    fprintf(stderr, "player: %s cannot be read\n", path);
    exit(2);
  }
  *size = fread(bytes, 1, most, file);
  fclose(file);
  return bytes;
}

int main(int argc, char** argv) {
  if (argc != 4) return fprintf(stderr, "usage: player BOOK NETWORK SETUP\n"), 2;
  tabiya_error error;

  size_t size;
  void* bytes = read_file(argv[1], &size);
  tabiya_book* book;
  check(tabiya_book_open(bytes, size, &book, &error), &error);
  free(bytes);
  bytes = read_file(argv[2], &size);
  tabiya_network* network;
  check(tabiya_network_open(bytes, size, &network, &error), &error);
  free(bytes);

  tabiya_answer answer;
  check(tabiya_book_probe(book, argv[3], &answer, &error), &error);
  printf("reply %s\n", answer.reply);

  tabiya_engine* engine;
  check(tabiya_engine_new(tabiya_book_game(book), network, /*table_bytes=*/0, &engine, &error), &error);
  char moves[160];
  snprintf(moves, sizeof moves, "%s %s", argv[3], answer.reply_wire);
  int32_t value;
  check(tabiya_evaluate(engine, "startpos", moves, &value, &error), &error);
  printf("value %d\n", (int)value);

  tabiya_limits limits = {0};
  limits.nodes = 20000;
  tabiya_result result;
  check(tabiya_search(engine, "startpos", moves, &limits, &result, &error), &error);
  printf("move %s, %d after %d plies\n", result.move, (int)result.score, (int)result.depth);

  tabiya_engine_free(engine);
  tabiya_network_close(network);
  tabiya_book_close(book);
  return 0;
}
