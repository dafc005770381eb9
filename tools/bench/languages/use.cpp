// Prints what the book or the network beside it holds, or the seconds that it takes to know: book|network [time].
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "book.h"
#include "network.h"

template <class Numbers>
void row(const Numbers& numbers) {
  for (const auto n : numbers) std::printf("%d ", static_cast<int>(n));
  std::printf("\n");
}

tabiya_book::Book book() { return tabiya_book::decode(tabiya_book::kTabiyaAsset); }
tabiya_network::Network network() { return tabiya_network::decode(tabiya_network::kTabiyaAsset); }

int main(int argc, char** argv) try {
  const bool is_book = std::string(argv[1]) == "book";
  const auto start = std::chrono::steady_clock::now();
  if (argc > 2) {
    is_book ? void(book()) : void(network());
    std::printf("%f\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  } else if (is_book) {
    const tabiya_book::Book b = book();
    std::printf("%s,%s,%d\n", b.game.c_str(), b.maker.c_str(), b.ordered);
    for (const auto& [red, reply, value, depth, nodes, error, evaluation, search] : b.entries)
      std::printf("%s,%s,%s,%d\n", red.c_str(), reply.c_str(), value ? std::to_string(*value).c_str() : "",
                  depth);
  } else {
    const tabiya_network::Network n = network();
    std::printf("%s,%s,%u,%u\n", n.name.c_str(), n.provenance.c_str(), n.features, n.width);
    row(n.transformer), row(n.transformer_bias), row(n.w0), row(n.b0), row(n.w1), row(n.b1), row(n.w2);
    std::printf("%d \n", n.b2);
  }
  return 0;
} catch (const std::runtime_error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
