// answers_test.mjs MODULE PROGRAM PAGE: the engine of the exported page PAGE, of the shipped book, answers as the program does.
import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import {once} from "node:events";
import {readFile} from "node:fs/promises";
import {runInNewContext} from "node:vm";
import {systemCalls} from "../../tools/npm/system_calls.js";

const [modulePath, program, page] = process.argv.slice(2);
const server = spawn(program, ["explore", "shipped"], {stdio: ["ignore", "pipe", "inherit"]});
const address = String((await once(server.stdout, "data"))[0]).trim(), [own, token] = address.split("#token=");

// The engine, and what it tells in a call: [status, JSON] each.
const module = await WebAssembly.compile(await readFile(modulePath));
let told = [], engine;
const tell = (status, at, size) => told.push([status, JSON.parse(Buffer.from(engine.memory.buffer, at, size))]);
const view = () => new DataView(engine.memory.buffer);
engine = (await WebAssembly.instantiate(module, {wasi_snapshot_preview1: systemCalls(module, view), page: {tell}})).exports;
engine._initialize();
function call(name, ...texts) {
  told = [];
  const given = texts.flatMap((text) => {
    const bytes = Buffer.from(text), at = engine.malloc(bytes.length || 1);
    new Uint8Array(engine.memory.buffer).set(bytes, at);
    return [at, bytes.length];
  });
  engine[name](...given);
  return told;
}

const fileOf = async (name) => {
  let content;
  runInNewContext(await readFile(`${page}/data/${name}.js`, "utf8"), {tabiyaData: (_, given) => { content = given; }});
  return content;
};
const {games} = await fileOf("session");
for (const number of games.keys())
  for (const [what, text] of await fileOf(`engine-${number}`)) assert.deepEqual(call("add", JSON.stringify(what), text), [[200, {}]]);

async function answersAlike(path, parameters, expected = 200) {
  const response = await fetch(`${own.slice(0, -1)}${path}?${new URLSearchParams(parameters)}`);
  assert.equal(response.status, expected);
  assert.deepEqual(call("answer", JSON.stringify({path, parameters})), [[expected, await response.json()]], path + JSON.stringify(parameters));
}

async function worksAlike(request) {
  const headers = {"X-Tabiya-Token": token};
  const {id} = await (await fetch(`${own}api/works`, {method: "POST", headers, body: JSON.stringify(request)})).json();
  let state;
  do state = await (await fetch(`${own}api/works/${id}`)).json();
  while (state.running);
  assert.equal(state.error, null);
  const found = call("work", JSON.stringify(request));
  assert.deepEqual(found.pop(), [200, {}]);
  const [status, result] = found.pop();
  assert.equal(status, 0);
  for (const each of [result, state.result]) delete each.nps;
  assert.deepEqual(result, state.result, JSON.stringify(request));
}

const [first] = (await fileOf("books-0-details-0")), zero = {game: "zero_point_one"}, moves = first.moves.join(" ");
assert.equal((await (await fetch(`${own}api/position?game=zero_point_one&moves=${moves}`)).json()).known.rank, 1);
try {
  await answersAlike("/api/position", {...zero, moves});
  await answersAlike("/api/position", {...zero, moves: `${moves} a9a1`}, 400);
  await answersAlike("/api/position", {game: "chess", position: "startpos", moves: "e2e4 e7e5"});
  await answersAlike("/api/setup", {...zero, side: "1", name: first.reply});
  await answersAlike("/api/setup", {...zero, side: "0", name: "nonsense"});
  await answersAlike("/api/setup", {...zero, side: "0", squares: "A".repeat(64)});
  await answersAlike("/api/solved", {game: "pawn_race"});
  await answersAlike("/api/nowhere", {}, 404);
  await worksAlike({kind: "analysis", ...zero, moves, lines: 3, depth: 7});
  await worksAlike({kind: "analysis", game: "chess", position: "startpos", nodes: 50000});
  await worksAlike({kind: "replies", ...zero, red: first.red, known: [first.reply], depth: 4, candidates: 4});
  await worksAlike({kind: "explanation", game: "chess", position: "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3", asked: ["d7d6"]});
  await worksAlike({kind: "matrix", game: "pawn_race", depth: 3});
  assert.ok(engine.memory.buffer.byteLength <= 128 << 20);
} finally {
  server.kill("SIGINT");
}
console.log(`${engine.memory.buffer.byteLength >> 20} MiB`);
