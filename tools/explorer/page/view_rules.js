// The rules of a game.

import {element, goTo} from "./page.js";
import {intro, piecesOf} from "./help.js";
import {gameOf, gameSelect} from "./game_start.js";

export const view = {
  async show(main, parameters) {
    const game = await gameOf(parameters);
    main.append(intro(`The rules of ${game.title}`, "What each piece does, who wins, and when a game is drawn.", {game, name: "Rules"}),
      element("div", {class: "bar"}, await gameSelect(game, name => goTo("rules", {game: name}))),
      ...piecesOf(game).filter(Boolean), element("pre", {class: "rules"}, game.rules));
  },
};
