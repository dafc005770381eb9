// Games as text, there and back: PGN with comments and variations. Games that PGN does not know are written in the same
// way, in their own notation.

// "3." before a move of the side that begins, "3…" before the other's where a line begins with it.
export function numberOf(tree, node, isFirst) {
  const half = node.ply - 1 + tree.side;
  return half % 2 === 0 ? `${half / 2 + 1}.` : isFirst ? `${(half + 1) / 2}…` : "";
}

const commentText = comment => comment ? [`{${comment.replaceAll("}", ")")}}`] : [];

// What follows a node: the words of its main line, with the variations in brackets after the move that they replace.
function wordsAfter(tree, node, isFirst = true) {
  const words = [];
  for (let main = node.next; main; main = main.next) {
    const say = (move, first) => [numberOf(tree, move, first).replace("…", "..."), move.readable, ...commentText(move.comment)].filter(Boolean);
    words.push(...say(main, isFirst));
    isFirst = Boolean(main.comment);
    for (const other of main.parent.children.slice(1)) {
      words.push(`(${[...say(other, true), ...wordsAfter(tree, other, Boolean(other.comment))].join(" ")})`);
      isFirst = true;
    }
  }
  return words;
}

function wrapped(text) {
  return text.replace(/(.{1,79})(?: |$)/g, "$1\n").trim();
}

// `root`: the position as text from which the moves begin; `result` as PGN has it.
export function gameText(game, tree, root, result = "*") {
  const tags = [["Event", "?"], ["Variant", game.variant || game.name], ["SetUp", "1"], ["FEN", root], ["Result", result]];
  return `${tags.map(([name, value]) => `[${name} "${value}"]`).join("\n")}\n\n${wrapped([...commentText(tree.root.comment), ...wordsAfter(tree, tree.root), result].join(" "))}\n`;
}

const TOKENS = /\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]|\{([^}]*)\}|;([^\n]*)|(\()|(\))|\$\d+|[^\s()[\]{};]+/g;
const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];

// The first game of a text: {start, comment, children: [{word, comment, children}]}, its moves not yet looked at.
export function parseGame(text) {
  const root = {comment: "", children: []}, tags = {}, open = [];
  let node = root, before = root, moves = 0;
  for (const [word, tag, value, comment, rest, opens, closes] of text.matchAll(TOKENS)) {
    if (tag && moves) break;  // the next game
    if (tag) tags[tag] = value.replace(/\\(.)/g, "$1");
    else if (comment !== undefined || rest !== undefined) node.comment = [node.comment, (comment ?? rest).replace(/\s+/g, " ").trim()].filter(Boolean).join(" ");
    else if (opens) open.push([node, before]), node = before;
    else if (closes) {
      if (!open.length) throw new Error("a bracket closes a variation that has not begun");
      [node, before] = open.pop();
    } else if (RESULTS.includes(word) || word.startsWith("$")) continue;
    else {
      const move = word.replace(/^\d+(\.+|…)/, "").replace(/[!?]+$/, "");
      if (!move || /^\d*\.*$/.test(move)) continue;
      const next = {word: move, comment: "", children: []};
      node.children.push(next);
      [before, node] = [node, next];
      ++moves;
    }
  }
  if (open.length) throw new Error("a variation does not end");
  return {...root, start: tags.FEN ?? ""};
}

// The lines of a parsed game, the main one first, each a list of {word, comment}.
export function leavesOf(parsed) {
  const leaves = [];
  const walk = path => {
    const {children} = path.at(-1) ?? parsed;
    for (const child of children) walk([...path, child]);
    if (!children.length) leaves.push(path);
  };
  walk([]);
  return leaves;
}
