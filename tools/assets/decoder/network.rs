/// Arrays by rows, the first index slowest. Of p = the side to move, the other side:
///   accumulator[p] = transformer_bias + the transformer rows of the features that p sees
///   x  = clamp(accumulator, 0, 127), the mover's before the other's
///   h0 = clamp((w0 x + b0) >> 8, 0, 127)
///   h1 = clamp((w1 h0 + b1) >> 6, 0, 127)
///   evaluation = w2 h1 + b2, in logit / 10,000 from the mover's view
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Network {
    pub name: String,
    pub provenance: String,
    pub features: u32,
    pub width: u32,
    pub transformer: Vec<i16>,      // [features][width]
    pub transformer_bias: Vec<i16>, // [width]
    pub w0: Vec<i8>,              // [16][2 * width]
    pub b0: Vec<i32>,             // [16]
    pub w1: Vec<i8>,              // [32][16]
    pub b1: Vec<i32>,             // [32]
    pub w2: Vec<i8>,              // [32]
    pub b2: i32,
}

/// The network of a literal.
pub fn decode(text: &str) -> Result<Network, Error> {
    let content = open_seal(text, b'N')?;
    let mut rest = &content[..];
    let version = little_endian(&mut rest, 1)?;
    if version != 3 && version != 4 {
        return Err(Error("a network packed in a format that this decoder does not know"));
    }
    let features = little_endian(&mut rest, 4)?;
    let width = little_endian(&mut rest, 4)?;
    if ![32, 64, 128, 256, 512].contains(&width) || !(1..=65_536).contains(&features) {
        return Err(Error("a network of a shape that cannot be"));
    }
    let mut network = Network { name: short_text(&mut rest)?, provenance: short_text(&mut rest)?, ..Network::default() };
    network.features = features;
    network.width = width;
    let mut coder = IntervalDecoder::new(rest);
    let mut matrix = |rows, columns| decode_matrix(&mut coder, rows, columns, version == 4);
    network.transformer = numbers(matrix(features, width)?, 1023)?;
    network.transformer_bias = numbers(matrix(1, width)?, 1023)?;
    network.w0 = numbers(matrix(16, 2 * width)?, 127)?;
    network.b0 = numbers(matrix(1, 16)?, MAX_VALUE)?;
    network.w1 = numbers(matrix(32, 16)?, 127)?;
    network.b1 = numbers(matrix(1, 32)?, MAX_VALUE)?;
    network.w2 = numbers(matrix(1, 32)?, 127)?;
    network.b2 = numbers(matrix(1, 1)?, MAX_VALUE)?[0];
    if !coder.finished() {
        return Err(Error("the data do not end with the last matrix"));
    }
    Ok(network)
}

const MAX_VALUE: i32 = (1 << 22) - 1;

fn little_endian(rest: &mut &[u8], size: usize) -> Result<u32, Error> {
    let bytes = take(rest, size)?;
    Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)))
}

fn short_text(rest: &mut &[u8]) -> Result<String, Error> {
    let size = little_endian(rest, 2)? as usize;
    Ok(String::from_utf8_lossy(take(rest, size)?).into_owned())
}

fn take<'a>(rest: &mut &'a [u8], size: usize) -> Result<&'a [u8], Error> {
    if rest.len() < size {
        return Err(Error("a compact network that ends early"));
    }
    let (taken, left) = rest.split_at(size);
    *rest = left;
    Ok(taken)
}

fn numbers<T: std::convert::TryFrom<i32>>(values: Vec<i32>, bound: i32) -> Result<Vec<T>, Error> {
    let number = |value: i32| if value.abs() <= bound { T::try_from(value).ok() } else { None };
    let all: Option<Vec<T>> = values.into_iter().map(number).collect();
    all.ok_or(Error("a compact network with numbers beyond their range"))
}
