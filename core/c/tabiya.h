/* Tabiya for engines in other languages: books, networks and searches behind a C interface.
 *
 * A book or a network is opened from the bytes of its file, as `tabiya` reads it or as `tabiya pack` makes it
 * of it (raw, dense or base128); a zstd frame, as which a book comes with the program, is TABIYA_UNSUPPORTED, and
 * `tabiya unpack` unpacks it. Setups, moves and positions are texts in the game's notation, as the program prints
 * them. Values are logit x 10,000: the winning chances are 1 / (1 + exp(-value / 10000)).
 *
 * Every function that may fail returns a tabiya_status and, if `error` is not null, says there what is wrong.
 * Nothing is printed, and no exception leaves the library. Books and networks may be shared between threads;
 * an engine is for one call at a time, tabiya_stop() excepted: others are TABIYA_INVALID until it returns. What is
 * declared here keeps its layout within a minor version of the library.
 *
 * A pointer that is null, where null has no meaning, and a handle that was given back already are errors
 * (TABIYA_INVALID). What cannot be told: a pointer to anything else; `size` beyond the bytes that there are; texts
 * without their end; a handle that is given back while another thread uses it; one that was given back, where a
 * newer one has got the same address. */
#ifndef TABIYA_H
#define TABIYA_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define TABIYA_API __attribute__((visibility("default")))
#else
#define TABIYA_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tabiya_status {
  TABIYA_OK = 0,
  TABIYA_NOT_FOUND = 1,   /* the book does not know the setup or the position, or has no such entry */
  TABIYA_INVALID = 2,     /* malformed or illegal: a setup, a position, a move, limits */
  TABIYA_CORRUPT = 3,     /* bytes that fail their structure or their checksum */
  TABIYA_UNSUPPORTED = 4, /* another kind, version or game than this library knows */
  TABIYA_TOO_LARGE = 5,
  TABIYA_INTERNAL = 6 /* no memory, or a fault of the library */
} tabiya_status;

typedef struct tabiya_error {
  char message[256]; /* one clause, UTF-8, cut where it is longer */
} tabiya_error;

typedef struct tabiya_book tabiya_book;
typedef struct tabiya_network tabiya_network;
typedef struct tabiya_engine tabiya_engine;

/* The version of the library: "0.2.0". */
TABIYA_API const char* tabiya_version(void);

/* A book of setups, of moves (as `tabiya lines` and PolyGlot make them, indexed ones as well), or of both. A book of a game from a file of
 * rules has these with it. PolyGlot's format has no mark: what is taken for it are entries of 16 bytes by ascending keys, of 16
 * positions or more, or with a legal move of the starting position. `*book` is given back to tabiya_book_close(), which takes
 * null, too, and returns TABIYA_INVALID for what is not open. The bytes may go afterwards. */
TABIYA_API tabiya_status tabiya_book_open(const void* bytes, size_t size, tabiya_book** book,
                                          tabiya_error* error);
TABIYA_API tabiya_status tabiya_book_close(tabiya_book* book);

/* Fills `bytes` with `size` bytes of a file from `offset` on. Returns 0 if it cannot. */
typedef int32_t (*tabiya_read)(void* data, uint64_t offset, void* bytes, size_t size);

/* An indexed book of moves (.tbi) of any size, which is searched where it stands: `read` is given `data`, and is called from
 * all threads that ask the book, until it is closed. `size`: of the file. */
TABIYA_API tabiya_status tabiya_book_open_at(uint64_t size, tabiya_read read, void* data, tabiya_book** book,
                                             tabiya_error* error);

/* Its game, by the name that options of `tabiya` have; how many entries it has, of setups; and in how many positions it
 * knows moves. Null and 0 for what is no open book. */
TABIYA_API const char* tabiya_book_game(const tabiya_book* book);
TABIYA_API size_t tabiya_book_size(const tabiya_book* book);
TABIYA_API size_t tabiya_book_positions(const tabiya_book* book);

typedef struct tabiya_answer {
  char reply[64];      /* the second side's setup, by its name */
  char reply_wire[64]; /* the same as the game's referee reads it */
  int32_t has_value;   /* 0: the book keeps no values */
  int32_t value;       /* of the pair, for the first side */
  int32_t depth;       /* plies that were searched; 0: none */
} tabiya_answer;

/* What the book answers to the first side's setup, or to its mirror image. */
TABIYA_API tabiya_status tabiya_book_probe(const tabiya_book* book, const char* setup, tabiya_answer* answer,
                                           tabiya_error* error);

/* An entry of a book of setups. */
typedef struct tabiya_entry {
  char setup[64]; /* the first side's, by its name */
  char reply[64]; /* as of tabiya_answer */
  char reply_wire[64];
  uint64_t index; /* from 0; the best for the first side comes first, if the book has an order */
  uint64_t nodes; /* that were searched for it; 0: unknown */
  int32_t has_value;
  int32_t value;     /* of the pair, for the first side */
  int32_t has_error; /* 0: the book keeps no errors */
  int32_t error;     /* the standard error of the value, in its unit */
  int32_t depth;     /* plies that were searched; 0: none */
} tabiya_entry;

