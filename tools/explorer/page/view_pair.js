// One setup of Red and Blue's reply to it: what it is worth, and why this reply.

import {Strip, boardSvg, kindName, squaresAfter} from "./board.js";
import {EvaluationBar, desk, turning} from "./desk.js";
import {address, button, copyText, drawn, element, facts, fault, goTo, isTyping, labelled, select, table} from "./page.js";
import {intro} from "./help.js";
import {CERTAIN, amountText, chances, counted, grouped, isProven, lossStep, lossText, valueText} from "./values.js";
import {filtersOf, selectEntries} from "./setup_search.js";
import {linesBehind} from "./view_lines.js";
import {entrySquares, getJson, isLive, isReady, openBook, runWork} from "./data.js";

const GAUGE = 460;

// The whole range of chances, with the value and its interval.
function gauge(value, error) {
  if (value === null) return null;
  const x = GAUGE * chances(value), middle = GAUGE / 2;
  const [low, high] = error && !isProven(value) ? [-CERTAIN, CERTAIN].map(side => GAUGE * chances(value + side * error)) : [x, x];
  return drawn("svg", {viewBox: `0 0 ${GAUGE} 34`, class: "gauge", "aria-hidden": "true"},
    drawn("rect", {y: 8, width: GAUGE, height: 14, rx: 7, class: "track"}),
    drawn("rect", {y: 8, x: Math.min(x, middle), width: Math.abs(x - middle), height: 14, class: x < middle ? "bar-blue" : "bar-red"}),
    drawn("path", {d: `M${middle} 3V27`, class: "axis"}),
    high > low ? drawn("path", {d: `M${low} 10V20M${low} 15H${high}M${high} 10V20`, class: "whisker"}) : null,
    drawn("circle", {cx: x, cy: 15, r: 6, class: x < middle ? "bar-blue" : "bar-red", stroke: "var(--sheet)", "stroke-width": 2}));
}

function meaning(book, details) {
  const [first, second] = book.game.sides;
  if (details.value === null) return "The book knows a reply, but no value of it.";
  if (isProven(details.value)) return "This is proved: it was found by playing all lines to their ends.";
  const share = 100 * chances(details.value);
  let text = `Of a hundred games between equals after these setups, ${first} should win about ${Math.round(share)} and ${second} ${100 - Math.round(share)}; a draw is half a game for each.`;
  if (details.standard_error) {
    const [low, high] = [-CERTAIN, CERTAIN].map(side => (100 * chances(details.value + side * details.standard_error)).toFixed(1));
    text += ` Deeper searches move such values: in 95 of 100 cases the chances will be found between ${low} and ${high} %.`;
  }
  return text;
}

// The ranks of the entries whose values cannot be told from this one by their errors.
function ranksAlike(book, index) {
  const {value, standard_error: error} = book, known = i => value[i] !== null && error[i] > 0;
  if (!book.ordered || !known(index)) return null;
  const alike = value.flatMap((_, i) => known(i) && Math.abs(value[i] - value[index]) < CERTAIN * Math.hypot(error[i], error[index]) ? [i + 1] : []);
  return alike.length > 1 && ["Rank", `${grouped(index + 1)}; by the errors of the values it cannot be told from those of ${grouped(alike[0])} to ${grouped(alike.at(-1))}`];
}

function factsOf(book, details, index) {
  const [first, second] = book.game.sides;
  return facts([
    ranksAlike(book, index),
    [`${first}’s setup`, element("span", {class: "mono"}, details.red)],
    details.mirror !== details.red && ["Its mirror image", element("span", {class: "mono"}, details.mirror)],
    [`${second}’s reply`, element("span", {class: "mono"}, details.reply, element("span", {class: "quiet"}, ` · as placed: ${details.reply_wire}`))],
    ["Searched to", details.depth ? `depth ${details.depth}: so many moves of both sides after the setups` : "not searched"],
    details.nodes && ["Positions visited", grouped(details.nodes)],
    details.standard_error && ["95 % interval", `± ${amountText(CERTAIN * details.standard_error, book.game)}`],
    details.evaluation && ["Value from", element("span", {class: "mono"}, `evaluation ${details.evaluation}, search ${details.search.replace(/^0+(?=.)/, "")}`)],
  ]);
}

