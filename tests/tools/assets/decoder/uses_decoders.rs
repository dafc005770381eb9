// A program of somebody who has pasted both decoders: `uses_decoders book|network [TEXT]` prints what the literal
// or the file TEXT holds.
mod book;
mod network;

fn or_empty<T: std::fmt::Display>(value: Option<T>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

fn print_book(book: &book::Book) {
    println!("{},{},{:016x},{:016x}", book.game, book.maker, book.evaluation, book.job);
    for (i, entry) in book.entries.iter().enumerate() {
        let origin = if entry.evaluation != 0 || entry.search != 0 {
            format!("{:016x},{:016x}", entry.evaluation, entry.search)
        } else {
            ",".to_string()
        };
        println!(
            "{},{},{},{},{},{},{},{}",
            or_empty(if book.ordered { Some(i + 1) } else { None }),
            entry.red,
            entry.reply,
            or_empty(entry.value),
            entry.depth,
            or_empty(Some(entry.nodes).filter(|&nodes| nodes != 0)),
            or_empty(entry.standard_error),
            origin
        );
    }
}

fn print_numbers<T: std::fmt::Display>(numbers: &[T]) {
    let text: String = numbers.iter().map(|number| format!("{} ", number)).collect();
    println!("{}", text);
}

fn print_network(network: &network::Network) {
    println!("{},{},{},{}", network.name, network.provenance, network.features, network.width);
    print_numbers(&network.transformer);
    print_numbers(&network.transformer_bias);
    print_numbers(&network.w0);
    print_numbers(&network.b0);
    print_numbers(&network.w1);
    print_numbers(&network.b1);
    print_numbers(&network.w2);
    print_numbers(&[network.b2]);
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let text = match arguments.get(2) {
        Some(path) => Some(std::fs::read_to_string(path)?),
        None => None,
    };
    if arguments[1] == "book" {
        print_book(&book::decode(text.as_deref().unwrap_or(book::TABIYA_ASSET))?);
    } else {
        print_network(&network::decode(text.as_deref().unwrap_or(network::TABIYA_ASSET))?);
    }
    Ok(())
}

fn main() {
    if let Err(error) = run() {
        eprintln!("{}", error);
        std::process::exit(1);
    }
}
