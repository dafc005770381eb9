// module_test.mjs MODULE PROGRAM SOURCES BOOK: the module, by the wrapper of tools/npm, answers as the program does.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {readFile} from "node:fs/promises";

const [modulePath, program, sources, bookPath] = process.argv.slice(2);
const {Tabiya, TabiyaError} = await import(`${sources}/tools/npm/tabiya.js`);
const says = (...words) =>
  execFileSync(program, [...words, "--json"], {encoding: "utf8"}).trim().split("\n").map((line) => JSON.parse(line));

const tabiya = await Tabiya.load(await readFile(modulePath));
const networkBytes = await readFile(`${sources}/data/nets/default.tbp`);
const book = tabiya.openBook(await readFile(bookPath));
const network = tabiya.openNetwork(networkBytes);
assert.match(tabiya.version, /^\d+\.\d+\.\d+$/);

assert.equal(book.size, says("book", "info", bookPath)[0].entries);
for (const rank of [1, 5000, 15000]) {
  const [entry] = says("book", "list", bookPath, "--rank", `${rank}-${rank}`);
  const answer = book.probe(entry.red);
  assert.deepEqual([answer.reply, answer.replyWire, answer.depth], [entry.reply, entry.reply_wire, entry.depth]);
  const moves = `${entry.red} ${answer.replyWire}`;
  const position = ["startpos", "--moves", moves, "--net", `${sources}/data/nets/default.tbp`];
  const engine = tabiya.newEngine(book.game, network);
  assert.equal(engine.evaluate("startpos", moves), says("eval", ...position)[0].eval);
  for (const [limit, value] of [["depth", 9], ["nodes", 100_000]]) {
    engine.newGame();
    const found = engine.search("startpos", moves, {[limit]: value});
    const expected = says("analyse", ...position, `--${limit}`, value).at(-1);
    assert.deepEqual([found.variation.split(" "), found.score, found.depth, found.nodes],
      [expected.pv, expected.score, expected.depth, expected.nodes], `${moves}, ${limit} ${value}`);
  }
  engine.close();
}

// Games without a network, and what fails.
const chess = tabiya.newEngine("chess");
assert.equal(chess.search("startpos", "", {depth: 4}).depth, 4);
const fails = (status, work) => assert.throws(work, (error) => error instanceof TabiyaError && error.status === status);
assert.equal(book.probe("FFDDDDAAAAAAAANW"), null);
fails("invalid", () => book.probe("nonsense"));
fails("invalid", () => chess.search("startpos", "e2e5", {depth: 1}));
fails("invalid", () => chess.search("startpos", "", {}));
fails("unsupported", () => tabiya.newEngine("no such game"));
fails("unsupported", () => tabiya.openBook(networkBytes));
fails("corrupt", () => tabiya.openNetwork(networkBytes.map((byte, index) => (index === 9999 ? byte ^ 1 : byte))));
chess.close();
fails("invalid", () => chess.evaluate("startpos"));
network.close();
book.close();
assert.ok(tabiya.functions.memory.buffer.byteLength <= 128 << 20);
console.log(`${tabiya.functions.memory.buffer.byteLength >> 20} MiB`);
