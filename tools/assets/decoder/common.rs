/// Why there is nothing to decode: the literal is damaged, or of a version that this decoder does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error(pub &'static str);

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Error {}

// Printable text: blocks of 9 bytes of UTF-8, each of which stands for 61 bits by its place in the order of all
// such blocks: by their first character, those of one byte before those of two before those of three, and then
// by the rest. The last block holds the bits that are left over, and a 1 above them.

const BLOCK_TEXT: usize = 9;
const BLOCK_BITS: u32 = 61;

/// The characters in use: first, last, and how many bytes each takes.
const RANGES: [(u32, u32, usize); 8] = [
    (0x20, 0x7E, 1),
    (0xA0, 0xAC, 2),
    (0xAE, 0x5FF, 2),
    (0x606, 0x61B, 2),
    (0x61D, 0x6DC, 2),
    (0x6DE, 0x70E, 2),
    (0x710, 0x7FF, 2),
    (0x3400, 0xD7A3, 3),
];

/// How many characters have each length in bytes, and how many texts.
struct Counts {
    characters: [u64; 4],
    texts: [u64; BLOCK_TEXT],
}

impl Counts {
    fn new() -> Counts {
        let mut characters = [0; 4];
        for &(first, last, length) in RANGES.iter() {
            characters[length] += u64::from(last - first + 1);
        }
        let mut texts = [1; BLOCK_TEXT];
        for length in 1..BLOCK_TEXT {
            texts[length] = (1..=length.min(3)).map(|first| characters[first] * texts[length - first]).sum();
        }
        Counts { characters, texts }
    }

    /// The length of a last block with this many bits left over.
    fn last_length(&self, bits: u32) -> usize {
        (1..BLOCK_TEXT).find(|&length| self.texts[length] >> (bits + 1) != 0).unwrap_or(BLOCK_TEXT)
    }

    fn number_of(&self, block: &str) -> Result<u64, Error> {
        let mut place = 0;
        let mut left = block.len();
        for c in block.chars() {
            let length = c.len_utf8();
            let index = index_of(u32::from(c), length).ok_or(Error("a character that printable text does not have"))?;
            left -= length;
            place += index * self.texts[left];
            for shorter in 1..length {
                place += self.characters[shorter] * self.texts[left + length - shorter];
            }
        }
        if place >> BLOCK_BITS != 0 {
            return Err(Error("a block of printable text that stands for no number"));
        }
        Ok(place)
    }
}

/// The place of a character among those of its length.
fn index_of(code_point: u32, length: usize) -> Option<u64> {
    let mut before = 0;
    for &(first, last, _) in RANGES.iter().filter(|range| range.2 == length) {
        if first <= code_point && code_point <= last {
            return Some(u64::from(before + code_point - first));
        }
        before += last - first + 1;
    }
    None
}

fn decode_printable(text: &str) -> Result<Vec<u8>, Error> {
    let counts = Counts::new();
    let mut bytes = Vec::with_capacity(text.len());
    let mut bits: u128 = 0; // not yet in bytes, the first at the bottom
    let mut bit_count = 0;
    let mut add = |number: u64, count: u32| {
        bits |= u128::from(number) << bit_count;
        bit_count += count;
        while bit_count >= 8 {
            bytes.push(bits as u8);
            bits >>= 8;
            bit_count -= 8;
        }
        bit_count
    };
    let mut offset = 0;
    while text.len() - offset > BLOCK_TEXT {
        let block = text.get(offset..offset + BLOCK_TEXT).ok_or(Error("a character that crosses the blocks of its text"))?;
        add(counts.number_of(block)?, BLOCK_BITS);
        offset += BLOCK_TEXT;
    }
    let last = text.get(offset..).ok_or(Error("a character that crosses the blocks of its text"))?;
    let number = counts.number_of(last)?;
    let count = (64 - number.leading_zeros()).checked_sub(1).ok_or(Error("printable text that ends early"))?;
    if counts.last_length(count) != last.len() || add(number & !(1 << count), count) != 0 {
        return Err(Error("printable text that ends early, or goes on after its end"));
    }
    Ok(bytes)
}

/// CRC-64/XZ.
fn crc64(bytes: &[u8]) -> u64 {
    let mut crc = !0u64;
    for &byte in bytes {
        crc ^= u64::from(byte);
        for _ in 0..8 {
            crc = crc >> 1 ^ if crc & 1 != 0 { 0xC96C_5795_D787_0F42 } else { 0 };
        }
    }
    !crc
}

/// The content of a seal: a byte that says what it is, the content, and the checksum of both.
fn open_seal(text: &str, kind: u8) -> Result<Vec<u8>, Error> {
    const CHECKSUM: usize = 8;
    let mut bytes = decode_printable(text)?;
    if bytes.len() < 1 + CHECKSUM {
        return Err(Error("damaged packed data: they end early"));
    }
    let checksum = bytes.split_off(bytes.len() - CHECKSUM).iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
    if checksum != crc64(&bytes) {
        return Err(Error("damaged packed data: they fail their checksum"));
    }
    if bytes.remove(0) != kind {
        return Err(Error("packed, but not what this decoder is for"));
    }
    Ok(bytes)
}

// Probabilities in units of 1 / 65536, and their logits, ln(p / (1 - p)), in units of 1 / 256.

const MAX_LOGIT: i32 = 2047;

const SQUASH_OF: [u16; 2 * MAX_LOGIT as usize + 1] = {
    let one: u64 = 1 << 32;
    let mut table = [0; 2 * MAX_LOGIT as usize + 1];
    let mut power = one; // exp(-logit / 256), in units of 2^-32
    let mut logit = 0;
    while logit <= MAX_LOGIT as usize {
        let p = (one << 16) / (one + power);
        let p = if p > 65535 { 65535 } else { p };
        table[MAX_LOGIT as usize + logit] = p as u16;
        table[MAX_LOGIT as usize - logit] = (65536 - p) as u16;
        power = power * 4_278_222_720 >> 32;
        logit += 1;
    }
    table
};
static SQUASH: [u16; 2 * MAX_LOGIT as usize + 1] = SQUASH_OF;

static STRETCH: [i16; 4096] = {
    let mut table = [0; 4096];
    let mut logit = -MAX_LOGIT;
    let mut i = 0;
    while i < table.len() {
        while logit < MAX_LOGIT && (SQUASH_OF[(logit + MAX_LOGIT) as usize] as usize) < 16 * i + 8 {
            logit += 1;
        }
        table[i] = logit as i16;
        i += 1;
    }
    table
};

fn squash(logit: i32) -> u32 {
    u32::from(SQUASH[(logit.clamp(-MAX_LOGIT, MAX_LOGIT) + MAX_LOGIT) as usize])
}

fn stretch(p: u32) -> i32 {
    i32::from(STRETCH[(p >> 4) as usize])
}

fn bit_width(number: u64) -> u32 {
    64 - number.leading_zeros()
}
