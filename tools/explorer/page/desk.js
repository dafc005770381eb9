// The layout of a board with what belongs to it: the board as large as the window allows, the seats of both sides with
// their hands and clocks, the evaluation bar, and a panel of everything else, each always in the same place.

import {button, element, isTyping, replaceAddress} from "./page.js";
import {boardRatio} from "./board.js";
import {chances, valueText} from "./values.js";

// A bar of the first side's chance to win, in the colours of the sides; empty until a value is known.
export class EvaluationBar {
  constructor(game) {
    this.game = game;
    this.fill = element("div", {class: "evaluation-fill"});
    this.node = element("div", {class: "evaluation", role: "img"}, this.fill);
    for (const [i, paint] of game.paint.entries()) this.node.style.setProperty(`--side-${i}`, paint.fill);
    this.show(null);
  }

  turn(below) { this.node.classList.toggle("turned", below === 1); }

  // `value`: the first side's view.
  show(value) {
    const text = value === null ? "No evaluation yet" : valueText(value, this.game);
    this.node.classList.toggle("unknown", value === null);
    this.fill.style.setProperty("--share", value === null ? 0.5 : chances(value));
    this.node.setAttribute("aria-label", `Evaluation: ${text}`);
    this.node.title = text;
  }
}

// `panel`: what stands beside the board; with `flows` the page scrolls, and otherwise the panel alone.
export function desk({game, board, bar, seats = [], panel, flows = false}) {
  const node = element("div", {class: flows ? "desk flows" : "desk"}, bar?.node ?? element("div", {class: "evaluation none"}), board, seats, element("div", {class: "panel"}, panel));
  node.style.setProperty("--ratio", boardRatio(game));
  return node;
}

// The title of the view, and next to it whose turn it is or who has won.
export const heading = (title, caption) => element("div", {class: "heading"}, title, caption);

export const caption = position => element("p", {class: position.result ? "caption over" : "caption", role: "status"}, position.result ?? position.caption);

// Turns the board by its key or by the returned button; the address knows, too.
export function turning({view, parameters, board, bar, signal}) {
  const turn = () => {
    parameters.below = 1 - board.below;
    replaceAddress(view, parameters);
    board.turn(parameters.below);
    bar.turn(parameters.below);
  };
  bar.turn(board.below);
  document.addEventListener("keydown", event => { if (event.key === "f" && !isTyping(event)) turn(); }, {signal});
  return button("⇅", turn, {title: "Turn the board (f)", "aria-label": "Turn the board"});
}
