// The page as a whole: the head, and the view that the address names.

import {address, button, currentAddress, element, fault, goTo, select} from "./page.js";
import {isLive, isServed, session} from "./data.js";

const MOST_PAIRS = 1e6;  // that a matrix shows
const hasMatrix = known => known.matrices.length > 0 || isLive && known.games.some(({name, setups}) => setups && setups[0] * setups[1] <= MOST_PAIRS && name === (known.game ?? name));

// Each view is loaded when it is first shown. Without a title it is not in the head.
const VIEWS = [
  {path: "setups", title: "Setups", needs: "book", load: () => import("./view_setups.js")},
  {path: "pair", name: "Pair", needs: "book", load: () => import("./view_pair.js")},
  {path: "lines", title: "Lines", needs: "lines", isOffered: known => known.lines.length > 0, load: () => import("./view_lines.js")},
  {path: "heat", title: "Heat maps", needs: "book", load: () => import("./view_heat.js")},
  {path: "compare", title: "Compare", needs: "books", load: () => import("./view_compare.js")},
  {path: "audit", title: "Audit", needs: "book", isOffered: known => isServed || known.books.some(book => book.audited), load: () => import("./view_audit.js")},
  {path: "analysis", title: "Analysis", live: true, load: () => import("./view_analysis.js")},
  {path: "play", title: "Play", live: true, load: () => import("./view_play.js")},
  {path: "matrix", title: "Matrix", isOffered: hasMatrix, load: () => import("./view_matrix.js")},
  {path: "jobs", title: "Jobs", isOffered: known => known.jobs.length > 0, load: () => import("./view_jobs.js")},
  {path: "rules", title: "Rules", load: () => import("./view_rules.js")},
];

const main = document.getElementById("main");
let leave = new AbortController(), shown = "";

function isOffered(view, known) {
  if (!view.title || (view.live && !isLive)) return false;
  if (view.needs === "book" && known.books.length === 0) return false;
  if (view.needs === "books" && known.books.length < 2) return false;
  return view.isOffered ? view.isOffered(known) : true;
}

// The view where the address names none: setups, where a book has them; else a matrix that was given.
const homeOf = known => known.matrices.length && !known.books.length ? "matrix" : VIEWS.find(each => isOffered(each, known)).path;

function drawHeader(known, view, parameters) {
  const number = Number(parameters.book ?? 0), book = view.needs === "book" && number || "";
  const list = view.needs === "lines" ? known.lines : view.needs === "book" || known.books.length < 2 ? known.books : [];
  const header = document.getElementById("header");
  const logo = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  logo.setAttribute("viewBox", "0 0 24 24");
  logo.setAttribute("aria-hidden", "true");
  for (const [i, colour] of ["--blue", "--dark-square", "--dark-square", "--red"].entries()) {
    const square = document.createElementNS(logo.namespaceURI, "rect");
    for (const [name, value] of Object.entries({x: i % 2 * 12, y: Math.floor(i / 2) * 12, width: 11, height: 11, rx: 2, fill: `var(${colour})`})) square.setAttribute(name, value);
    logo.append(square);
  }
  header.replaceChildren(...[
    element("a", {class: "brand", href: address(homeOf(known), {book})}, logo, "Tabiya"),
    element("nav", {"aria-label": "Views"}, VIEWS.filter(each => isOffered(each, known)).map(each =>
      element("a", {href: address(each.path, each.needs === "book" ? {book} : each.path === "rules" ? {game: parameters.game ?? list[number]?.game ?? known.books[0]?.game} : {}), "aria-current": each === view || (view.path === "pair" && each.path === "setups") ? "page" : null}, each.title))),
    list.length > 1
      ? select(list.map((each, i) => [i, each.title]), number, book => goTo(view.path === "pair" ? "setups" : view.path, {book}), {class: "book-choice", "aria-label": "Book"})
      : element("span", {class: "book-choice quiet mono"}, list[0]?.title ?? "")]);
  header.querySelector("[aria-current]")?.scrollIntoView({block: "nearest", inline: "center"});
}

async function show() {
  leave.abort();
  leave = new AbortController();
  const {signal} = leave;
  const {view: named, parameters} = currentAddress();
  const place = element("div", {});
  let path = named;
  try {
    const known = await session();
    path ||= homeOf(known);
    const view = VIEWS.find(each => each.path === path);
    if (!view) throw new Error(`There is no view “${path}”.`);
    if (view.live && !isLive) throw new Error("These pages were written without what analyses and plays.");
    drawHeader(known, view, parameters);
    document.title = `${view.title ?? view.name} – Tabiya`;
    await (await view.load()).view.show(place, parameters, signal);
  } catch (error) {
    // The view that was there stays in sight, so that one can go on from it.
    const again = button("Try again", () => dispatchEvent(new HashChangeEvent("hashchange")));
    place.replaceChildren(fault([error.message, " ", again]));
    if (path === shown && !signal.aborted) {
      main.querySelectorAll(".fault").forEach(old => old.remove());
      main.firstChild.prepend(...place.childNodes);
      main.dataset.ready = path;
      return;
    }
  }
  if (signal.aborted) return;
  shown = path;
  for (const each of VIEWS) each.load().catch(() => {});  // the others, while nobody waits for them
  place.classList.add("view");
  main.replaceChildren(place);
  main.dataset.ready = path;
}

// Moves of a game change the address, too: who makes them by keys stays on the board, and nothing scrolls away.
addEventListener("hashchange", () => {
  const before = main.dataset.ready, kept = document.activeElement?.dataset?.keep;
  delete main.dataset.ready;
  show().then(() => {
    if (main.dataset.ready !== before) scrollTo(0, 0);
    const again = kept && main.querySelector(`[data-keep="${kept}"]`);
    (again || main).focus({preventScroll: true});
  });
});

// Boards take what the head leaves of the window.
new ResizeObserver(([{target}]) => document.documentElement.style.setProperty("--head", `${target.offsetHeight}px`)).observe(document.getElementById("header"));

// The address is the view's, not that of a place on the page.
document.querySelector(".skip").addEventListener("click", event => {
  event.preventDefault();
  main.focus();
});
show();
