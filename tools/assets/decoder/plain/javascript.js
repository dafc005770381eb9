const TEXT = [
  @TEXT@
].join("");

// Each block of @BLOCK@ bytes of UTF-8 stands for 61 bits: its place among all such blocks in their order.
function bytesOf(text) {
  const ranges = [@RANGES@], block = @BLOCK@;
  const indices = new Map(), counts = [0, 0, 0, 0], texts = [1n], before = [[]];
  const sizeOf = (code) => (code < 0x80 ? 1 : code < 0x800 ? 2 : 3);
  for (let i = 0; i < ranges.length; i += 2) {
    for (let code = ranges[i]; code <= ranges[i + 1]; ++code) indices.set(code, counts[sizeOf(code)]++);
  }
  for (let left = 1; left <= block; ++left) {
    texts.push(0n);
    before.push([0n, 0n]);
    for (let size = 1; size <= Math.min(left, 3); ++size) {
      texts[left] += BigInt(counts[size]) * texts[left - size];
      before[left].push(texts[left]);
    }
  }
  let rest = 0, number = 0, bits = 0, place = 0n;
  for (let i = 0; i < text.length; ++i) rest += sizeOf(text.charCodeAt(i));
  const data = [];
  let left = Math.min(block, rest);
  for (let i = 0; i < text.length; ++i) {
    const code = text.charCodeAt(i), size = sizeOf(code), index = indices.get(code);
    if (index === undefined || size > left) throw new Error("a character that does not belong there");
    place += BigInt(index) * texts[left - size] + before[left][size];
    left -= size;
    rest -= size;
    if (left > 0) continue;
    let width = rest > 0 ? 61 : place.toString(2).length - 1;
    if (place >> 61n || (rest === 0 && !place)) throw new Error("a block that stands for no number");
    for (; width > 0; width -= 30) {
      const taken = Math.min(width, 30);
      let part = Number(place & ((1n << BigInt(taken)) - 1n));
      place >>= BigInt(taken);
      for (let left = taken; left > 0; ) {
        const few = Math.min(left, 8 - bits);
        number |= (part & ((1 << few) - 1)) << bits;
        part >>>= few;
        left -= few;
        bits += few;
        if (bits === 8) data.push(number), (number = bits = 0);
      }
    }
    place = 0n;
    left = Math.min(block, rest);
  }
  if (bits) throw new Error("the text ends early");
  return Uint8Array.from(data);
}

class Reader {
  constructor(data) {
    this.data = data;
    this.at = 0;
  }

