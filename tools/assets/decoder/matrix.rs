// Symbols as intervals of 2^24 (rANS); two states take turns.

/// Reads zeros past the end, and remembers it.
struct IntervalDecoder<'a> {
    bytes: &'a [u8],
    position: usize,
    state: u64,
    other_state: u64, // of the symbol after the next
}

impl<'a> IntervalDecoder<'a> {
    const LEAST_STATE: u64 = 1 << 31;

    fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = IntervalDecoder { bytes, position: 0, state: 0, other_state: 0 };
        decoder.state = decoder.next_word() << 32 | decoder.next_word();
        decoder.other_state = decoder.next_word() << 32 | decoder.next_word();
        decoder
    }

    fn next_word(&mut self) -> u64 {
        let word = self.bytes.get(self.position..self.position + 4).unwrap_or(&[]);
        self.position += 4;
        word.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    /// A number that lies in the interval of the next symbol.
    fn place(&self) -> u32 {
        (self.state & 0xFF_FFFF) as u32
    }

    /// Goes on to the symbol after the one whose interval begins at `start` and holds place().
    fn pass(&mut self, start: u32, size: u32) {
        self.state = u64::from(size) * (self.state >> 24) + u64::from(self.place() - start);
        if self.state < Self::LEAST_STATE {
            self.state = self.state << 32 | self.next_word();
        }
        std::mem::swap(&mut self.state, &mut self.other_state);
    }

    /// A number of `count` bits, all equally likely.
    fn evenly(&mut self, count: u32) -> u32 {
        let spare = 24 - count;
        let value = self.place() >> spare;
        self.pass(value << spare, 1 << spare);
        value
    }

    fn overrun(&self) -> bool {
        self.position > self.bytes.len()
    }

    fn finished(&self) -> bool {
        self.position == self.bytes.len() && self.state == Self::LEAST_STATE && self.other_state == Self::LEAST_STATE
    }
}

// Values, each by a logistic distribution around a prediction from rows above.

const TAPS: usize = 4;
const BLOCK: usize = 16;
const ZEROS: [i64; TAPS] = [0; TAPS];

/// The scales of distributions by their levels, in units of 1 / 256.
const LEVELS: usize = 29 * 8;
fn scale(level: usize) -> i64 {
    (8 + level as i64 % 8) << (level / 8)
}
fn level_of(scale: u32) -> usize {
    let scale = scale.max(8);
    let octave = bit_width(u64::from(scale)) - 4;
    (octave * 8 + (scale >> octave) - 8) as usize
}

/// What is known of a value before it is decoded: a mean in units of 1 / 256, and the level of a scale.
#[derive(Clone, Copy)]
struct Forecast {
    mean: i64,
    level: usize,
}

/// Distances from the mean are counted in units of 1 / 4096 of the scale, up to this.
const FARTHEST: i64 = 16 * MAX_LOGIT as i64;

impl Forecast {
    fn distance_of(&self, place: i64) -> i64 {
        ((place - self.mean) * ((1 << 32) / scale(self.level)) >> 20).clamp(-FARTHEST, FARTHEST)
    }

    /// Of a value.
    fn distance(&self, value: i64) -> i64 {
        self.distance_of(value * 256)
    }

    /// The probability of less than `value`, in units of 2^-20.
    fn below(&self, value: i64) -> u64 {
        let place = self.distance_of(value * 256 - 128).min(FARTHEST - 1);
        let (whole, part) = ((place >> 4) as i32, (place & 15) as u32);
        let p = squash(whole);
        u64::from(16 * p + part * (squash(whole + 1) - p))
    }
}

/// Values from `low` to `high`.
struct LogisticDecoder {
    low: i64,
    high: i64,
    least: u64, // of each value
    share: u64, // of what the forecasts say
}

impl LogisticDecoder {
    fn new(low: i64, high: i64) -> Self {
        let count = (high - low + 1) as u64;
        let least = ((1 << 17) / count).max(1);
        LogisticDecoder { low, high, least, share: (1 << 24) - least * count }
    }

