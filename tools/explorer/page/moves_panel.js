// The moves of a game beside its board, in two columns with variations and comments; the keys that step through them;
// the graph of their values; and the game as text.

import {judged, markOf, marksOf, nodeOf, treeOf} from "./game_tree.js";
import {address, button, copyText, currentAddress, drawn, element, fault, goTo, isTyping, labelled, select, table} from "./page.js";
import {CERTAIN, chances, lossText, unitOf, valueText} from "./values.js";
import {gameText, leavesOf, numberOf, parseGames, playersOf, valueOfPgn} from "./game_text.js";
import {getJson} from "./data.js";

export const BOARD_KEYS = [["← →", "the move before, the next one"], ["↑ ↓", "another variation in place of this move"], ["Home End", "the beginning, the end"], ["f", "turn the board"],
  ["Tab", "to the board, where arrows choose a square and Enter takes a piece or puts it down"]];

let active = null;  // the panel whose moves keys step through

function stepOf(node, key) {
  if (key === "ArrowLeft") return node.parent;
  if (key === "ArrowRight") return node.next;
  if (key === "Home") return node.path.length ? node.path[0].parent : null;
  if (key === "End") return node.last;
  return key === "ArrowUp" || key === "ArrowDown" ? node.sibling(key === "ArrowDown" ? 1 : -1) : null;
}

