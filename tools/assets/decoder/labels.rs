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
