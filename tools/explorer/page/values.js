// Values as the command line prints them: integers are logit x 10,000.

const PROVEN_WIN = 8000000 - 1000;
export const WIN = 8000000;

export const isProven = value => Math.abs(value) >= PROVEN_WIN;

// The unit of a game's values: pawns where other programs use them, logit elsewhere.
export const unitOf = game => game.variant ? {size: 3680, digits: 2, name: "pawns"} : {size: 1e4, digits: 3, name: "logit"};

// The decimals of the unit with the sign; where a value lies in the middle, the even one, as C prints it.
export function sizeText(value, game) {
  const {size, digits} = unitOf(game), step = size / 10 ** digits, magnitude = Math.abs(value) / step, low = Math.floor(magnitude);
  const rounded = magnitude - low === 0.5 && Math.abs(value) % 625 === 0 ? low + low % 2 : null;
  return (value < 0 ? "-" : "+") + (rounded === null ? Math.abs(value) / size : rounded / 10 ** digits).toFixed(digits);
}

export const chances = value => 1 / (1 + Math.exp(-value / 1e4));

// "+0.341 (58.4 %)", or "Red wins in 7 plies": always as the first side sees it. `side`: whose view the value is.
export function valueText(value, game, side = 0) {
  if (value === null || value === undefined) return "–";
  const own = side === 0 ? value : -value;
  if (!isProven(own)) return `${sizeText(own, game)} (${(100 * chances(own)).toFixed(1)} %)`;
  const plies = WIN - Math.abs(own), winner = game.sides[own > 0 ? 0 : 1];
  return plies === 0 ? `${winner} has won` : `${winner} wins in ${counted(plies, "ply", "plies")}`;
}

// "1 ply", "2,000 plies"
export const counted = (number, one, many = one + "s") => `${grouped(number)} ${number === 1 ? one : many}`;

export const lossText = (loss, game) => (loss / unitOf(game).size).toFixed(unitOf(game).digits);

// "0.012 logit"
export const amountText = (loss, game) => `${lossText(loss, game)} ${unitOf(game).name}`;

export const CERTAIN = 1.96;  // standard errors to either side of an interval of 95 %

// "1,234,567"
export const grouped = number => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

// "5.59 M"
export function roughly(number) {
  for (const [size, unit] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]])
    if (number >= size) return `${(number / size).toPrecision(3)} ${unit}`;
  return String(number);
}

// The weight of a loss in five steps, from nothing to decisive: for colours with a meaning.
export function lossStep(loss) {
  return [100, 500, 2000, 5000].filter(bound => loss > bound).length;
}
