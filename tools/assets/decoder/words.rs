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
    after_three: Vec<u32>, // sets of letters, as bits, that followed after the same last three letters
    model: ContextModel<4, 5>,
}

/// What is known around a prefix; sets of following letters, as bits.
struct Surroundings {
    parent: u32,
    after_three: u32,
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
        self.after_three[recent_key(prefix, length)] = following;
        following
    }

    fn look_around(&self, prefix: Word, length: u32, parent: u32) -> Surroundings {
        Surroundings {
            parent,
            after_three: self.after_three[recent_key(prefix, length)],
            left: (1..=self.letters).fold(0, |packed, letter| packed << 4 | u64::from(self.left[letter as usize])),
        }
    }

    fn is_known_prefix(&self, prefix: Word, length: u32) -> bool {
        let found = self.known.get(self.known.partition_point(|&word| word < prefix));
        found.map_or(false, |word| word & prefix_mask(length) == prefix)
    }

    fn decode_decision(&mut self, coder: &mut RangeDecoder, prefix: Word, length: u32, letter: u32, following: u32, around: &Surroundings) -> bool {
        // Of the words with `letter` exchanged for an earlier letter that come before: how many are there?
        let (mut exchanges, mut known) = (0, 0);
        for i in 0..length {
            let other = letter_at(prefix, i);
            if other <= letter {
                continue;
            }
            exchanges += 1;
            let exchanged = with_letter(with_letter(prefix, length, other), i, letter);
            known += u64::from(self.is_known_prefix(exchanged, length + 1));
        }
        let place = u64::from(length * 16 + letter);
        let (parent, following) = (u64::from(around.parent), u64::from(following));
        let hashes = [
            context_hash(0, &[place, last_letters(prefix, length, 4), following]),
            context_hash(1, &[place, around.left, last_letters(prefix, length, 1)]),
            context_hash(2, &[place, known, exchanges.min(7)]),
            context_hash(3, &[place, u64::from(around.after_three), parent, following]),
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

fn recent_key(prefix: Word, length: u32) -> usize {
    (length as usize) << 12 | last_letters(prefix, length, 3) as usize
}
