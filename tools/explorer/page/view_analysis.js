// A position with the engine's best lines, live.

import {GameBoard, playedMoves} from "./game_board.js";
import {SetupEditor} from "./setup_editor.js";
import {address, button, copyText, element, fault, goTo, intro, labelled, replaceAddress, select} from "./page.js";
import {isProven, roughly, valueText} from "./values.js";
import {gameNamed, getJson, openBook, runWork, session} from "./data.js";

// The position that an address names.
export const positionOf = ({game, position, moves}) => getJson("/api/position", {game, position: position ?? "", moves: moves ?? ""});

export const withMove = (moves, word) => [moves, word].filter(Boolean).join(" ");
export const withoutLast = (moves, count = 1) => (moves ?? "").split(" ").filter(Boolean).slice(0, -count).join(" ");

// Where an address names no game, the first book's.
export async function gameOf(parameters) {
  const {books, games} = await session();
  return gameNamed(parameters.game ?? books[0]?.game ?? games[0].name);
}

export async function gameSelect(game, view) {
  const {games} = await session();
  return labelled("Game", select(games.map(each => [each.name, each.title]), game.name, name => goTo(view, {game: name})));
}

// The side's part of the array that games mostly begin with.
function usualSetup(game, side) {
  const own = letter => letter !== "." && (letter < "a") === (side === 0);
  return game.usual ? [{text: "The usual setup", get: () => ({squares: [...game.usual].map(letter => own(letter) ? letter : ".").join("")})}] : [];
}

// What the books know to suggest for the side that is to place its setup.
async function fromBooks(game, placed) {
  const {books} = await session();
  const number = books.findIndex(book => book.game === game.name);
  if (number < 0) return [];
  const book = await openBook(number);
  if (placed.length === 0) return [{text: "The book’s best", get: () => ({name: book.red[0]})},
    {text: "One of the book’s best hundred", get: () => ({name: book.red[Math.floor(Math.random() * Math.min(100, book.size))]})}];
  const red = await getJson("/api/setup", {game: game.name, side: 0, name: placed[0].wire});
  const entry = [red.name, red.mirror].map(name => book.red.indexOf(name)).findIndex(index => index >= 0);
  if (entry < 0) return [];
  const index = book.red.indexOf([red.name, red.mirror][entry]);
  const details = await getJson(`/api/books/${number}/entries/${index}`);
  return [{text: "The book’s reply", get: () => ({name: entry === 0 ? details.reply : details.reply_mirror})}];
}

// A way past the setups, where a game is mostly played without choosing them.
export const usualStart = (game, position, to) => game.usual && !position.played.length && element("a", {class: "button", href: to({position: "startpos"})}, "Begin with the usual setups");

// The setup editor for the side whose turn it is.
export async function setupStep(game, position, onPlace, signal) {
  const suggestions = [...usualSetup(game, position.side_to_move), ...await fromBooks(game, position.played)];
  const editor = new SetupEditor({game, side: position.side_to_move, standing: position.squares, suggestions, onPlace, signal});
  await editor.load(suggestions.length ? await suggestions[0].get() : {rank: 0});
  return {editor, suggestions};
}

function arrowsOf(position, lines) {
  return lines.flatMap((line, rank) => {
    const move = position.moves.find(each => each.wire === line.pv[0]?.wire);
    return move ? [{from: move.from, to: move.to, weight: 1 / (1 + rank), rank: Math.min(rank, 3)}] : [];
  });
}

function lineRow(game, position, parameters, line) {
  const mover = position.side_to_move;
  let moves = parameters.moves ?? "";
  return element("tr", {}, element("td", {class: "number value-cell"}, valueText(line.score, game.sides[mover], game.sides[1 - mover])),
    element("td", {class: "variation"}, line.pv.map(move => {
      moves = withMove(moves, move.wire);
      return [element("a", {href: address("analysis", {...parameters, moves})}, move.readable), " "];
    })));
}

