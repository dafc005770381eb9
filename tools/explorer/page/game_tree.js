// The tree of moves of the game on the board: variations, comments, and what searches have found. It is kept for as
// long as the tab is open; the address names a line of it alone.

import {WIN, amountText, isProven, lossText} from "./values.js";

const OVER = 1e9;  // the depth of the value of a game that has ended

class Node {
  constructor(parent, {wire = "", readable = ""} = {}) {
    Object.assign(this, {parent, wire, readable, comment: "", glyphs: [], value: null, error: null, best: "", depth: 0, review: null, result: "", children: []});
  }

  toJSON() {
    const {parent, ...kept} = this;
    return kept;
  }

  get isRoot() { return this.parent === null; }
  get ply() { return this.isRoot ? 0 : this.parent.ply + 1; }  // moves after the setups
  get isOver() { return this.depth >= OVER; }
  // {value, error, best}, of a search as long as those of the other positions; analyses change it no more.
  get reviewed() { return this.isOver ? this : this.review; }
  child(wire) { return this.children.find(each => each.wire === wire); }
  get next() { return this.children[0] ?? null; }
  get last() { return this.next?.last ?? this; }

  // The next or the previous variation in place of this move.
  sibling(step) {
    const all = this.parent?.children ?? [this];
    return all[(all.indexOf(this) + step + all.length) % all.length];
  }

  // The nodes from the root to this one, without the root.
  get path() { return this.isRoot ? [] : [...this.parent.path, this]; }

  // The value of a deeper search stays. `value`: the first side's view; `depth`, its `error` and the best line of the search.
  setValue(value, {depth, error = null, pv = []}) {
    if (depth >= this.depth) Object.assign(this, {value, depth, error, best: pv[0]?.wire ?? ""});
  }
}

function revived(kept, parent) {
  const node = Object.assign(new Node(parent), kept);
  node.children = kept.children.map(each => revived(each, node));
  return node;
}

class GameTree {
  // `setups`: the words that lead to where it begins; `side`: who moves there.
  constructor(key, setups, side, root = new Node(null)) { Object.assign(this, {key, setups, side, root}); }

  // The node to which moves lead, which are added where the tree lacks them.
  follow(moves) {
    let node = this.root;
    for (const move of moves) {
      if (!node.child(move.wire)) node.children.push(new Node(node, move));
      node = node.child(move.wire);
    }
    this.keep();
    return node;
  }

  // The words of an address that leads to a node, the setups included.
  words(node) { return [...this.setups, ...node.path.map(each => each.wire)].join(" "); }

  // The whole line on which a node lies, the root included.
  line(node) {
    const line = [this.root, ...node.path];
    while (line.at(-1).next) line.push(line.at(-1).next);
    return line;
  }

  remove(node) {
    node.parent.children = node.parent.children.filter(each => each !== node);
    this.keep();
  }

  // The variation that a node belongs to comes before the others at the place where it branches off.
  promote(node) {
    let branch = node;
    while (!branch.isRoot && branch.parent.next === branch) branch = branch.parent;
    if (branch.isRoot) return;
    branch.parent.children = [branch, ...branch.parent.children.filter(each => each !== branch)];
    this.keep();
  }

  // `tags`: of the game in PGN.
  clear({comment = "", tags = {}} = {}) {
    this.root = Object.assign(new Node(null), {comment, tags});
  }

  // Adds the moves of another tree that begins alike.
  add(other, into = this.root, from = other.root) {
    for (const each of from.children) {
      if (!into.child(each.wire)) into.children.push(new Node(into, each));
      this.add(other, into.child(each.wire), each);
    }
    this.keep();
  }

  isMain(node) { return node.isRoot || node.parent.next === node && this.isMain(node.parent); }

  keep() {
    try {
      sessionStorage.setItem("tabiya-tree " + this.key, JSON.stringify(this.root));
    } catch {
      // a browser that keeps nothing, or no more
    }
  }
}

function keptRoot(key) {
  try {
    const kept = sessionStorage.getItem("tabiya-tree " + key);
    return kept ? revived(JSON.parse(kept), null) : undefined;
  } catch {
    return undefined;
  }
}

let tree = null;

// The tree of the game that an address of a view has, and `position`, where it leads, as the program describes it.
export function treeOf(view, {game, position: start}, position) {
  const setups = position.played.slice(0, position.setups).map(each => each.wire), key = [view, game, start ?? "", ...setups].join(" ");
  if (tree?.key !== key) tree = new GameTree(key, setups, position.root.side, keptRoot(key));
  return tree;
}

const RESULTS = {"1-0": WIN, "0-1": -WIN, "1/2-1/2": 0};

// The node to which the moves of the address lead. A game that is over has its value.
export function nodeOf(tree, position) {
  const node = tree.follow(position.played.slice(position.setups));
  if (position.score in RESULTS) {
    node.setValue(RESULTS[position.score], {depth: OVER, error: 0});
    node.result = position.score;
  }
  return node;
}

const DOUBTFUL = 2000, MISTAKE = 5000;  // losses, as the command `analyse --games` has them
export const marksOf = game => `?! loses more than ${amountText(DOUBTFUL, game)}, ? more than ${lossText(MISTAKE, game)}, both beyond twice the standard error; ?? misses a win, or loses by force.`;

// The cost of a move for the side that made it: {loss, error, mark}; null unless both positions were searched equally long.
// Where a proof begins or ends, the loss is no amount, and null.
export function judged(tree, node) {
  const found = [node.parent?.reviewed, node.reviewed];
  if (!found[0] || !found[1]) return null;
  const sign = (node.ply - 1 + tree.side) % 2 ? -1 : 1, [before, after] = found.map(each => each.value * sign), [a, b] = found.map(each => each.error);
  const isAmount = before === after || !isProven(before) && !isProven(after);
  const loss = isAmount ? before - after : null, error = a === null || b === null ? null : Math.hypot(a, b);
  const isKnown = isAmount && (error === null || loss > 2 * error);
  const isDecisive = !isAmount && (before > 0 && isProven(before) ? after < 0 || !isProven(after) : after < 0 && isProven(after) && !(before < 0 && isProven(before)));
  const mark = node.wire === found[0].best ? "" : isDecisive ? "??" : isKnown && loss > MISTAKE ? "?" : isKnown && loss > DOUBTFUL ? "?!" : "";
  return {loss, error, mark, isBest: node.wire === found[0].best};
}

const GLYPHS = ["", "!", "?", "!!", "??", "!?", "?!"];  // of PGN's $1 to $6

export const glyphOf = text => `$${GLYPHS.indexOf(text)}`;

// The marks written behind a move: those of its game, or else of a review.
export const markOf = (tree, node) => node.glyphs.map(each => GLYPHS[each.slice(1)] ?? "").join("") || (judged(tree, node)?.mark ?? "");
