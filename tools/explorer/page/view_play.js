// A game against the engine. The address holds the game, so that the back button takes moves back.

import {GameBoard, playedMoves} from "./game_board.js";
import {address, button, copyText, element, fault, goTo, intro, labelled, select} from "./page.js";
import {valueText} from "./values.js";
import {gameOf, gameSelect, positionOf, setupStep, usualStart, withMove, withoutLast} from "./view_analysis.js";
import {whoPlaces} from "./setup_editor.js";
import {getJson, runWork} from "./data.js";

const STRENGTHS = [["n500", "500 positions a move"], ["n5000", "5,000 positions a move"], ["n50000", "50,000 positions a move"], ["n1000000", "a million positions a move"],
  ["t1", "1 second a move"], ["t5", "5 seconds a move"], ["c60", "1 minute each, on the clock"], ["c300", "5 minutes each, on the clock"], ["c900", "15 minutes each, on the clock"]];

// Seconds that each side has left; begins anew with every game.
const clock = {game: "", left: [0, 0], running: null, since: 0};

const isClock = strength => strength.startsWith("c");

function clockText(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function secondsLeft(side) {
  return clock.left[side] - (clock.running === side ? (performance.now() - clock.since) / 1000 : 0);
}

function pressClock(side) {
  if (clock.running !== null) clock.left[clock.running] = secondsLeft(clock.running);
  clock.running = side;
  clock.since = performance.now();
}

function limitOf(strength, side) {
  const number = Number(strength.slice(1));
  if (strength.startsWith("n")) return {nodes: number};
  if (strength.startsWith("t")) return {milliseconds: 1000 * number};
  return {milliseconds: Math.max(20, Math.round(1000 * secondsLeft(side) / 30))};
}

// The engine's setup: as Red one of the book's best, as Blue the book's reply or the best that a search finds.
async function engineSetup(game, position, suggestions, signal) {
  const side = position.side_to_move;
  if (suggestions.length) return getJson("/api/setup", {game: game.name, side, ...await suggestions.at(-1).get()});
  if (side === 0) return getJson("/api/setup", {game: game.name, side, rank: Math.floor(Math.random() * game.setups[0])});
  const red = await getJson("/api/setup", {game: game.name, side: 0, name: position.played[0].wire});
  try {
    const found = await runWork({kind: "replies", game: game.name, red: red.name, depth: 5, candidates: 24}, () => {}, signal);
    return found.replies[0];
  } catch {
    return getJson("/api/setup", {game: game.name, side, rank: Math.floor(Math.random() * game.setups[1])});
  }
}

function gameText(game, parameters) {
  const area = element("textarea", {rows: 3, class: "mono", spellcheck: "false", "aria-label": "The game as text"}, parameters.moves ?? "");
  const copy = button("Copy", () => copyText(area.value, copy));
  return element("details", {}, element("summary", {}, "The game as text"),
    element("p", {class: "quiet"}, "Its moves in the notation of programs; what `tabiya analyse --moves` reads, too. Put another game in to go on from its end."),
    area, element("div", {class: "bar"}, copy, button("Load", () => goTo("play", {...parameters, moves: area.value.trim().split(/\s+/).join(" ")}))));
}

export const playView = {
  path: "play", title: "Play", live: true,
  async show(main, parameters, signal) {
    const game = await gameOf(parameters), side = Number(parameters.side ?? 0), strength = parameters.strength ?? "n5000";
    Object.assign(parameters, {game: game.name});
    const position = await positionOf(parameters);
    const go = (change, replace = false) => {
      const next = {...parameters, ...change};
      if (replace) location.replace(address("play", next)); else goTo("play", next);
    };
    const settings = element("div", {class: "bar"}, await gameSelect(game, "play"),
      labelled("You are", select(game.sides.map((name, i) => [i, name]), side, value => go({side: value}))),
      labelled("The engine takes", select(STRENGTHS, strength, value => go({strength: value}))),
      button("New game", () => goTo("play", {game: game.name, side: parameters.side, strength: parameters.strength})));
    main.append(intro("Play", `A game against the engine. Click a piece and then its square, or drag it${game.drops ? "; what was captured stands in a hand and can be dropped from there" : ""}. With keys, go to the board by Tab, then choose squares by arrows and Enter. The back button takes your last move back.`), settings);
    if (position.setup_phase) {
      const {editor, suggestions} = await setupStep(game, position, wire => go({moves: withMove(parameters.moves, wire)}), signal);
      if (game.choosers[position.side_to_move] === side) {
        settings.append(usualStart(game, position, to => address("play", {...parameters, ...to})) || "");
        main.append(editor.node);
      } else {
        main.append(element("p", {role: "status"}, `${whoPlaces(game, position.side_to_move)} …`));
        const setup = await engineSetup(game, position, suggestions, signal);
        if (!signal.aborted) go({moves: withMove(parameters.moves, setup.wire)}, true);
      }
      return;
    }
    showGame(main, {game, side, strength, position, parameters, go, signal});
  },
};

function setClock({game, strength, position, parameters}) {
  const begun = [game.name, strength, parameters.position ?? ""].join();
  if (clock.game !== begun || position.played.length <= 2) Object.assign(clock, {game: begun, left: [Number(strength.slice(1)), Number(strength.slice(1))], running: null});
  pressClock(position.result ? null : position.side_to_move);
}

function clockPanel(context, board, status) {
  const {game, strength, side, position, signal} = context;
  if (!isClock(strength)) return null;
  setClock(context);
  const faces = game.sides.map((name, i) => element("span", {class: "clock number"}));
  const tick = () => {
    faces.forEach((face, i) => {
      face.textContent = `${game.sides[i]} ${clockText(secondsLeft(i))}`;
      face.classList.toggle("running", clock.running === i);
    });
    const over = [0, 1].find(i => secondsLeft(i) <= 0);
    if (over === undefined || position.result || context.over) return;
    context.over = true;
    pressClock(null);
    status.textContent = `${game.sides[1 - over]} has won: the time of ${game.sides[over]} is over.`;
    board.show(position, {below: side, canMove: false});
  };
  const timer = setInterval(tick, 200);
  signal.addEventListener("abort", () => clearInterval(timer));
  tick();
  return element("div", {class: "bar"}, faces);
}

async function engineMoves({game, position, parameters, strength, go, signal}, status) {
  status.textContent = `${game.sides[position.side_to_move]} is thinking …`;
  try {
    const result = await runWork({kind: "analysis", game: game.name, position: parameters.position ?? "", moves: parameters.moves ?? "", ...limitOf(strength, position.side_to_move)}, () => {}, signal);
    if (!signal.aborted && result?.pv?.length) go({moves: withMove(parameters.moves, result.pv[0].wire)}, true);
  } catch (error) {
    if (!signal.aborted) status.replaceChildren(fault(error.message));
  }
}

async function giveHint({game, position, parameters, signal}, board, status) {
  status.textContent = "Looking for a good move …";
  const result = await runWork({kind: "analysis", game: game.name, position: parameters.position ?? "", moves: parameters.moves ?? "", milliseconds: 1500}, () => {}, signal);
  const move = position.moves.find(each => each.wire === result.pv[0]?.wire);
  if (!move || signal.aborted) return;
  board.setArrows([{from: move.from, to: move.to, weight: 1, rank: 0}]);
  const mover = position.side_to_move;
  status.textContent = `${move.readable} looks best: ${valueText(result.score, game.sides[mover], game.sides[1 - mover])}.`;
}

function showGame(main, context) {
  const {game, side, position, parameters, go, signal} = context;
  const mine = position.side_to_move === side && !position.result;
  const board = new GameBoard({game, signal, onMove: move => { if (!context.over) go({moves: withMove(parameters.moves, move.wire)}); }});
  board.show(position, {below: side, canMove: mine});
  const status = element("p", {role: "status", class: "caption"}, position.result ?? position.caption);
  const hint = button("Hint", () => giveHint(context, board, status).catch(error => { status.textContent = error.message; }), {disabled: !mine});
  const back = button("Take back", () => go({moves: withoutLast(parameters.moves, mine || position.result && position.side_to_move === side ? 2 : 1)}), {disabled: !position.played.length});
  main.append(element("div", {class: "pair"},
    element("div", {}, board.node, status),
    element("div", {}, clockPanel(context, board, status),
      element("div", {class: "bar"}, hint, back, button("Change sides", () => go({side: 1 - side})),
        element("a", {class: "button", href: address("analysis", {game: game.name, position: parameters.position, moves: parameters.moves})}, "Analyse")),
      playedMoves(game, position, moves => address("play", {...parameters, moves})), gameText(game, parameters))));
  if (!mine && !position.result) engineMoves(context, status);
}
