/// Labels that are not given away yet, as a Fenwick tree.
struct FreeLabels(Vec<u32>);

impl FreeLabels {
    /// With room for a power of two.
    fn new(count: u32) -> Self {
        let first = |i: u32| i - (i & i.wrapping_neg());
        let room = if count == 0 { 0 } else { count.next_power_of_two() };
        FreeLabels((0..=room).map(|i| i.min(count) - first(i).min(count)).collect())
    }

    /// How many of the 2^k labels before `end` are free, for the greatest 2^k that divides `end`.
    fn in_block_before(&self, end: u32) -> u32 {
        self.0[end as usize]
    }

    fn take(&mut self, label: u32) {
        let mut i = label + 1;
        while (i as usize) < self.0.len() {
            self.0[i as usize] -= 1;
            i += i & i.wrapping_neg();
        }
    }
}

/// The places where the two rarest letters stand, as bits; twice the same where there is one letter only.
fn rare_places(word: Word) -> (u64, u64) {
    let mut keys = [0u32; 16]; // by frequency, then by letter
    for i in 0..MAX_WORD_LENGTH {
        let letter = letter_at(word, i);
        keys[letter as usize] = (keys[letter as usize] + (1 << 20)) | letter << 16 | 1 << i;
    }
    let mut present: Vec<u32> = keys[1..].iter().copied().filter(|&key| key != 0).collect();
    present.sort_unstable();
    let places = |rank: usize| u64::from(present[rank.min(present.len() - 1)] & 0xFFFF);
    (places(0), places(1))
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

/// Decisions between labels that are left, by their numbers on either side and the size of the range.
struct LeftOver(Vec<AdaptiveBit>);

impl LeftOver {
    const LEARNT: u32 = 16;

    fn decode(&mut self, coder: &mut RangeDecoder, size: u32, left: u32, right: u32) -> bool {
        if size > Self::LEARNT {
            return coder.bit((((u64::from(right) << 16) / u64::from(left + right)) as u32).clamp(1, 65_535));
        }
        let adaptive = &mut self.0[((size * Self::LEARNT + left) * Self::LEARNT + right) as usize];
        let bit = coder.bit(adaptive.p().clamp(32, 65_536 - 32));
        adaptive.update(bit, 1023);
        bit
    }
}

/// A label is found by bisection of the range of labels.
struct LabelModel<'a> {
    words: &'a [Word],
    label_count: u32,
    distinct: bool,
    free: FreeLabels,
    left_over: LeftOver,
    similar: Vec<u32>,
    model: ContextModel<3, 6>,
}

/// What is bisected, and how many similar words have their labels in either half.
struct Halves {
    low: u32,
    end: u32,
    votes: [usize; 2],
}

impl<'a> LabelModel<'a> {
    fn new(words: &'a [Word], label_count: u32, distinct: bool) -> Self {
        let decisions = words.len() * bit_width(u64::from(label_count)) as usize;
        let mut model = ContextModel::new(64, decisions);
        model.set_opinion_weight(0, if distinct { 65_536 } else { 0 });
        model.set_opinion_weight(1, 0);
        let free = FreeLabels::new(if distinct { label_count } else { 0 });
        let left_over = LeftOver(vec![NEVER_MET; 17 * 16 * 16]);
        LabelModel { words, label_count, distinct, free, left_over, similar: Vec::new(), model }
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
        let places = rare_places(word);
        let (mut first, mut last) = (0, self.similar.len()); // of those that are similar and in the range
        let (mut low, mut end) = (0, if self.distinct { self.label_count.next_power_of_two() } else { self.label_count });
        let mut free_inside = self.label_count.wrapping_sub(index as u32);
        while end - low > 1 {
            let middle = low + (end - low) / 2;
            let split = first + self.similar[first..last].partition_point(|&label| label < middle);
            let (left, right) = if self.distinct {
                let left = self.free.in_block_before(middle);
                (left, free_inside - left)
            } else {
                (1, 1)
            };
            let bit = if left == 0 || right == 0 {
                left == 0
            } else if self.distinct && end - low <= self.label_count >> 3 {
                self.left_over.decode(coder, end - low, left, right)
            } else {
                let halves = Halves { low, end, votes: [split - first, last - split] };
                self.decode_decision(coder, word, places, &halves, log_ratio(u64::from(left), u64::from(right)))
            };
            free_inside = if bit { right } else { left };
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

    fn decode_decision(&mut self, coder: &mut RangeDecoder, word: Word, places: (u64, u64), halves: &Halves, left_over: i32) -> bool {
        let size = halves.end - halves.low;
        let node = if size > self.label_count / 512 {
            u64::from(halves.low) << 32 | u64::from(halves.end)
        } else {
            u64::from(size) << 32
        };
        let [left, right] = halves.votes;
        let said = (coarse(left) * 8 + coarse(right)) as u64;
        let hashes = [
            context_hash(0, &[node, said]),
            context_hash(1, &[node, word >> 32]),
            context_hash(2, &[node, places.0, places.1]),
        ];
        let opinions = [left_over, log_ratio(10 * left as u64 + 3, 10 * right as u64 + 3)];
        let mixer = coarse(left + right) * 8 + (bit_width(u64::from(size)) as usize - 1).min(7);
        let rate = if self.distinct { 1000 } else { 2500 };
        self.model.decode(coder, &hashes, &opinions, mixer, rate)
    }

    /// The labels of words that come before and differ by an exchange of two letters.
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
    }
}
