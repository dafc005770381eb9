// A book of moves, with values or with weights: a position with all moves of which it knows something, and where they lead.

import {GameBoard} from "./game_board.js";
import {EvaluationBar, caption, desk, heading, turning} from "./desk.js";
import {address, element, facts, goTo, isTyping, table} from "./page.js";
import {intro} from "./help.js";
import {CERTAIN, grouped, isProven, lossStep, lossText, sizeText, valueText} from "./values.js";
import {gameNamed, getJson, isLive, session} from "./data.js";

const often = visits => visits === null ? "" : visits < 0.001 ? "rarely" : `${(100 * visits).toFixed(1)} %`;
const place = (book, at) => address("lines", {book: book || "", at});

const withError = (game, side, {value, error}) => isProven(value) ? valueText(value, game, side) : `${sizeText(side ? -value : value, game)} ± ${lossText(CERTAIN * error, game)}`;

const moveLink = (book, move) => move.at === null ? [move.readable, " (outside)"] : element("a", {href: place(book, move.at)}, move.readable);

// The moves of PolyGlot's books, the heaviest first.
const weightsTable = (book, node) => table(["Move", "Weight", "Share", "Goes on"], node.moves.map(move => element("tr", {class: move.weight === null ? "quiet" : null},
  element("td", {}, moveLink(book, move)), element("td", {class: "number"}, move.weight === null ? "not in the book" : grouped(move.weight)),
  element("td", {class: "number"}, often(move.share)), element("td", {}, move.line))), {class: "stacked"});

// The moves of a position of the book, the best first.
function movesTable(game, book, node) {
  if (node.value === undefined) return weightsTable(book, node);
  const best = node.moves[0]?.value;
  return table(["Move", `For ${game.sides[0]}`, "Loses", "Often", "Goes on"], node.moves.map(move => element("tr", {class: move.at === null ? "quiet" : null},
    element("td", {}, moveLink(book, move)),
    element("td", {class: "number"}, withError(game, node.side_to_move, move)),
    element("td", {class: `loss-${lossStep(best - move.value)} number`}, move.value === best ? "best" : isProven(best) || isProven(move.value) ? "" : lossText(best - move.value, game)),
    element("td", {class: "number"}, often(move.visits)), element("td", {}, move.line))), {class: "stacked"});
}

// The panel on the Pair page for a book that goes on behind the pair.
export async function linesBehind({book, at}, game) {
  const {lines} = await session();
  return element("section", {}, element("h2", {}, element("a", {href: place(book, at)}, "Lines"), ` in ${lines[book].title}`), movesTable(game, book, await getJson(`/api/lines/${book}/${at}`)));
}

// The panel in Analysis for a book that knows the position: its best moves.
export async function bookMoves({book, at}, game) {
  const {lines} = await session(), {moves, side_to_move: side} = await getJson(`/api/lines/${book}/${at}`);
  const text = ({readable, value, share}) => `${readable} ${value === undefined ? often(share) : sizeText(side ? -value : value, game)}`;
  return element("p", {class: "known"}, element("a", {href: place(book, at)}, `In ${lines[book].title}`), `: ${moves.filter(move => move.at !== null).slice(0, 4).map(text).join(", ")}`);
}

const listOf = (book, places) => element("ol", {}, places.map(({at, line}) => element("li", {}, element("a", {href: place(book, at)}, line))));

export const view = {
  async show(main, parameters, signal) {
    const {lines} = await session(), number = Number(parameters.book ?? 0), book = lines[number];
    if (!book) throw new Error(`There is no book of moves ${number + 1}; ${lines.length} are open.`);
    const at = Number(parameters.at ?? book.starts[0].at), [game, node] = await Promise.all([gameNamed(book.game), getJson(`/api/lines/${number}/${at}`)]);
    const below = parameters.below, go = next => { if (next !== undefined && next !== null) goTo("lines", {book: number || "", at: next, below}); };
    const board = new GameBoard({game, onMove: move => go(move.at), signal}), bar = new EvaluationBar(game);
    const known = node.moves.filter(move => move.at !== null), side = node.side_to_move, isValued = node.value !== undefined;
    board.show({...node, moves: known}, {below: below === "1" ? 1 : 0, arrows: known.map((move, i) => ({...move, weight: isValued ? 0.8 ** i : move.share ?? 0}))});
    bar.show(!isValued ? null : side === 0 ? node.value : -node.value);
    const way = node.way.map((each, i) => [element("a", {href: place(number, each), "aria-current": each === at ? "true" : null}, i ? node.played[i - 1].readable : "Start"), " "]);
    main.append(desk({game, board: board.place, bar, seats: board.seats, panel: [
      heading(intro("Lines", `What a book of moves knows of a position. Values are for ${game.sides[0]}, with intervals of 95 %. The move outside the book was found by a search that left out the book’s moves. Of a book with weights, how often each is played. Play one of these on the board to follow it.`, {game, keys: [["← →", "back, and on by the best move"], ["f", "turn the board"]]}), caption(node)),
      element("p", {class: "variation way"}, way), isValued && element("p", {class: "headline"}, withError(game, side, node)), board.question, movesTable(game, number, node),
      element("div", {class: "bar"}, isLive && element("a", {class: "button", href: address("analysis", {game: game.name, position: node.setups ? "" : node.root.text, moves: node.played.map(each => each.wire).join(" ")})}, "Analyse"), turning({view: "lines", parameters, board, bar, signal})),
      facts([isValued && node.visits !== null && ["Comes up in games", often(node.visits)], node.next && ["Looked at next", `number ${node.next}`], node.others.length > 0 && ["Also reached from", listOf(number, node.others)],
        ["Book", `${book.title}: ${[book.positions && `${grouped(book.positions)} positions`, book.links && `${grouped(book.links)} moves`].filter(Boolean).join(", ")}${book.judge ? `, by ${book.judge}` : ""}${book.unreached ? `; ${grouped(book.unreached)} others are not reached from its start` : ""}`]]),
      [["Where lines begin", book.starts], ["Where the book would grow next", book.next]].map(([title, places]) => places.length > 0 && element("details", {}, element("summary", {}, title), listOf(number, places)))].filter(Boolean).flat()}));
    document.addEventListener("keydown", event => {
      const next = {ArrowLeft: node.way.at(-2), ArrowRight: known[0]?.at}[event.key];
      if (next === undefined || isTyping(event)) return;
      event.preventDefault();
      go(next);
    }, {signal});
  },
};
