// A setup built by dragging pieces: two squares change places, a piece of the palette takes a square.

import {Ghost, boardSvg, pieceLetter, pieceName, pieceSvg, squareUnder, whoPlaces} from "./board.js";
import {BoardCursor} from "./board_cursor.js";
import {button, element, labelled} from "./page.js";
import {getJson} from "./data.js";

export class SetupEditor {
  // onPlace(wire, name) when the setup is finished; `standing`: squares of the other side, already placed.
  constructor({game, side, standing, suggestions, onPlace, signal}) {
    Object.assign(this, {game, side, standing, below: side, chosen: null, squares: null});
    this.place = element("div", {class: "board-place"});
    this.message = element("p", {role: "status", class: "setup-message"});
    this.done = button("Place this setup", () => onPlace(this.setup.wire, this.setup.name), {class: "primary", disabled: true});
    this.name = element("input", {class: "mono", spellcheck: "false", autocapitalize: "off", onchange: () => this.load({name: this.name.value.trim()})});
    this.palette = element("div", {class: "palette", role: "group", "aria-label": "Pieces to put on a square"});
    this.panel = element("div", {},
      element("h2", {}, whoPlaces(game, side)),
      element("p", {class: "quiet"}, "Drag a piece to another square: what stands on the two squares changes places. To put another piece on a square, choose it below first."),
      this.palette,
      element("div", {class: "bar"}, labelled("Setup", this.name)), this.message,
      element("div", {class: "bar"}, this.done, suggestions.map(({text, get}) => button(text, async () => this.load(await get()))),
        button("Any setup", () => this.load({rank: Math.floor(Math.random() * game.setups[side])})),
        button("Mirror image", () => this.setup && this.load({name: this.setup.mirror}))));
    this.cursor = new BoardCursor({place: this.place, game, below: () => this.below, lookAt: square => this.squares[square], draw: () => this.draw(), press: square => this.choose(square)});
    this.place.addEventListener("pointerdown", event => this.press(event));
    document.addEventListener("pointermove", event => this.drag?.move(event), {signal});
    document.addEventListener("pointerup", event => this.release(event), {signal});
  }

  // {rank}, {name} or {squares}
  async load(wanted) {
    const found = await getJson("/api/setup", {game: this.game.name, side: this.side, ...wanted}), wrong = "fault" in found;
    this.setup = wrong ? null : found;
    if (!wrong) {
      this.squares = [...found.squares];
      this.name.value = found.name;
    }
    this.message.textContent = wrong ? `Not a legal setup: ${found.fault.replace("not a setup: ", "")}.` : "A legal setup.";
    this.message.classList.toggle("wrong", wrong);
    this.done.disabled = this.setup === null;
    this.draw();
  }

  draw() {
    if (!this.squares) return;
    const all = this.squares.map((letter, square) => letter === "." ? this.standing[square] : letter).join("");
    this.svg = boardSvg(this.game, {squares: all, below: this.below, marked: typeof this.chosen === "number" ? [this.chosen] : [], cursor: this.cursor.square});
    this.place.replaceChildren(this.svg, this.cursor.said);
    this.palette.replaceChildren(...this.game.glyphs.map((_, glyph) => {
      const letter = pieceLetter(this.side, glyph);
      const node = button("", () => { this.chosen = this.chosen === letter ? null : letter; this.draw(); },
        {"aria-pressed": this.chosen === letter, "aria-label": pieceName(this.game, letter), title: this.game.glyphs[glyph].name});
      node.append(pieceSvg(this.game, letter));
      return node;
    }));
  }

  press(event) {
    const square = squareUnder(this.game, this.svg, this.below, event.clientX, event.clientY);
    if (square === null) return;
    event.preventDefault();
    const isFirst = this.chosen === null;
    this.choose(square);
    if (!isFirst || this.chosen === null) return;
    this.pressed = square;
    this.drag = new Ghost(this.game, this.squares[square], this.svg, event);
  }

  choose(square) {
    if (typeof this.chosen === "string") this.put(square, this.chosen);
    else if (typeof this.chosen === "number") this.swap(this.chosen, square);
    else if (this.squares[square] !== ".") {
      this.chosen = square;
      this.draw();
    }
  }

  release(event) {
    this.drag?.end();
    this.drag = null;
    if (this.pressed === undefined || this.pressed === null) return;
    const square = squareUnder(this.game, this.svg, this.below, event.clientX, event.clientY), from = this.pressed;
    this.pressed = null;
    if (square !== null && square !== from) this.swap(from, square);
  }

  swap(a, b) {
    this.chosen = null;
    [this.squares[a], this.squares[b]] = [this.squares[b], this.squares[a]];
    this.load({squares: this.squares.join("")});
  }

  put(square, letter) {
    this.squares[square] = letter;
    this.load({squares: this.squares.join("")});
  }
}