// Setups of a side with their values, the best for it first or last. `words`: of a setup, behind its little board.
function setupsTable(book, side, heads, setups, words, loss) {
  const {game} = book;
  return table(heads, setups.map((each, i) => {
    const strip = new Strip(game, book.squares[side]);
    strip.show(book.squares[side].map(square => each.squares[square]).join(""));
    return element("tr", {}, element("td", {}, strip.svg, words(each)), element("td", {class: "number"}, valueText(each.value, game)),
      element("td", {class: `loss-${lossStep(each.loss)} number`}, loss(each, i)));
  }), {class: "replies stacked"});
}

// The replies as they are searched, deeper and deeper: how far the best one is ahead of the others.
const repliesTable = (book, {replies}) => setupsTable(book, 1, ["Reply", `For ${book.game.sides[0]}`, `For ${book.game.sides[1]}`], replies,
  ({name, known}) => [element("span", {class: "mono"}, name), known && element("strong", {}, " the book’s")],
  ({loss}, i) => i === 0 ? "best" : loss === 0 ? "as good" : `loses ${lossText(loss, book.game)}`);

const SWAP_DEPTH = 6, MOST_SWAPS = 12;

// The panel tells why this setup is good: what it would be worth if two neighbours changed places.
function swapsPanel(book, details, signal) {
  const {game} = book, [first] = game.sides, found = element("section", {hidden: true}), depth = Math.min(details.depth || SWAP_DEPTH, SWAP_DEPTH);
  const show = ({done, total, value, swaps}, goesOn) => {
    const worse = swaps.filter(each => each.loss > 0).length;
    found.replaceChildren(element("h2", {}, `Why this setup of ${first}?`),
      element("p", {role: "status", class: "quiet"}, goesOn ? `If two neighbours change places: ${done} of ${total} searched …`
        : !swaps.length ? "No two neighbours can change places." : `If two neighbours change places, ${first} loses in ${worse} of ${counted(swaps.length, "case")}. All are searched to depth ${depth} against the replies that look best, where the setup itself has ${valueText(value, game)}${swaps.length > MOST_SWAPS ? `; the ${MOST_SWAPS} that lose most` : ""}.`),
      goesOn || !swaps.length ? "" : setupsTable(book, 0, ["Swap", `For ${first}`, "Against the setup"], swaps.slice(0, MOST_SWAPS),
        ({from, to, squares}) => `${kindName(game, squares[to])} ${game.squares[from]} ↔ ${kindName(game, squares[from])} ${game.squares[to]}`,
        ({loss}) => loss < 0 ? `gains ${lossText(-loss, game)}` : loss ? `loses ${lossText(loss, game)}` : "as good"));
  };
  const ask = button("Why this setup?", async () => {
    ask.disabled = true;
    found.hidden = false;
    try {
      await runWork({kind: "swaps", game: game.name, red: details.red, known: [details.reply], depth, candidates: 6}, show, signal);
    } catch (error) {
      found.replaceChildren(fault(error.message));
    }
    ask.disabled = false;
  }, {title: "What happens if two neighbours change places"});
  return {ask, found};
}

// A search says nothing against a reply that was searched more deeply.
function verdict(book, details, result, finished) {
  const [best] = result.replies, old = result.replies.find(reply => reply.known);
  if (!best) return `Searching to depth ${result.of} …`;
  const how = finished ? `At depth ${result.depth}` : `At depth ${result.depth} so far`;
  const other = details.evaluation && result.evaluation !== details.evaluation ? " This search judges by another evaluation than the book’s." : "";
  const shallow = result.depth < details.depth ? ` That is less than the book’s depth ${details.depth}, and says nothing against its reply.` : "";
  if (!old || best.value === old.value) return `${how} the book’s reply holds: ${valueText(best.value, book.game)}.${other}`;
  if (shallow) return `${how} ${best.name} comes first, ahead of the book’s reply by ${amountText(old.loss, book.game)}.${shallow}${other}`;
  if (details.standard_error && old.loss < CERTAIN * details.standard_error)
    return `${how} ${best.name} comes first, ahead of the book’s reply by ${amountText(old.loss, book.game)}: within the interval of 95 % of the book’s value, ± ${lossText(CERTAIN * details.standard_error, book.game)}.${other}`;
  return `${how} ${best.name} is better for ${book.game.sides[1]} by ${amountText(old.loss, book.game)} than the book’s reply ${old.name}, which the book searched to depth ${details.depth}.${other}`;
}

