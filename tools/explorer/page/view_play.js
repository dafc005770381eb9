// A game against the engine. The address holds the game, so that the back button takes moves back.

import {EvaluationBar, desk, heading, turning} from "./desk.js";
import {GameBoard} from "./game_board.js";
import {BOARD_KEYS, MovesPanel} from "./moves_panel.js";
import {address, button, element, fault, goTo, labelled, replaceAddress, select} from "./page.js";
import {gameOf, gameSelect, otherSetups, positionOf, setupStep, usualStart, withMove} from "./game_start.js";
import {getJson, runWork} from "./data.js";
import {intro} from "./help.js";
import {nodeOf, treeOf} from "./game_tree.js";
import {valueText} from "./values.js";
import {whoPlaces} from "./board.js";

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

// One of the first setups that are best for their chooser, where the results of all pairs are known.
async function solvedSetup(game) {
  const {reds, values} = await getJson("/api/solved", {game: game.name}), best = (place, list) => (game.choosers[place] ? Math.min : Math.max)(...list);
  const worths = values.map(row => best(1, row)), worth = best(0, worths), equal = reds.filter((_, i) => worths[i] === worth);
  return equal[Math.floor(Math.random() * equal.length)];
}

// The engine's setup: as Red one of the book's best, as Blue the book's reply or the best that a search finds.
async function engineSetup(game, position, suggestions, signal) {
  const side = position.side_to_move;
  if (side === 0 && game.solved) return solvedSetup(game);
  if (suggestions.length) return getJson("/api/setup", {game: game.name, side, ...await suggestions.at(-1).get()});
  if (side === 0) return getJson("/api/setup", {game: game.name, side, rank: Math.floor(Math.random() * game.setups[0])});
  const red = await getJson("/api/setup", {game: game.name, side: 0, name: position.played[0].wire});
  return (await runWork({kind: "replies", game: game.name, red: red.name, depth: 5, candidates: 24}, () => {}, signal))?.replies[0];
}

export const view = {
  async show(main, parameters, signal) {
    const game = await gameOf(parameters), side = Number(parameters.side ?? 0), strength = parameters.strength ?? "n5000";
    Object.assign(parameters, {game: game.name});
    const position = await positionOf(parameters);
    if (signal.aborted) return;
    const go = (change, replace = false) => {
      const next = {...parameters, ...change};
      if (replace) location.replace(address("play", next)); else goTo("play", next);
    };
    const settings = element("div", {class: "bar settings"}, labelled("Game", await gameSelect(game, name => goTo("play", {game: name}))),
      labelled("You are", select(game.sides.map((name, i) => [i, name]), side, value => go({side: value}))),
      labelled("The engine takes", select(STRENGTHS, strength, value => go({strength: value}))),
      button("New game", () => { isNew = true; goTo("play", {game: game.name, side: parameters.side, strength: parameters.strength}); }), otherSetups("play", game));
    const title = intro("Play", `A game against the engine. Click a piece and then its square, or drag it${game.drops ? "; what was captured stands in a hand and can be dropped from there" : ""}. Earlier moves can be looked at by clicks and by the arrow keys; the back button takes your last move back.`, {game, keys: BOARD_KEYS});
    const context = {game, side, strength, position, parameters, go, signal, title, settings};
    if (position.setup_phase) await showSetups(main, context);
    else showGame(main, context);
  },
};

let isNew = false;     // a game has begun, whose tree is empty, whatever was played from there before
let justMoved = null;  // the moves up to the one that the person has made now: the engine answers, even where it has before


async function showSetups(main, {game, side, position, parameters, go, signal, title, settings}) {
  const {editor, suggestions} = await setupStep(game, position, wire => go({moves: withMove(parameters.moves, wire)}), signal);
  isNew = true;
  if (game.choosers[position.side_to_move] === side) {
    settings.append(usualStart(game, position, () => { isNew = true; go({position: "startpos", place: ""}); }) || "");
    main.append(desk({game, board: editor.place, panel: [title, settings, editor.panel]}));
    return;
  }
  main.append(desk({game, board: editor.place, panel: [title, settings, element("p", {role: "status"}, `${whoPlaces(game, position.side_to_move)} …`)]}));
  const setup = await engineSetup(game, position, suggestions, signal);
  if (!signal.aborted) go({moves: withMove(parameters.moves, setup.wire)}, true);
}

function setClock({game, strength, position, parameters, tree}) {
  const begun = [game.name, strength, parameters.position ?? ""].join();
  if (clock.game !== begun || !tree.root.next) Object.assign(clock, {game: begun, left: [Number(strength.slice(1)), Number(strength.slice(1))], running: null});
  pressClock(position.result ? null : position.side_to_move);
}