    fn decode(&self, coder: &mut IntervalDecoder, forecast: &Forecast) -> i64 {
        let place = u64::from(coder.place());
        let shared = place as i64 - self.least as i64 * ((forecast.mean >> 8) - self.low);
        let p = (shared + (shared >> 7)).clamp(0, 0xFF_FFFF);
        let logit = i64::from(stretch((p >> 8) as u32));
        let guess = (forecast.mean + (logit * scale(forecast.level) >> 8) + 128) >> 8;
        let (mut low, mut high, mut value) = (self.low, self.high, guess.clamp(self.low, self.high));
        for tries in 0.. {
            let (start, end) = (self.begin(value, forecast), self.begin(value + 1, forecast));
            if start <= place && place < end {
                coder.pass(start as u32, (end - start) as u32);
                break;
            }
            // Next to the last try at first, then in the middle of what is left.
            if start > place {
                high = value - 1;
            } else {
                low = value + 1;
            }
            value = if tries >= 3 {
                low + (high - low) / 2
            } else if start > place {
                high
            } else {
                low
            };
        }
        value
    }

    /// Where the interval of a value begins.
    fn begin(&self, value: i64, forecast: &Forecast) -> u64 {
        let below = if value <= self.low {
            0
        } else if value > self.high {
            1 << 20
        } else {
            forecast.below(value)
        };
        (below * self.share >> 20) + self.least * (value - self.low) as u64
    }
}

/// Predicts from the values above by least squares, worked out anew after blocks with 32 values.
struct RowPredictor {
    shift: u32,
    updates: u32,
    matrix: [[i64; TAPS]; TAPS],
    right: [i64; TAPS],
    coefficients: [i64; TAPS],
}

impl RowPredictor {
    fn new(max_magnitude: i64) -> Self {
        let shift = bit_width(max_magnitude as u64).saturating_sub(8);
        RowPredictor { shift, updates: 0, matrix: [ZEROS; TAPS], right: ZEROS, coefficients: ZEROS }
    }

    /// In units of 1 / 256.
    fn predict(&self, taps: &[i64; TAPS]) -> i64 {
        self.coefficients.iter().zip(taps).map(|(coefficient, tap)| coefficient * tap).sum::<i64>() >> 8
    }

    fn update(&mut self, taps: &[i64; TAPS], value: i64) {
        let y = value >> self.shift;
        let mut x = ZEROS;
        for i in 0..TAPS {
            x[i] = taps[i] >> self.shift;
        }
        for i in 0..TAPS {
            self.right[i] += x[i] * y;
            for j in 0..TAPS {
                self.matrix[i][j] += x[i] * x[j];
            }
        }
        self.updates += 1;
    }

    /// After a block.
    fn end_block(&mut self) {
        if self.updates >= 32 {
            self.updates = 0;
            self.solve();
            for i in 0..TAPS {
                self.right[i] /= 2;
                for j in 0..TAPS {
                    self.matrix[i][j] /= 2;
                }
            }
        }
    }

    /// Solves (matrix + ridge) * coefficients = right by L D L^T.
    fn solve(&mut self) {
        const RIDGE: i64 = 100;
        const MAX_FACTOR: i64 = 1 << 23;
        const MAX_ENTRY: i64 = 1 << 30;
        let (mut factor, mut scaled) = ([ZEROS; TAPS], [ZEROS; TAPS]); // L; L D
        let (mut diagonal, mut x) = (ZEROS, ZEROS);
        for j in 0..TAPS {
            for i in j..TAPS {
                let mut entry = self.matrix[i][j] + if i == j { RIDGE } else { 0 };
                for k in 0..j {
                    entry -= scaled[i][k] * factor[j][k] >> 16;
                }
                scaled[i][j] = entry.clamp(-MAX_ENTRY, MAX_ENTRY);
            }
            diagonal[j] = scaled[j][j].max(RIDGE / 4);
            for i in j + 1..TAPS {
                factor[i][j] = ((scaled[i][j] << 16) / diagonal[j]).clamp(-MAX_FACTOR, MAX_FACTOR);
            }
        }
        for i in 0..TAPS {
            x[i] = self.right[i];
            for k in 0..i {
                x[i] = (x[i] - (factor[i][k] * x[k] >> 16)).clamp(-MAX_ENTRY, MAX_ENTRY);
            }
        }
        for i in (0..TAPS).rev() {
            x[i] = (x[i] << 16) / diagonal[i];
            for k in i + 1..TAPS {
                x[i] -= factor[k][i] * x[k] >> 16;
            }
            x[i] = x[i].clamp(-MAX_FACTOR, MAX_FACTOR);
        }
        self.coefficients = x;
    }
}