const SOON = 600;  // milliseconds that one stays on a page before its replies are searched

// The five next best replies at the entry's depth, searched as soon as somebody stays to look; or deeper, or more.
function repliesPanel(book, details, signal) {
  const most = Math.max(details.depth + 4, 10);
  let depth = details.depth || 8, candidates = 6, running = null;
  const status = element("p", {role: "status", class: "quiet"}, "The replies that look best are searched as deep as the book’s was, to see how far it is ahead.");
  const bar = element("progress", {class: "progress", max: 1, value: 0, hidden: true, "aria-label": "Progress"});
  const found = element("div");
  const search = async () => {
    running?.abort();
    if (signal.aborted) return;
    const own = running = new AbortController(), stop = () => own.abort();
    signal.addEventListener("abort", stop);
    start.textContent = "Stop";
    bar.hidden = false;
    const show = (result, goesOn) => {
      if (own.signal.aborted) return;
      bar.value = (result.of - 1 + result.done / Math.max(1, result.total)) / depth;
      status.textContent = verdict(book, details, result, !goesOn);
      found.replaceChildren(result.replies.length ? repliesTable(book, result) : "");
    };
    try {
      await runWork({kind: "replies", game: book.game.name, red: details.red, known: [details.reply], depth, candidates}, show, own.signal);
    } catch (error) {
      found.replaceChildren(fault(error.message));
    }
    signal.removeEventListener("abort", stop);
    if (running !== own) return;
    running = null;
    start.textContent = "Search";
    bar.hidden = true;
  };
  const start = button("Search", () => running ? running.abort() : search(), {class: "primary"});
  const depths = Array.from({length: most}, (_, i) => [i + 1, i + 1]);
  const soon = isReady() ? setTimeout(search, SOON) : 0;
  signal.addEventListener("abort", () => clearTimeout(soon));
  return element("section", {}, element("h2", {}, "How close are the other replies?"), status,
    element("div", {class: "bar"}, labelled("Depth", select(depths, depth, value => { depth = Number(value); search(); })),
      labelled("Replies", select([4, 6, 12, 24, 48].map(n => [n, n]), candidates, value => { candidates = Number(value); search(); })), start), bar, found);
}

// Other entries to which this is the reply, too.
function sameReply(book, index) {
  const others = [];
  for (let i = 0; i < book.size; ++i) if (book.reply[i] === book.reply[index] && i !== index) others.push(i);
  const [first, second] = book.game.sides;
  const shown = others.slice(0, 12);
  return element("section", {}, element("h2", {}, "Where else this reply is best"),
    element("p", {class: "quiet"}, others.length === 0 ? `To no other setup of the book.`
      : `${second}’s reply answers ${counted(others.length, "other setup")} of ${first} in this book`,
      others.length > shown.length ? [": ", element("a", {href: address("setups", {book: book.number, q: book.replies[book.reply[index]].name})}, "all of them"), "."] : others.length ? "." : ""),
    element("ul", {class: "cards"}, shown.map(i => {
      const strip = new Strip(book.game, book.squares[0]);
      strip.show(book.red_board[i]);
      return element("li", {}, element("a", {href: address("pair", {book: book.number, red: book.red[i]})}, element("span", {class: "said"}, book.red[i]), strip.svg,
        element("span", {class: "number"}, `${book.ordered ? `${i + 1}. ` : ""}${valueText(book.value[i], book.game)}`)));
    })));
}

// The pairs before and behind an entry in the list from which it was opened: parameters of their addresses, or null.
function neighbours(book, index, parameters) {
  const given = {...filtersOf(parameters), book: book.number}, list = selectEntries(book, given), at = list.indexOf(index);
  const pair = i => at < 0 || list[i] === undefined ? null : {...given, red: book.red[list[i]]};
  return {given, before: pair(at - 1), after: pair(at + 1)};
}