function linesPanel(game, position, parameters, board, signal) {
  const mover = game.sides[position.side_to_move];
  let lines = Number(parameters.lines ?? 3), running = null;
  const status = element("p", {class: "quiet number", role: "status"});
  const rows = element("tbody");
  const found = element("table", {class: "lines stacked"}, element("thead", {}, element("tr", {}, element("th", {scope: "col"}, `Value for ${mover}`), element("th", {scope: "col"}, "Best play"))), rows);
  const show = (result, goesOn) => {
    const all = [{score: result.score, pv: result.pv}, ...(result.others ?? [])];
    status.textContent = `${goesOn ? "Searching: depth" : "Depth"} ${result.depth}, ${roughly(result.nodes)} positions, ${roughly(result.nps)} a second`;
    rows.replaceChildren(...all.map(line => lineRow(game, position, parameters, line)));
    board.setArrows(arrowsOf(position, all));
  };
  const go = button("Stop", async () => {
    if (running) return running.abort();
    if (signal.aborted) return;  // the view was left while it was being made
    running = new AbortController();
    const own = running;
    const stop = () => own.abort();
    signal.addEventListener("abort", stop);
    go.textContent = "Stop";
    try {
      const last = await runWork({kind: "analysis", game: game.name, position: parameters.position ?? "", moves: parameters.moves ?? "", lines}, show, own.signal);
      if (last && !signal.aborted) show(last, false);
    } catch (error) {
      status.replaceChildren(fault(error.message));
    }
    running = null;
    go.textContent = "Go";
  }, {class: "primary"});
  const count = select([1, 2, 3, 5, 8].map(n => [n, n]), lines, n => {
    replaceAddress("analysis", {...parameters, lines: n});
    parameters.lines = lines = Number(n);
    if (running) { running.abort(); setTimeout(() => go.click(), 300); }
  });
  if (position.moves.length && !position.result) go.click();
  else go.disabled = true;
  return element("section", {}, element("div", {class: "bar"}, go, labelled("Lines", count)), status, element("div", {class: "scroll-x"}, found));
}

function typedMove(position, onMove) {
  const list = element("datalist", {id: "legal-moves"}, position.moves.map(move => element("option", {value: move.readable})));
  const input = element("input", {list: "legal-moves", size: 9, autocomplete: "off", autocapitalize: "off", spellcheck: "false"});
  return element("form", {class: "bar", onsubmit: event => {
    event.preventDefault();
    const move = position.moves.find(each => each.wire === input.value.trim() || each.readable === input.value.trim());
    if (move) onMove(move);
    else input.setCustomValidity("not a legal move"), input.reportValidity(), input.setCustomValidity("");
  }}, labelled("Type a move", input), button("Play it", () => {}, {type: "submit"}), list);
}

function positionPanel(parameters, position) {
  const input = element("input", {class: "mono wide", value: position.text, spellcheck: "false", "aria-label": "Position as text"});
  const copy = button("Copy", () => copyText(input.value, copy));
  return element("details", {}, element("summary", {}, "Position as text"), element("form", {class: "bar", onsubmit: event => {
    event.preventDefault();
    goTo("analysis", {game: parameters.game, position: input.value.trim()});
  }}, input, button("Load", () => {}, {type: "submit"}), copy));
}

export const analysisView = {
  path: "analysis", title: "Analysis", live: true,
  async show(main, parameters, signal) {
    const game = await gameOf(parameters);
    parameters.game = game.name;
    const position = await positionOf(parameters);
    const to = moves => address("analysis", {...parameters, moves});
    main.append(intro("Analysis", "The engine shows what it thinks best here, deeper and deeper; the arrows are its first moves, the strongest one in green. Move a piece by clicks, by dragging or by keys to go on from there; the back button takes it back."));
    if (position.setup_phase) {
      const {editor} = await setupStep(game, position, wire => goTo("analysis", {...parameters, moves: withMove(parameters.moves, wire)}), signal);
      main.append(element("div", {class: "bar"}, await gameSelect(game, "analysis"), usualStart(game, position, to => address("analysis", {...parameters, ...to}))), editor.node);
      return;
    }
    const onMove = move => goTo("analysis", {...parameters, moves: withMove(parameters.moves, move.wire)});
    const board = new GameBoard({game, onMove, signal}), below = parameters.below === "1" ? 1 : 0;
    board.show(position, {below});
    main.append(element("div", {class: "pair"},
      element("div", {}, board.node, element("p", {class: "caption"}, position.result ?? position.caption),
        element("div", {class: "bar"}, parameters.moves ? button("Take back", () => goTo("analysis", {...parameters, moves: withoutLast(parameters.moves)})) : null,
          button("Turn the board", () => goTo("analysis", {...parameters, below: below ? "" : 1})),
          element("a", {class: "button", href: address("play", {game: game.name, position: parameters.position, moves: parameters.moves})}, "Play from here"))),
      element("div", {}, element("div", {class: "bar"}, await gameSelect(game, "analysis"), typedMove(position, onMove)),
        position.known && element("p", {}, element("a", {href: address("pair", {book: position.known.book, red: position.known.red})}, "In the book"), `: ${position.known.text}`),
        linesPanel(game, position, parameters, board, signal), playedMoves(game, position, to), positionPanel(parameters, position))));
  },
};
