// Prints what the book or the network beside it holds, or the seconds that it takes to know: book|network [time].
final class Use {
    static final StringBuilder out = new StringBuilder();

    static void row(short[]... rows) {
        for (short[] row : rows)
            for (short n : row) out.append(n).append(' ');
        out.append('\n');
    }

    static void row(int... numbers) {
        for (int n : numbers) out.append(n).append(' ');
        out.append('\n');
    }

    public static void main(String[] arguments) {
        try {
            long start = System.nanoTime();
            if (arguments.length > 1) {
                if (arguments[0].equals("book")) TabiyaBook.decode();
                else TabiyaNetwork.decode();
                out.append((System.nanoTime() - start) / 1e9);
            } else if (arguments[0].equals("book")) {
                TabiyaBook book = TabiyaBook.decode();
                out.append(book.game + "," + book.maker + "," + (book.ordered ? 1 : 0) + "\n");
                for (TabiyaBook.Entry entry : book.entries)
                    out.append(entry.first + "," + entry.reply + "," + (entry.value == null ? "" : entry.value) + "," + entry.depth + "\n");
            } else {
                TabiyaNetwork net = TabiyaNetwork.decode();
                out.append(net.name + "," + net.provenance + "," + net.features + "," + net.width + "\n");
                row(net.transformer);
                row(net.transformerBias);
                row(net.w0);
                row(net.b0);
                row(net.w1);
                row(net.b1);
                row(net.w2);
                row(net.b2);
            }
            System.out.print(out);
        } catch (IllegalArgumentException error) {
            System.err.println(error.getMessage());
            System.exit(1);
        }
    }
}
