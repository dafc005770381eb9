import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

final class Tabiya@NAME@ {
    private static final String[] TEXT = {
        @TEXT@
    };

    // Each block of @BLOCK@ bytes of UTF-8 stands for 61 bits: its place among all such blocks in their order.
    private static byte[] bytes(String text) {
        int[] ranges = {@RANGES@};
        int block = @BLOCK@;
        int[] indices = new int[1 << 16], counts = new int[4];
        for (int i = 0; i < ranges.length; i += 2)
            for (int code = ranges[i]; code <= ranges[i + 1]; ++code) indices[code] = ++counts[size(code)];
        long[] texts = new long[block + 1];
        long[][] before = new long[block + 1][5];
        texts[0] = 1;
        for (int left = 1; left <= block; ++left) {
            for (int size = 1; size <= Math.min(left, 3); ++size) {
                texts[left] += counts[size] * texts[left - size];
                before[left][size + 1] = texts[left];
            }
        }
        int rest = 0, bits = 0;
        for (int i = 0; i < text.length(); ++i) rest += size(text.charAt(i));
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        long number = 0, place = 0;
        int left = Math.min(block, rest);
        for (int i = 0; i < text.length(); ++i) {
            int code = text.charAt(i), size = size(code);
            if (indices[code] == 0 || size > left) throw new IllegalArgumentException("a character that does not belong there");
            place += (indices[code] - 1) * texts[left - size] + before[left][size];
            left -= size;
            rest -= size;
            if (left > 0) continue;
            int width = rest > 0 ? 61 : 63 - Long.numberOfLeadingZeros(place);
            if (place >>> 61 != 0 || width < 0) throw new IllegalArgumentException("a block that stands for no number");
            for (int bit = 0; bit < width; ++bit) {
                number |= (place >>> bit & 1) << bits;
                if (++bits == 8) {
                    data.write((int) number);
                    number = bits = 0;
                }
            }
            place = 0;
            left = Math.min(block, rest);
        }
        if (bits != 0) throw new IllegalArgumentException("the text ends early");
        return data.toByteArray();
    }

    private static int size(int code) {
        return code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
    }

    private static final class Reader {
        final byte[] data;
        int at = 0;

        Reader(char kind) throws DataFormatException {
            byte[] packed = bytes(String.join("", TEXT));
            // Behind its kind, a stream of gzip: ten bytes, what is deflated, its checksum and its length.
            Inflater inflater = new Inflater(true);
            inflater.setInput(packed, 11, packed.length - 19);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] part = new byte[1 << 16];
            for (int n; (n = inflater.inflate(part)) > 0; ) out.write(part, 0, n);
            data = out.toByteArray();
            CRC32 sum = new CRC32();
            sum.update(data);
            for (int i = 0; i < 4; ++i)
                if (packed[packed.length - 8 + i] != (byte) (sum.getValue() >> 8 * i)) packed[0] = 0;
            if (packed[0] != kind || !inflater.finished() || inflater.getRemaining() > 0)
                throw new IllegalArgumentException("not whole");
        }

        // Their low bytes stand first, then the rest of each in groups of seven bits.
        long[] numbers(long count) {
            long[] numbers = new long[Math.toIntExact(count)];
            for (int i = 0; i < count; ++i) numbers[i] = data[at++] & 255;
            for (int i = 0; i < count; ++i) numbers[i] |= number() << 8;
            return numbers;
        }

        long number() {
            long number = 0;
            for (int shift = 0; ; shift += 7) {
                byte b = data[at++];
                number |= (long) (b & 127) << shift;
                if (b >= 0) return number;
            }
        }

        int[] signed(long count) {
            long[] numbers = numbers(count);
            int[] signed = new int[numbers.length];
            for (int i = 0; i < count; ++i) signed[i] = (int) (numbers[i] >> 1 ^ -(numbers[i] & 1));
            return signed;
        }

        String string() {
            int size = (int) number();
            at += size;
            return new String(data, at - size, size, StandardCharsets.UTF_8);
        }
    }

