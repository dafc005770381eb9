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
    if coder.plain(8) != 2 {
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

// Binary arithmetic coding.

const EVEN_ODDS: u32 = 1 << 15;

/// Reads zeros past the end, and remembers it.
struct RangeDecoder<'a> {
    bytes: &'a [u8],
    position: usize,
    low: u32,
    high: u32,
    number: u32,
}

impl<'a> RangeDecoder<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = RangeDecoder { bytes, position: 0, low: 0, high: !0, number: 0 };
        for _ in 0..4 {
            decoder.next_byte();
        }
        decoder
    }

    fn next_byte(&mut self) {
        self.number = self.number << 8 | u32::from(self.bytes.get(self.position).copied().unwrap_or(0));
        self.position += 1;
    }

    /// The bit that was encoded with the probability `p` of a 1.
    fn bit(&mut self, p: u32) -> bool {
        let middle = self.low + (u64::from(self.high - self.low) * u64::from(p) >> 16) as u32;
        let bit = self.number <= middle;
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.low <<= 8;
            self.high = self.high << 8 | 0xFF;
            self.next_byte();
        }
        bit
    }

    fn overrun(&self) -> bool {
        self.position > self.bytes.len() + 4
    }

    /// A number of `count` bits.
    fn plain(&mut self, count: u32) -> u32 {
        (0..count).fold(0, |number, _| number << 1 | u32::from(self.bit(EVEN_ODDS)))
    }

    fn hash(&mut self) -> u64 {
        u64::from(self.plain(32)) << 32 | u64::from(self.plain(32))
    }

    fn text(&mut self) -> String {
        let bytes: Vec<u8> = (0..self.plain(16)).map(|_| self.plain(8) as u8).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

// Context mixing: adaptive bits are weighed by mixers.

/// The probability of a 1 in 22 bits, and in 10 how many decisions were seen.
#[derive(Clone, Copy)]
struct AdaptiveBit(u32);

impl AdaptiveBit {
    fn p(self) -> u32 {
        self.0 >> 16
    }

    fn update(&mut self, bit: bool, limit: u32) {
        let (p, seen) = (i64::from(self.0 >> 10), self.0 & 1023);
        let target = if bit { (1 << 22) - 1 } else { 0 };
        let rate = i64::from(131_072 / (2 * seen + 3));
        self.0 = ((p + (target - p) * rate / 65_536) as u32) << 10 | limit.min(seen + 1);
    }
}

const NEVER_MET: AdaptiveBit = AdaptiveBit(1 << 31);

/// Whole numbers of any size, of which small ones are more frequent.
#[derive(Clone)]
struct NumberModel {
    sign: AdaptiveBit,
    longer: [AdaptiveBit; 61],
    second: [AdaptiveBit; 62],
}

impl NumberModel {
    fn new() -> Self {
        NumberModel { sign: NEVER_MET, longer: [NEVER_MET; 61], second: [NEVER_MET; 62] }
    }

    fn decode(&mut self, coder: &mut RangeDecoder) -> i64 {
        let adaptive = |model: &mut AdaptiveBit, coder: &mut RangeDecoder| {
            let bit = coder.bit(model.p().clamp(32, 65_536 - 32));
            model.update(bit, 250);
            bit
        };
        let negative = adaptive(&mut self.sign, coder);
        let mut places = 0; // after the leading one
        while places < self.longer.len() && adaptive(&mut self.longer[places], coder) {
            places += 1;
        }
        let mut number = 1;
        for place in 0..places {
            let bit = if place == 0 { adaptive(&mut self.second[places], coder) } else { coder.bit(EVEN_ODDS) };
            number = number << 1 | i64::from(bit);
        }
        if negative {
            -number
        } else {
            number - 1
        }
    }
}

/// A hash of numbers; the first tells contexts of different kinds apart.
fn context_hash(first: u64, numbers: &[u64]) -> u32 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mixed = numbers.iter().fold(first, |hash, number| (hash ^ hash >> 29 ^ number).wrapping_mul(FACTOR));
    ((mixed ^ mixed >> 32).wrapping_mul(FACTOR) >> 32) as u32
}

const CONTEXTS: usize = 9;

