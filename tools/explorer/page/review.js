// A whole game searched move by move, each position equally long, so that its graph and the losses of its moves are known.

import {button, currentAddress} from "./page.js";
import {marksOf} from "./game_tree.js";
import {runWork} from "./data.js";

const NODES = 200000;  // for each position

let running = null;  // it goes on while one steps through the moves

async function searchAll({view, game, position, tree, line, onValue}, signal) {
  for (const node of line) {
    if (node.reviewed) continue;
    if (signal.aborted || currentAddress().view !== view) return;
    try {
      const result = await runWork({kind: "analysis", game: game.name, position: position ?? "", moves: tree.words(node), nodes: NODES}, () => {}, signal);
      if (signal.aborted || !result) return;
      const value = (node.ply + tree.side) % 2 === 0 ? result.score : -result.score;
      node.setValue(value, result);
      node.review = {value, error: result.error, best: result.pv[0]?.wire ?? ""};
    } catch {
      continue;  // a game that is over
    }
    onValue();
  }
}

// `game`, `position`: where the tree begins; onValue() is called after each position.
export function reviewButton(context) {
  const start = button("", async () => {
    if (running) return running.abort();
    running = new AbortController();
    say();
    await searchAll({...context, line: context.tree.line(context.node)}, running.signal);
    running = null;
    context.tree.keep();
    context.onValue();
    say();
  }, {class: "review", title: `Search every position of the game, ${NODES.toLocaleString("en")} positions each. ${marksOf(context.game)}`});
  const say = () => { start.textContent = running ? "Stop the review" : "Review"; };
  say();
  return start;
}
