// Boards and pieces as SVG. Everything about a game comes from its description: glyphs, paint, names of rows.

import {drawn} from "./page.js";

const SQUARE = 100;

const glyphIndex = letter => letter.toLowerCase().charCodeAt(0) - 97;
const sideOf = letter => letter < "a" ? 0 : 1;
const glyphId = (game, glyph) => `glyph-${game.name}-${glyph}`;

// The glyphs of a game as symbols of the document, once.
function defineGlyphs(game) {
  if (document.getElementById(glyphId(game, 0))) return;
  const parser = new DOMParser();
  const symbols = game.glyphs.map((glyph, i) => {
    const parsed = parser.parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${glyph.svg}</svg>`, "image/svg+xml");
    return drawn("symbol", {id: glyphId(game, i), viewBox: "0 0 100 100"}, [...parsed.documentElement.childNodes].map(node => document.importNode(node, true)));
  });
  document.body.append(drawn("svg", {class: "glyphs", width: 0, height: 0, "aria-hidden": "true"}, drawn("defs", {}, symbols)));
}

function paintPiece(use, game, letter) {
  if (letter === ".") {
    use.removeAttribute("href");
    return use;
  }
  const paint = game.paint[sideOf(letter)];
  use.setAttribute("href", "#" + glyphId(game, glyphIndex(letter)));
  use.setAttribute("fill", paint.fill);
  use.setAttribute("stroke", paint.outline);
  use.setAttribute("color", paint.detail);
  return use;
}

const pieceAt = (x, y, size) => drawn("use", {x: x + size * 0.06, y: y + size * 0.06, width: size * 0.88, height: size * 0.88,
  "stroke-width": 5, "stroke-linejoin": "round", "stroke-linecap": "round"});

// One piece alone, for palettes and hands.
export function pieceSvg(game, letter, label) {
  defineGlyphs(game);
  return drawn("svg", {viewBox: "0 0 100 100", class: "piece", role: "img", "aria-label": label ?? pieceName(game, letter)},
    paintPiece(pieceAt(0, 0, SQUARE), game, letter));
}

// A diagram of how a piece moves: it stands in the middle; dots are moves that may capture, rings those that may not, crosses
// captures.
export function movesSvg(game, letter) {
  const {steps} = game.glyphs[glyphIndex(letter)], far = Math.max(2, ...steps.flatMap(({rows, columns}) => [Math.abs(rows), Math.abs(columns)])), size = 2 * far + 1;
  defineGlyphs(game);
  const mark = (x, y, {moves, captures}) => !moves ? drawn("path", {d: `M${x - 22} ${y - 22}l44 44m0-44l-44 44`, class: "step-way"}) : drawn("circle", {cx: x, cy: y, r: 24, class: captures ? "step-both" : "step-way"});
  const marks = steps.flatMap(step => Array.from({length: step.range || far}, (_, i) => [far + (i + 1) * step.columns, far - (i + 1) * step.rows])
    .filter(place => place.every(each => each >= 0 && each < size)).map(([column, row]) => mark(column * SQUARE + 50, row * SQUARE + 50, step)));
  return drawn("svg", {viewBox: `0 0 ${size * SQUARE} ${size * SQUARE}`, class: "leaps", "aria-hidden": "true"}, drawn("rect", {width: "100%", height: "100%", class: "square-light"}),
    drawn("path", {d: checkered({columns: Array(size).fill()}, Array.from({length: size}, (_, i) => i)), class: "square-dark"}), paintPiece(pieceAt(far * SQUARE, far * SQUARE, SQUARE), game, letter), marks);
}

export const kindName = (game, letter) => game.glyphs[glyphIndex(letter)].name;

export const pieceName = (game, letter) => `${kindName(game, letter)} of ${game.sides[sideOf(letter)]}`;

// In some games one side chooses for the other, too.
export function whoPlaces(game, side) {
  const [owner, chooser] = [game.sides[side], game.sides[game.choosers[side]]];
  return owner === chooser ? `${owner} places its pieces` : `${chooser} places ${owner}’s pieces`;
}

export const pieceLetter = (side, glyph) => String.fromCharCode((side === 0 ? 65 : 97) + glyph);

export const squareName = (game, square) => game.squares[square];

// The board's squares as one path of the darker ones, from the row at the top.
function checkered(game, rows) {
  let path = "";
  rows.forEach((row, i) => game.columns.forEach((_, column) => {
    if ((row + column) % 2 === 0) path += `M${column * SQUARE} ${i * SQUARE}h100v100h-100z`;
  }));
  return path;
}

// The height of a strip of these squares by its width.
export const stripRatio = (game, squares) => new Set(squares.map(square => Math.floor(square / game.columns.length))).size / game.columns.length;

// Some squares of a board, drawn again and again for other setups: the rows that they lie in. Pieces are moved
// and not drawn anew, which is what costs time while one scrolls.
export class Strip {
  constructor(game, squares) {
    defineGlyphs(game);
    const columns = game.columns.length;
    const rows = [...new Set(squares.map(square => Math.floor(square / columns)))].sort((a, b) => b - a);
    const width = columns * SQUARE, height = Math.max(rows.length, 1) * SQUARE;
    Object.assign(this, {game, shown: "", pieces: []});
    this.squares = squares;
    this.corners = squares.map(square => [square % columns * SQUARE, rows.indexOf(Math.floor(square / columns)) * SQUARE]);
    this.svg = drawn("svg", {viewBox: `0 0 ${width} ${height}`, class: "strip", role: "img"},
      drawn("rect", {width, height, class: "square-light"}), drawn("path", {d: checkered(game, rows), class: "square-dark"}));
  }

  show(board) {
    if (board === this.shown) return;
    this.shown = board;
    this.svg.setAttribute("aria-label", [...board].flatMap((letter, i) => letter === "." ? [] : `${kindName(this.game, letter)} ${this.game.squares[this.squares[i]]}`).join(", "));
    const idle = {}, taken = new Set();  // pieces to be moved, by letter; squares whose pieces stay
    for (const piece of this.pieces) {
      if (board[piece.place] === piece.letter) taken.add(piece.place);
      else (idle[piece.letter] ??= []).push(piece);
    }
    [...board].forEach((letter, place) => {
      if (letter !== "." && !taken.has(place)) this.put(idle[letter]?.pop() ?? this.add(letter), place);
    });
    for (const piece of Object.values(idle).flat()) this.put(piece, -1);
  }

  add(letter) {
    const use = paintPiece(pieceAt(0, 0, SQUARE), this.game, letter);
    use.append(drawn("title", {}, kindName(this.game, letter)));
    this.svg.append(use);
    this.pieces.push({use, letter, place: -1});
    return this.pieces.at(-1);
  }

  put(piece, place) {
    piece.place = place;
    piece.use.setAttribute("transform", place < 0 ? "scale(0)" : `translate(${this.corners[place]})`);
  }
}

// The top left corner of a square as it is drawn, with the side `below` at the bottom.
export function cornerOf(game, square, below) {
  const columns = game.columns.length, rows = game.rows.length;
  const row = Math.floor(square / columns), column = square % columns;
  return below === 0 ? {x: column * SQUARE, y: (rows - 1 - row) * SQUARE}
                     : {x: (columns - 1 - column) * SQUARE, y: row * SQUARE};
}

function names(game, below) {
  const texts = [];
  game.rows.forEach((name, row) => {
    const {y} = cornerOf(game, row * game.columns.length, below);
    texts.push(drawn("text", {x: -24, y: y + 60, class: "square-name"}, name));
  });
  game.columns.forEach((name, column) => {
    const {x} = cornerOf(game, column, below);
    texts.push(drawn("text", {x: x + 50, y: game.rows.length * SQUARE + 36, class: "square-name"}, name));
  });
  return texts;
}

// The stronger a move, the wider and the darker its arrow; of a drop, a ring around the piece. `kind`: "bad" of what threatens or refutes, "doubtful" of what is refuted.
function arrow(game, below, {from, to, weight, piece, kind = ""}) {
  const centre = square => { const {x, y} = cornerOf(game, square, below); return {x: x + 50, y: y + 50}; };
  const b = centre(to);
  const width = 7 + 17 * weight, look = {class: `arrow ${kind}`, opacity: (0.35 + 0.55 * weight).toFixed(2)};
  if (from === null) return drawn("g", {opacity: look.opacity}, piece && paintPiece(pieceAt(b.x - 50, b.y - 50, SQUARE), game, piece), drawn("circle", {cx: b.x, cy: b.y, r: 42, "stroke-width": width / 2, class: look.class}));
  const a = centre(from);
  const length = Math.hypot(b.x - a.x, b.y - a.y), ux = (b.x - a.x) / length, uy = (b.y - a.y) / length;
  const head = Math.min(2.4 * width, 0.4 * length), end = {x: b.x - ux * 18, y: b.y - uy * 18}, neck = {x: end.x - ux * head, y: end.y - uy * head};
  const point = (p, along, across) => `${p.x + ux * along - uy * across} ${p.y + uy * along + ux * across}`;
  return drawn("path", {...look, d: `M${point(a, 20, width / 2)}L${point(neck, 0, width / 2)}L${point(neck, 0, width * 1.3)}L${end.x} ${end.y}L${point(neck, 0, -width * 1.3)}L${point(neck, 0, -width / 2)}L${point(a, 20, -width / 2)}Z`});
}

// The worth of a piece: a number in the corner of its square, in the colour of good or bad.
function worth(game, below, {square, text, isGood}) {
  const {x, y} = cornerOf(game, square, below);
  return drawn("text", {x: x + 96, y: y + 94, class: isGood ? "worth" : "worth worth-bad"}, text);
}

const MARGIN = {left: 44, top: 4, right: 4, bottom: 48};  // of the names of rows and columns

// The height of a board with its names, divided by its width.
export const boardRatio = game => (game.rows.length * SQUARE + MARGIN.top + MARGIN.bottom) / (game.columns.length * SQUARE + MARGIN.left + MARGIN.right);

// A board. `view`: squares (letters), below, lastMove, marked and targets (squares), cursor (a square or null),
// worths ({square, text, isGood}), and arrows ({from, to, weight from 0 to 1, kind, and of a drop its piece}), the strongest first.
export function boardSvg(game, view) {
  defineGlyphs(game);
  const below = view.below ?? 0, columns = game.columns.length, rows = game.rows.length;
  const svg = drawn("svg", {viewBox: `${-MARGIN.left} ${-MARGIN.top} ${columns * SQUARE + MARGIN.left + MARGIN.right} ${rows * SQUARE + MARGIN.top + MARGIN.bottom}`, class: "board", role: "img", "aria-label": view.label ?? boardText(game, view.squares)});
  svg.append(drawn("rect", {width: columns * SQUARE, height: rows * SQUARE, class: "square-light"}));
  const order = game.rows.map((_, row) => rows - 1 - row);
  svg.append(drawn("path", {d: checkered(game, below === 0 ? order : game.rows.map((_, row) => row)), class: "square-dark",
    transform: below === 0 ? null : `translate(${columns * SQUARE} 0) scale(-1 1)`}));
  for (const square of game.closed ?? []) {
    const {x, y} = cornerOf(game, square, below);
    svg.append(drawn("path", {class: "square-closed", d: `M${x} ${y}h100v100h-100zl100 100m0 -100l-100 100`}));
  }
  for (const [kind, squares] of [["last", view.lastMove ?? []], ["marked", view.marked ?? []], ["target", view.targets ?? []]]) {
    for (const square of squares) {
      const {x, y} = cornerOf(game, square, below);
      svg.append(kind === "target" ? drawn("circle", {cx: x + 50, cy: y + 50, r: view.squares[square] === "." ? 15 : 44, class: view.squares[square] === "." ? "target" : "target target-taken"})
                                   : drawn("rect", {x: x + 3, y: y + 3, width: 94, height: 94, class: kind}));
    }
  }
  svg.append(drawn("rect", {width: columns * SQUARE, height: rows * SQUARE, class: "frame"}), ...names(game, below));
  if (view.cursor !== undefined && view.cursor !== null) {
    const {x, y} = cornerOf(game, view.cursor, below);
    svg.append(drawn("rect", {x: x + 5, y: y + 5, width: 90, height: 90, rx: 6, class: "cursor"}));
  }
  [...view.squares].forEach((letter, square) => {
    if (letter === ".") return;
    const {x, y} = cornerOf(game, square, below);
    const use = paintPiece(pieceAt(x, y, SQUARE), game, letter);
    use.dataset.square = square;
    const {name, moves} = game.glyphs[glyphIndex(letter)];
    if (moves) use.append(drawn("title", {}, `${name}: ${moves}`));
    svg.append(use);
  });
  svg.append(...(view.worths ?? []).map(each => worth(game, below, each)));
  for (const each of [...(view.arrows ?? [])].reverse()) svg.append(arrow(game, below, each));
  return svg;
}

// After a move that changes squares: "8.24A" empties 8 and puts the piece A on 24.
export function squaresAfter(squares, changes) {
  const after = [...squares];
  for (const [, square, letter] of changes.matchAll(/(\d+)(\D)/g)) after[square] = letter;
  return after.join("");
}

// The board in words, for those who hear the page: "Red: wazir a1, …".
function boardText(game, squares) {
  return game.sides.map((name, side) => {
    const pieces = [...squares].flatMap((letter, square) => letter !== "." && sideOf(letter) === side ? [`${kindName(game, letter)} ${squareName(game, square)}`] : []);
    return `${name}: ${pieces.join(", ") || "nothing"}`;
  }).join("; ");
}

// A piece that follows the pointer, as soon as that has moved a little.
export class Ghost {
  constructor(game, letter, svg, {clientX: x, clientY: y}) { Object.assign(this, {game, letter, svg, x, y, node: null}); }

  move({clientX: x, clientY: y}) {
    if (!this.node && Math.hypot(x - this.x, y - this.y) < 6) return;
    if (!this.node) {
      const size = `${this.svg.getScreenCTM().a * SQUARE}px`;
      this.node = pieceSvg(this.game, this.letter);
      this.node.classList.add("ghost");
      Object.assign(this.node.style, {width: size, height: size});
      document.body.append(this.node);
    }
    this.node.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  }

  // Returns whether it has been seen.
  end() {
    this.node?.remove();
    return this.node !== null;
  }
}

// The square under a point of the window, or null.
export function squareUnder(game, svg, below, clientX, clientY) {
  const matrix = svg.getScreenCTM();
  if (!matrix) return null;
  const {x, y} = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  const column = Math.floor(x / SQUARE), down = Math.floor(y / SQUARE);
  const columns = game.columns.length, rows = game.rows.length;
  if (column < 0 || column >= columns || down < 0 || down >= rows) return null;
  return below === 0 ? (rows - 1 - down) * columns + column : down * columns + columns - 1 - column;
}
