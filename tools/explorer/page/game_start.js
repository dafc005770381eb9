// A game comes to its first move here: which game, from where, and the setups that are placed.

import {SetupEditor} from "./setup_editor.js";
import {address, button, element, select} from "./page.js";
import {gameNamed, getJson, openBook, session} from "./data.js";

// The position that an address names: where it says nothing, the usual start, or with `place` the one before the setups.
export async function positionOf(parameters) {
  const {game, moves, place} = parameters;
  if (!parameters.position && !moves && !place && (await gameNamed(game)).usual) parameters.position = "startpos";
  return getJson("/api/position", {game, position: parameters.position ?? "", moves: moves ?? ""});
}

export const withMove = (moves, word) => [moves, word].filter(Boolean).join(" ");

// The game that an address names, or else the first book's.
export async function gameOf(parameters) {
  const {books, games} = await session();
  return gameNamed(parameters.game ?? books[0]?.game ?? games[0].name);
}

export async function gameSelect(game, onChange) {
  const {games} = await session();
  return select(games.map(each => [each.name, each.title]), game.name, onChange, {"aria-label": "Game"});
}

// The side's part of the array that games mostly begin with.
function usualSetup(game, side) {
  const own = letter => letter !== "." && (letter < "a") === (side === 0);
  return game.usual ? [{text: "The usual setup", get: () => ({squares: [...game.usual].map(letter => own(letter) ? letter : ".").join("")})}] : [];
}

// The setups that the books suggest for the side that is to place its own.
async function fromBooks(game, placed) {
  const {books} = await session();
  const number = books.findIndex(book => book.game === game.name);
  if (number < 0) return [];
  const book = await openBook(number);
  if (placed.length === 0) return [{text: "The book’s best", get: () => ({name: book.red[0]})},
    {text: "One of the book’s best hundred", get: () => ({name: book.red[Math.floor(Math.random() * Math.min(100, book.size))]})}];
  const red = await getJson("/api/setup", {game: game.name, side: 0, name: placed[0].wire});
  const entry = [red.name, red.mirror].map(name => book.red.indexOf(name)).findIndex(index => index >= 0);
  if (entry < 0) return [];
  const index = book.red.indexOf([red.name, red.mirror][entry]);
  const details = await getJson(`/api/books/${number}/entries/${index}`);
  return [{text: "The book’s reply", get: () => ({name: entry === 0 ? details.reply : details.reply_mirror})}];
}

// The way past the setups, where a game is mostly played without choosing them, and the way to them.
export const usualStart = (game, position, onChoose) => game.usual && !position.played.length && button("Begin with the usual setups", onChoose);
export const otherSetups = (view, game) => game.usual && element("a", {class: "button", href: address(view, {game: game.name, place: 1})}, "Other setups");

// The setup editor for the side whose turn it is.
export async function setupStep(game, position, onPlace, signal) {
  const suggestions = [...usualSetup(game, position.side_to_move), ...await fromBooks(game, position.played)];
  const editor = new SetupEditor({game, side: position.side_to_move, standing: position.squares, suggestions, onPlace, signal});
  await editor.load(suggestions.length ? await suggestions[0].get() : {rank: 0});
  return {editor, suggestions};
}
