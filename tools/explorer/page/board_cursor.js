// A square that keys choose, for those without a mouse: arrows move it, Enter or the space bar presses it.

import {pieceName} from "./board.js";
import {element} from "./page.js";

const places = new Map();  // where it was last on the board of each game, so that the next view goes on there

export class BoardCursor {
  // `below()`: the side at the bottom; `lookAt(square)`: its letter; press(square) and draw() are called.
  constructor({place, game, below, lookAt, press, draw}) {
    Object.assign(this, {place, game, below, lookAt, press, draw});
    this.said = element("span", {class: "said", "aria-live": "polite"});
    for (const [name, value] of Object.entries({tabindex: 0, role: "application", "data-keep": "board", "aria-label": "Board. Arrow keys choose a square, Enter takes what is there or puts it down."})) place.setAttribute(name, value);
    place.addEventListener("keydown", event => this.key(event));
    for (const change of ["focus", "blur"]) place.addEventListener(change, () => this.draw());
  }

  // Null where the keys are elsewhere.
  get square() { return document.activeElement === this.place && this.place.matches(":focus-visible") ? places.get(this.game.name) ?? null : null; }

  key(event) {
    const step = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}[event.key];
    const at = places.get(this.game.name);
    if (step) this.move(at, step);
    else if ((event.key === "Enter" || event.key === " ") && at !== undefined) this.press(at);
    else return;
    event.preventDefault();
  }

  move(at, [right, up]) {
    const columns = this.game.columns.length, rows = this.game.rows.length, turn = this.below() === 0 ? 1 : -1;
    const first = this.below() === 0 ? 0 : columns * rows - 1;
    const row = Math.floor((at ?? first) / columns) + (at === undefined ? 0 : turn * up);
    const column = (at ?? first) % columns + (at === undefined ? 0 : turn * right);
    const square = Math.max(0, Math.min(rows - 1, row)) * columns + Math.max(0, Math.min(columns - 1, column));
    places.set(this.game.name, square);
    this.draw();
    const letter = this.lookAt(square);
    this.said.textContent = `${this.game.squares[square]}: ${letter === "." ? "empty" : pieceName(this.game, letter)}`;
  }
}