/// Mixes adaptive bits in hashed contexts, opinions that a model works out by itself, and a constant: INPUTS in all.
struct ContextModel<const INPUTS: usize> {
    shift: u32,
    tables: Vec<Vec<AdaptiveBit>>,
    mixers: Vec<[i32; INPUTS]>,
}

impl<const INPUTS: usize> ContextModel<INPUTS> {
    fn new(mixers: usize, decisions: usize) -> Self {
        let bits = bit_width(decisions as u64).clamp(8, 16);
        ContextModel {
            shift: 32 - bits,
            tables: vec![vec![NEVER_MET; 1 << bits]; CONTEXTS],
            mixers: vec![[65_536 / 5; INPUTS]; mixers],
        }
    }

    fn set_opinion_weight(&mut self, opinion: usize, weight: i32) {
        for mixer in &mut self.mixers {
            mixer[CONTEXTS + opinion] = weight;
        }
    }

    fn decode(&mut self, coder: &mut RangeDecoder, hashes: &[u32; CONTEXTS], opinions: &[i32], mixer: usize, rate: i64) -> bool {
        let mut inputs = [64; INPUTS];
        for (i, &hash) in hashes.iter().enumerate() {
            inputs[i] = stretch(self.tables[i][(hash >> self.shift) as usize].p());
        }
        inputs[CONTEXTS..CONTEXTS + opinions.len()].copy_from_slice(opinions);
        let weights = &mut self.mixers[mixer];
        let sum: i64 = weights.iter().zip(&inputs).map(|(&weight, &input)| i64::from(weight) * i64::from(input)).sum();
        let limit = i64::from(MAX_LOGIT);
        let p = squash((sum / 65_536).clamp(-limit, limit) as i32).clamp(32, 65_536 - 32);
        let bit = coder.bit(p);
        let error = if bit { 65_535 - i64::from(p) } else { -i64::from(p) };
        for (weight, &input) in weights.iter_mut().zip(&inputs) {
            let step = i64::from(input) * error * rate >> 26;
            *weight = (i64::from(*weight) + step).clamp(-(16 << 16), 16 << 16) as i32;
        }
        for (i, &hash) in hashes.iter().enumerate() {
            self.tables[i][(hash >> self.shift) as usize].update(bit, 250);
        }
        bit
    }
}

// Sets of words of one length, and a label for each word.

/// Up to 16 letters of 4 bits, the first on top; letters are 1 to 15.
type Word = u64;

const MAX_WORD_LENGTH: u32 = 16;
const MAX_LETTERS: usize = 15;
const MAX_WORDS: u32 = 1 << 18;

fn letter_at(word: Word, position: u32) -> u32 {
    (word >> (60 - 4 * position) & 15) as u32
}

fn with_letter(word: Word, position: u32, letter: u32) -> Word {
    let shift = 60 - 4 * position;
    (word & !(15 << shift)) | u64::from(letter) << shift
}

fn prefix_mask(length: u32) -> Word {
    if length == 0 {
        0
    } else {
        !0 << (64 - 4 * length)
    }
}

/// `count` words in ascending order.
fn decode_words(coder: &mut RangeDecoder, length: u32, letters: u32, count: usize) -> Result<Vec<Word>, Error> {
    let mut left = [0; 16];
    for most in &mut left[1..=letters as usize] {
        *most = coder.plain(5);
    }
    if count == 0 {
        return Ok(Vec::new());
    }
    if left.iter().sum::<u32>() < length {
        return Err(Error("a set of words without enough letters for one"));
    }
    let mut model = WordSetModel {
        length,
        letters,
        left,
        count,
        known: Vec::new(),
        after_one: vec![0; 16 << 4],
        after_three: vec![0; 16 << 12],
        model: ContextModel::new(16 * 16, count * length as usize),
    };
    if !model.walk(coder, 0, 0, 0) || model.known.len() != count || coder.overrun() {
        return Err(Error("a set that has not the words that it declares"));
    }
    Ok(model.known)
}

/// The tree of prefixes, walked in order: does any word go on with this letter?
struct WordSetModel {
    length: u32,
    letters: u32,
    left: [u32; 16], // how often each letter may still be used
    count: usize,
    known: Vec<Word>,
    after_one: Vec<u32>, // sets of letters, as bits, that followed after the same last letter
    after_three: Vec<u32>,
    model: ContextModel<{ CONTEXTS + 1 }>,
}

