// An engine in a worker: a page or a program goes on while it searches, and a search ends whenever it is asked to.
import {TabiyaError} from "./tabiya.js";

// Makes a worker, in browsers and in Node.
async function newWorker(receive) {
  if (globalThis.Worker) {
    const worker = new Worker(new URL("./worker.js", import.meta.url), {type: "module"});
    worker.onmessage = ({data}) => receive(data);
    worker.onerror = ({message}) => receive({failed: {message}});
    return worker;
  }
  const threads = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:worker_threads");
  const worker = new threads.Worker(new URL("./worker.js", import.meta.url));
  worker.on("message", receive).on("error", (error) => receive({failed: {message: error.message}}));
  return worker;
}

export class BackgroundEngine {
  #begin; // what a new worker is told first
  #worker = null;
  #receive = () => {};
  #found = null; // by the search that runs
  #last = Promise.resolve(); // the request before
  #closed = 0; // how often

  constructor(game, {rules = null, network = null, tableBytes = 0} = {}) { this.#begin = {game, rules, network, tableBytes}; }

  newGame() { return this.#ask("newGame", []); }
  evaluate(position = "startpos", moves = "") { return this.#ask("evaluate", [position, moves]); }
  search(position = "startpos", moves = "", {progress = () => true, signal = null, ...limits} = {}) {
    return this.#ask("search", [position, moves, limits], progress, signal);
  }

  // Ends a search that runs, as a signal does, and what waits behind it.
  close() {
    ++this.#closed;
    this.#stop();
  }

  #ask(name, values, progress = () => true, signal = null) {
    const closed = this.#closed, isOver = () => closed !== this.#closed;
    const answer = this.#last.then(() => (isOver() ? null : this.#answer(name, values, progress, signal, isOver)));
    this.#last = answer.catch(() => {});
    return answer;
  }

  #stop() { this.#end({done: this.#found}); }

  // Ends the worker; `message` is the answer to what it was asked for. What it sends after that is passed over.
  #end(message) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#receive(message);
  }

  async #answer(name, values, progress, signal, isOver) {
    signal?.throwIfAborted();
    this.#found = null;
    const begin = this.#worker === null ? this.#begin : null;
    if (begin) {
      const worker = await newWorker((message) => worker === this.#worker && this.#receive(message));
      this.#worker = worker;
    }
    const stop = () => this.#stop();
    signal?.addEventListener("abort", stop);
    try {
      return await new Promise((resolve, reject) => {
        this.#receive = ({soFar, done, failed, thrown}) => {
          if (thrown) return reject(thrown);
          if (failed) {
            const error = failed.status ? new TabiyaError(failed.status, failed.message) : new Error(failed.message);
            return begin || !failed.status ? this.#end({thrown: error}) : reject(error);
          }
          if (!soFar) return resolve(done);
          this.#found = soFar;
          try {
            if (progress(soFar) === false) stop();
          } catch (error) {
            this.#end({thrown: error});
          }
        };
        if (signal?.aborted || isOver()) return stop();
        try {
          this.#worker.postMessage({begin, name, values});
        } catch (error) { // the worker has not begun
          this.#end({thrown: error});
        }
      });
    } finally {
      this.#receive = () => {};
      signal?.removeEventListener("abort", stop);
    }
  }
}
