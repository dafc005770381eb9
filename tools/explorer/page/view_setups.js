// All setups of a book: sorted, filtered, and each a step away from its pair.

import {address, button, drawn, element, goTo, intro, labelled, replaceAddress, select, setAttribute, setText} from "./page.js";
import {Strip, pieceLetter, pieceName, pieceSvg, squareName} from "./board.js";
import {RowList} from "./rows.js";
import {chances, grouped, isProven, valueText} from "./values.js";
import {openBook} from "./data.js";

const ORDERS = [["rank", "Rank"], ["value", "Value, best for the first side"], ["worst", "Value, worst for the first side"],
  ["depth", "Depth, deepest first"], ["nodes", "Nodes, most first"], ["error", "Error, largest first"]];

const SPARK = 200;  // width of a value's drawing; chances from 0 to 1

// The chances as a bar from the middle, with the 95 % interval of its error.
export class ValueBar {
  constructor() {
    this.bar = drawn("rect", {y: 5, height: 12});
    this.whisker = drawn("path", {class: "whisker"});
    this.svg = drawn("svg", {viewBox: `0 0 ${SPARK} 22`, preserveAspectRatio: "none", class: "spark", "aria-hidden": "true"},
      drawn("rect", {y: 10.5, width: SPARK, height: 1, class: "track"}), drawn("path", {d: `M${SPARK / 2} 2V20`, class: "axis"}), this.bar, this.whisker);
  }

  show(value, error) {
    const middle = SPARK / 2, x = value === null ? middle : SPARK * chances(value);
    setAttribute(this.bar, "class", x < middle ? "bar-blue" : "bar-red");
    setAttribute(this.bar, "x", Math.min(x, middle));
    setAttribute(this.bar, "width", Math.abs(x - middle));
    const [low, high] = error === null || value === null || isProven(value) ? [0, 0] : [-1.96, 1.96].map(side => SPARK * chances(value + side * error));
    setAttribute(this.whisker, "d", high > low ? `M${low} 7V15M${low} 11H${high}M${high} 7V15` : "");
  }
}

function makeRow(book, entryOf) {
  const red = new Strip(book.game, book.squares[0]), reply = new Strip(book.game, book.squares[1]), bar = new ValueBar();
  const [rank, value, depth] = ["rank number", "number", "depth number"].map(name => element("span", {class: name}));
  const names = ["first", "second"].map(place => element("span", {class: `names mono ${place}`}));
  const node = element("a", {role: "option", tabindex: -1}, rank, element("span", {class: "red"}, red.svg), names[0],
    element("span", {class: "reply"}, reply.svg), names[1], element("span", {class: "value"}, value, bar.svg), depth);
  return {node, show(position) {
    const index = entryOf(position), answer = book.replies[book.reply[index]];
    red.show(book.red_board[index]);
    reply.show(answer.board);
    setText(rank, book.ordered ? index + 1 : "–");
    setText(value, valueText(book.value[index], ...book.game.sides));
    setText(depth, book.depth[index] ? `depth ${book.depth[index]}` : "–");
    setText(names[0], book.red[index]);
    setText(names[1], answer.name);
    bar.show(book.value[index], book.standard_error[index]);
    node.setAttribute("href", address("pair", {book: book.number, red: book.red[index]}));
    node.setAttribute("aria-label", `${rank.textContent}. ${book.game.sides[0]} ${book.red[index]}, ${book.game.sides[1]} replies ${answer.name}, ${value.textContent}, ${depth.textContent}`);
  }};
}

// "W@a1,N@b3" as conditions on the book's boards. Several squares of one piece mean any of them.
function pieceFilter(book, text) {
  const wanted = new Map();
  for (const part of text ? text.split(",") : []) {
    const [letter, name] = part.split("@");
    const glyph = book.game.glyphs.findIndex(each => each.letters[0] === letter);
    const place = book.squares[0].findIndex(square => squareName(book.game, square) === name);
    if (glyph < 0 || place < 0) continue;
    const piece = pieceLetter(0, glyph);
    wanted.set(piece, [...(wanted.get(piece) ?? []), place]);
  }
  return board => [...wanted].every(([piece, places]) => places.some(place => board[place] === piece));
}

export function selectEntries(book, given) {
  const text = (given.q ?? "").trim(), [low, high] = [given.low, given.high].map(bound => bound ? 1e4 * bound : null);
  const stands = pieceFilter(book, given.piece), depth = Number(given.depth ?? 0);
  const chosen = [];
  for (let i = 0; i < book.size; ++i) {
    const value = book.value[i];
    if (book.depth[i] < depth || (low !== null && !(value !== null && value >= low)) || (high !== null && !(value !== null && value <= high))) continue;
    if (given.piece && !stands(book.red_board[i])) continue;
    if (text) {
      const reply = book.replies[book.reply[i]];
      if (!book.red[i].includes(text) && !reply.name.includes(text) && !reply.wire.includes(text)) continue;
    }
    chosen.push(i);
  }
  const by = key => chosen.sort((a, b) => key(a) - key(b) || a - b);
  const lowest = -1e9;
  if (given.sort === "value") by(i => -(book.value[i] ?? lowest));
  if (given.sort === "worst") by(i => book.value[i] ?? -lowest);
  if (given.sort === "depth") by(i => -book.depth[i]);
  if (given.sort === "nodes") by(i => -(book.nodes[i] ?? 0));
  if (given.sort === "error") by(i => -(book.standard_error[i] ?? 0));
  return chosen;
}

