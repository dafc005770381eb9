// Tabiya in JavaScript: the functions of core/c/tabiya.h, which say what all values mean, as classes; tabiya.d.ts has their types.
// It runs in Node, in browsers and in workers. What fails throws a TabiyaError; a WebAssembly.RuntimeError means that memory
// is at its end, and that the module has to be loaded again.

import {systemCalls} from "./system_calls.js";

const STATUSES = ["ok", "not found", "invalid", "corrupt", "unsupported", "too large", "internal"];
const NOT_FOUND = 1, INVALID = 2, INTERNAL = 6;
const ERROR_BYTES = 256, ENTRY_BYTES = 232, MOVE_BYTES = 88, LIMITS_BYTES = 24, RESULT_BYTES = 592;
const MOST_MOVES = 512; // more than any position of a game has

// A module that makes a function (i32, i32) -> i32 of JavaScript's one for the table of functions: it imports and exports "f".
const FUNCTION = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 2, 7, 1, 1, 102, 1, 102, 0, 0, 7, 5, 1, 1, 102, 0, 0);

export class TabiyaError extends Error {
  constructor(status, message) {
    super(message);
    this.name = "TabiyaError";
    this.status = STATUSES[status] ?? status;
  }
}

let shared;
const loaded = () => (shared ??= Tabiya.load());

export const openBook = async (bytes) => (await loaded()).openBook(bytes);
export const openNetwork = async (bytes) => (await loaded()).openNetwork(bytes);
export const chance = (value) => 1 / (1 + Math.exp(-value / 10_000));

// The module of this package, next to this file.
async function ownModule() {
  const url = new URL("./tabiya.wasm", import.meta.url);
  if (url.protocol !== "file:") return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  const {readFile} = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:fs/promises");
  return WebAssembly.compile(await readFile(url));
}

export class Tabiya {
  #progress = null; // of the search that runs
  #told = 0; // the place in the table of functions of what calls it

