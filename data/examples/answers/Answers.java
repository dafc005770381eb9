// Blue's answers to setups of Red in 0.1, one a line, from the book in book.java: `tabiya pack shipped --out book.java`.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.HashMap;
import java.util.Map;

final class Answers {
    // A setup is two rows of eight, the back row first.
    static String mirrored(String setup) {
        return new StringBuilder(setup.substring(8) + setup.substring(0, 8)).reverse().toString();
    }

    public static void main(String[] arguments) throws IOException {
        Map<String, String> replies = new HashMap<>();
        for (TabiyaBook.Entry entry : TabiyaBook.decode().entries) replies.put(entry.first, entry.reply);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String red; (red = in.readLine()) != null; ) {
            String other = red.length() == 16 ? replies.get(mirrored(red)) : null;
            String unknown = other == null ? "unknown" : mirrored(other);
            System.out.println(replies.getOrDefault(red, unknown));
        }
    }
}
