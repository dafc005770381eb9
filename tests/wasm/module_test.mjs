// module_test.mjs SITE PROGRAM SOURCES: the package finds what the program finds. SITE: a folder in which it is installed, with the
// shipped book, unpacked, its lines as an indexed book, and the project's data.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {readFile} from "node:fs/promises";
import {gzipSync} from "node:zlib";

const [site, program, sources] = process.argv.slice(2);
const folder = `${site}/node_modules/tabiya`, bookPath = `${site}/book.tbk`;
const {chance, Engine, openBook, openNetwork, Tabiya, TabiyaError} = await import(`${folder}/tabiya.js`);
const says = (...words) =>
  execFileSync(program, [...words, "--json"], {encoding: "utf8"}).trim().split("\n").map((line) => JSON.parse(line));

const module = await readFile(`${folder}/tabiya.wasm`);
const tabiya = await Tabiya.load(module);
const kilobytes = Math.round(gzipSync(module, {level: 9}).length / 1000);
assert.ok(kilobytes <= 500, `${kilobytes} kB`);
assert.equal(JSON.parse(await readFile(`${folder}/package.json`)).version, tabiya.version);

// The shipped book and network.
const networkPath = `${sources}/data/nets/default.tbp`, networkBytes = await readFile(networkPath);
const book = await openBook(await readFile(bookPath)), network = await openNetwork(networkBytes);
const engine = await Engine.create(book, {network});
assert.deepEqual([book.game, book.size, book.positions, book.roots], ["zero_point_one", says("book", "info", bookPath)[0].entries, 0, []]);
for (const rank of [1, 5000, 15000]) {
  const [listed] = says("book", "list", bookPath, "--rank", `${rank}-${rank}`);
  const entry = book.probe(listed.red);
  assert.deepEqual([entry.setup, entry.reply, entry.replyWire, entry.value, entry.depth, entry.index + 1],
    [listed.red, listed.reply, listed.reply_wire, listed.value, listed.depth, rank]);
  assert.ok(entry.error > 0 && entry.nodes > 0);
  assert.deepEqual(book.list(rank - 1, 1), [entry]);
  const moves = [entry.setup, entry.replyWire];
  const position = ["startpos", "--moves", moves.join(" "), "--net", networkPath];
  assert.equal(engine.evaluate("startpos", moves), says("eval", ...position)[0].eval);
  for (const [limit, value] of [["depth", 9], ["nodes", 100_000]]) {
    engine.newGame();
    const depths = [];
    const found = engine.search("startpos", moves, {[limit]: value, progress: ({depth}) => depths.push(depth)});
    const expected = says("analyse", ...position, `--${limit}`, value).at(-1);
    assert.deepEqual([found.variation, found.score, found.depth, found.nodes],
      [expected.pv, expected.score, expected.depth, expected.nodes], `${moves}, ${limit} ${value}`);
    assert.deepEqual(depths, [...Array(found.depth + 1).keys()]);
  }
}
assert.equal([...book].length, book.size);
assert.equal(book.list(book.size - 1, 9).length, 1);
assert.equal(book.probe("FFDDDDAAAAAAAANW"), null);
assert.equal(chance(0), 0.5);

// Books of moves.
const lines = tabiya.openBook(await readFile(`${sources}/data/books/lines.tbk`)), [root] = lines.roots;
const known = lines.moves(root);
assert.ok(lines.positions > 0 && lines.size === 0 && known.every(({value, error, weight}) => value !== null && error > 0 && weight === 0));
assert.equal(lines.moves(root, [known[0].move])[0].value, -known[0].value);
assert.equal(lines.moves(root, known.find(({leadsOn}) => !leadsOn).move), null);
const indexed = await openBook(await readFile(`${site}/lines.tbi`));
assert.equal(indexed.positions, lines.positions);
assert.deepEqual(indexed.moves(root), known);
const polyglot = await openBook(Uint8Array.of(0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 3, 0x1c, 0, 7, 0, 0, 0, 0));
assert.deepEqual(polyglot.moves(), [{move: "e2e4", value: null, error: null, weight: 7, leadsOn: false}]);

