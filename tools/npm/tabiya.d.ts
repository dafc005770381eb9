// Setups, moves and positions are texts in the notation of their game. Values, errors and scores are logit x 10,000. What is
// wrong throws a TabiyaError.

/** Moves from a position on, setups included: a list, or a text with spaces between them. */
export type Moves = string | readonly string[];
export type Bytes = Uint8Array | ArrayBuffer;

/** What a book of setups answers to a setup of the first side. */
export interface Entry {
  /** Of the first side, by its name. */
  setup: string;
  /** Of the second side, by its name. */
  reply: string;
  /** The same as the game's referee reads it. */
  replyWire: string;
  /** In the book, from 0; the best for the first side comes first, if the book has an order. */
  index: number;
  /** Of the pair, for the first side; null: the book keeps none. */
  value: number | null;
  /** The standard error of the value. */
  error: number | null;
  /** Plies that were searched; 0: none. */
  depth: number;
  /** That were searched; 0: unknown. */
  nodes: number;
}

/** A move that a book knows in a position: with a value, or in a book of PolyGlot's with a weight. */
export interface BookMove {
  /** As the game's referee reads it. */
  move: string;
  /** For the side that plays it. */
  value: number | null;
  /** The standard error of the value; 0: proved. */
  error: number | null;
  /** How often to play it, relative to the others; 0 where there is a value. */
  weight: number;
  /** The book knows the position behind it; never where there is no value. */
  leadsOn: boolean;
}

/** What a search has found. */
export interface Result {
  /** The best one, as the game's referee reads it; empty if there is none. */
  move: string;
  /** For the side to move. */
  score: number;
  /** Of the last completed iteration. */
  depth: number;
  /** Visited. */
  nodes: number;
  /** Moves that are expected, the best one first. */
  variation: string[];
}

export interface SearchOptions {
  /** Plies. */
  depth?: number;
  nodes?: number;
  milliseconds?: number;
  /** Is told what was found after each depth; false from it, and what it throws, end the search. */
  progress?: (found: Result) => unknown;
}

export interface EngineOptions {
  /** What it evaluates with; by default what is built in. */
  network?: Network | null;
  /** The text of a file of rules, whose game of that name is meant, or the only one if that is "". */
  rules?: string | null;
  /** Of its transposition table; 0 for 16 MiB. */
  tableBytes?: number;
}

export class TabiyaError extends Error {
  readonly status: "not found" | "invalid" | "corrupt" | "unsupported" | "too large" | "internal";
}

export class Network {
  close(): void;
}

/** A book of setups, of moves (.tbk, .tbi, or PolyGlot's .bin), or of both. It can be iterated over, by its setups. */
export class Book implements Iterable<Entry> {
  /** By the name that options of `tabiya` have. */
  readonly game: string;
  /** How many setups it has. */
  readonly size: number;
  /** In how many positions it knows moves. */
  readonly positions: number;
  /** The positions in which its lines begin; none in a book of PolyGlot's. */
  readonly roots: string[];
  /** The answer to the first side's setup, or to its mirror image; null if the book does not know it. */
  probe(setup: string): Entry | null;
  list(from?: number, count?: number): Entry[];
  [Symbol.iterator](): Iterator<Entry>;
  /** The best first, none where the game is over; null if the book does not know the position. */
  moves(position?: string, moves?: Moves): BookMove[] | null;
  close(): void;
}

export class Engine {
  /** `game`: by its name, or a book's. */
  static create(game: string | Book, options?: EngineOptions): Promise<Engine>;
  /** Forgets what was learned from earlier searches. */
  newGame(): void;
  /** The static value for the side to move, after the setup phase. */
  evaluate(position?: string, moves?: Moves): number;
  /** Until the first limit, of which one has to be given. Nothing else runs meanwhile. */
  search(position?: string, moves?: Moves, options?: SearchOptions): Result;
  close(): void;
}

/** A book from the bytes of its file, packed or not; a zstd frame has to be unpacked. */
export function openBook(bytes: Bytes): Promise<Book>;
export function openNetwork(bytes: Bytes): Promise<Network>;
/** The winning chance, from 0 to 1, of a value. */
export function chance(value: number): number;

/** A module with a memory of its own, which books, networks and engines share. */
export class Tabiya {
  /** `module`: the bytes of tabiya.wasm, or what WebAssembly.compile() has made of them; by default the package's. */
  static load(module?: Bytes | WebAssembly.Module | Promise<Bytes | WebAssembly.Module>): Promise<Tabiya>;
  readonly version: string;
  openBook(bytes: Bytes): Book;
  openNetwork(bytes: Bytes): Network;
  newEngine(game: string | Book, options?: EngineOptions): Engine;
}
