// The help of a view: its subject, its keys, and the moves of the pieces. It opens by "?", and on the first visit.

import {address, button, element} from "./page.js";
import {movesSvg, pieceLetter} from "./board.js";

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
  const has = (moves, captures) => game.glyphs.some(({steps}) => steps.some(step => step.moves === moves && step.captures === captures));
  const legend = [has(true, true) && "● moves and captures", has(true, false) && "○ moves only", has(false, true) && "× captures only"].filter(Boolean);
  return [element("ul", {class: "pieces-help"}, game.glyphs.map((glyph, i) =>
    element("li", {}, movesSvg(game, ownLetter(game, i)), element("span", {}, element("strong", {}, glyph.name), element("span", {}, glyph.moves))))),
  legend.length > 1 && element("p", {class: "quiet"}, legend.join(", "))];
}


function keysOf(keys) {
  return element("dl", {class: "facts"}, [...keys, ["?", "this help"]].map(([key, what]) => [
    element("dt", {}, key.split(" ").map(each => [element("kbd", {}, each), " "])), element("dd", {}, what)]));
}

let current = null;  // of the view that is shown

function openHelp() {
  if (!current || document.querySelector("dialog[open]")) return;
  const {title, text, more, game, keys} = current;
  const dialog = element("dialog", {"aria-label": "Help", onclose: () => dialog.remove(), onclick: event => { if (event.target === dialog) dialog.close(); }},
    element("div", {class: "dialog"}, button("×", () => dialog.close(), {class: "close", autofocus: true, "aria-label": "Close"}), element("h1", {}, title), element("p", {}, text, " ", more), keysOf(keys),
      game && [element("h2", {}, `How the pieces of ${game.title} move`), piecesOf(game), element("p", {}, element("a", {href: address("rules", {game: game.name}), onclick: () => dialog.close()}, "The rules"))]));
  document.body.append(dialog);
  dialog.showModal();
}

document.addEventListener("keydown", event => {
  if (event.key !== "?" || event.target.closest("input, select, textarea")) return;
  event.preventDefault();
  openHelp();
});

// The title of a view with its "?", and on the first visit what it says, until that is closed. `keys`: [keys, what they do]; `game`:
// whose pieces are on view, which newcomers see `atOnce`; `more`: what the help says besides the text; `facts`: below the title.
export function intro(title, text, {game = null, keys = [], name = title, more = "", atOnce = false, facts = []} = {}) {
  current = {title, text, more, game, keys};
  const about = button("?", openHelp, {class: "about", "aria-label": "Help", title: "Help (?)"});
  const close = () => { welcome.remove(); about.focus(); };
  const welcome = isFirstVisit(name) && element("section", {class: atOnce ? "welcome sheet" : "welcome", "aria-label": "What this is"}, button("×", close, {class: "close", "aria-label": "Close"}),
    element("p", {}, text), atOnce && piecesOf(game));
  return element("div", {class: "intro"}, element("h1", {}, title, " ", about), facts.length > 0 && element("p", {}, facts), welcome);
}
