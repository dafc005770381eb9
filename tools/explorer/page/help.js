// What a view is about, which keys it knows, and how the pieces move: behind "?", and open on the first visit.

import {address, button, element} from "./page.js";
import {pieceLetter, pieceSvg} from "./board.js";

const SEEN = "tabiya-seen";

function isFirstVisit(name) {
  try {
    const seen = JSON.parse(localStorage.getItem(SEEN) ?? "[]");
    if (seen.includes(name)) return false;
    localStorage.setItem(SEEN, JSON.stringify([...seen, name]));
  } catch {
    // a browser that keeps nothing
  }
  return true;
}

// A piece of the side that has it where games begin.
function ownLetter(game, glyph) {
  const placed = game.usual ?? game.start;
  return [0, 1].map(side => pieceLetter(side, glyph)).find(letter => placed.includes(letter)) ?? pieceLetter(0, glyph);
}

export function piecesOf(game) {
  return element("dl", {class: "pieces-help"}, game.glyphs.map((glyph, i) => [
    element("dt", {}, pieceSvg(game, ownLetter(game, i)), glyph.name), element("dd", {}, glyph.moves || "")]));
}

function keysOf(keys) {
  return element("dl", {class: "facts"}, [...keys, ["?", "this help"]].map(([key, what]) => [
    element("dt", {}, key.split(" ").map(each => [element("kbd", {}, each), " "])), element("dd", {}, what)]));
}

let current = null;  // of the view that is shown

function openHelp() {
  if (!current || document.querySelector("dialog[open]")) return;
  const {title, text, game, keys} = current;
  const dialog = element("dialog", {"aria-label": "Help", onclose: () => dialog.remove(), onclick: event => { if (event.target === dialog) dialog.close(); }},
    element("div", {class: "dialog"}, button("×", () => dialog.close(), {class: "close", autofocus: true, "aria-label": "Close"}), element("h1", {}, title), element("p", {}, text), keysOf(keys),
      game ? [element("h2", {}, `How the pieces of ${game.title} move`), piecesOf(game), element("p", {}, element("a", {href: address("rules", {game: game.name}), onclick: () => dialog.close()}, "The rules"))] : null));
  document.body.append(dialog);
  dialog.showModal();
}

document.addEventListener("keydown", event => {
  if (event.key !== "?" || event.target.closest("input, select, textarea")) return;
  event.preventDefault();
  openHelp();
});

// The title of a view with its "?". `keys`: [keys, what they do]; `game`: whose pieces are on view.
export function intro(title, text, {game = null, keys = [], name = title} = {}) {
  current = {title, text, game, keys};
  return element("div", {class: "intro"}, element("h1", {}, title, " ", button("?", openHelp, {class: "about", "aria-label": "Help", title: "Help (?)"})),
    isFirstVisit(name) ? element("p", {}, text) : null);
}
