import type {Bytes, EngineOptions, Moves, Result, SearchOptions} from "./tabiya.js";

/** An engine in a worker, which begins with the first request and ends by close(); requests wait for those before. */
export class BackgroundEngine {
  /** `game`: by its name; with `rules`, of the game there. */
  constructor(game: string, options?: Omit<EngineOptions, "network"> & {network?: Bytes | null});
  newGame(): Promise<void>;
  evaluate(position?: string, moves?: Moves): Promise<number>;
  /** `signal` ends the search, whose result is then that of the last depth; null before the first. One that
   * has ended before the search begins rejects it with its reason. */
  search(position?: string, moves?: Moves, options?: SearchOptions & {signal?: AbortSignal | null}): Promise<Result | null>;
  /** Ends the worker, and a search that runs as a signal does; requests that wait, and a worker that begins, have null. */
  close(): void;
}