/* The entry at `index`; TABIYA_NOT_FOUND behind the last. */
TABIYA_API tabiya_status tabiya_book_entry(const tabiya_book* book, size_t index, tabiya_entry* entry,
                                           tabiya_error* error);

/* As tabiya_book_probe(), with all that the entry says. Of an entry of the mirror images, both setups are mirrored. */
TABIYA_API tabiya_status tabiya_book_find(const tabiya_book* book, const char* setup, tabiya_entry* entry,
                                          tabiya_error* error);

/* A move that a book of moves knows in a position. */
typedef struct tabiya_book_move {
  char move[64];     /* as the game's referee reads it */
  uint64_t weight;   /* how often to play it, relative to the others; 0 in a book that has values instead */
  int32_t has_value; /* 0: a book of PolyGlot's, which has weights */
  int32_t value;     /* for the side that plays it */
  int32_t error;     /* the standard error of the value, in its unit; 0: proved */
  int32_t leads_on;  /* 1: the book knows the position behind it; always 0 with weights */
} tabiya_book_move;

/* The moves of a position, given as to tabiya_evaluate(): the best first, or as a book of PolyGlot's has them. `found` takes
 * `capacity` of them, and `*count` says how many there are: 0 where the game is over. */
TABIYA_API tabiya_status tabiya_book_moves(const tabiya_book* book, const char* position, const char* moves,
                                           tabiya_book_move* found, size_t capacity, size_t* count,
                                           tabiya_error* error);

/* The positions in which the lines of a book begin, by their index from 0; null behind the last, and in a book of PolyGlot's. The
 * text lives as long as the book. */
TABIYA_API const char* tabiya_book_root(const tabiya_book* book, size_t index);

/* As for books. An engine keeps what it needs of a network. */
TABIYA_API tabiya_status tabiya_network_open(const void* bytes, size_t size, tabiya_network** network,
                                             tabiya_error* error);
TABIYA_API tabiya_status tabiya_network_close(tabiya_network* network);

/* An engine for a game. `network` may be null: then it evaluates with what is built in. `table_bytes`: of its
 * transposition table; 0 for 16 MiB. */
TABIYA_API tabiya_status tabiya_engine_new(const char* game, const tabiya_network* network,
                                           size_t table_bytes, tabiya_engine** engine, tabiya_error* error);

/* The same for a game from the text of a file of rules, in the format of Fairy-Stockfish's variants.ini; `name`: of the
 * game in the file, null for the only one. TABIYA_INVALID says the line and the key. */
TABIYA_API tabiya_status tabiya_engine_new_by_rules(const char* rules, const char* name,
                                                    const tabiya_network* network, size_t table_bytes,
                                                    tabiya_engine** engine, tabiya_error* error);
/* The same for the game of a book, which may be closed before the engine. */
TABIYA_API tabiya_status tabiya_engine_new_for_book(const tabiya_book* book, const tabiya_network* network,
                                                    size_t table_bytes, tabiya_engine** engine,
                                                    tabiya_error* error);
TABIYA_API tabiya_status tabiya_engine_free(tabiya_engine* engine);

/* Forgets what was learned from earlier searches. */
TABIYA_API tabiya_status tabiya_engine_new_game(tabiya_engine* engine);

/* The static value for the side to move, after the setup phase. `position` is a text of the game, or
 * "startpos", the position that people call the starting position; `moves` may be null, or moves from there with blanks
 * between them, setups included. */
TABIYA_API tabiya_status tabiya_evaluate(tabiya_engine* engine, const char* position, const char* moves,
                                         int32_t* value, tabiya_error* error);

/* The search ends at the first limit that it meets; 0 is none, and one has to be there. Depth and nodes give
 * the same result on every machine. */
typedef struct tabiya_limits {
  int32_t depth; /* plies */
  uint64_t nodes;
  uint32_t milliseconds;
} tabiya_limits;

typedef struct tabiya_result {
  char move[64];       /* the best one, as the game's referee reads it; empty if there is none */
  int32_t score;       /* for the side to move */
  int32_t depth;       /* of the last completed iteration */
  uint64_t nodes;      /* visited */
  char variation[512]; /* moves that are expected, the best one first */
} tabiya_result;

TABIYA_API tabiya_status tabiya_search(tabiya_engine* engine, const char* position, const char* moves,
                                       const tabiya_limits* limits, tabiya_result* result,
                                       tabiya_error* error);

/* Is told what the search has found after each depth, from 0 on, in the thread that searches. The search ends if it returns 0. */
typedef int32_t (*tabiya_progress)(void* data, const tabiya_result* so_far);

/* The same with progress, which may be null; it is given `data`. */
TABIYA_API tabiya_status tabiya_search_with(tabiya_engine* engine, const char* position, const char* moves,
                                            const tabiya_limits* limits, tabiya_progress progress, void* data,
                                            tabiya_result* result, tabiya_error* error);

/* Ends the search that runs in another thread, or calls its progress; it returns what it has found. Without a search nothing
 * happens: the next one is not ended. */
TABIYA_API tabiya_status tabiya_stop(tabiya_engine* engine);

#ifdef __cplusplus
}
#endif

#endif