// Games by their rules, and progress that ends a search.
const courtyard = await Engine.create("", {rules: await readFile(`${sources}/data/variants/courtyard.ini`, "utf8")});
assert.equal(courtyard.search("startpos", "CK...G...GRC .ck.cg..gr..", {depth: 3}).depth, 3);
const chess = tabiya.newEngine("chess");
assert.equal(chess.search("startpos", "", {depth: 9, progress: ({depth}) => depth < 3}).depth, 3);
assert.throws(() => chess.search("startpos", "", {depth: 9, progress: () => { throw new RangeError("enough"); }}), RangeError);
assert.throws(() => chess.search("startpos", "", {depth: 9, progress: () => chess.close()}), {status: "invalid", message: /at work/});
assert.equal(chess.search("startpos", "", {depth: 4}).depth, 4);

// In a worker.
const {BackgroundEngine} = await import(`${folder}/background.js`);
const background = new BackgroundEngine(book.game, {network: networkBytes}), moves = `${book.list(0, 1)[0].setup} ${book.list(0, 1)[0].replyWire}`;
engine.newGame();
assert.deepEqual(await background.search("startpos", moves, {depth: 6}), engine.search("startpos", moves, {depth: 6}));
const ending = new AbortController();
const ended = await background.search("startpos", moves, {milliseconds: 600_000, signal: ending.signal, progress: ({depth}) => { if (depth === 4) ending.abort(); }});
assert.ok(ended.depth >= 4);
await assert.rejects(background.search("startpos", moves, {depth: 1, signal: ending.signal}), {name: "AbortError"});
await assert.rejects(background.evaluate("startpos", "nonsense"), {name: "TabiyaError", status: "invalid"});
assert.equal(await background.evaluate("startpos", moves), engine.evaluate("startpos", moves));
await assert.rejects(background.search("startpos", moves, {depth: 9, progress: () => { throw new RangeError("enough"); }}), RangeError);
background.close();
for (const pause of [0, 5, 100]) { // before its worker begins, and then
  const asked = [1, 2].map(() => background.search("startpos", moves, {milliseconds: 600_000}));
  await new Promise((resolve) => (pause ? setTimeout(resolve, pause) : resolve()));
  background.close();
  assert.equal((await Promise.all(asked))[1], null);
}
await assert.rejects(background.evaluate("startpos", () => 0), {name: "DataCloneError"});
assert.equal(await background.evaluate("startpos", moves), engine.evaluate("startpos", moves));
background.close();
const unknown = new BackgroundEngine("no such game");
for (let i = 0; i < 2; ++i) await assert.rejects(unknown.newGame(), {status: "unsupported"});

// What fails.
const fails = (status, work) => assert.throws(work, (error) => error instanceof TabiyaError && error.status === status);
const zstd = await readFile(`${sources}/data/books/default.tbp`);
await assert.rejects(openBook(zstd), {status: "unsupported", message: /zstd frame: unpack it/});
await assert.rejects(Engine.create("", {rules: "[a]\nking = @"}), {status: "invalid", message: /line 2/});
fails("invalid", () => book.probe("nonsense"));
fails("invalid", () => chess.search("startpos", "e2e5", {depth: 1}));
fails("invalid", () => chess.search());
fails("invalid", () => tabiya.newEngine(book));
for (const limits of [{nodes: -1}, {milliseconds: 2 ** 32}, {depth: 1.5}]) fails("invalid", () => chess.search("startpos", "", limits));
const closed = tabiya.openNetwork(networkBytes);
closed.close();
for (const network of [closed, networkBytes]) fails("invalid", () => tabiya.newEngine("zero_point_one", {network}));
fails("unsupported", () => tabiya.newEngine("no such game"));
fails("unsupported", () => tabiya.openBook(networkBytes));
fails("corrupt", () => tabiya.openNetwork(networkBytes.map((byte, index) => (index === 9999 ? byte ^ 1 : byte))));
chess.close();
chess.close();
fails("invalid", () => chess.newGame());
fails("invalid", () => chess.evaluate("startpos"));

// What its page shows runs.
const [, code] = (await readFile(`${folder}/README.md`, "utf8")).match(/```js\n(.*?)```/s);
const shown = execFileSync(process.execPath, ["--input-type=module", "--eval", code], {cwd: site, encoding: "utf8"});
assert.match(shown, /variation: \[/);

const memories = [tabiya, book.tabiya].map(({functions}) => functions.memory.buffer.byteLength >> 20);
assert.ok(Math.max(...memories) <= 128);
console.log(`${kilobytes} kB; ${memories} MiB`);
