// A board on which moves are made: by two clicks, by dragging, or out of a hand.

import {Ghost, boardSvg, pieceLetter, pieceName, pieceSvg, squareUnder} from "./board.js";
import {BoardCursor} from "./board_cursor.js";
import {button, element} from "./page.js";

export class GameBoard {
  // onMove(move) gets one of the position's moves. The signal ends all listening. `seats`: the two sides with their
  // hands and clocks; `question`: which of several moves is meant.
  constructor({game, onMove, signal}) {
    Object.assign(this, {game, onMove, below: 0, arrows: [], notes: {}, chosen: null, canMove: true, preview: null});
    this.place = element("div", {class: "board-place"});
    this.hands = game.sides.map(name => element("div", {class: "hand", role: "group", "aria-label": `Hand of ${name}`, hidden: !game.drops}));
    this.clocks = game.sides.map(() => element("span", {class: "clock number", hidden: true}));
    this.seats = game.sides.map((name, side) => element("div", {class: "seat"}, element("span", {class: "seat-name"}, name), this.hands[side], this.clocks[side]));
    this.seats.forEach((seat, side) => seat.style.setProperty("--paint", game.paint[side].fill));
    this.question = element("div", {class: "bar question", role: "group", hidden: true});
    this.cursor = new BoardCursor({place: this.place, game, below: () => this.below, lookAt: square => this.position.squares[square], draw: () => this.draw(),
      press: square => { if (!this.play(square)) this.choose(square === this.chosen ? null : square); }});
    this.place.addEventListener("pointerdown", event => this.press(event, this.squareAt(event)));
    // A mouse leaves the keys to the moves.
    this.place.addEventListener("mousedown", event => { event.preventDefault(); document.activeElement?.blur(); });
    document.addEventListener("pointermove", event => this.drag?.move(event), {signal});
    document.addEventListener("pointerup", event => this.release(event), {signal});
    document.addEventListener("keydown", event => { if (event.key === "Escape") this.choose(null); }, {signal});
  }

  show(position, {below = this.below, arrows = [], canMove = true} = {}) {
    Object.assign(this, {position, arrows, canMove, chosen: null, preview: null});
    this.question.hidden = true;
    this.turn(below);
  }

  // Puts this side at the bottom.
  turn(below) {
    this.below = below;
    this.seats.forEach((seat, side) => seat.classList.toggle("seat-below", side === below));
    this.draw();
  }

  // Another position in place of the real one, with what is played there next, until null is shown.
  showPreview(position, arrows = []) {
    this.preview = position && {...position, arrows};
    this.draw();
  }

  // Sets the notes on the position: worths of pieces, and arrows besides the others, as boardSvg() has them.
  setNotes(notes) {
    this.notes = notes;
    if (!this.drag) this.draw();
  }

  setArrows(arrows) {
    this.arrows = arrows;
    if (!this.drag) this.draw();
  }

  // The moves of what is chosen: a square, or the letter of a piece in hand.
  movesFrom(chosen) {
    if (chosen === null || !this.canMove) return [];
    return this.position.moves.filter(move => typeof chosen === "number" ? move.from === chosen : move.from === null && move.piece === chosen);
  }

  draw() {
    const {game, below, chosen} = this, position = this.preview ?? this.position, isReal = !this.preview;
    this.svg = boardSvg(game, {squares: position.squares, below, lastMove: position.last_move, arrows: isReal ? this.notes.arrows ?? this.arrows : position.arrows, worths: isReal ? this.notes.worths : [],
      marked: isReal && typeof chosen === "number" ? [chosen] : [], targets: isReal ? [...new Set(this.movesFrom(chosen).flatMap(({to, lands}) => lands ?? to))] : [], cursor: this.cursor.square});
    this.place.classList.toggle("preview", !isReal);
    this.place.replaceChildren(this.svg, this.cursor.said);
    this.seats.forEach((seat, side) => {
      seat.classList.toggle("to-move", !position.result && position.side_to_move === side);
      const held = position.hands?.[side] ?? [];
      this.hands[side].replaceChildren(...held.length ? held.map(each => this.heldPiece(side, each)) : [element("span", {class: "quiet"}, "no pieces in hand")]);
    });
  }

  heldPiece(side, {glyph, count}) {
    const letter = pieceLetter(side, glyph);
    const node = button("", () => {}, {class: "held", "aria-pressed": this.chosen === letter, disabled: !this.movesFrom(letter).length,
      "aria-label": `${pieceName(this.game, letter)}, ${count} in hand`});
    node.append(pieceSvg(this.game, letter), element("span", {class: "number"}, `× ${count}`));
    node.addEventListener("pointerdown", event => this.press(event, letter));
    node.addEventListener("keydown", event => { if (event.key === "Enter" || event.key === " ") { this.choose(letter); this.place.focus(); } });
    return node;
  }

  squareAt(event) { return squareUnder(this.game, this.svg, this.below, event.clientX, event.clientY); }

  choose(chosen) {
    this.chosen = this.movesFrom(chosen).length ? chosen : null;
    this.draw();
  }

  press(event, place) {
    if (event.button !== 0 || place === null || !this.position) return;
    if (typeof place === "number" && this.play(place)) return;
    const again = place === this.chosen;
    this.choose(again ? null : place);
    if (this.chosen === null) return;
    event.preventDefault();
    const letter = typeof place === "number" ? this.position.squares[place] : place;
    this.drag = new Ghost(this.game, letter, this.svg, event);
  }

  release(event) {
    const hasMoved = this.drag?.end();
    this.drag = null;
    if (!hasMoved) return;
    const square = this.squareAt(event);
    if (square === null || !this.play(square)) this.choose(null);
  }

  // Moves what is chosen to a square, if it may; where there is a choice, asks.
  play(square) {
    const all = this.movesFrom(this.chosen), direct = all.filter(move => move.to === square), moves = direct.length ? direct : all.filter(move => move.lands === square);
    if (moves.length === 0) return false;
    if (moves.length === 1) this.onMove(moves[0]);
    else {
      this.question.hidden = false;
      this.question.replaceChildren(...moves.map(move => button(move.readable, () => this.onMove(move))));
    }
    return true;
  }
}
