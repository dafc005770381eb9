// All setups of a book: sorted, filtered, and each a step away from its pair.

import {address, button, drawn, element, goTo, labelled, replaceAddress, select, setAttribute, setText} from "./page.js";
import {intro} from "./help.js";
import {Strip, pieceLetter, pieceName, pieceSvg, squareName, stripRatio, whoPlaces} from "./board.js";
import {RowList} from "./rows.js";
import {CERTAIN, chances, counted, grouped, isProven, unitOf, valueText} from "./values.js";
import {openBook} from "./data.js";
import {FILTERS, filtersOf, selectEntries} from "./setup_search.js";

const ORDERS = [["rank", "Rank"], ["value", "Value, best for the first side"], ["worst", "Value, worst for the first side"],
  ["depth", "Depth, deepest first"], ["nodes", "Nodes, most first"], ["error", "Error, largest first"]];

const places = new Map();  // how far each list was scrolled, for the way back

const SPARK = 200;  // width of a value's drawing

// The chances between which a book's values lie with their intervals, and even chances, in whole per cents.
function rangeOf(book) {
  let low = 0.5, high = 0.5;
  book.value.forEach((value, i) => {
    const reach = isProven(value) ? 0 : CERTAIN * (book.standard_error[i] ?? 0);
    if (value !== null) [low, high] = [Math.min(low, chances(value - reach)), Math.max(high, chances(value + reach))];
  });
  return {low: Math.floor(100 * low - 1) / 100, high: Math.ceil(100 * high + 1) / 100};
}

const percents = ({low, high}) => `${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)} %`;

// The chances as a bar from even ones, with the 95 % interval of its error, within a range.
class ValueBar {
  constructor({low, high}) {
    this.at = share => SPARK * Math.max(0, Math.min(1, (share - low) / (high - low)));
    this.bar = drawn("rect", {y: 5, height: 12});
    this.whisker = drawn("path", {class: "whisker"});
    this.svg = drawn("svg", {viewBox: `0 0 ${SPARK} 22`, preserveAspectRatio: "none", class: "spark", "aria-hidden": "true"},
      drawn("rect", {y: 10.5, width: SPARK, height: 1, class: "track"}), drawn("path", {d: `M${this.at(0.5)} 2V20`, class: "axis"}), this.bar, this.whisker);
  }

  show(value, error) {
    const middle = this.at(0.5), x = value === null ? middle : this.at(chances(value));
    setAttribute(this.bar, "class", x < middle ? "bar-blue" : "bar-red");
    setAttribute(this.bar, "x", Math.min(x, middle));
    setAttribute(this.bar, "width", Math.abs(x - middle));
    const [low, high] = error === null || value === null || isProven(value) ? [0, 0] : [-CERTAIN, CERTAIN].map(side => this.at(chances(value + side * error)));
    setAttribute(this.whisker, "d", high > low ? `M${low} 11H${high}` : "");
  }
}