  static async load(module = ownModule()) {
    const given = await module;
    const compiled = given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given);
    const tabiya = new Tabiya();
    const wasi_snapshot_preview1 = systemCalls(compiled, () => tabiya.view());
    tabiya.functions = (await WebAssembly.instantiate(compiled, {wasi_snapshot_preview1})).exports;
    tabiya.functions._initialize();
    return tabiya;
  }

  get version() { return this.text(this.functions.tabiya_version()); }

  openBook(bytes) { return new Book(this, this.#opened("tabiya_book_open", bytes)); }
  openNetwork(bytes) { return new Network(this, this.#opened("tabiya_network_open", bytes)); }

  newEngine(game, {rules = null, network = null, tableBytes = 0} = {}) {
    for (const part of [game, network])
      if (part instanceof Handle && part.tabiya !== this) throw new TabiyaError(INVALID, "a book or network of another module");
    // No handle would mean none, and what is built in would evaluate.
    if (network !== null && !(network instanceof Network && network.handle)) throw new TabiyaError(INVALID, "this is not an open network");
    const last = [network?.handle ?? 0, tableBytes];
    if (rules !== null) return new Engine(this, this.#made("tabiya_engine_new_by_rules", rules, game || 0, ...last));
    if (game instanceof Book) return new Engine(this, this.#made("tabiya_engine_new_for_book", game.handle, ...last));
    return new Engine(this, this.#made("tabiya_engine_new", game, ...last));
  }

  // The following functions are for the classes below.

  // Calls a function that returns a status and takes an error as its last argument. Strings become C's; an array of
  // bytes becomes a copy of them, and a number of bytes in {room} so many zeros. read(view, room, ...) makes the result of the
  // rooms; it is null if what was asked for is not found.
  call(name, values, read = () => undefined) {
    const {malloc, free} = this.functions, owned = [], rooms = [];
    const copy = (bytes) => {
      const at = malloc(bytes.length || 1);
      if (at === 0) throw new TabiyaError(INTERNAL, "no memory");
      owned.push(at);
      new Uint8Array(this.functions.memory.buffer).set(bytes, at);
      return at;
    };
    const pointer = (value) => {
      if (typeof value === "string") return copy(new TextEncoder().encode(value + "\0"));
      if (value instanceof Uint8Array) return copy(value);
      if (value?.room) return rooms[rooms.push(copy(new Uint8Array(value.room))) - 1];
      return value;
    };
    try {
      const error = copy(new Uint8Array(ERROR_BYTES));
      const status = this.functions[name](...values.map(pointer), error);
      if (status === NOT_FOUND) return null;
      if (status !== 0) throw new TabiyaError(status, this.text(error));
      return read(this.view(), ...rooms);
    } finally {
      owned.forEach((at) => free(at));
    }
  }

  // The same for a function that searches: progress(at) is called with the address of what was found after each depth. What it throws
  // ends the search, and is thrown again behind it.
  callWith(progress, name, values, read) {
    const outer = this.#progress;
    let thrown = null;
    this.#progress = (at) => {
      try {
        return progress(at) === false ? 0 : 1;
      } catch (error) {
        thrown = {error};
        return 0;
      }
    };
    try {
      return this.call(name, values, (...rooms) => {
        if (thrown) throw thrown.error;
        return read(...rooms);
      });
    } finally {
      this.#progress = outer;
    }
  }

  // The function that callWith() has called, as C has it.
  get told() {
    if (this.#told === 0) {
      const f = (_, at) => this.#progress(at);
      const {exports} = new WebAssembly.Instance(new WebAssembly.Module(FUNCTION), {f: {f}});
      const table = this.functions.__indirect_function_table;
      this.#told = table.grow(1);
      table.set(this.#told, exports.f);
    }
    return this.#told;
  }

  view() { return new DataView(this.functions.memory.buffer); }

  // The text at an address, up to its zero.
  text(at) {
    const bytes = new Uint8Array(this.functions.memory.buffer);
    return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
  }

  #made(name, ...values) {
    return this.call(name, [...values, {room: 4}], (view, room) => view.getUint32(room, true));
  }

  #opened(name, given) {
    const bytes = given instanceof Uint8Array ? given : new Uint8Array(given);
    return this.#made(name, bytes, bytes.length);
  }
}

class Handle {
  constructor(tabiya, handle) {
    this.tabiya = tabiya;
    this.handle = handle;
  }

  // Calls a function that returns a status alone.
  tell(name) {
    const status = this.tabiya.functions[name](this.handle);
    if (status !== 0) throw new TabiyaError(status, "it is at work, or was closed");
  }

  // It may be closed again.
  closeBy(name) {
    this.tell(name);
    this.handle = 0;
  }
}

export class Network extends Handle {
  close() { this.closeBy("tabiya_network_close"); }
}

export class Book extends Handle {
  get game() { return this.tabiya.text(this.tabiya.functions.tabiya_book_game(this.handle)); }
  get size() { return this.tabiya.functions.tabiya_book_size(this.handle); }
  get positions() { return this.tabiya.functions.tabiya_book_positions(this.handle); }

  get roots() {
    const roots = [];
    for (let at; (at = this.tabiya.functions.tabiya_book_root(this.handle, roots.length)) !== 0;) roots.push(this.tabiya.text(at));
    return roots;
  }

  probe(setup) { return this.#entry("tabiya_book_find", setup); }

  list(from = 0, count = this.size) {
    const first = Math.max(0, from), last = Math.min(this.size, from + count);
    return Array.from({length: Math.max(0, last - first)}, (_, index) => this.#entry("tabiya_book_entry", first + index));
  }

  * [Symbol.iterator]() { for (let index = 0; index < this.size; ++index) yield this.#entry("tabiya_book_entry", index); }

  moves(position = "startpos", moves = "") {
    const values = [this.handle, position, lineOf(moves), {room: MOST_MOVES * MOVE_BYTES}, MOST_MOVES, {room: 4}];
    return this.tabiya.call("tabiya_book_moves", values, (view, found, count) =>
      Array.from({length: view.getUint32(count, true)}, (_, index) => {
        const at = found + index * MOVE_BYTES, hasValue = view.getInt32(at + 72, true) !== 0;
        return {
          move: this.tabiya.text(at),
          value: hasValue ? view.getInt32(at + 76, true) : null,
          error: hasValue ? view.getInt32(at + 80, true) : null,
          weight: Number(view.getBigUint64(at + 64, true)),
          leadsOn: view.getInt32(at + 84, true) !== 0,
        };
      }));
  }

  close() { this.closeBy("tabiya_book_close"); }

  #entry(name, of) {
    return this.tabiya.call(name, [this.handle, of, {room: ENTRY_BYTES}], (view, at) => ({
      setup: this.tabiya.text(at),
      reply: this.tabiya.text(at + 64),
      replyWire: this.tabiya.text(at + 128),
      index: Number(view.getBigUint64(at + 192, true)),
      value: view.getInt32(at + 208, true) ? view.getInt32(at + 212, true) : null,
      error: view.getInt32(at + 216, true) ? view.getInt32(at + 220, true) : null,
      depth: view.getInt32(at + 224, true),
      nodes: Number(view.getBigUint64(at + 200, true)),
    }));
  }
}

export class Engine extends Handle {
  static async create(game, options = {}) {
    const part = [game, options.network].find((each) => each instanceof Handle);
    return (part?.tabiya ?? (await loaded())).newEngine(game, options);
  }

  newGame() { this.tell("tabiya_engine_new_game"); }

  evaluate(position = "startpos", moves = "") {
    return this.tabiya.call("tabiya_evaluate", [this.handle, position, lineOf(moves), {room: 4}],
      (view, at) => view.getInt32(at, true));
  }

  search(position = "startpos", moves = "", {depth = 0, nodes = 0, milliseconds = 0, progress = () => true} = {}) {
    const most = {depth: 2 ** 31 - 1, nodes: Number.MAX_SAFE_INTEGER, milliseconds: 2 ** 32 - 1};
    for (const [name, value] of Object.entries({depth, nodes, milliseconds}))
      if (!Number.isInteger(value) || value < 0 || value > most[name]) throw new TabiyaError(INVALID, `${name} is no whole number up to ${most[name]}`);
    const limits = new DataView(new ArrayBuffer(LIMITS_BYTES));
    limits.setInt32(0, depth, true);
    limits.setBigUint64(8, BigInt(nodes), true);
    limits.setUint32(16, milliseconds, true);
    const values = [this.handle, position, lineOf(moves), new Uint8Array(limits.buffer), this.tabiya.told, 0, {room: RESULT_BYTES}];
    return this.tabiya.callWith((at) => progress(this.#result(this.tabiya.view(), at)), "tabiya_search_with", values,
      (view, at) => this.#result(view, at));
  }

  close() { this.closeBy("tabiya_engine_free"); }

  #result(view, at) {
    return {
      move: this.tabiya.text(at),
      score: view.getInt32(at + 64, true),
      depth: view.getInt32(at + 68, true),
      nodes: Number(view.getBigUint64(at + 72, true)),
      variation: this.tabiya.text(at + 80).split(" ").filter(Boolean),
    };
  }
}

const lineOf = (moves) => (typeof moves === "string" ? moves : moves.join(" "));
