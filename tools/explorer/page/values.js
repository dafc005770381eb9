// Values as the command line prints them: integers are logit x 10,000.

const PROVEN_WIN = 8000000 - 1000;
export const WIN = 8000000;

export const isProven = value => Math.abs(value) >= PROVEN_WIN;

// Three decimals with the sign; where a value lies in the middle, the even one, as C prints it.
export function logitText(value) {
  const size = Math.abs(value);
  const thousandths = size % 625 === 0 && size % 10 === 5 ? 2 * Math.round(size / 20) : null;
  const text = thousandths === null ? (size / 1e4).toFixed(3) : (thousandths / 1e3).toFixed(3);
  return (value < 0 ? "-" : "+") + text;
}

export const chances = value => 1 / (1 + Math.exp(-value / 1e4));

// "+0.341 (58.4 %)", or "Red wins in 7 plies": `viewer` is whose view it is.
export function valueText(value, viewer, opponent) {
  if (value === null || value === undefined) return "–";
  if (!isProven(value)) return `${logitText(value)} (${(100 * chances(value)).toFixed(1)} %)`;
  const plies = WIN - Math.abs(value);
  const winner = value > 0 ? viewer : opponent;
  if (plies === 0) return `${winner} has won`;
  return `${winner} wins in ${counted(plies, "ply", "plies")}`;
}

// "1 ply", "2,000 plies"
export const counted = (number, one, many = one + "s") => `${grouped(number)} ${number === 1 ? one : many}`;

export const lossText = loss => (loss / 1e4).toFixed(3);

// "1,234,567"
export const grouped = number => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

// "5.59 M"
export function roughly(number) {
  for (const [size, unit] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]])
    if (number >= size) return `${(number / size).toPrecision(3)} ${unit}`;
  return String(number);
}

// How much a loss matters, in five steps from nothing to decisive: for colours with a meaning.
export function lossStep(loss) {
  return [100, 500, 2000, 5000].filter(bound => loss > bound).length;
}
