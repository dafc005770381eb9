// A list of tens of thousands of rows, of which only those in sight are elements.

import {element, setAttribute} from "./page.js";

export class RowList {
  // make() returns {node, show(index)}, whose strips have at most this `ratio`; open(position) is called for a row that is chosen.
  constructor({label, make, open, ratio}) {
    this.make = make;
    this.open = open;
    this.count = 0;
    this.active = -1;
    this.pool = [];
    this.spacer = element("div", {class: "spacer"});
    this.node = element("div", {class: "rows", tabindex: 0, role: "listbox", "aria-label": label, onkeydown: event => this.key(event)}, this.spacer);
    this.node.style.setProperty("--strip", ratio);
    this.node.addEventListener("scroll", () => this.draw(), {passive: true});
    this.node.addEventListener("focus", () => { if (this.active < 0 && this.count > 0) this.activate(this.firstInSight()); });
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.node);
  }

  get height() { return this.rowHeight ??= parseFloat(getComputedStyle(this.node).getPropertyValue("--row")) || 64; }

  resize() {
    this.rowHeight = undefined;
    this.shown = undefined;
    this.setCount(this.count);
  }

  setCount(count) {
    this.count = count;
    this.active = Math.min(this.active, count - 1);
    this.spacer.style.height = `${count * this.height}px`;
    this.node.style.setProperty("--count", Math.max(1, count));
    for (const row of this.pool) this.hide(row);
    this.draw();
  }

  firstInSight() { return Math.max(0, Math.min(this.count - 1, Math.ceil(this.node.scrollTop / this.height))); }

  draw() {
    const height = this.height;
    const first = Math.max(0, Math.floor(this.node.scrollTop / height) - 2);
    const last = Math.min(this.count, Math.ceil((this.node.scrollTop + this.node.clientHeight) / height) + 2);
    const needed = last - first;
    if (this.pool.length < needed) this.pool.forEach(row => this.hide(row));
    while (this.pool.length < needed) {
      const row = this.make();
      row.position = -1;
      row.node.classList.add("row");
      this.spacer.append(row.node);
      this.pool.push(row);
    }
    // Row i is always drawn by the same element of the pool, so that scrolling by a row changes one of them.
    const size = this.pool.length;
    for (const row of this.pool) if (row.position >= 0 && (row.position < first || row.position >= last)) this.hide(row);
    for (let i = first; i < last; ++i) this.place(this.pool[i % size], i, height);
  }

  hide(row) {
    row.node.hidden = true;
    row.position = -1;
  }

  place(row, position, height) {
    if (row.position !== position) {
      row.position = position;
      if (row.node.hidden) row.node.hidden = false;
      row.node.id = `row-${position}`;
      row.node.style.transform = `translateY(${position * height}px)`;
      row.node.setAttribute("aria-posinset", position + 1);
      setAttribute(row.node, "aria-setsize", this.count);
      row.show(position);
    }
    setAttribute(row.node, "aria-selected", position === this.active);
  }

  activate(position) {
    this.active = Math.max(0, Math.min(this.count - 1, position));
    const top = this.active * this.height;
    if (top < this.node.scrollTop) this.node.scrollTop = top;
    if (top + this.height > this.node.scrollTop + this.node.clientHeight) this.node.scrollTop = top + this.height - this.node.clientHeight;
    this.node.setAttribute("aria-activedescendant", `row-${this.active}`);
    this.draw();
  }

  key(event) {
    const page = Math.max(1, Math.floor(this.node.clientHeight / this.height) - 1);
    const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.count, End: this.count};
    if (event.key in steps) this.activate(this.active + steps[event.key]);
    else if (event.key === "Enter" && this.active >= 0) this.open(this.active);
    else return;
    event.preventDefault();
  }
}