/// What forecasts of one kind were wrong by.
#[derive(Clone, Copy, Default)]
struct Correction {
    shift: i64, // of the mean, in units of 2^-16 of the scale
    level: i64, // of the scale, in units of 2^-16
}

impl Correction {
    fn update(&mut self, distance: i64) {
        let logit = distance / 16;
        let pull = 2 * i64::from(squash(logit as i32)) - 65_536;
        let spread = ((logit * pull >> 16) - 256).min(512);
        self.shift = (self.shift + pull / 64).clamp(-(4 << 16), 4 << 16);
        self.level = (self.level + 40 * spread).clamp(-(24 << 16), 24 << 16);
    }
}

/// Corrects forecasts by all contexts that they are in: of their column, and of pairs of values above.
struct Corrections {
    all: Vec<Correction>, // of the columns, then of each pair
    columns: usize,
}

type Contexts = [usize; 3];

impl Corrections {
    const BANDS: i64 = 16;

    fn new(columns: usize) -> Self {
        Corrections { all: vec![Correction::default(); columns + 2 * 256], columns }
    }

    fn correct(&self, forecast: &Forecast, column: usize, taps: &[i64; TAPS]) -> (Forecast, Contexts) {
        let inverse = (1 << 32) / scale(forecast.level);
        let band = |value: i64| (((value * 256 - forecast.mean) * inverse >> 32) + Self::BANDS / 2).clamp(0, Self::BANDS - 1);
        let pair = |i: usize| self.columns + 256 * i + (band(taps[2 * i]) * Self::BANDS + band(taps[2 * i + 1])) as usize;
        let contexts = [column, pair(0), pair(1)];
        let shift: i64 = contexts.iter().map(|&context| self.all[context].shift).sum();
        let level: i64 = contexts.iter().map(|&context| self.all[context].level).sum();
        let corrected = Forecast {
            mean: forecast.mean + (shift * scale(forecast.level) >> 16),
            level: (forecast.level as i64 + (level >> 16)).clamp(0, LEVELS as i64 - 1) as usize,
        };
        (corrected, contexts)
    }

    fn update(&mut self, contexts: &Contexts, distance: i64) {
        for &context in contexts {
            self.all[context].update(distance);
        }
    }
}

/// The usual error of forecasts: of the last values in the row, and at its begin, of the rows that it is predicted
/// from. In units of 1 / 256.
struct ErrorScale {
    of_rows: Vec<i64>,
    initial: i64,
    mean: i64,
    row_sum: i64,
    seen: i64,
}

impl ErrorScale {
    fn begin_row(&mut self, row: usize, lags: &[usize; TAPS]) {
        let weighed = |(i, weight)| {
            let lag: usize = lags[i];
            weight * if lag != 0 && lag <= row { self.of_rows[row - lag] } else { self.initial }
        };
        let sum: i64 = [12, 6, 4, 3].iter().copied().enumerate().map(weighed).sum();
        self.mean = (3 * self.mean + 5 * (sum / 25)) / 8;
        self.row_sum = 0;
        self.seen = 0;
    }

    fn level(&self) -> usize {
        level_of(((self.mean + 64) * 739 >> 10) as u32)
    }

    /// After `count` values with these errors in all.
    fn update(&mut self, sum: i64, count: i64) {
        self.row_sum += sum;
        self.seen += count;
        self.mean = (5 * self.mean + 3 * (sum / count)) / 8;
    }
}

/// Values that are multiples of a step.
struct StepDecoder {
    step: i64,
    multiples: LogisticDecoder,
}

impl StepDecoder {
    fn new(low: i64, high: i64, step: i64) -> Self {
        StepDecoder { step, multiples: LogisticDecoder::new(low / step, high / step) }
    }