function steps({given, before, after}) {
  const to = (text, there, key) => element("a", {class: "button", href: there && address("pair", there), "aria-disabled": !there, rel: key}, text);
  return element("div", {class: "bar"}, to("← Previous", before, "prev"), to("Next →", after, "next"), element("a", {class: "button", href: address("setups", given)}, "All setups"));
}

// The board of an entry, on which its line of play is shown move by move.
class PairBoard {
  constructor({book, index, below, play}) {
    Object.assign(this, {game: book.game, below, play, at: 0, squares: [entrySquares(book, index)]});
    for (const [, changes] of play) this.squares.push(squaresAfter(this.squares.at(-1), changes));
    this.place = element("div", {class: "board-place still"});
    const link = (i, text) => element("button", {type: "button", class: "step", onclick: () => this.show(i), onmouseenter: () => this.show(i)}, text);
    this.links = [link(0, "the setups"), ...play.map(([move], i) => link(i + 1, move))];
    this.node = play.length ? element("section", {}, element("h2", {}, "The line of play that the book expects"), element("p", {class: "line-of-play"}, this.links.map(each => [each, " "]))) : null;
    this.show(0);
  }

  turn(below) {
    this.below = below;
    this.show(this.at);
  }

  show(at) {
    this.at = Math.max(0, Math.min(this.play.length, at));
    const squares = this.squares[this.at], before = this.squares[this.at - 1];
    const lastMove = before ? [...squares].flatMap((letter, i) => letter !== before[i] ? [i] : []) : [];
    this.place.replaceChildren(boardSvg(this.game, {squares, below: this.below, lastMove}));
    this.links.forEach((link, i) => link.setAttribute("aria-pressed", i === this.at));
  }
}

const KEYS = [["← →", "step through the line of play"], ["Home End", "its beginning, its end"], ["p n", "the previous pair, the next one"], ["f", "turn the board"]];

function listenToKeys(near, board, signal) {
  document.addEventListener("keydown", event => {
    if (isTyping(event)) return;
    const step = {p: near.before, n: near.after}[event.key], place = {ArrowLeft: board.at - 1, ArrowRight: board.at + 1, Home: 0, End: board.play.length}[event.key];
    if (step) goTo("pair", step);
    if (place === undefined) return;
    event.preventDefault();
    board.show(place);
  }, {signal});
}

export const view = {
  async show(main, parameters, signal) {
    const book = await openBook(parameters.book ?? 0), {game} = book;
    const index = parameters.red ? book.red.indexOf(parameters.red) : 0;
    if (index < 0) throw new Error(`The book has no setup ${parameters.red}.`);
    const details = await getJson(`/api/books/${book.number}/entries/${index}`);
    const [first, second] = game.sides, start = {game: game.name, moves: details.moves.join(" ")};
    const near = neighbours(book, index, parameters);
    const board = new PairBoard({book, index, below: parameters.below === "1" ? 1 : 0, play: details.play}), bar = new EvaluationBar(game);
    const link = button("Copy address", () => copyText(location.href, link));
    const {ask, found} = isLive ? swapsPanel(book, details, signal) : {};
    bar.show(details.value);
    main.append(desk({game, board: board.place, bar, flows: true, panel: [
      intro(details.rank ? `Number ${grouped(details.rank)} of ${grouped(book.size)}` : "A pair of setups",
        `${first} has placed its pieces; ${second} has seen them and replies. ${first} moves first. The value is what the book found for ${first}, and the line of play what it expects of both sides.`, {game, keys: KEYS, name: "Pair"}),
      steps(near),
      element("p", {class: "headline"}, valueText(details.value, game)), gauge(details.value, details.standard_error),
      element("p", {}, meaning(book, details)), board.node,
      element("div", {class: "bar"}, isLive && [element("a", {class: "button primary", href: address("analysis", start)}, "Analyse"), ask, element("a", {class: "button", href: address("play", {...start, fresh: 1})}, "Play from here")],
        turning({view: "pair", parameters, board, bar, signal}), link),
      await Promise.all(details.lines.map(each => linesBehind(each, game))), found, isLive ? repliesPanel(book, details, signal) : null, factsOf(book, details, index)].filter(Boolean)}), sameReply(book, index));
    listenToKeys(near, board, signal);
  },
};
