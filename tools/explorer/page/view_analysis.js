// A position with the engine's best lines, live.

import {GameBoard} from "./game_board.js";
import {EvaluationBar, caption, desk, heading, turning} from "./desk.js";
import {BOARD_KEYS, MovesPanel, redrawMoves} from "./moves_panel.js";
import {address, button, copyText, element, fault, goTo} from "./page.js";
import {gameOf, gameSelect, otherSetups, positionOf, setupStep, usualStart, withMove} from "./game_start.js";
import {explainPanel, whyBad} from "./explain_panel.js";
import {intro} from "./help.js";
import {linesPanel} from "./lines_panel.js";
import {bookMoves} from "./view_lines.js";
import {nodeOf, treeOf} from "./game_tree.js";
import {reviewButton} from "./review.js";

function typedMove(position, onMove) {
  const list = element("datalist", {id: "legal-moves"}, position.moves.map(move => element("option", {value: move.readable})));
  const input = element("input", {list: "legal-moves", size: 13, placeholder: "Type a move", "aria-label": "Type a move", autocomplete: "off", autocapitalize: "off", spellcheck: "false"});
  return element("form", {class: "bar", onsubmit: event => {
    event.preventDefault();
    const typed = input.value.trim(), small = text => text.toLowerCase(), isTyped = (each, as = text => text) => [each.wire, each.readable].map(as).includes(as(typed));
    const move = position.moves.find(each => isTyped(each)) ?? position.moves.find(each => isTyped(each, small));
    if (move) onMove(move);
    else input.setCustomValidity("not a legal move"), input.reportValidity(), input.setCustomValidity("");
  }}, input, list);
}

function positionPanel(parameters, position) {
  const input = element("input", {class: "mono wide", value: position.text, spellcheck: "false", "aria-label": "Position as text"});
  const copy = button("Copy", () => copyText(input.value, copy)), said = element("div");
  return element("details", {}, element("summary", {}, "Position as text"), element("form", {class: "bar", onsubmit: event => {
    event.preventDefault();
    const wanted = {game: parameters.game, position: input.value.trim()};
    positionOf(wanted).then(() => goTo("analysis", wanted), error => said.replaceChildren(fault(error.message)));
  }}, input, button("Load", () => {}, {type: "submit"}), copy), said);
}

const textFor = game => `The engine shows what it thinks best here, deeper and deeper. Values are for ${game.sides[0]}. Arrows are the first moves: the better one is, the wider and darker. Move a piece by clicks, by dragging or by keys to go on from there; earlier moves stay, and another move than before begins a variation. Point at a move of a line to see its position.`;

export const view = {
  async show(main, parameters, signal) {
    const game = await gameOf(parameters);
    parameters.game = game.name;
    const position = await positionOf(parameters);
    if (signal.aborted) return;
    const choose = await gameSelect(game, name => goTo("analysis", {game: name}));
    const title = intro("Analysis", textFor(game), {game, keys: BOARD_KEYS});
    if (position.setup_phase) {
      const {editor} = await setupStep(game, position, wire => goTo("analysis", {...parameters, moves: withMove(parameters.moves, wire)}), signal);
      main.append(desk({game, board: editor.place, panel: [title, element("div", {class: "bar"}, choose, usualStart(game, position, () => goTo("analysis", {game: game.name}))), editor.panel]}));
      return;
    }
    const tree = treeOf("analysis", parameters, position), node = nodeOf(tree, position);
    const onMove = move => goTo("analysis", {...parameters, moves: withMove(parameters.moves, move.wire)});
    const board = new GameBoard({game, onMove, signal}), bar = new EvaluationBar(game);
    board.show(position, {below: parameters.below === "1" ? 1 : 0});
    const moves = new MovesPanel({game, view: "analysis", parameters, position, tree, node});
    bar.show(node.value);
    const context = {game, position, parameters, tree, node, board, bar, signal, onValue: () => moves.drawGraph(),
      to: words => address("analysis", {...parameters, moves: words}),
      bookLink: position.known && element("a", {href: address("pair", {book: position.known.book, red: position.known.red})}, "In the book")};
    const inBooks = await Promise.all(position.lines.map(each => bookMoves(each, game)));
    if (signal.aborted) return;
    const {ask, why} = explainPanel(context), lines = linesPanel({...context, ask: [ask, whyBad(context, to => moves.go(to))]});
    main.append(desk({game, board: board.place, bar, seats: board.seats, panel: [
      heading(title, caption(position)), board.question, lines, why, inBooks, moves.list, moves.graph, moves.tools,
      element("div", {class: "bar"}, typedMove(position, onMove), choose, otherSetups("analysis", game), element("a", {class: "button", href: address("play", {game: game.name, position: parameters.position, moves: parameters.moves, fresh: 1})}, "Play from here")),
      moves.text(), positionPanel(parameters, position)]}));
    moves.steps.after(turning({view: "analysis", parameters, board, bar, signal}), reviewButton({view: "analysis", game, position: parameters.position, tree, node, onValue: redrawMoves}));
    moves.keepInSight();
  },
};
