// Prints what the book or the network beside it holds, or the seconds that it takes to know: book|network [time].
mod book;
mod network;

fn row<T: std::fmt::Display>(numbers: &[T]) {
    let text: String = numbers.iter().map(|number| format!("{} ", number)).collect();
    println!("{}", text);
}

fn run(what: &str, is_timed: bool) -> Result<(), Box<dyn std::error::Error>> {
    let start = std::time::Instant::now();
    if what == "book" {
        let book = book::decode(book::TABIYA_ASSET)?;
        if is_timed {
            println!("{}", start.elapsed().as_secs_f64());
            return Ok(());
        }
        println!("{},{},{}", book.game, book.maker, i32::from(book.ordered));
        for entry in &book.entries {
            let value = entry.value.map_or(String::new(), |value| value.to_string());
            println!("{},{},{},{}", entry.red, entry.reply, value, entry.depth);
        }
        return Ok(());
    }
    let net = network::decode(network::TABIYA_ASSET)?;
    if is_timed {
        println!("{}", start.elapsed().as_secs_f64());
        return Ok(());
    }
    println!("{},{},{},{}", net.name, net.provenance, net.features, net.width);
    row(&net.transformer);
    row(&net.transformer_bias);
    row(&net.w0);
    row(&net.b0);
    row(&net.w1);
    row(&net.b1);
    row(&net.w2);
    row(&[net.b2]);
    Ok(())
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Err(error) = run(&arguments[1], arguments.len() > 2) {
        eprintln!("{}", error);
        std::process::exit(1);
    }
}
