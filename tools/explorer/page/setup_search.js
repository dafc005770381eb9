// Finds the entries of a book that a text and pieces on squares ask for; a setup's mirror image is the same setup.

import {pieceLetter, squareName} from "./board.js";
import {unitOf} from "./values.js";

// The place of each square's mirror image, left and right exchanged, in a list of squares; null where one is not listed.
function mirrorPlaces(game, squares) {
  const columns = game.columns.length;
  const places = squares.map(square => squares.indexOf(square - square % columns + columns - 1 - square % columns));
  return places.includes(-1) ? null : places;
}

// The order in which names list the pieces of boards, found from the names of two setups; null if they do not.
function nameOrder(game, squares, samples) {
  const columns = game.columns.length, places = squares.map((_, i) => i);
  const row = i => Math.floor(squares[i] / columns), column = i => squares[i] % columns;
  const text = (order, board) => order.map(i => board[i] === "." ? "" : game.glyphs[board[i].toLowerCase().charCodeAt(0) - 97].letters[0]).join("");
  for (const down of [1, -1]) for (const right of [1, -1]) {
    const order = [...places].sort((a, b) => down * (row(a) - row(b)) || right * (column(a) - column(b)));
    if (samples.every(({name, board}) => text(order, board) === name)) return board => text(order, board);
  }
  return null;
}

// name(board) of the mirror image of a board, or null where a game has none.
function mirrorNames(game, squares, samples) {
  const places = mirrorPlaces(game, squares), name = nameOrder(game, squares, samples);
  return places && name ? board => name(places.map(i => board[i]).join("")) : null;
}

// "W@a1,N@b3" as conditions on boards, or `exact`ly not on their mirror images. Several squares of one piece mean any of them.
function pieceFilter(book, {piece: text, exact}) {
  const wanted = new Map(), mirror = exact ? null : mirrorPlaces(book.game, book.squares[0]);
  for (const part of text ? text.split(",") : []) {
    const [letter, name] = part.split("@");
    const glyph = book.game.glyphs.findIndex(each => each.letters[0] === letter);
    const place = book.squares[0].findIndex(square => squareName(book.game, square) === name);
    if (glyph < 0 || place < 0) continue;
    const piece = pieceLetter(0, glyph);
    wanted.set(piece, [...(wanted.get(piece) ?? []), place]);
  }
  const stands = at => [...wanted].every(([piece, places]) => places.some(place => at(place) === piece));
  return board => stands(place => board[place]) || mirror !== null && stands(place => board[mirror[place]]);
}

// The names of all mirror images, of reds and of replies, made when they are searched for the first time.
const mirrors = new WeakMap();
function mirrorsOf(book) {
  if (!mirrors.has(book.red)) {
    const ends = list => [list[0], list.at(-1)];
    const reds = mirrorNames(book.game, book.squares[0], ends(book.red.map((name, i) => ({name, board: book.red_board[i]}))));
    const blues = mirrorNames(book.game, book.squares[1], ends(book.replies));
    mirrors.set(book.red, {reds: book.red_board.map(board => reds?.(board) ?? ""), replies: book.replies.map(({board}) => blues?.(board) ?? "")});
  }
  return mirrors.get(book.red);
}

// The filter tells whether an entry has a text in its name, in that of its reply, or of their mirror images.
function textFilter(book, text) {
  if (!text) return () => true;
  const {reds, replies} = mirrorsOf(book);
  return i => {
    const reply = book.replies[book.reply[i]];
    return [book.red[i], reply.name, reply.wire, reds[i], replies[book.reply[i]]].some(name => name.includes(text));
  };
}

// The parameters of an address that choose and order entries.
export const FILTERS = ["q", "sort", "depth", "low", "high", "piece", "exact"];
export const filtersOf = parameters => Object.fromEntries(FILTERS.map(name => [name, parameters[name] ?? ""]));

const LOWEST = -1e9;
const KEYS = {
  value: book => i => -(book.value[i] ?? LOWEST), worst: book => i => book.value[i] ?? -LOWEST, depth: book => i => -book.depth[i],
  nodes: book => i => -(book.nodes[i] ?? 0), error: book => i => -(book.standard_error[i] ?? 0),
};

// The entries that fit what the address asks for, in its order.
export function selectEntries(book, given) {
  const [low, high] = [given.low, given.high].map(bound => bound ? unitOf(book.game).size * bound : null), depth = Number(given.depth ?? 0);
  const hasText = textFilter(book, (given.q ?? "").trim()), stands = pieceFilter(book, given);
  const chosen = [];
  for (let i = 0; i < book.size; ++i) {
    const value = book.value[i];
    if (book.depth[i] < depth || (low !== null && !(value !== null && value >= low)) || (high !== null && !(value !== null && value <= high))) continue;
    if (hasText(i) && (!given.piece || stands(book.red_board[i]))) chosen.push(i);
  }
  const key = KEYS[given.sort]?.(book);
  return key ? chosen.sort((a, b) => key(a) - key(b) || a - b) : chosen;
}
