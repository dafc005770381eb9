// The view shows which piece stands where, for the first side and in the replies.

import {boardSvg, cornerOf, pieceLetter, pieceSvg} from "./board.js";
import {address, button, drawn, element, goTo, labelled, select} from "./page.js";
import {intro} from "./help.js";
import {openBook} from "./data.js";


const WEIGHTS = [["alike", "all entries alike"], ["rank", "better ranks more (1 / rank)"], ["contrast", "the best hundred against the rest"]];
const BEST = 100;

// The share of the weight of `entries` that has a piece on each square: one array for each side.
function pieceShares(book, glyph, entries, weight) {
  const shares = [0, 1].map(() => new Float64Array(book.game.squares.length));
  let all = 0;
  for (const index of entries) {
    const w = weight(index);
    all += w;
    for (const side of [0, 1]) {
      const board = side === 0 ? book.red_board[index] : book.replies[book.reply[index]].board, letter = pieceLetter(side, glyph);
      book.squares[side].forEach((square, i) => { if (board[i] === letter) shares[side][square] += w; });
    }
  }
  for (const side of shares) side.forEach((share, i) => { side[i] = all > 0 ? share / all : 0; });
  return shares;
}

function sharesFor(book, glyph, how) {
  const all = Array.from({length: book.size}, (_, i) => i);
  if (how === "rank") return pieceShares(book, glyph, all, index => 1 / (index + 1));
  if (how !== "contrast") return pieceShares(book, glyph, all, () => 1);
  const best = pieceShares(book, glyph, all.slice(0, BEST), () => 1), rest = pieceShares(book, glyph, all.slice(BEST), () => 1);
  return best.map((side, i) => side.map((share, square) => share - rest[i][square]));
}

const percent = (share, signed) => `${signed && share >= 0.0005 ? "+" : ""}${(100 * share).toFixed(Math.abs(share) < 0.0995 ? 1 : 0)}`.replace(/^[+-]?0\.0$/, "0").replace("-", "−");

// A board of one side's squares, each shaded by its share and with the number written on it.
function heatBoard(book, side, glyph, shares, how) {
  const {game} = book, letter = pieceLetter(side, glyph), signed = how === "contrast";
  const most = Math.max(...shares.map(Math.abs), 1e-9);
  const svg = boardSvg(game, {squares: ".".repeat(game.squares.length), label: `${game.glyphs[glyph].name} of ${game.sides[side]}: ` +
    book.squares[side].map(square => `${game.squares[square]} ${percent(shares[square], signed)} %`).join(", ")});
  for (const square of book.squares[side]) {
    const {x, y} = cornerOf(game, square, 0), share = shares[square];
    const link = drawn("a", {href: side === 0 ? address("setups", {book: book.number, piece: `${game.glyphs[glyph].letters[0]}@${game.squares[square]}`, exact: 1}) : null},
      drawn("rect", {x, y, width: 100, height: 100, class: "heat-ground"}),
      drawn("rect", {x, y, width: 100, height: 100, class: share < 0 ? "heat-less" : "heat-more", "fill-opacity": (Math.abs(share) / most * 0.7).toFixed(3)}),
      drawn("text", {x: x + 50, y: y + 60, class: "heat-number"}, percent(share, signed)),
      drawn("title", {}, `${game.glyphs[glyph].name} on ${game.squares[square]}: ${percent(share, signed)} %`));
    svg.append(link);
  }
  // Only the rows where setups stand.
  const rows = [...new Set(book.squares[side].map(square => cornerOf(game, square, 0).y))].sort((a, b) => a - b);
  svg.setAttribute("viewBox", `-64 ${rows[0]} ${game.columns.length * 100 + 68} ${rows.at(-1) - rows[0] + 102 + (side === 0 ? 56 : 0)}`);
  svg.setAttribute("class", "board heat");
  svg.setAttribute("role", "group");
  return element("figure", {}, element("figcaption", {}, pieceSvg(game, letter), `${game.sides[side]}’s ${game.glyphs[glyph].name}`), svg);
}

export const view = {
  async show(main, parameters) {
    const book = await openBook(parameters.book ?? 0), {game} = book;
    const how = parameters.weight ?? "alike", all = (parameters.piece ?? "all") === "all";
    const letters = new Set([...book.red_board, ...book.replies.map(each => each.board)].join(""));
    const placed = game.glyphs.map((_, i) => i).filter(i => [0, 1].some(side => letters.has(pieceLetter(side, i))));
    const glyphs = placed.filter(i => all || game.glyphs[i].name === parameters.piece);
    const to = change => goTo("heat", {...parameters, ...change});
    const choice = element("div", {class: "palette", role: "group", "aria-label": "Piece"},
      button("All", () => to({piece: ""}), {"aria-pressed": all}),
      placed.map(i => {
        const glyph = game.glyphs[i];
        const node = button("", () => to({piece: glyph.name}), {"aria-pressed": parameters.piece === glyph.name, "aria-label": glyph.name, title: glyph.name});
        node.append(pieceSvg(game, pieceLetter(0, i)));
        return node;
      }));
    const sentence = how === "contrast" ? `How many percent more (green) or fewer (red) of the best ${BEST} entries have the piece there than of the rest.`
      : `In how many percent of the entries the piece stands there; the greener, the more often.`;
    main.append(intro("Heat maps", `Where the pieces stand in this book: ${game.sides[0]}’s setups on the left, ${game.sides[1]}’s replies on the right. Choose one of ${game.sides[0]}’s squares to see those setups.`),
      element("div", {class: "bar"}, choice, labelled("Counted", select(book.ordered ? WEIGHTS : WEIGHTS.slice(0, 1), how, weight => to({weight: weight === "alike" ? "" : weight})))),
      element("p", {class: "quiet"}, sentence),
      ...glyphs.map(glyph => {
        const shares = sharesFor(book, glyph, how);
        return element("div", {class: "heats"}, heatBoard(book, 0, glyph, shares[0], how), heatBoard(book, 1, glyph, shares[1], how));
      }));
  },
};
