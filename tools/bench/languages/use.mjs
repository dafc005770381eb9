// Prints what the book or the network beside it holds, or the seconds that it takes to know: book|network [time].
const row = (numbers) => console.log(numbers.map((n) => n + " ").join(""));
const all = (rows) => rows.flatMap((numbers) => Array.from(numbers));

try {
  const start = performance.now();
  if (process.argv[3]) {
    const module = await import(`./${process.argv[2]}.mjs`);
    await (module.decodeTabiyaBook ?? module.decodeTabiyaNetwork)();
    console.log((performance.now() - start) / 1000);
  } else if (process.argv[2] === "book") {
    const { decodeTabiyaBook } = await import("./book.mjs");
    const book = await decodeTabiyaBook();
    console.log(`${book.game},${book.maker},${Number(book.ordered)}`);
    for (const { first, reply, value, depth } of book.entries) console.log(`${first},${reply},${value ?? ""},${depth}`);
  } else {
    const { decodeTabiyaNetwork } = await import("./network.mjs");
    const net = await decodeTabiyaNetwork();
    console.log(`${net.name},${net.provenance},${net.features},${net.width}`);
    row(all(net.transformer));
    row(Array.from(net.transformerBias));
    row(all(net.w0));
    row(net.b0);
    row(all(net.w1));
    row(net.b1);
    row(Array.from(net.w2));
    row([net.b2]);
  }
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
