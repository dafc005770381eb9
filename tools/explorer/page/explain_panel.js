// Why a position is worth what it is, when one asks: what threatens, why tempting moves lose, and which pieces count.

import {button, element, fault} from "./page.js";
import {logitText, valueText} from "./values.js";
import {lineOf} from "./lines_panel.js";
import {runWork} from "./data.js";
import {withMove} from "./game_start.js";

const REASONS = {"looks good": "looks good at first", captures: "captures", asked: ""}, MOST_PIECES = 4;

function threat(context, {line, score}) {
  const {game, position} = context, mover = position.side_to_move;
  return element("li", {}, element("strong", {}, "Threat"), ` ${line.map(move => move.readable).join(" ")}, if ${game.sides[mover]} passed: ${valueText(score, game.sides[mover], game.sides[1 - mover])}`);
}

function tempting(context, {move, why, loss, refuted_at, refutation}) {
  const words = context.tree.words(context.node);
  return element("li", {}, element("strong", {}, lineOf(context, words, [move])), ` ${REASONS[why]}, but loses ${Math.round(100 * loss)} % of the chances, which ${refuted_at} plies show: `, lineOf(context, withMove(words, move.wire), refutation));
}

function pieces(context, all, side) {
  const best = all.filter(piece => piece.side === context.game.sides[side] && Math.abs(piece.worth) > 2 * piece.error)
    .sort((a, b) => b.worth - a.worth).slice(0, MOST_PIECES);
  return best.length ? element("li", {}, element("strong", {}, context.game.sides[side]), `’s pieces that count most: ${best.map(({square, worth}) => `${square} ${logitText(worth)}`).join(", ")}`) : null;
}

// context: as of linesPanel()
export function explainPanel(context) {
  const {game, position, parameters, signal} = context, why = element("ul", {class: "why"});
  const ask = button("Explain", async () => {
    ask.disabled = true;
    why.replaceChildren(element("li", {class: "quiet", role: "status"}, "Searching"));
    try {
      const found = await runWork({kind: "explanation", game: game.name, position: parameters.position ?? "", moves: parameters.moves ?? ""}, () => {}, signal);
      if (!found) return;
      const all = [found.threat && threat(context, found.threat), found.tempting.map(each => tempting(context, each)), [0, 1].map(side => pieces(context, found.pieces, side))].flat().filter(Boolean);
      why.replaceChildren(...(found.threat || found.tempting.length ? [] : [element("li", {}, "Nothing threatens, and no tempting move loses clearly.")]), ...all);
    } catch (error) {
      why.replaceChildren(fault(error.message));
    }
    ask.disabled = false;
  }, {title: "What threatens, which tempting moves lose, and which pieces count; each is checked by a longer search", disabled: !position.moves.length || Boolean(position.result)});
  return {ask, why};
}