  static async of(kind) {
    const packed = bytesOf(TEXT);
    if (packed[0] !== kind.charCodeAt(0)) throw new Error("not whole");
    const inflated = new Blob([packed.subarray(1)]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Reader(new Uint8Array(await new Response(inflated).arrayBuffer()));
  }

  // Their low bytes stand first, then the rest of each in groups of seven bits.
  numbers(count) {
    const numbers = Array.from(this.data.subarray(this.at, this.at + count));
    if (numbers.length < count) throw new Error("not whole");
    this.at += count;
    return numbers.map((low) => low + 256 * this.number());
  }

  number() {
    for (let number = 0, scale = 1; ; scale *= 128) {
      const byte = this.data[this.at++];
      if (byte === undefined) throw new Error("not whole");
      number += (byte & 127) * scale;
      if (byte < 128) return number;
    }
  }

  signed(count) {
    return this.numbers(count).map((n) => (n % 2 ? -(n + 1) / 2 : n / 2));
  }

  string() {
    const size = this.number();
    return new TextDecoder().decode(this.data.subarray(this.at, (this.at += size)));
  }
}

async function decodeAs(kind, read) {
  try {
    return read(await Reader.of(kind));
  } catch (error) {
    throw new Error("TEXT is damaged: " + error.message);
  }
}

@BOOK@
// The number of arrangements of sorted letters.
function arrangements(letters) {
  let n = 1, same = 0;
  for (let i = 0; i < letters.length; ++i) {
    same = letters[i] === letters[i - 1] ? same + 1 : 1;
    n = (n * (i + 1)) / same;
  }
  return n;
}

// The arrangement of sorted letters that has this rank in the alphabet's order.
function wordOf(letters, rank) {
  let word = "", all = arrangements(letters);
  for (let i = 0; letters; ) {
    const end = letters.lastIndexOf(letters[i]) + 1, n = (all * (end - i)) / letters.length;
    if (end === 0) throw new Error("a setup that cannot be");
    if (rank < n) {
      word += letters[i];
      letters = letters.slice(0, i) + letters.slice(i + 1);
      all = n;
      i = 0;
    } else {
      rank -= n;
      i = end;
    }
  }
  return word;
}

function wordsOf(reader) {
  const count = reader.number(), letters = reader.string();
  if (!letters) return Array.from({ length: count }, () => reader.string());
  let rank = 0;
  return reader.numbers(count).map((gap) => wordOf(letters, (rank += gap)));
}

function readBook(reader) {
  const game = reader.string(), maker = reader.string();
  const ordered = reader.number() !== 0, valued = reader.number() !== 0;
  const firsts = wordsOf(reader), recent = wordsOf(reader);
  let entries = reader.numbers(firsts.length).map((at, i) => {
    recent.unshift(...recent.splice(at, 1));
    return { first: firsts[i], reply: recent[0], value: null, depth: 0 };
  });
  if (ordered) {
    const sorted = entries;
    entries = reader.numbers(sorted.length).map((at) => sorted.splice(at, 1)[0]);
  }
  if (valued) {
    let value = 0;
    const changes = reader.signed(entries.length), depths = reader.numbers(entries.length);
    entries.forEach((entry, i) => {
      entry.value = value += changes[i];
      entry.depth = depths[i];
    });
  }
  return { game, maker, ordered, entries };
}

// The book: {game, maker, ordered, entries: [{first, reply, value, depth}]}, with the setups of both sides, each as its owner
// sees it, and the value of the pair from the first side's view, in logit / 10,000, or null. An Error where TEXT is damaged.
function decodeTabiyaBook() {
  return decodeAs("b", readBook);
}

@EXPORT@
@NETWORK@
function readNetwork(reader) {
  const rowsOf = (numbers, size) =>
    Array.from({ length: numbers.length / size }, (_, i) => Int16Array.from(numbers.slice(i * size, (i + 1) * size)));
  const matrix = (count, size) => Array.from({ length: count }, () => Int16Array.from(reader.signed(size)));
  const name = reader.string(), provenance = reader.string(), features = reader.number(), width = reader.number();
  const steps = reader.numbers(features);
  const transformer = rowsOf(reader.signed(features * width), width);
  transformer.forEach((row, i) => row.forEach((n, c) => (row[c] = n * steps[i])));
  const transformerBias = matrix(1, width)[0], w0 = matrix(16, 2 * width), b0 = reader.signed(16);
  const w1 = matrix(32, 16), b1 = reader.signed(32), w2 = matrix(1, 32)[0], b2 = reader.signed(1)[0];
  return { name, provenance, features, width, transformer, transformerBias, w0, b0, w1, b1, w2, b2 };
}

// The network: arrays by rows, transformer [features][width], w0 [16][2 width], w1 [32][16], w2 [32]. How they are used:
// accumulator = transformerBias + the rows of the features that a side sees; x = clamp(accumulator, 0, 127), the mover's
// before the other's; h0 = clamp((w0 x + b0) >> 8, 0, 127); h1 = clamp((w1 h0 + b1) >> 6, 0, 127);
// evaluation = w2 h1 + b2, in logit / 10,000 from the mover's view. An Error where TEXT is damaged.
function decodeTabiyaNetwork() {
  return decodeAs("n", readNetwork);
}

@EXPORT@