@BOOK@
    static final class Entry {
        final String first, reply; // the setups of both sides, each as its owner sees it
        final Integer value; // of the pair, from the first side's view, in logit / 10,000; null: not known
        final int depth;

        Entry(String first, String reply, Integer value, int depth) {
            this.first = first;
            this.reply = reply;
            this.value = value;
            this.depth = depth;
        }
    }

    final String game, maker;
    final boolean ordered; // the best come first
    final List<Entry> entries = new ArrayList<>();

    // IllegalArgumentException where TEXT is damaged.
    static TabiyaBook decode() {
        try {
            return new TabiyaBook(new Reader('b'));
        } catch (DataFormatException | RuntimeException error) {
            throw new IllegalArgumentException("TEXT is damaged: " + error.getMessage());
        }
    }

    private TabiyaBook(Reader reader) {
        game = reader.string();
        maker = reader.string();
        ordered = reader.number() != 0;
        boolean valued = reader.number() != 0;
        List<String> firsts = words(reader), recent = words(reader);
        List<String[]> moves = new ArrayList<>();
        long[] replies = reader.numbers(firsts.size());
        for (int i = 0; i < replies.length; ++i) {
            recent.add(0, recent.remove((int) replies[i]));
            moves.add(new String[] {firsts.get(i), recent.get(0)});
        }
        if (ordered) {
            List<String[]> sorted = new ArrayList<>(moves);
            moves.clear();
            for (long i : reader.numbers(sorted.size())) moves.add(sorted.remove((int) i));
        }
        int[] changes = valued ? reader.signed(moves.size()) : null;
        long[] depths = valued ? reader.numbers(moves.size()) : null;
        int value = 0;
        for (int i = 0; i < moves.size(); ++i) {
            String[] move = moves.get(i);
            if (valued) value += changes[i];
            entries.add(new Entry(move[0], move[1], valued ? value : null, valued ? (int) depths[i] : 0));
        }
    }

    private static List<String> words(Reader reader) {
        List<String> words = new ArrayList<>();
        long count = reader.number(), rank = 0;
        String letters = reader.string();
        if (letters.isEmpty()) {
            for (long i = 0; i < count; ++i) words.add(reader.string());
        } else {
            for (long gap : reader.numbers(count)) words.add(word(letters, rank += gap));
        }
        return words;
    }

    // The arrangement of sorted letters that has this rank in the alphabet's order.
    private static String word(String letters, long rank) {
        StringBuilder word = new StringBuilder();
        long all = arrangements(letters);
        for (int i = 0; !letters.isEmpty(); ) {
            int end = letters.lastIndexOf(letters.charAt(i)) + 1;
            long n = all * (end - i) / letters.length(); // that go on with this letter
            if (rank < n) {
                word.append(letters.charAt(i));
                letters = letters.substring(0, i) + letters.substring(i + 1);
                all = n;
                i = 0;
            } else {
                rank -= n;
                i = end;
            }
        }
        return word.toString();
    }

    private static long arrangements(String letters) {
        long n = 1;
        for (int i = 0, same = 0; i < letters.length(); ++i) {
            same = i > 0 && letters.charAt(i) == letters.charAt(i - 1) ? same + 1 : 1;
            n = n * (i + 1) / same;
        }
        return n;
    }
}
@NETWORK@
    // Arrays by rows. How they are used: accumulator = transformerBias + the rows of the features that a side sees;
    // x = clamp(accumulator, 0, 127), the mover's before the other's; h0 = clamp((w0 x + b0) >> 8, 0, 127);
    // h1 = clamp((w1 h0 + b1) >> 6, 0, 127); evaluation = w2 h1 + b2, in logit / 10,000 from the mover's view.
    final String name, provenance;
    final int features, width;
    final short[][] transformer; // [features][width]
    final short[] transformerBias; // [width]
    final short[][] w0; // [16][2 * width]
    final int[] b0; // [16]
    final short[][] w1; // [32][16]
    final int[] b1; // [32]
    final short[] w2; // [32]
    final int b2;

    // IllegalArgumentException where TEXT is damaged.
    static TabiyaNetwork decode() {
        try {
            return new TabiyaNetwork(new Reader('n'));
        } catch (DataFormatException | RuntimeException error) {
            throw new IllegalArgumentException("TEXT is damaged: " + error.getMessage());
        }
    }

    private TabiyaNetwork(Reader reader) {
        name = reader.string();
        provenance = reader.string();
        features = (int) reader.number();
        width = (int) reader.number();
        long[] steps = reader.numbers(features);
        transformer = rows(reader.signed((long) features * width), width);
        for (int i = 0; i < features; ++i)
            for (int c = 0; c < width; ++c) transformer[i][c] *= steps[i];
        transformerBias = rows(reader.signed(width), width)[0];
        w0 = matrix(reader, 16, 2 * width);
        b0 = reader.signed(16);
        w1 = matrix(reader, 32, 16);
        b1 = reader.signed(32);
        w2 = matrix(reader, 1, 32)[0];
        b2 = reader.signed(1)[0];
    }

    private static short[][] matrix(Reader reader, int count, int size) {
        short[][] matrix = new short[count][];
        for (int i = 0; i < count; ++i) matrix[i] = rows(reader.signed(size), size)[0];
        return matrix;
    }

    private static short[][] rows(int[] numbers, int size) {
        short[][] rows = new short[numbers.length / size][size];
        for (int i = 0; i < numbers.length; ++i) rows[i / size][i % size] = (short) numbers[i];
        return rows;
    }
}