/// What is known around a prefix; sets of following letters, as bits.
struct Surroundings {
    parent: u32,
    after_one: u32,
    after_three: u32,
    exchanged: [u32; 2],
    left: u64,
}

impl WordSetModel {
    /// All words with the first `length` letters of `prefix`. False where the data cannot be.
    fn walk(&mut self, coder: &mut RangeDecoder, prefix: Word, length: u32, parent: u32) -> bool {
        if length == self.length {
            self.known.push(prefix);
            return self.known.len() <= self.count;
        }
        let following = self.decode_following(coder, prefix, length, parent);
        for letter in (1..=self.letters).filter(|letter| following >> letter & 1 != 0) {
            self.left[letter as usize] -= 1;
            if !self.walk(coder, with_letter(prefix, length, letter), length + 1, following) {
                return false;
            }
            self.left[letter as usize] += 1;
        }
        true
    }

    /// The set of letters that follow `prefix`, as bits.
    fn decode_following(&mut self, coder: &mut RangeDecoder, prefix: Word, length: u32, parent: u32) -> u32 {
        let possible = (1..=self.letters).fold(0, |set, letter| set | u32::from(self.left[letter as usize] != 0) << letter);
        let around = self.look_around(prefix, length, parent);
        let mut following = 0;
        for letter in (1..=self.letters).filter(|letter| possible >> letter & 1 != 0) {
            let must = following == 0 && possible >> (letter + 1) == 0;
            let bit = must || self.decode_decision(coder, prefix, length, letter, following, &around);
            following |= u32::from(bit) << letter;
        }
        self.after_three[recent_key(prefix, length, 3)] = following;
        self.after_one[recent_key(prefix, length, 1)] = following;
        following
    }

    fn look_around(&self, prefix: Word, length: u32, parent: u32) -> Surroundings {
        const NONE: u32 = 1;
        const SAME: u32 = 3;
        const LATER: u32 = 5;
        let mut exchanged = [NONE; 2];
        for back in (0..2).filter(|back| back + 2 <= length) {
            let (last, other) = (letter_at(prefix, length - 1), letter_at(prefix, length - 2 - back));
            exchanged[back as usize] = match last.cmp(&other) {
                std::cmp::Ordering::Greater => LATER,
                std::cmp::Ordering::Equal => SAME,
                std::cmp::Ordering::Less => {
                    let word = with_letter(with_letter(prefix, length - 1, other), length - 2 - back, last);
                    let is_known = |letter| self.is_known_prefix(with_letter(word, length, letter), length + 1);
                    (1..=self.letters).fold(0, |set, letter| set | u32::from(is_known(letter)) << letter)
                }
            };
        }
        Surroundings {
            parent,
            after_one: self.after_one[recent_key(prefix, length, 1)],
            after_three: self.after_three[recent_key(prefix, length, 3)],
            exchanged,
            left: (1..=self.letters).fold(0, |packed, letter| packed << 4 | u64::from(self.left[letter as usize])),
        }
    }

    fn is_known_prefix(&self, prefix: Word, length: u32) -> bool {
        let found = self.known.get(self.known.partition_point(|&word| word < prefix));
        found.map_or(false, |word| word & prefix_mask(length) == prefix)
    }

    fn decode_decision(&mut self, coder: &mut RangeDecoder, prefix: Word, length: u32, letter: u32, following: u32, around: &Surroundings) -> bool {
        // Of the words with `letter` exchanged for an earlier letter that come before: how many are there?
        let (mut exchanges, mut known, mut known_near) = (0, 0, 0);
        for i in 0..length {
            let other = letter_at(prefix, i);
            if other <= letter {
                continue;
            }
            exchanges += 1;
            let exchanged = with_letter(with_letter(prefix, length, other), i, letter);
            if !self.is_known_prefix(exchanged, length + 1) {
                continue;
            }
            known += 1;
            if i + 3 >= length {
                known_near |= 1 << (length - 1 - i);
            }
        }
        let place = u64::from(length * 16 + letter);
        let previous = u64::from(self.known.last().map_or(0, |&word| letter_at(word, length)));
        let (parent, following) = (u64::from(around.parent), u64::from(following));
        let last = |count| last_letters(prefix, length, count);
        let hashes = [
            context_hash(0, &[place, last(2)]),
            context_hash(1, &[place, last(4), following]),
            context_hash(2, &[place, around.left, last(1)]),
            context_hash(3, &[place, known, exchanges.min(7)]),
            context_hash(4, &[place, known_near, known.min(3)]),
            context_hash(5, &[place, u64::from(around.after_one), following]),
            context_hash(6, &[place, u64::from(around.after_three), parent, following]),
            context_hash(7, &[place, previous, parent, following]),
            context_hash(8, &[place, u64::from(around.exchanged[0]), u64::from(around.exchanged[1]), following]),
        ];
        self.model.decode(coder, &hashes, &[], place as usize, 6000)
    }
}

