/// One red setup. Fingerprints that are 0 are not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Canonical names of setups, each as its owner sees it.
    pub red: String,
    pub reply: String,
    /// Of the pair, from Red's view, in logit / 10,000.
    pub value: Option<i32>,
    /// Plies searched from the end of the setup phase; 0: not searched.
    pub depth: u8,
    /// 0: not known.
    pub nodes: u64,
    /// Of the value, in its unit.
    pub standard_error: Option<u32>,
    /// Fingerprints of what gave the value.
    pub evaluation: u64,
    pub search: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    pub game: String,
    pub maker: String,
    /// Fingerprints.
    pub evaluation: u64,
    pub job: u64,
    /// The best for Red come first.
    pub ordered: bool,
    pub entries: Vec<Entry>,
}

/// The book of a literal.
pub fn decode(text: &str) -> Result<Book, Error> {
    let content = open_seal(text, b'B')?;
    let mut coder = RangeDecoder::new(&content);
    if coder.plain(8) != 3 {
        return Err(Error("a compact book of a version that this decoder does not know"));
    }
    let (content, ordered) = match coder.plain(8) {
        0 => (MOVES, false),
        1 => (ORDER, true),
        2 => (VALUES, true),
        3 => (ALL, true),
        0x12 => (VALUES, false),
        0x13 => (ALL, false),
        _ => return Err(Error("a compact book of a kind that this decoder does not know")),
    };
    let mut book = Book { game: coder.text(), ordered, ..Book::default() };
    book.entries = decode_setups(&mut coder, ordered)?;
    if content >= VALUES {
        book.maker = coder.text();
        book.evaluation = coder.hash();
        book.job = coder.hash();
        decode_values(&mut coder, &mut book.entries)?;
    }
    if content == ALL {
        decode_details(&mut coder, &mut book.entries)?;
    }
    if coder.overrun() {
        return Err(Error("a compact book that ends early"));
    }
    Ok(book)
}

// What a compact book keeps.
const MOVES: u32 = 0;
const ORDER: u32 = 1;
const VALUES: u32 = 2;
const ALL: u32 = 3;

fn decode_setups(coder: &mut RangeDecoder, ordered: bool) -> Result<Vec<Entry>, Error> {
    let size = coder.plain(32);
    let distinct_replies = coder.plain(32);
    let length = coder.plain(8);
    let characters: Vec<char> = coder.text().chars().collect();
    if size > MAX_WORDS
        || distinct_replies > size
        || (distinct_replies == 0 && size != 0)
        || !(1..=MAX_WORD_LENGTH).contains(&length)
        || !(1..=MAX_LETTERS).contains(&characters.len())
    {
        return Err(Error("a compact book whose sizes cannot be"));
    }
    let reds = decode_words(coder, length, characters.len() as u32, size as usize)?;
    let dictionary = decode_words(coder, length, characters.len() as u32, distinct_replies as usize)?;
    let replies = LabelModel::new(&reds, distinct_replies, false).decode(coder);
    let ranks = if ordered { LabelModel::new(&reds, size, true).decode(coder) } else { (0..size).collect() };
    let name = |word: Word| (0..length).map(|i| characters[letter_at(word, i) as usize - 1]).collect();
    let mut entries = vec![Entry::default(); size as usize];
    for (i, &rank) in ranks.iter().enumerate() {
        entries[rank as usize].red = name(reds[i]);
        entries[rank as usize].reply = name(dictionary[replies[i] as usize]);
    }
    Ok(entries)
}

/// Values and depths: each is coded as what it is more than the one before, in steps.
fn decode_values(coder: &mut RangeDecoder, entries: &mut [Entry]) -> Result<(), Error> {
    let (value_step, depth_step) = (i64::from(coder.plain(32)), i64::from(coder.plain(32)));
    if !(1..=1_000_000).contains(&value_step) || !(1..=1_000_000).contains(&depth_step) {
        return Err(Error("a compact book without a precision"));
    }
    let (mut missing, mut steps, mut depths) = (NumberModel::new(), NumberModel::new(), NumberModel::new());
    let (mut value, mut depth, mut has_value) = (0, 0, true);
    for entry in entries {
        has_value ^= missing.decode(coder) != 0;
        if has_value {
            value = i64::from((value + steps.decode(coder)) as i32);
            entry.value = Some((value * value_step) as i32);
        }
        depth = i64::from((depth + depths.decode(coder)) as u8);
        entry.depth = (depth * depth_step) as u8;
    }
    Ok(())
}

/// What is known of entries besides values and depths.
fn decode_details(coder: &mut RangeDecoder, entries: &mut [Entry]) -> Result<(), Error> {
    let count = coder.plain(8);
    let known: Vec<(u64, u64)> = (0..count).map(|_| (coder.hash(), coder.hash())).collect();
    let mut nodes = vec![NumberModel::new(); 256]; // of each depth
    let (mut origins, mut missing, mut errors) = (NumberModel::new(), NumberModel::new(), NumberModel::new());
    let (mut origin, mut has_error) = (0, false);
    for entry in entries {
        origin = i64::from((origin + origins.decode(coder)) as u8);
        if origin > 0 {
            let found = known.get(origin as usize - 1).ok_or(Error("a compact book whose details cannot be"))?;
            entry.evaluation = found.0;
            entry.search = found.1;
        }
        entry.nodes = nodes[usize::from(entry.depth)].decode(coder) as u64;
        if entry.nodes >> 61 != 0 {
            return Err(Error("a compact book whose details cannot be"));
        }
        has_error ^= missing.decode(coder) != 0;
        if has_error {
            entry.standard_error = Some(errors.decode(coder) as u32);
        }
    }
    Ok(())
}
