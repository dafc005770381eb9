// Games as text, there and back: PGN with comments and variations. Games that PGN does not know are written in the same
// way, in their own notation.

import {glyphOf, markOf} from "./game_tree.js";
import {WIN, isProven, unitOf} from "./values.js";

// "3." before a move of the side that begins, "3…" before the other's where a line begins with it.
export function numberOf(tree, node, isFirst) {
  const half = node.ply - 1 + tree.side;
  return half % 2 === 0 ? `${half / 2 + 1}.` : isFirst ? `${(half + 1) / 2}…` : "";
}

// Evaluations for the first side, as other programs write them: in pawns, or moves to mate; of games without PGN in logit.
function evaluationText(game, {value, isOver}) {
  if (value === null || isOver) return "";
  const moves = Math.ceil((WIN - Math.abs(value)) / 2);
  return `[%eval ${isProven(value) ? `#${value < 0 ? -moves : moves}` : (value / unitOf(game).size).toFixed(2)}]`;
}

// The value of a mate counts the fewest plies that make so many moves.
export function valueOfPgn(game, text) {
  const number = Number(text.replace("#", ""));
  return !text.startsWith("#") ? Math.round(number * unitOf(game).size) : Math.sign(number) * (WIN - 2 * Math.abs(number) + 1);
}

const commentText = comment => comment ? [`{${comment.replaceAll("}", ")")}}`] : [];

// The notes behind a move: glyphs, those of a review where the game has none, its evaluation, and its comment.
const notesOf = (game, tree, node) => [...node.glyphs.length ? node.glyphs : [markOf(tree, node)].filter(Boolean).map(glyphOf), ...commentText([evaluationText(game, node), node.comment].filter(Boolean).join(" "))];

// The words after a node: those of its main line, with the variations in brackets after the move that they replace.
function wordsAfter(game, tree, node, isFirst = true) {
  const words = [];
  for (let main = node.next; main; main = main.next) {
    const say = (move, first) => [numberOf(tree, move, first).replace("…", "..."), move.readable, ...notesOf(game, tree, move)].filter(Boolean);
    words.push(...say(main, isFirst));
    isFirst = words.at(-1).endsWith("}");
    for (const other of main.parent.children.slice(1)) {
      words.push(`(${[...say(other, true), ...wordsAfter(game, tree, other, notesOf(game, tree, other).at(-1)?.endsWith("}") ?? false)].join(" ")})`);
      isFirst = true;
    }
  }
  return words;
}

function wrapped(text) {
  return text.replace(/(.{1,79})(?:\s|$)/g, "$1\n").trim();
}

// "Anand – Carlsen, 0-1", or nothing.
export const playersOf = ({White, Black, Result}) => White || Black ? [`${White ?? "?"} – ${Black ?? "?"}`, Result].filter(Boolean).join(", ") : "";

// `root`: the position from which the moves begin, as the program describes it. The game has the tags with which it came.
export function gameText(game, tree, {text, variant, usual}) {
  const kept = tree.root.tags ?? {}, result = tree.root.last.result || kept.Result || "*", isPlain = usual && !variant;
  const tags = {Event: "?", ...kept, Variant: variant, SetUp: isPlain ? "" : "1", FEN: isPlain ? "" : text, Result: result, Termination: tree.root.last.end ?? kept.Termination};
  return `${Object.entries(tags).filter(([, value]) => value).map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]`).join("\n")}\n\n${wrapped([...commentText(tree.root.comment), ...wordsAfter(game, tree, tree.root), result].join(" "))}\n`;
}

const TOKENS = /\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]|\{([^}]*)\}|;([^\n]*)|(\()|(\))|[^\s()[\]{};]+/g;
const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];

// The games of a text: {tags, comment, children: [{word, comment, glyphs, evaluation, children}]}, their moves not yet looked at.
export function parseGames(text) {
  const games = [];
  let game, node, before, open = [], isOver = true;
  for (const [word, tag, value, comment, rest, opens, closes] of text.matchAll(TOKENS)) {
    if (isOver || tag && game.children.length) {
      node = before = game = {tags: {}, comment: "", children: []};
      games.push(game);
      isOver = false;
    }
    if (tag) game.tags[tag] = value.replace(/\\(.)/g, "$1");
    else if (comment !== undefined || rest !== undefined) {
      const said = (comment ?? rest).replace(/\[%eval\s+([^\],\s]+)[^\]]*\]/, (_, evaluation) => { node.evaluation = evaluation; return ""; });
      node.comment = [node.comment, said.replace(/\s+/g, " ").trim()].filter(Boolean).join(" ");
    } else if (opens) open.push([node, before]), node = before;
    else if (closes) {
      if (!open.length) throw new Error("a bracket closes a variation that has not begun");
      [node, before] = open.pop();
    } else if (RESULTS.includes(word)) isOver = !open.length;
    else if (word.startsWith("$")) node.glyphs?.push(word);
    else {
      const [, move, glyph] = word.match(/^(?:\d+(?:\.+|…))?(.*?)([!?]*)$/);
      if (!move || /^\d*\.*$/.test(move)) continue;
      const next = {word: move, comment: "", glyphs: glyph ? [glyphOf(glyph)] : [], children: []};
      node.children.push(next);
      [before, node] = [node, next];
    }
  }
  if (open.length) throw new Error("a variation does not end");
  return games.filter(({tags, children}) => children.length || tags.FEN);
}

// The lines of a parsed game, the main one first, each a list of {word, comment}.
export function leavesOf(parsed) {
  const leaves = [];
  const walk = path => {
    const {children} = path.at(-1) ?? parsed;
    for (const child of children) walk([...path, child]);
    if (!children.length) leaves.push(path);
  };
  walk([]);
  return leaves;
}