document.addEventListener("keydown", event => {
  if (!active || isTyping(event) || currentAddress().view !== active.view) return;
  if (!["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)) return;
  event.preventDefault();
  const next = stepOf(active.node, event.key);
  if (next && next !== active.node) active.go(next);
});

// Draws the moves again, with what searches have found since.
export const redrawMoves = () => active?.draw();

// The loss with its interval of 95 %.
const withError = (game, loss, error) => `${lossText(loss, game)}${error === null ? "" : ` ± ${lossText(CERTAIN * error, game)}`}`;

// The sums of what the moves of a line have cost each side, with the meaning of marks; nothing before they were reviewed.
function sumsOf(game, tree, line) {
  const sums = game.sides.map(side => ({side, moves: 0, best: 0, loss: 0, squares: 0, marks: {}}));
  for (const node of line) {
    const found = judged(tree, node);
    if (!found) continue;
    const sum = sums[(node.ply - 1 + tree.side) % 2];
    sum.moves += 1;
    sum.best += found.isBest;
    sum.loss += Math.max(0, found.loss ?? 0);
    sum.squares += (found.error ?? 0) ** 2;
    if (found.mark) sum.marks[found.mark] = (sum.marks[found.mark] ?? 0) + 1;
  }
  if (!sums.some(({moves}) => moves)) return [];
  return [table(["Side", "Moves", "Best", `Lost, in ${unitOf(game).name}`, "?!", "?", "??"], sums.map(({side, moves, best, loss, squares, marks}) =>
    [side, moves, best, withError(game, loss, Math.sqrt(squares)), ...["?!", "?", "??"].map(mark => marks[mark] ?? 0)])), element("p", {class: "quiet"}, marksOf(game))];
}

// The chances of the first side by ply; choosing a place opens it.
function valueGraph(game, line, at, to) {
  const width = 400, height = 60, step = width / Math.max(12, line.length - 1);
  const known = line.map((node, i) => ({node, x: i * step, y: node.value === null ? null : height * (1 - chances(node.value))})).filter(each => each.y !== null);
  const ground = known.map(({x, y}) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  return drawn("svg", {viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", class: "graph", role: "group", "aria-label": `Chances of ${game.sides[0]} move by move`},
    known.length > 1 && [drawn("rect", {x: known[0].x, width: known.at(-1).x - known[0].x, height, fill: game.paint[1].fill}),
      drawn("path", {d: `M${known[0].x} ${height}L${ground}L${known.at(-1).x} ${height}Z`, fill: game.paint[0].fill})],
    drawn("path", {d: `M0 ${height / 2}H${width}`, class: "axis", "vector-effect": "non-scaling-stroke"}),
    drawn("path", {d: `M${line.indexOf(at) * step} 0V${height}`, class: "graph-at", "vector-effect": "non-scaling-stroke"}),
    line.map((node, i) => drawn("a", {href: to(node), tabindex: -1}, drawn("rect", {x: (i - 0.5) * step, width: step, height, class: "graph-place"}),
      drawn("title", {}, `${node.isRoot ? "The beginning" : node.readable}: ${valueText(node.value, game)}`))));
}

export class MovesPanel {
  // `view` and `parameters` make addresses; `position`: what stands on the board, at `node` of `tree`.
  constructor({game, view, parameters, position, tree, node}) {
    Object.assign(this, {game, view, parameters, position, tree, node});
    this.list = element("div", {class: "moves", tabindex: 0, role: "region", "aria-label": "Moves"});
    this.graph = element("div", {class: "graph-frame"});
    this.steps = element("div", {class: "bar", role: "group", "aria-label": "Step through the moves"});
    this.tools = element("div", {class: "bar steps"}, this.steps);
    this.comment = element("input", {class: "comment", placeholder: "Comment on this move", "aria-label": "Comment on this move", value: node.comment,
      onchange: () => { node.comment = this.comment.value.trim(); tree.keep(); this.draw(); }});
    this.tools.append(this.comment);
    active = this;
    this.draw();
  }

  to(node) { return address(this.view, {...this.parameters, moves: this.tree.words(node)}); }

  // The address follows; until it has, further keys go on from here.
  go(node) {
    this.node = node;
    goTo(this.view, {...this.parameters, moves: this.tree.words(node)});
  }

  draw() {
    const {tree, node} = this, scrolled = this.list.scrollTop;
    const setups = tree.setups.length ? element("p", {class: "setups-played quiet"}, tree.setups.map((wire, i) => [`${this.game.sides[i]} `, element("span", {class: "mono"}, this.position.played[i].readable), i ? "" : ", "])) : null;
    const moves = element("div", {class: "moves-grid"}, this.comments(tree.root), this.rows(tree.root));
    const players = playersOf(tree.root.tags ?? {});
    this.list.replaceChildren(...[players && element("p", {class: "quiet"}, players), setups, tree.root.next ? moves : element("p", {class: "quiet"}, "No moves yet.")].filter(Boolean));
    this.list.scrollTop = scrolled;
    this.drawGraph();
    const step = (text, name, key) => {
      const next = stepOf(node, key);
      return button(text, () => this.go(next), {"aria-label": name, title: `${name} (${key.replace("Arrow", "")})`, disabled: !next || next === node});
    };
    this.steps.replaceChildren(...[step("«", "To the beginning", "Home"), step("‹", "Back", "ArrowLeft"), step("›", "Forward", "ArrowRight"), step("»", "To the end", "End"),
      !tree.isMain(node) && button("Promote", () => { tree.promote(node); this.draw(); }, {title: "Make this variation the main line"}),
      !node.isRoot && button("Delete", () => { tree.remove(node); this.go(node.parent); }, {title: "Delete this move and what follows"})].filter(Boolean));
  }

  drawGraph() {
    const line = this.tree.line(this.node);
    this.graph.replaceChildren(valueGraph(this.game, line, this.node, node => this.to(node)), ...sumsOf(this.game, this.tree, line));
  }

  // The move at the board is in sight, also when other things take room from the list.
  keepInSight() {
    new ResizeObserver(() => {
      const now = this.list.querySelector("[aria-current]");
      if (now) this.list.scrollTop = now.offsetTop - this.list.clientHeight / 2;
    }).observe(this.list);
  }

  move(node) {
    const found = judged(this.tree, node), mark = markOf(this.tree, node), value = node.value === null ? null : valueText(found ? node.reviewed.value : node.value, this.game);
    return element("a", {href: this.to(node), "aria-current": node === this.node ? "step" : null, class: mark.includes("?") && mark !== "!?" ? `loss-${mark === "?!" ? 3 : 4}` : null,
      title: found && found.loss !== null ? `${value}; loses ${withError(this.game, Math.max(0, found.loss), found.error)} ${unitOf(this.game).name}` : value}, node.readable, mark);
  }

  comments(node) { return node.comment ? element("p", {class: "said-of"}, node.comment) : null; }

  // The main line after a node, a row for two moves.
  rows(from) {
    const cells = [], number = node => element("span", {class: "move-number number"}, numberOf(this.tree, node, true));
    const gap = () => element("span", {class: "quiet"}, "…");
    let isOpen = false;
    for (let node = from.next; node; node = node.next) {
      const isSecond = (node.ply - 1 + this.tree.side) % 2 === 1;
      if (isSecond && !isOpen) cells.push(number(node), gap());
      if (!isSecond) cells.push(number(node));
      cells.push(this.move(node));
      isOpen = !isSecond;
      const others = node.parent.children.slice(1);
      if (!node.comment && !others.length) continue;
      if (isOpen && node.next) cells.push(gap());
      cells.push(this.comments(node), others.map(other => element("p", {class: "aside"}, this.aside(other))));
      isOpen = false;
    }
    return cells;
  }

  // A variation in the text of a line.
  aside(from) {
    const parts = [];
    let isFirst = true;
    for (let node = from; node; node = node.next) {
      parts.push(`${numberOf(this.tree, node, isFirst)} `, this.move(node), " ", node.comment ? element("em", {}, node.comment, " ") : "");
      isFirst = Boolean(node.comment);
      for (const other of node === from ? [] : node.parent.children.slice(1)) {
        parts.push("(", this.aside(other), ") ");
        isFirst = true;
      }
    }
    return parts;
  }

  // The game as text, to copy and to read in.
  text() {
    const {game, tree, position} = this, said = element("div");
    const area = element("textarea", {rows: 5, class: "mono", spellcheck: "false", "aria-label": "The game as text"});
    const copy = button("Copy", () => copyText(area.value, copy));
    const unread = error => said.replaceChildren(fault(`This game cannot be read: ${error.message}`)), load = parsed => this.load(parsed).catch(unread);
    const read = async () => {
      const games = parseGames(area.value);
      if (games.length === 1) return load(games[0]);
      said.replaceChildren(labelled(`${games.length} games`, select([["", "choose one"], ...games.map(({tags}, i) => [i, `${i + 1}. ${playersOf(tags) || tags.Event || ""}`])], "", i => load(games[i]))));
    };
    return element("details", {ontoggle: event => { if (event.target.open) area.value = gameText(game, tree, position.root); }}, element("summary", {}, "The game as text"),
      element("p", {class: "quiet"}, `${game.variant ? "PGN" : "Written like PGN"}, with comments and variations. Put in other games, or moves alone, and load one.`),
      area, element("div", {class: "bar"}, copy, button("Load", () => read().catch(unread))), said);
  }

  // Moves alone go on from where this game begins, or from the usual start, as a whole game without a position does.
  async load(parsed) {
    const {game, parameters: {position}} = this, usual = game.usual ? "startpos" : "";
    if (parsed.tags.FEN || parsed.tags.Event) return this.loadFrom(parsed.tags.FEN ?? usual, [], parsed);
    return this.loadFrom(position ?? "", this.tree.setups, parsed).catch(error => this.loadFrom(usual, [], parsed).catch(() => { throw error; }));
  }

  async loadFrom(start, setups, parsed) {
    const lines = [], game = this.game.name;
    for (const path of leavesOf(parsed))
      lines.push({path, position: await getJson("/api/position", {game, position: start, moves: [...setups, ...path.map(each => each.word)].join(" ")})});
    const tree = treeOf(this.view, {game, position: start}, lines[0].position), ends = [];
    tree.clear(parsed);
    for (const {path, position} of lines) {
      const node = nodeOf(tree, position), nodes = node.path, said = path.slice(path.length - nodes.length);
      nodes.forEach((each, i) => {
        Object.assign(each, {comment: said[i].comment, glyphs: said[i].glyphs});
        if (said[i].evaluation) each.setValue(valueOfPgn(this.game, said[i].evaluation), {depth: 0});
      });
      ends.push(node);
    }
    tree.keep();
    goTo(this.view, {...this.parameters, position: start, moves: tree.words(ends[0])});
  }
}
