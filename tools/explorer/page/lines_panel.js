// The engine's best lines of a position, deeper and deeper: on the board as arrows, in the bar, and in the tree.

import {button, element, fault, labelled, replaceAddress, select} from "./page.js";
import {CERTAIN, amountText, chances, counted, isProven, lossText, roughly, valueText} from "./values.js";
import {getJson, runWork} from "./data.js";
import {withMove} from "./game_start.js";

const FAR = 0.12;  // a move that costs so much of the points gets the faintest arrow

// The arrows of the lines' first moves, the fainter the further a line is behind the best one.
function arrowsOf(position, lines) {
  const share = line => isProven(line.score) ? (line.score > 0 ? 1 : 0) : chances(line.score);
  return lines.flatMap((line, rank) => {
    const move = position.moves.find(each => each.wire === line.pv[0]?.wire);
    return move ? [{...move, weight: 0.9 ** rank * Math.max(0, 1 - (share(lines[0]) - share(line)) / FAR)}] : [];
  });
}

// The reason why a search and the book differ, where they do. All values are the first side's.
function againstBook(game, known, value, depth) {
  const apart = Math.abs(value - known.value);
  if (known.value === null || isProven(value) || isProven(known.value)) return "";
  const how = depth < known.depth ? `this search is ${counted(known.depth - depth, "ply", "plies")} short of the book’s` : depth > known.depth ? `this search is ${counted(depth - known.depth, "ply", "plies")} deeper than the book’s` : "this search is as deep as the book’s, from another table";
  if (apart < 50) return ` The search agrees: ${how}.`;
  const error = known.standard_error ? (`, and the difference ${apart < CERTAIN * known.standard_error ? "lies within" : "exceeds"} the book’s interval of 95 %`) : "";
  return ` The search differs by ${amountText(apart, game)}: ${known.same_evaluation ? "" : "it judges by another evaluation than the book’s, and "}${how}${error}.`;
}

// The moves of a line that begins after `words`: each leads to its position, and shows it while it is pointed at, with the move
// that comes next; after the last one, `after`. A pointer that rests where a line appears has not pointed at it.
export function lineOf(context, words, line, after) {
  const {game, board, to} = context;
  const moves = line.map((move, i) => {
    words = withMove(words, move.wire);
    const there = words, next = (line[i + 1] ?? after)?.wire;
    const show = async () => {
      row.wanted = there;
      const shown = await getJson("/api/position", {game: game.name, position: context.parameters.position ?? "", moves: there});
      if (row.wanted === there && row.isConnected) board.showPreview(shown, shown.moves.filter(each => each.wire === next).map(each => ({...each, weight: 1})));
    };
    return [element("a", {href: to(there), onmousemove: () => row.wanted === there || show(), onfocus: event => { if (event.target.matches(":focus-visible")) show(); }}, move.readable), " "];
  });
  const leave = () => { row.wanted = null; board.showPreview(null); };
  const row = element("span", {class: "variation", onmouseleave: leave, onfocusout: leave}, moves);
  return row;
}

function lineRow(context, line) {
  const {game, position, tree, node} = context, mover = position.side_to_move;
  return element("li", {}, element("span", {class: "number line-value"}, valueText(line.score, game, mover)), lineOf(context, tree.words(node), line.pv));
}

// context: game, position, parameters (of the address), tree, node, board, bar, onValue, to(words), signal
export function linesPanel(context) {
  const {game, position, parameters, node, board, bar, onValue, signal} = context, {known} = position;
  let lines = Number(parameters.lines ?? 3), running = null, again = false, all = [];
  const status = element("span", {role: "status"}), since = element("span", {"aria-hidden": "true"}), rows = element("ol", {class: "lines"}), about = element("span");
  rows.style.setProperty("--lines", lines);
  const drawRows = () => { if (![...rows.querySelectorAll(".variation")].some(row => row.wanted)) rows.replaceChildren(...all.map(line => lineRow(context, line))); };
  for (const left of ["mouseleave", "focusout"]) rows.addEventListener(left, event => rows.contains(event.relatedTarget) || drawRows());
  let begin = 0, depth = 0;
  const tell = () => { since.textContent = `; depth ${depth + 1} for ${((performance.now() - begin) / 1000).toFixed(1)} s`; };
  const show = (result, goesOn) => {
    begin = performance.now();
    depth = result.depth;
    since.textContent = "";
    all = [{score: result.score, pv: result.pv}, ...(result.others ?? [])];
    const value = position.side_to_move === 0 ? result.score : -result.score;
    status.textContent = `${goesOn ? "Searching: depth" : "Depth"} ${result.depth}, ${roughly(result.nodes)} positions, ${roughly(result.nps)}/s; values for ${game.sides[0]}`;
    drawRows();
    board.setArrows(arrowsOf(position, all));
    bar.show(value);
    if (known) about.textContent = againstBook(game, known, value, result.depth);
    node.setValue(value, result);
    onValue();
  };
  const search = async () => {
    if (signal.aborted) return;  // the view was left while it was being made
    begin = performance.now();
    const timer = setInterval(tell, 200);
    running = new AbortController();
    const own = running, stop = () => own.abort();
    signal.addEventListener("abort", stop);
    go.textContent = "Stop";
    try {
      const last = await runWork({kind: "analysis", game: game.name, position: parameters.position ?? "", moves: parameters.moves ?? "", lines}, show, own.signal);
      if (last && !signal.aborted) show(last, false);
    } catch (error) {
      status.replaceChildren(fault(error.message));
    }
    signal.removeEventListener("abort", stop);
    clearInterval(timer);
    since.textContent = "";
    running = null;
    go.textContent = "Go";
    context.tree.keep();
    if (again) again = false, search();
  };
  const go = button("Stop", () => running ? running.abort() : search(), {class: "primary"});
  const count = select([1, 2, 3, 5, 8].map(n => [n, n]), lines, n => {
    parameters.lines = lines = Number(n);
    replaceAddress("analysis", parameters);
    rows.style.setProperty("--lines", lines);
    if (running) again = true, running.abort();
  }, {"aria-label": "Lines"});
  if (position.moves.length && !position.result) search();
  else go.disabled = true;
  return element("section", {class: "engine"}, element("div", {class: "bar"}, go, context.ask, labelled("Lines", count, {class: "inline"})), element("p", {class: "told quiet number"}, status, since), rows,
    known && element("p", {class: "known"}, context.bookLink, `: ${known.rank ? `rank ${known.rank}, ` : ""}${valueText(known.value, game)}${known.standard_error ? ` ± ${lossText(CERTAIN * known.standard_error, game)}` : ""} at depth ${known.depth}.`, about));
}