fn last_letters(prefix: Word, length: u32, count: u32) -> Word {
    if length == 0 {
        0
    } else {
        prefix >> (64 - 4 * length) & ((1 << (4 * count)) - 1)
    }
}

fn recent_key(prefix: Word, length: u32, count: u32) -> usize {
    ((length as usize) << (4 * count)) | last_letters(prefix, length, count) as usize
}

/// Labels that are not given away yet, as a Fenwick tree.
struct FreeLabels(Vec<u32>);

impl FreeLabels {
    fn new(count: u32) -> Self {
        FreeLabels((0..=count).map(|i| i & i.wrapping_neg()).collect())
    }

    fn below(&self, mut label: u32) -> u32 {
        let mut sum = 0;
        while label > 0 {
            sum += self.0[label as usize];
            label &= label - 1;
        }
        sum
    }

    fn take(&mut self, label: u32) {
        let mut i = label + 1;
        while (i as usize) < self.0.len() {
            self.0[i as usize] -= 1;
            i += i & i.wrapping_neg();
        }
    }
}

/// For each letter the places where it stands, as bits; the rarest letter first.
struct LetterPlaces {
    sorted: [u32; 16],
    missing: usize,
}

impl LetterPlaces {
    fn new(word: Word) -> Self {
        let mut places = [0u32; 16];
        for i in 0..MAX_WORD_LENGTH {
            places[letter_at(word, i) as usize] |= 1 << i;
        }
        places[0] = 0;
        let mut sorted = [0; 16];
        for letter in 0..16 {
            sorted[letter] = places[letter].count_ones() << 20 | (letter as u32) << 16 | places[letter];
        }
        sorted.sort_unstable();
        LetterPlaces { sorted, missing: places.iter().filter(|&&place| place == 0).count() }
    }

    fn of_rare(&self, rank: usize) -> u64 {
        u64::from(self.sorted[(self.missing + rank).min(15)] & 0xFFFF)
    }

    fn of_most_frequent(&self) -> u64 {
        u64::from(self.sorted[15] & 0xFFFF)
    }
}

/// ln(right / left)
fn log_ratio(left: u64, right: u64) -> i32 {
    stretch(((right << 16) / (left + right)) as u32)
}

fn coarse(count: usize) -> usize {
    match count {
        0..=3 => count,
        4..=5 => 4,
        6..=8 => 5,
        9..=13 => 6,
        _ => 7,
    }
}

/// A label is found by bisection of the range of labels.
struct LabelModel<'a> {
    words: &'a [Word],
    label_count: u32,
    distinct: bool,
    free: FreeLabels,
    similar: Vec<u32>,
    favourite: u32,
    model: ContextModel<{ CONTEXTS + 3 }>,
}

/// What is bisected, and how many similar words have their labels in either half.
struct Halves {
    low: u32,
    middle: u32,
    end: u32,
    votes: [usize; 2],
}

impl Halves {
    /// 0 and 1: in the left and the right half; 2: outside.
    fn half_of(&self, label: u32) -> u64 {
        if label < self.low || label >= self.end {
            2
        } else {
            u64::from(label >= self.middle)
        }
    }
}

impl<'a> LabelModel<'a> {
    fn new(words: &'a [Word], label_count: u32, distinct: bool) -> Self {
        let decisions = words.len() * bit_width(u64::from(label_count)) as usize;
        let mut model = ContextModel::new(64, decisions);
        model.set_opinion_weight(0, if distinct { 65_536 } else { 0 });
        model.set_opinion_weight(1, 0);
        let free = FreeLabels::new(if distinct { label_count } else { 0 });
        LabelModel { words, label_count, distinct, free, similar: Vec::new(), favourite: 0, model }
    }