    fn decode(&self, coder: &mut IntervalDecoder, forecast: &Forecast) -> i64 {
        if self.step == 1 {
            return self.multiples.decode(coder, forecast);
        }
        let level = level_of((scale(forecast.level) / self.step) as u32);
        self.step * self.multiples.decode(coder, &Forecast { mean: forecast.mean / self.step, level })
    }
}

/// So many steps: each is expected to be that before it.
fn decode_steps(coder: &mut IntervalDecoder, count: usize) -> Vec<i64> {
    let mut steps = vec![1; count];
    let decoder = LogisticDecoder::new(1, 4096);
    let (mut last, mut change) = (1, 0);
    for step in &mut steps {
        *step = decoder.decode(coder, &Forecast { mean: last * 256, level: level_of(change as u32) });
        change = (3 * change + 256 * (*step - last).abs()) / 4;
        last = *step;
    }
    steps
}

/// `with_steps`: the values of rows and columns may be multiples of steps.
fn decode_matrix(coder: &mut IntervalDecoder, rows: u32, columns: u32, with_steps: bool) -> Result<Vec<i32>, Error> {
    let (rows, columns) = (rows as usize, columns as usize);
    let low = i64::from(coder.evenly(23)) - (1 << 22);
    let high = i64::from(coder.evenly(23)) - (1 << 22);
    if low > high {
        return Err(Error("the bounds of a matrix are the wrong way round"));
    }
    let mut lags = [0; TAPS]; // how many rows further up the values above are; 0 for none
    for lag in &mut lags {
        *lag = coder.evenly(16) as usize;
    }
    let kind = if with_steps { coder.evenly(2) } else { 0 }; // of no steps, one for all, or of rows or columns
    let steps = decode_steps(coder, [0, 1, rows, columns][kind as usize]);
    let magnitude = low.abs().max(high.abs());
    let in_range = |mean: i64| mean.clamp(low * 256, high * 256);
    let mut predictor = RowPredictor::new(magnitude);
    let initial = magnitude * 32;
    let mut errors = ErrorScale { of_rows: vec![initial; rows], initial, mean: initial, row_sum: 0, seen: 0 };
    let mut corrections = Corrections::new(columns);
    let mut values = vec![0i32; rows * columns];
    for row in 0..rows {
        errors.begin_row(row, &lags);
        let steps_of_row = match kind {
            0 => &[1][..],
            2 => &steps[row..row + 1],
            _ => &steps[..],
        };
        let decoders: Vec<_> = steps_of_row.iter().map(|&step| StepDecoder::new(low, high, step)).collect();
        for first in (0..columns).step_by(BLOCK) {
            let taps_of = |values: &[i32], column: usize| {
                let mut taps = ZEROS;
                for i in (0..TAPS).filter(|&i| lags[i] != 0 && lags[i] <= row) {
                    taps[i] = i64::from(values[(row - lags[i]) * columns + column]);
                }
                taps
            };
            let (last, level, mut error) = (columns.min(first + BLOCK), errors.level(), 0);
            // All forecasts come before what the first value teaches.
            let forecasts: Vec<(Forecast, Contexts)> = (first..last)
                .map(|column| {
                    let taps = taps_of(&values, column);
                    let mean = in_range(predictor.predict(&taps));
                    corrections.correct(&Forecast { mean, level }, column, &taps)
                })
                .collect();
            for (column, (mut forecast, contexts)) in (first..last).zip(forecasts) {
                forecast.mean = in_range(forecast.mean);
                let value = decoders[if kind == 3 { column } else { 0 }].decode(coder, &forecast);
                values[row * columns + column] = value as i32;
                corrections.update(&contexts, forecast.distance(value));
                predictor.update(&taps_of(&values, column), value);
                error += (value * 256 - forecast.mean).abs();
            }
            errors.update(error, (last - first) as i64);
            predictor.end_block();
        }
        errors.of_rows[row] = errors.row_sum / errors.seen;
        if coder.overrun() {
            return Err(Error("the data end within a matrix"));
        }
    }
    Ok(values)
}
