// Prints what the book or the network beside it holds, or the seconds that it takes to know: book|network [time].
using System;
using System.Text;

static class Use {
    static readonly StringBuilder All = new StringBuilder();

    static void Row(params short[][] rows) {
        foreach (short[] row in rows)
            foreach (short n in row) All.Append(n).Append(' ');
        All.Append('\n');
    }

    static void Row(params int[] numbers) {
        foreach (int n in numbers) All.Append(n).Append(' ');
        All.Append('\n');
    }

    static int Main(string[] arguments) {
        try {
            var watch = System.Diagnostics.Stopwatch.StartNew();
            if (arguments.Length > 1) {
                if (arguments[0] == "book") TabiyaBook.Decode();
                else TabiyaNetwork.Decode();
                All.Append(watch.Elapsed.TotalSeconds);
            } else if (arguments[0] == "book") {
                TabiyaBook book = TabiyaBook.Decode();
                All.Append(book.Game + "," + book.Maker + "," + (book.Ordered ? 1 : 0) + "\n");
                foreach (TabiyaBook.Entry entry in book.Entries)
                    All.Append(entry.First + "," + entry.Reply + "," + entry.Value + "," + entry.Depth + "\n");
            } else {
                TabiyaNetwork net = TabiyaNetwork.Decode();
                All.Append(net.Name + "," + net.Provenance + "," + net.Features + "," + net.Width + "\n");
                Row(net.Transformer);
                Row(net.TransformerBias);
                Row(net.W0);
                Row(net.B0);
                Row(net.W1);
                Row(net.B1);
                Row(net.W2);
                Row(net.B2);
            }
            Console.Write(All);
            return 0;
        } catch (FormatException error) {
            Console.Error.WriteLine(error.Message);
            return 1;
        }
    }
}
