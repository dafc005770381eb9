// The panel explains a position's value when asked to: what threatens, how safe the royal pieces are, why tempting moves lose,
// and which pieces count; on the board, too.

import {button, element, fault, labelled, select} from "./page.js";
import {lineOf} from "./lines_panel.js";
import {counted, isProven, sizeText, unitOf, valueText} from "./values.js";
import {kindName, pieceName} from "./board.js";
import {runWork} from "./data.js";
import {withMove} from "./game_start.js";
import {markOf} from "./game_tree.js";

const REASONS = {"looks good": "looks good at first", captures: "captures", asked: ""}, MOST_PIECES = 4;
const textOf = line => line.map(move => move.readable).join(" ");
const percent = share => `${Math.round(100 * share)} %`;

// The squares of a move as an arrow: the target stands last.
function arrowOf({game}, squares, kind) {
  const places = squares.map(name => game.squares.indexOf(name));
  return places.length ? [{from: places.length > 1 ? places[0] : null, to: places.at(-1), weight: 1, kind}] : [];
}

// A statement; its arrows stand on the board while one points at it.
function statement(context, arrows, ...words) {
  const {board} = context, notes = () => board.setNotes({...context.notes, arrows});
  const leave = () => board.setNotes(context.notes);
  return element("li", arrows.length ? {onmouseenter: notes, onmouseleave: leave, onfocusin: notes, onfocusout: leave} : {}, words);
}

// "knight f3", or the square alone where nothing stands.
function pieceOn({game, position}, square) {
  const letter = position.squares[game.squares.indexOf(square)];
  return letter === "." ? square : `${kindName(game, letter)} ${square}`;
}

function forced({game, position}, {score, line}) {
  return isProven(score) ? element("li", {}, element("strong", {}, valueText(score, game, position.side_to_move)), `, whatever the other side does: ${textOf(line)}`) : null;
}

function threat(context, {line, score, squares}) {
  const {game, position} = context, mover = position.side_to_move;
  return statement(context, arrowOf(context, squares, "bad"), element("strong", {}, "Threat"),
    ` ${textOf(line)}, if ${game.sides[mover]} passed: ${valueText(score, game, mover)}`);
}

function royal(context, {square, in_danger: isInDanger, attackers, reached, line}) {
  const {game, position} = context, name = pieceName(game, position.squares[game.squares.indexOf(square)]);
  const reach = attackers.length ? `${attackers.map(each => pieceOn(context, each)).join(", ")} ${attackers.length > 1 ? "reach" : "reaches"} ${reached} of the squares around it` : isInDanger ? "" : "no piece reaches the squares around it";
  return statement(context, attackers.flatMap(from => arrowOf(context, [from, square], isInDanger ? "bad" : "doubtful")),
    element("strong", {}, `The ${name}`), ` is ${isInDanger ? "" : "not "}in danger: ${[reach, isInDanger && `${textOf(line)} shows it`].filter(Boolean).join("; ")}`);
}

function tempting(context, {move, why, best, loss, score, refuted_at: depth, refutation, squares, answer}) {
  const {game} = context, words = context.tree.words(context.node), mover = context.position.side_to_move;
  const arrows = [...arrowOf(context, answer, "bad"), ...arrowOf(context, squares, "doubtful")], name = element("strong", {}, lineOf(context, words, [move], refutation[0]));
  if (!refutation.length) return statement(context, arrows, name, best ? " is the best move" : ` loses less than 10 % of the chances: ${valueText(score, game, mover)}`);
  return statement(context, arrows, name, ` ${REASONS[why]}${REASONS[why] && ", but "}loses ${percent(loss)} of the chances, which ${counted(depth, "ply shows", "plies show")}: `, lineOf(context, withMove(words, move.wire), refutation));
}

const counting = all => all.filter(piece => Math.abs(piece.worth) > 2 * piece.error);

function pieces(context, all, side) {
  const best = counting(all).filter(piece => piece.side === context.game.sides[side]).sort((a, b) => b.worth - a.worth).slice(0, MOST_PIECES);
  return best.length ? element("li", {}, element("strong", {}, context.game.sides[side]), `’s pieces that count most: ${best.map(({square, worth}) => `${pieceOn(context, square)} ${sizeText(worth, context.game)}`).join(", ")}`) : null;
}

function notesOf(context, found) {
  return {arrows: found.threat ? arrowOf(context, found.threat.squares, "bad") : undefined,
    worths: counting(found.pieces).map(({square, worth}) => ({square: context.game.squares.indexOf(square), text: (worth / unitOf(context.game).size).toFixed(1), isGood: worth > 0}))};
}

let wanted = null;  // the moves to the position that is to be explained as soon as it is shown

// Explains a mistake on the board: what was wrong with it, said of the position before it.
export const whyBad = ({game, tree, node}, go) => markOf(tree, node).includes("?") && !node.isRoot && button("Why was this bad?", () => {
  wanted = tree.words(node.parent);
  go(node.parent);
});

// context: as of linesPanel()
export function explainPanel(context) {
  const {board, game, node, position, parameters, signal, tree} = context, why = element("ul", {class: "why"});
  const legal = new Set(position.moves.map(move => move.wire)), played = node.children.map(child => child.wire).filter(wire => legal.has(wire));
  let isBusy = false;
  const explain = async asked => {
    if (isBusy) return;
    isBusy = true;
    why.replaceChildren(element("li", {class: "quiet", role: "status"}, "Searching"));
    try {
      const found = await runWork({kind: "explanation", game: game.name, position: parameters.position ?? "", moves: parameters.moves ?? "", asked}, () => {}, signal);
      if (!found) return;  // the view was left
      context.notes = notesOf(context, found);
      board.setNotes(context.notes);
      const all = [forced(context, found), found.threat && threat(context, found.threat), found.royals.map(each => royal(context, each)), found.tempting.map(each => tempting(context, each)), [0, 1].map(side => pieces(context, found.pieces, side))].flat().filter(Boolean);
      const other = select([["", "choose a move"], ...position.moves.map(move => [move.wire, move.readable])], "", wire => explain([...played, wire]), {"aria-label": "Why not"});
      why.replaceChildren(...(found.threat || found.tempting.length || isProven(found.score) ? [] : [element("li", {}, "Nothing threatens, and no tempting move loses clearly.")]), ...all,
        element("li", {class: "bar"}, labelled("Why not", other, {class: "inline"}), context.notes.worths.length > 0 && element("span", {class: "quiet"}, `Numbers on the board: what pieces count for, in ${unitOf(game).name}.`)));
    } catch (error) {
      why.replaceChildren(fault(error.message));
    }
    isBusy = false;
  };
  if (wanted === tree.words(node)) explain(played);
  wanted = null;
  const ask = button("Explain", () => explain(played), {title: "What threatens, how safe the royal pieces are, which tempting moves lose, and which pieces count; each is checked by a longer search", disabled: !position.moves.length || Boolean(position.result)});
  return {ask, why};
}