// Both clocks, of which one runs at the end of the game alone, and not while earlier moves are looked at.
function runClocks(context, board, status) {
  const {game, strength, side, position, signal} = context;
  if (!isClock(strength)) return;
  if (!context.node.next) setClock(context);
  const tick = () => {
    board.clocks.forEach((face, i) => {
      face.hidden = false;
      face.textContent = clockText(secondsLeft(i));
      face.classList.toggle("running", clock.running === i);
    });
    const over = [0, 1].find(i => secondsLeft(i) <= 0);
    if (over === undefined || position.result || context.over) return;
    context.over = true;
    pressClock(null);
    Object.assign(context.tree.root.last, {result: over ? "1-0" : "0-1", end: "time forfeit"});
    showResult(status, `${game.sides[1 - over]} has won: the time of ${game.sides[over]} is over.`);
    board.show(position, {canMove: false});
  };
  const timer = setInterval(tick, 200);
  signal.addEventListener("abort", () => clearInterval(timer));
  tick();
}

function showResult(status, text) {
  status.textContent = text;
  status.classList.add("over");
}

async function engineMoves({game, position, parameters, strength, go, signal, node, tree}, status) {
  status.textContent = `${game.sides[position.side_to_move]} is thinking …`;
  try {
    const result = await runWork({kind: "analysis", game: game.name, position: parameters.position ?? "", moves: parameters.moves ?? "", ...limitOf(strength, position.side_to_move)}, () => {}, signal);
    if (signal.aborted || !result?.pv?.length) return;
    node.setValue(position.side_to_move === 0 ? result.score : -result.score, result);
    tree.keep();
    go({moves: withMove(parameters.moves, result.pv[0].wire)}, true);
  } catch (error) {
    if (!signal.aborted) status.replaceChildren(fault(error.message));
  }
}

async function giveHint({game, position, parameters, signal}, board, bar, status) {
  status.textContent = "Looking for a good move …";
  const result = await runWork({kind: "analysis", game: game.name, position: parameters.position ?? "", moves: parameters.moves ?? "", milliseconds: 1500}, () => {}, signal);
  const move = position.moves.find(each => each.wire === result.pv[0]?.wire);
  if (!move || signal.aborted) return;
  board.setArrows([{...move, weight: 1}]);
  const mover = position.side_to_move;
  bar.show(mover === 0 ? result.score : -result.score);
  status.textContent = `${move.readable} looks best: ${valueText(result.score, game, mover)}.`;
}

function showGame(main, context) {
  const {game, side, position, parameters, go, signal, title, settings} = context;
  const tree = treeOf("play", parameters, position);
  if (parameters.fresh || isNew && position.played.length === position.setups) tree.clear();
  isNew = false;
  delete parameters.fresh;  // it is said once
  replaceAddress("play", parameters);
  const node = nodeOf(tree, position), isLast = !node.next || parameters.moves === justMoved;
  justMoved = null;
  Object.assign(context, {tree, node});
  const mine = position.side_to_move === side && !position.result;
  const board = new GameBoard({game, signal, onMove: move => {
    if (context.over) return;
    justMoved = withMove(parameters.moves, move.wire);
    go({moves: justMoved});
  }}), bar = new EvaluationBar(game);
  board.show(position, {below: parameters.below ? Number(parameters.below) : side, canMove: mine});
  const status = element("p", {role: "status", class: "caption"}, position.caption);
  if (position.result) {
    showResult(status, position.result);
    bar.show(node.value);
  }
  const moves = new MovesPanel({game, view: "play", parameters, position, tree, node});
  moves.graph.classList.toggle("secret", !position.result);
  const takeBack = () => {
    const first = mine || position.result && position.side_to_move === side ? node.parent : node;
    if (first.isRoot) return;
    tree.remove(first);
    moves.go(first.parent);
  };
  const hint = button("Hint", () => giveHint(context, board, bar, status).catch(error => { status.textContent = error.message; }), {disabled: !mine});
  const engine = () => engineMoves(context, status);
  main.append(desk({game, board: board.place, bar, seats: board.seats, panel: [heading(title, status), board.question,
    element("div", {class: "bar"}, hint, button("Take back", takeBack, {disabled: node.isRoot || mine && node.parent.isRoot}), !mine && !isLast && !position.result && button("Let the engine move", engine),
      button("Change sides", () => go({side: 1 - side, below: ""})),
      element("a", {class: "button", href: address("analysis", {game: game.name, position: parameters.position, moves: parameters.moves}), onclick: () => treeOf("analysis", parameters, position).add(tree)}, "Analyse")),
    moves.list, moves.graph, moves.tools, settings, moves.text()]}));
  moves.steps.after(turning({view: "play", parameters, board, bar, signal}));
  runClocks(context, board, status);
  moves.keepInSight();
  if (!mine && isLast && !position.result) engine();
}