function makeRow(book, range, pairOf, entryOf) {
  const red = new Strip(book.game, book.squares[0]), reply = new Strip(book.game, book.squares[1]), bar = new ValueBar(range);
  const [rank, value, depth] = ["rank number", "number", "depth number"].map(name => element("span", {class: name}));
  const names = ["first", "second"].map(place => element("span", {class: `names mono ${place}`}));
  const node = element("a", {role: "option", tabindex: -1}, rank, " ", element("span", {class: "red"}, red.svg),
    element("span", {class: "reply"}, reply.svg), element("span", {class: "value"}, value, bar.svg), " ", depth, " ", names[0], " ", names[1]);
  return {node, show(position) {
    const index = entryOf(position), answer = book.replies[book.reply[index]];
    red.show(book.red_board[index]);
    reply.show(answer.board);
    setText(rank, book.ordered ? index + 1 : "–");
    setText(value, valueText(book.value[index], book.game));
    setText(depth, book.depth[index] ? `depth ${book.depth[index]}` : "–");
    setText(names[0], book.red[index]);
    setText(names[1], answer.name);
    bar.show(book.value[index], book.standard_error[index]);
    node.setAttribute("href", address("pair", pairOf(index)));
  }};
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

export const view = {
  async show(main, parameters, signal) {
    const book = await openBook(parameters.book ?? 0), [first, second] = book.game.sides;
    const given = {...parameters}, here = () => JSON.stringify([book.number, filtersOf(given)]), pairOf = index => ({...filtersOf(given), book: book.number, red: book.red[index]}), range = rangeOf(book);
    let entries = [];
    const count = element("p", {class: "quiet", role: "status"});
    const list = new RowList({label: `Setups: rank, value, depth, ${first}, ${second}’s reply`, ratio: Math.max(...book.squares.map(squares => stripRatio(book.game, squares))), make: () => makeRow(book, range, pairOf, position => entries[position]),
      open: position => goTo("pair", pairOf(entries[position]))});
    const refresh = (change = {}) => {
      Object.assign(given, change);
      entries = selectEntries(book, given);
      count.textContent = !entries.length ? `None of the ${grouped(book.size)} setups fits.` : entries.length === book.size ? counted(book.size, "setup") : `${grouped(entries.length)} of ${counted(book.size, "setup")}${given.exact ? ", without mirror images" : ""}`;
      list.setCount(entries.length);
      if (Object.keys(change).length) {
        list.node.scrollTop = 0;
        list.active = -1;
        replaceAddress("setups", given);
      }
    };
    const input = (name, attributes) => element("input", {value: given[name] ?? "", oninput: event => refresh({[name]: event.target.value}), ...attributes});
    const depths = [...new Set(book.depth)].sort((a, b) => a - b), deepest = depths.at(-1);
    main.classList.add("view-setups");
    main.append(
      intro(`${book.game.title}: ${counted(book.size, "opening")} for ${first} with ${second}’s best reply`,
        `${whoPlaces(book.game, 0)}, then ${whoPlaces(book.game, 1)}, and they play from there, ${first} first. Every row is such a setup of ${first} with the best reply that this book knows. Its value tells what that is worth for ${first}: with chances below 50 % ${second} stands better.`,
        {name: "Setups", game: book.game, atOnce: true, more: "The bar begins at even chances, and the line on it is the 95 % interval. Search finds a setup by its mirror image, too. Choose a row to see the pair on the board.",
          facts: [deepest && `Depth ${depths.find(depth => depth > 0)}${deepest > depths.find(depth => depth > 0) ? ` to ${deepest}` : ""}`, book.maker && `made by ${book.maker}`].filter(Boolean).map(fact => [fact, " · "]).concat(element("a", {href: address("rules", {game: book.game.name})}, "Rules"))}),
      element("div", {class: "bar"},
        labelled("Search", input("q", {type: "search", placeholder: "part of a setup", autocapitalize: "off", spellcheck: "false"})),
        element("details", {class: "filters", open: matchMedia("(min-width: 721px)").matches || FILTERS.some(name => name !== "q" && given[name])}, element("summary", {}, "Order and filters"), element("div", {class: "bar"},
          labelled("Sorted by", select(ORDERS.map(([key, text]) => [key, text.replace("the first side", first)]), given.sort ?? "rank", sort => refresh({sort: sort === "rank" ? "" : sort}))),
          labelled("Depth at least", select([["", "any"], ...depths.slice(1).map(depth => [depth, depth])], given.depth ?? "", depth => refresh({depth}))),
          labelled("Value from", input("low", {type: "number", step: "0.05", placeholder: unitOf(book.game).name})),
          labelled("to", input("high", {type: "number", step: "0.05", placeholder: unitOf(book.game).name})),
          element("details", {class: "filter", open: Boolean(given.piece)}, element("summary", {}, "Pieces on squares"), pieceChooser(book, given, piece => refresh({piece, exact: ""})))))),
      count,
      element("div", {class: "heads", "aria-hidden": "true"}, ["Rank", first, "", second + "’s reply", "", `${first}’s chances; bars from ${percents(range)}`, "Depth"].map(name => element("span", {class: name ? null : "wide"}, name))),
      list.node);
    refresh();
    requestAnimationFrame(() => { list.node.scrollTop = places.get(here()) ?? 0; });
    list.node.addEventListener("scroll", () => places.set(here(), list.node.scrollTop), {signal, passive: true});
  },
};
