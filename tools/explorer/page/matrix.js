// A table of up to a million values as a picture: pixels of a canvas that is stretched, and a window of it to
// look at more closely.

import {element} from "./page.js";

const LEAST = 8, MOST_WRITTEN = 144, MOST_NAMED = 40;

export class Matrix {
  // colour(value): red, green, blue; text(value): short. onOver(at), onOpen(at) and onWindow() are called with
  // {row, column}.
  constructor({onOver, onOpen, onWindow}) {
    Object.assign(this, {onOver, onOpen, onWindow, at: null, size: null, row: 0, column: 0});
    this.canvas = element("canvas", {class: "matrix", tabindex: 0, role: "img", "aria-label": "Values of all pairs"});
    this.mark = element("div", {class: "matrix-mark", hidden: true});
    this.texts = element("div", {class: "matrix-texts number", "aria-hidden": "true"});
    this.rowNames = element("div", {class: "matrix-rows mono", "aria-hidden": "true"});
    this.columnNames = element("div", {class: "matrix-columns mono", "aria-hidden": "true"});
    this.node = element("div", {class: "matrix-frame"}, this.rowNames, element("div", {class: "matrix-place"}, this.canvas, this.texts, this.mark), element("span"), this.columnNames);
    this.canvas.addEventListener("pointerdown", event => { this.drag = {x: event.clientX, y: event.clientY, row: this.row, column: this.column, moved: false}; });
    this.canvas.addEventListener("pointermove", event => this.pointerMove(event));
    this.canvas.addEventListener("pointerleave", () => { this.drag = null; });
    this.canvas.addEventListener("click", event => {
      const moved = this.drag?.moved;
      this.drag = null;
      if (!moved && this.values) this.onOpen(this.cellAt(event));
    });
    this.canvas.addEventListener("wheel", event => this.wheel(event), {passive: false});
    this.canvas.addEventListener("keydown", event => this.key(event));
  }

  // The size of the part in sight.
  get rows() { return Math.min(this.values.length, this.size); }
  get columns() { return Math.min(this.values[0].length, this.size); }
  get largest() { return Math.max(this.values.length, this.values[0].length); }

  show({values, reds, blues, colour, text, size}) {
    const isFirst = !this.values;
    Object.assign(this, {values, reds, blues, text});
    if (isFirst) this.size = Math.max(LEAST, Math.min(size || this.largest, this.largest));
    this.image = new ImageData(values[0].length, values.length);
    let place = 0;
    for (const row of values) {
      for (const value of row) {
        const [red, green, blue] = colour(value);
        this.image.data[place++] = red;
        this.image.data[place++] = green;
        this.image.data[place++] = blue;
        this.image.data[place++] = 255;
      }
    }
    this.draw();
  }

  draw() {
    const {rows, columns} = this;
    this.row = Math.max(0, Math.min(this.values.length - rows, Math.round(this.row)));
    this.column = Math.max(0, Math.min(this.values[0].length - columns, Math.round(this.column)));
    Object.assign(this.canvas, {width: columns, height: rows});
    this.canvas.getContext("2d").putImageData(this.image, -this.column, -this.row);
    this.canvas.classList.toggle("zoomed", this.size < this.largest);
    const written = rows * columns <= MOST_WRITTEN ? this.values.slice(this.row, this.row + rows).flatMap(row => row.slice(this.column, this.column + columns)) : [];
    this.texts.replaceChildren(...written.map(value => element("span", {}, this.text(value))));
    this.texts.style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
    const names = (list, from, count) => count <= MOST_NAMED ? list.slice(from, from + count).map(each => element("span", {}, each.name)) : [];
    this.rowNames.replaceChildren(...names(this.reds, this.row, rows));
    this.columnNames.replaceChildren(...names(this.blues, this.column, columns));
    this.columnNames.classList.toggle("upright", this.blues[0].name.length > 2);
    this.drawMark();
  }

  drawMark() {
    const {at, row, column, rows, columns} = this;
    this.mark.hidden = !at || at.row < row || at.row >= row + rows || at.column < column || at.column >= column + columns;
    if (this.mark.hidden) return;
    Object.assign(this.mark.style, {left: `${100 * (at.column - column) / columns}%`, top: `${100 * (at.row - row) / rows}%`, width: `${100 / columns}%`, height: `${100 / rows}%`});
  }

  cellAt(event) {
    const box = this.canvas.getBoundingClientRect();
    return this.inside({row: this.row + Math.floor((event.clientY - box.top) / box.height * this.rows), column: this.column + Math.floor((event.clientX - box.left) / box.width * this.columns)});
  }

  inside({row, column}) {
    return {row: Math.max(0, Math.min(this.values.length - 1, row)), column: Math.max(0, Math.min(this.values[0].length - 1, column))};
  }

  over(at) {
    this.at = this.inside(at);
    this.drawMark();
    this.onOver(this.at);
  }

  // The cell is marked, and the window moved to have it in sight.
  lookAt(at) {
    this.at = this.inside(at);
    this.row = Math.min(this.at.row, Math.max(this.row, this.at.row - this.rows + 1));
    this.column = Math.min(this.at.column, Math.max(this.column, this.at.column - this.columns + 1));
    this.draw();
  }

  goTo(at) {
    this.lookAt(at);
    this.onOver(this.at);
  }

  // Around a cell, or the one that was looked at last.
  zoom(factor, around = this.at ?? {row: this.row + this.rows / 2, column: this.column + this.columns / 2}) {
    if (!this.values) return;
    const [down, right] = [(around.row - this.row) / this.rows, (around.column - this.column) / this.columns];
    this.size = Math.max(Math.min(LEAST, this.largest), Math.min(this.largest, Math.round(this.size * factor)));
    this.row = around.row - down * this.rows;
    this.column = around.column - right * this.columns;
    this.draw();
    this.onWindow();
  }

  wheel(event) {
    if (!this.values || this.largest <= LEAST || (event.deltaY > 0 && this.size === this.largest)) return;
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 0.8 : 1.25, this.cellAt(event));
  }

  pointerMove(event) {
    if (!this.values) return;
    const box = this.canvas.getBoundingClientRect(), drag = this.drag;
    if (drag && event.buttons && (drag.moved || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 6)) {
      drag.moved = true;
      this.row = drag.row - (event.clientY - drag.y) / box.height * this.rows;
      this.column = drag.column - (event.clientX - drag.x) / box.width * this.columns;
      this.draw();
    } else this.over(this.cellAt(event));
  }

  key(event) {
    if (!this.values || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-this.rows, 0], PageDown: [this.rows, 0]}[event.key];
    const factor = {"+": 0.5, "=": 0.5, "-": 2}[event.key], at = this.at ?? {row: 0, column: 0};
    if (step) this.goTo({row: at.row + step[0], column: at.column + step[1]});
    else if (factor) this.zoom(factor);
    else if (event.key === "Enter") this.onOpen(at);
    else return;
    event.preventDefault();
  }
}
