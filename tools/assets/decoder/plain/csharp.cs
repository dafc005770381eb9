using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Text;

sealed class Tabiya@NAME@ {
    static readonly string[] Text = {
        @TEXT@
    };

    // Each block of @BLOCK@ bytes of UTF-8 stands for 61 bits: its place among all such blocks in their order.
    static byte[] Bytes(string text) {
        int[] ranges = {@RANGES@};
        const int block = @BLOCK@;
        var indices = new int[1 << 16];
        var counts = new ulong[4];
        for (int i = 0; i < ranges.Length; i += 2)
            for (int code = ranges[i]; code <= ranges[i + 1]; ++code) indices[code] = (int)++counts[Size(code)];
        var texts = new ulong[block + 1];
        var before = new ulong[block + 1, 5];
        texts[0] = 1;
        for (int length = 1; length <= block; ++length) {
            for (int size = 1; size <= Math.Min(length, 3); ++size) {
                texts[length] += counts[size] * texts[length - size];
                before[length, size + 1] = texts[length];
            }
        }
        int rest = 0, bits = 0;
        foreach (char c in text) rest += Size(c);
        var data = new List<byte>();
        ulong number = 0, place = 0;
        int left = Math.Min(block, rest);
        foreach (char c in text) {
            int size = Size(c);
            if (indices[c] == 0 || size > left) throw new FormatException("a character that does not belong there");
            place += (ulong)(indices[c] - 1) * texts[left - size] + before[left, size];
            left -= size;
            rest -= size;
            if (left > 0) continue;
            int width = 61;
            if (rest == 0)
                for (width = 0; place >> width > 1;) ++width;
            if (place >> 61 != 0 || place == 0 && rest == 0) throw new FormatException("a block that stands for no number");
            for (int bit = 0; bit < width; ++bit) {
                number |= (place >> bit & 1) << bits;
                if (++bits == 8) {
                    data.Add((byte)number);
                    number = 0;
                    bits = 0;
                }
            }
            place = 0;
            left = Math.Min(block, rest);
        }
        if (bits != 0) throw new FormatException("the text ends early");
        return data.ToArray();
    }

    static int Size(int code) {
        return code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
    }

    sealed class Reader {
        readonly byte[] data;
        int at;

        public Reader(char kind) {
            byte[] packed = Bytes(string.Concat(Text));
            if (packed.Length < 19 || packed[0] != kind) throw new FormatException("not whole");
            // Behind its kind, a stream of gzip: ten bytes, what is deflated, its checksum (CRC-32) and its length.
            using (var inflate = new DeflateStream(new MemoryStream(packed, 11, packed.Length - 19), CompressionMode.Decompress))
            using (var all = new MemoryStream()) {
                inflate.CopyTo(all);
                data = all.ToArray();
            }
            uint sum = ~0u;
            foreach (byte x in data) {
                sum ^= x;
                for (int bit = 0; bit < 8; ++bit) sum = (sum & 1) != 0 ? sum >> 1 ^ 0xEDB88320 : sum >> 1;
            }
            if (~sum != BitConverter.ToUInt32(packed, packed.Length - 8)) throw new FormatException("not whole");
        }

        // Their low bytes stand first, then the rest of each in groups of seven bits.
        public long[] Numbers(long count) {
            var numbers = new long[count];
            for (long i = 0; i < count; ++i) numbers[i] = data[at++];
            for (long i = 0; i < count; ++i) numbers[i] |= Number() << 8;
            return numbers;
        }

        public long Number() {
            long number = 0;
            for (int shift = 0;; shift += 7) {
                byte b = data[at++];
                number |= (long)(b & 127) << shift;
                if (b < 128) return number;
            }
        }

        public int[] Signed(long count) {
            return Array.ConvertAll(Numbers(count), n => (int)(n >> 1 ^ -(n & 1)));
        }

        public string String() {
            int size = (int)Number();
            at += size;
            return Encoding.UTF8.GetString(data, at - size, size);
        }
    }

@BOOK@
    public sealed class Entry {
        public string First, Reply; // the setups of both sides, each as its owner sees it
        public int? Value;          // of the pair, from the first side's view, in logit / 10,000; null: not known
        public int Depth;
    }

    public readonly string Game, Maker;
    public readonly bool Ordered; // the best come first
    public readonly List<Entry> Entries = new List<Entry>();

    // FormatException where Text is damaged.
    public static TabiyaBook Decode() {
        try {
            return new TabiyaBook(new Reader('b'));
        } catch (Exception error) {
            throw new FormatException("Text is damaged: " + error.Message);
        }
    }

