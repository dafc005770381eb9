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

/// Mixes adaptive bits in CONTEXTS hashed contexts, opinions that a model works out by itself, and a constant: INPUTS
/// in all.
struct ContextModel<const CONTEXTS: usize, const INPUTS: usize> {
    shift: u32,
    tables: Vec<Vec<AdaptiveBit>>,
    mixers: Vec<[i32; INPUTS]>,
}

impl<const CONTEXTS: usize, const INPUTS: usize> ContextModel<CONTEXTS, INPUTS> {
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
