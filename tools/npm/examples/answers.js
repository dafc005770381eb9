// Answers setups of the first side, one a line: node answers.js BOOK NETWORK
//
// Each line of the output has the reply of the book, the chances of the first side by the book, and the move that a search of
// 20,000 nodes would begin with. A setup that the book does not know is "unknown".
import {readFile} from "node:fs/promises";
import {createInterface} from "node:readline";
import {chance, Engine, openBook, openNetwork} from "tabiya";

function answer(book, engine, setup) {
  const entry = book.probe(setup);
  if (entry === null) return "unknown";
  const found = engine.search("startpos", [entry.setup, entry.replyWire], {nodes: 20_000});
  const chances = entry.value === null ? "no value" : `${(100 * chance(entry.value)).toFixed(1)} %`;
  return `${entry.replyWire} ${chances} ${found.move}`;
}

try {
  const [bookPath, networkPath] = process.argv.slice(2);
  if (!networkPath) throw new Error("usage: node answers.js BOOK NETWORK");
  const book = await openBook(await readFile(bookPath));
  const engine = await Engine.create(book, {network: await openNetwork(await readFile(networkPath))});
  for await (const line of createInterface({input: process.stdin})) console.log(answer(book, engine, line.trim()));
} catch (error) {
  console.error(`answers.js: ${error.message}`);
  process.exitCode = 2;
}