    fn decode(mut self, coder: &mut RangeDecoder) -> Vec<u32> {
        let mut labels = Vec::with_capacity(self.words.len());
        for index in 0..self.words.len() {
            let label = self.decode_label(coder, index, &labels);
            labels.push(label);
        }
        labels
    }

    /// The label of the word at `index`; `labels` has those of the words before.
    fn decode_label(&mut self, coder: &mut RangeDecoder, index: usize, labels: &[u32]) -> u32 {
        self.collect_similar(index, labels);
        let word = self.words[index];
        let places = LetterPlaces::new(word);
        let previous = labels.last().copied().unwrap_or(0);
        let (mut first, mut last) = (0, self.similar.len()); // of those that are similar and in the range
        let (mut low, mut end) = (0, self.label_count);
        while end - low > 1 {
            let middle = low + (end - low) / 2;
            let split = first + self.similar[first..last].partition_point(|&label| label < middle);
            let (left, right) = if self.distinct {
                let below = self.free.below(middle);
                (below - self.free.below(low), self.free.below(end) - below)
            } else {
                (1, 1)
            };
            let bit = if left == 0 || right == 0 {
                left == 0
            } else {
                let halves = Halves { low, middle, end, votes: [split - first, last - split] };
                self.decode_decision(coder, word, &places, previous, &halves, log_ratio(u64::from(left), u64::from(right)))
            };
            if bit {
                low = middle;
                first = split;
            } else {
                end = middle;
                last = split;
            }
        }
        if self.distinct {
            self.free.take(low);
        }
        low
    }

    fn decode_decision(&mut self, coder: &mut RangeDecoder, word: Word, places: &LetterPlaces, previous: u32, halves: &Halves, left_over: i32) -> bool {
        let size = halves.end - halves.low;
        let node = if size > self.label_count / 512 {
            u64::from(halves.low) << 32 | u64::from(halves.end)
        } else {
            u64::from(size) << 32
        };
        let [left, right] = halves.votes;
        let said = (coarse(left) * 8 + coarse(right)) as u64;
        let favoured = halves.half_of(self.favourite) * 3 + halves.half_of(previous);
        let hashes = [
            context_hash(0, &[node]),
            context_hash(1, &[said]),
            context_hash(2, &[node, said]),
            context_hash(3, &[node, word >> 32]),
            context_hash(4, &[node, word & 0xFFFF_FFFF]),
            context_hash(5, &[node, places.of_rare(0), places.of_rare(1)]),
            context_hash(6, &[node, places.of_rare(0), places.of_rare(1), places.of_rare(2)]),
            context_hash(7, &[node, places.of_most_frequent()]),
            context_hash(8, &[node, favoured]),
        ];
        let opinions = [left_over, log_ratio(10 * left as u64 + 3, 10 * right as u64 + 3)];
        let mixer = coarse(left + right) * 8 + (bit_width(u64::from(size)) as usize - 1).min(7);
        let rate = if self.distinct { 1000 } else { 2500 };
        self.model.decode(coder, &hashes, &opinions, mixer, rate)
    }

    /// The labels of words that come before and differ by an exchange of two letters, and the most frequent of them.
    fn collect_similar(&mut self, index: usize, labels: &[u32]) {
        self.similar.clear();
        let word = self.words[index];
        for i in 0..MAX_WORD_LENGTH {
            for j in i + 1..MAX_WORD_LENGTH {
                let (first, second) = (letter_at(word, i), letter_at(word, j));
                if second >= first || second == 0 {
                    continue;
                }
                let exchanged = with_letter(with_letter(word, i, second), j, first);
                if let Ok(found) = self.words[..index].binary_search(&exchanged) {
                    self.similar.push(labels[found]);
                }
            }
        }
        self.similar.sort_unstable();
        self.favourite = self.label_count;
        let (mut begin, mut most) = (0, 0);
        while begin < self.similar.len() {
            let label = self.similar[begin];
            let count = self.similar[begin..].iter().take_while(|&&other| other == label).count();
            if count > most {
                most = count;
                self.favourite = label;
            }
            begin += count;
        }
    }
}