// Choose a piece, then the squares on which it may stand.
function pieceChooser(book, given, changed) {
  const {game} = book;
  const chosen = new Set((given.piece ?? "").split(",").filter(Boolean));
  let glyph = Math.max(0, game.glyphs.findIndex(each => [...chosen].some(part => part.startsWith(each.letters[0] + "@"))));
  const box = element("div", {class: "chooser"});
  const draw = () => {
    const letter = game.glyphs[glyph].letters[0];
    const rows = [...new Set(book.squares[0].map(square => Math.floor(square / game.columns.length)))].sort((a, b) => b - a);
    box.replaceChildren(
      element("div", {class: "palette", role: "group", "aria-label": "Piece"}, game.glyphs.map((each, i) =>
        button("", () => { glyph = i; draw(); }, {"aria-pressed": i === glyph, "aria-label": each.name, title: each.name}))),
      element("div", {class: "places", role: "group", "aria-label": `Squares of the ${game.glyphs[glyph].name}`}, rows.map(row =>
        element("div", {}, book.squares[0].filter(square => Math.floor(square / game.columns.length) === row).map(square => {
          const key = `${letter}@${squareName(game, square)}`;
          const others = [...chosen].filter(part => part.endsWith("@" + squareName(game, square)));
          const place = button("", () => {
            chosen.has(key) ? chosen.delete(key) : chosen.add(key);
            draw();
            changed([...chosen].join(","));
          }, {"aria-pressed": chosen.has(key), title: key, "aria-label": `${pieceName(game, pieceLetter(0, glyph))} on ${squareName(game, square)}`});
          for (const part of others) place.append(pieceSvg(game, pieceLetter(0, game.glyphs.findIndex(each => each.letters[0] === part[0]))));
          if (!others.length) place.append(squareName(game, square));
          return place;
        })))),
      button("Any squares", () => { chosen.clear(); draw(); changed(""); }));
    box.firstChild.childNodes.forEach((node, i) => node.append(pieceSvg(game, pieceLetter(0, i))));
  };
  draw();
  return box;
}

export const setupsView = {
  path: "setups", title: "Setups", needs: "book",
  async show(main, parameters) {
    const book = await openBook(parameters.book ?? 0), [first, second] = book.game.sides;
    const given = {...parameters};
    let entries = [];
    const count = element("p", {class: "quiet", role: "status"});
    const list = new RowList({label: "Setups", make: () => makeRow(book, position => entries[position]),
      open: position => goTo("pair", {book: book.number, red: book.red[entries[position]]})});
    const refresh = (change = {}) => {
      Object.assign(given, change);
      entries = selectEntries(book, given);
      count.textContent = entries.length === book.size ? `${grouped(book.size)} setups` : `${grouped(entries.length)} of ${grouped(book.size)} setups`;
      list.setCount(entries.length);
      if (Object.keys(change).length) {
        list.node.scrollTop = 0;
        list.active = -1;
        replaceAddress("setups", given);
      }
    };
    const input = (name, attributes) => element("input", {value: given[name] ?? "", oninput: event => refresh({[name]: event.target.value}), ...attributes});
    const depths = [...new Set(book.depth)].sort((a, b) => a - b);
    main.classList.add("view-setups");
    main.append(
      intro("Setups", `Every row is a setup of ${first}, who places his pieces first, and the best reply of ${second} that the book knows. The value says how good that is for ${first}: his chances to win, with a bar that begins at even chances and the range of its error. Choose a row to see the pair on the board.`),
      element("div", {class: "bar"},
        labelled("Search", input("q", {type: "search", placeholder: "part of a setup", autocapitalize: "off", spellcheck: "false"})),
        labelled("Sorted by", select(ORDERS.map(([key, text]) => [key, text.replace("the first side", first)]), given.sort ?? "rank", sort => refresh({sort: sort === "rank" ? "" : sort}))),
        labelled("Depth at least", select([["", "any"], ...depths.slice(1).map(depth => [depth, depth])], given.depth ?? "", depth => refresh({depth}))),
        labelled("Value from", input("low", {type: "number", step: "0.05", placeholder: "logit"})),
        labelled("to", input("high", {type: "number", step: "0.05", placeholder: "logit"})),
        element("details", {class: "filter", open: Boolean(given.piece)}, element("summary", {}, "Pieces on squares"), pieceChooser(book, given, piece => refresh({piece})))),
      count,
      element("div", {class: "heads", "aria-hidden": "true"}, ["Rank", first, "", second + "’s reply", "", "Value", "Depth"].map(name => element("span", {class: name ? null : "wide"}, name))),
      list.node);
    refresh();
  },
};
