// Tabiya in JavaScript: the functions of core/c/tabiya.h, which say what all values mean, as classes. It runs in Node, in
// browsers and in workers, which have to provide the bytes of tabiya.wasm. What fails throws a TabiyaError; a
// WebAssembly.RuntimeError means that memory is at its end, and that the module has to be loaded again.

import {systemCalls} from "./system_calls.js";

const STATUSES = ["ok", "not found", "invalid", "corrupt", "unsupported", "too large", "internal"];
const ERROR_BYTES = 256, ANSWER_BYTES = 140, LIMITS_BYTES = 24, RESULT_BYTES = 592;

export class TabiyaError extends Error {
  constructor(status, message) {
    super(message);
    this.name = "TabiyaError";
    this.status = STATUSES[status];
  }
}

export class Tabiya {
  // `module`: the bytes of tabiya.wasm, or what WebAssembly.compile() has made of them.
  static async load(module) {
    const compiled = module instanceof WebAssembly.Module ? module : await WebAssembly.compile(module);
    const tabiya = new Tabiya();
    const wasi_snapshot_preview1 = systemCalls(compiled, () => tabiya.view());
    tabiya.functions = (await WebAssembly.instantiate(compiled, {wasi_snapshot_preview1})).exports;
    tabiya.functions._initialize();
    return tabiya;
  }

  get version() { return this.text(this.functions.tabiya_version()); }

  openBook(bytes) { return new Book(this, this.#made("tabiya_book_open", bytes, bytes.length)); }
  openNetwork(bytes) { return new Network(this, this.#made("tabiya_network_open", bytes, bytes.length)); }

  // Without a network, the engine evaluates with what is built in.
  newEngine(game, network = null, {tableBytes = 0} = {}) {
    return new Engine(this, this.#made("tabiya_engine_new", game, network?.handle ?? 0, tableBytes));
  }

  // What follows is for the classes below.

  // Calls a function that returns a status and takes an error as its last argument. Strings become C's; an array of
  // bytes becomes a copy of them, and a number of bytes in {room} so many zeros. read(view, room) makes the result.
  call(name, values, read = () => undefined) {
    const {malloc, free} = this.functions, owned = [];
    const copy = (bytes) => {
      const at = malloc(bytes.length || 1);
      if (at === 0) throw new TabiyaError(6, "no memory");
      owned.push(at);
      new Uint8Array(this.functions.memory.buffer).set(bytes, at);
      return at;
    };
    let room = 0;
    const pointer = (value) => {
      if (typeof value === "string") return copy(new TextEncoder().encode(value + "\0"));
      if (value instanceof Uint8Array) return copy(value);
      return value?.room ? (room = copy(new Uint8Array(value.room))) : value;
    };
    try {
      const error = copy(new Uint8Array(ERROR_BYTES));
      const status = this.functions[name](...values.map(pointer), error);
      if (status !== 0) throw new TabiyaError(status, this.text(error));
      return read(this.view(), room);
    } finally {
      owned.forEach((at) => free(at));
    }
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
}

class Handle {
  constructor(tabiya, handle) {
    this.tabiya = tabiya;
    this.handle = handle;
  }
}

export class Network extends Handle {
  close() { this.tabiya.functions.tabiya_network_close(this.handle); }
}

export class Book extends Handle {
  get game() { return this.tabiya.text(this.tabiya.functions.tabiya_book_game(this.handle)); }
  get size() { return this.tabiya.functions.tabiya_book_size(this.handle); }

  // Null for a setup that the book does not know; `value` is null in a book that keeps no values.
  probe(setup) {
    try {
      return this.tabiya.call("tabiya_book_probe", [this.handle, setup, {room: ANSWER_BYTES}], (view, at) => ({
        reply: this.tabiya.text(at),
        replyWire: this.tabiya.text(at + 64),
        value: view.getInt32(at + 128, true) ? view.getInt32(at + 132, true) : null,
        depth: view.getInt32(at + 136, true),
      }));
    } catch (error) {
      if (error.status === "not found") return null;
      throw error;
    }
  }

  close() { this.tabiya.functions.tabiya_book_close(this.handle); }
}

export class Engine extends Handle {
  newGame() { this.tabiya.functions.tabiya_engine_new_game(this.handle); }

  evaluate(position, moves = "") {
    return this.tabiya.call("tabiya_evaluate", [this.handle, position, moves, {room: 4}],
      (view, at) => view.getInt32(at, true));
  }

  search(position, moves = "", {depth = 0, nodes = 0, milliseconds = 0} = {}) {
    const limits = new DataView(new ArrayBuffer(LIMITS_BYTES));
    limits.setInt32(0, depth, true);
    limits.setBigUint64(8, BigInt(nodes), true);
    limits.setUint32(16, milliseconds, true);
    const values = [this.handle, position, moves, new Uint8Array(limits.buffer), {room: RESULT_BYTES}];
    return this.tabiya.call("tabiya_search", values, (view, at) => ({
      move: this.tabiya.text(at),
      score: view.getInt32(at + 64, true),
      depth: view.getInt32(at + 68, true),
      nodes: Number(view.getBigUint64(at + 72, true)),
      variation: this.tabiya.text(at + 80),
    }));
  }

  close() { this.tabiya.functions.tabiya_engine_free(this.handle); }
}