    TabiyaBook(Reader reader) {
        Game = reader.String();
        Maker = reader.String();
        Ordered = reader.Number() != 0;
        bool valued = reader.Number() != 0;
        List<string> firsts = Words(reader), recent = Words(reader);
        long[] replies = reader.Numbers(firsts.Count);
        for (int i = 0; i < replies.Length; ++i) {
            string reply = recent[(int)replies[i]];
            recent.RemoveAt((int)replies[i]);
            recent.Insert(0, reply);
            Entries.Add(new Entry { First = firsts[i], Reply = reply });
        }
        if (Ordered) {
            var sorted = new List<Entry>(Entries);
            Entries.Clear();
            foreach (long i in reader.Numbers(sorted.Count)) {
                Entries.Add(sorted[(int)i]);
                sorted.RemoveAt((int)i);
            }
        }
        if (!valued) return;
        int[] changes = reader.Signed(Entries.Count);
        long[] depths = reader.Numbers(Entries.Count);
        for (int i = 0, value = 0; i < Entries.Count; ++i) {
            Entries[i].Value = value += changes[i];
            Entries[i].Depth = (int)depths[i];
        }
    }

    static List<string> Words(Reader reader) {
        var words = new List<string>();
        long count = reader.Number(), rank = 0;
        string letters = reader.String();
        if (letters == "") {
            for (long i = 0; i < count; ++i) words.Add(reader.String());
        } else {
            foreach (long gap in reader.Numbers(count)) words.Add(Word(letters, rank += gap));
        }
        return words;
    }

    // The arrangement of sorted letters that has this rank in the alphabet's order.
    static string Word(string letters, long rank) {
        var word = new StringBuilder();
        long all = Arrangements(letters);
        for (int i = 0; letters != "";) {
            int end = letters.LastIndexOf(letters[i]) + 1;
            long n = all * (end - i) / letters.Length; // that go on with this letter
            if (rank < n) {
                word.Append(letters[i]);
                letters = letters.Remove(i, 1);
                all = n;
                i = 0;
            } else {
                rank -= n;
                i = end;
            }
        }
        return word.ToString();
    }

    static long Arrangements(string letters) {
        long n = 1;
        for (int i = 0, same = 0; i < letters.Length; ++i) {
            same = i > 0 && letters[i] == letters[i - 1] ? same + 1 : 1;
            n = n * (i + 1) / same;
        }
        return n;
    }
}
@NETWORK@
    // Arrays by rows. How they are used: accumulator = TransformerBias + the rows of the features that a side sees;
    // x = clamp(accumulator, 0, 127), the mover's before the other's; h0 = clamp((W0 x + B0) >> 8, 0, 127);
    // h1 = clamp((W1 h0 + B1) >> 6, 0, 127); evaluation = W2 h1 + B2, in logit / 10,000 from the mover's view.
    public readonly string Name, Provenance;
    public readonly int Features, Width;
    public readonly short[][] Transformer;   // [Features][Width]
    public readonly short[] TransformerBias; // [Width]
    public readonly short[][] W0;            // [16][2 * Width]
    public readonly int[] B0;                // [16]
    public readonly short[][] W1;            // [32][16]
    public readonly int[] B1;                // [32]
    public readonly short[] W2;              // [32]
    public readonly int B2;

    // FormatException where Text is damaged.
    public static TabiyaNetwork Decode() {
        try {
            return new TabiyaNetwork(new Reader('n'));
        } catch (Exception error) {
            throw new FormatException("Text is damaged: " + error.Message);
        }
    }

    TabiyaNetwork(Reader reader) {
        Name = reader.String();
        Provenance = reader.String();
        Features = (int)reader.Number();
        Width = (int)reader.Number();
        long[] steps = reader.Numbers(Features);
        Transformer = Rows(reader.Signed((long)Features * Width), Width);
        for (int i = 0; i < Features; ++i)
            for (int c = 0; c < Width; ++c) Transformer[i][c] = (short)(Transformer[i][c] * steps[i]);
        TransformerBias = Rows(reader.Signed(Width), Width)[0];
        W0 = Matrix(reader, 16, 2 * Width);
        B0 = reader.Signed(16);
        W1 = Matrix(reader, 32, 16);
        B1 = reader.Signed(32);
        W2 = Matrix(reader, 1, 32)[0];
        B2 = reader.Signed(1)[0];
    }

    static short[][] Matrix(Reader reader, int count, int size) {
        var matrix = new short[count][];
        for (int i = 0; i < count; ++i) matrix[i] = Rows(reader.Signed(size), size)[0];
        return matrix;
    }

    static short[][] Rows(int[] numbers, int size) {
        var rows = new short[numbers.Length / size][];
        for (int i = 0; i < rows.Length; ++i) {
            rows[i] = new short[size];
            for (int c = 0; c < size; ++c) rows[i][c] = (short)numbers[i * size + c];
        }
        return rows;
    }
}
