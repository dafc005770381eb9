// A program of somebody who has pasted both decoders: `uses_decoders book|network [TEXT]` prints what the
// literal or the file TEXT holds.
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <string_view>

#include "book.h"
#include "network.h"

namespace {

void print(const tabiya_book::Book& book) {
  std::printf("%s,%s,%016llx,%016llx\n", book.game.c_str(), book.maker.c_str(),
              static_cast<unsigned long long>(book.evaluation), static_cast<unsigned long long>(book.job));
  for (std::size_t i = 0; i < book.entries.size(); ++i) {
    const tabiya_book::Entry& entry = book.entries[i];
    const bool has_origin = entry.evaluation != 0 || entry.search != 0;
    if (book.ordered) std::printf("%zu", i + 1);
    std::printf(",%s,%s,", entry.red.c_str(), entry.reply.c_str());
    if (entry.value) std::printf("%d", *entry.value);
    std::printf(",%d,", entry.depth);
    if (entry.nodes != 0) std::printf("%llu", static_cast<unsigned long long>(entry.nodes));
    std::printf(",");
    if (entry.standard_error) std::printf("%u", *entry.standard_error);
    std::printf(",");
    if (has_origin)
      std::printf("%016llx,%016llx", static_cast<unsigned long long>(entry.evaluation),
                  static_cast<unsigned long long>(entry.search));
    else
      std::printf(",");
    std::printf("\n");
  }
}

template <class Numbers>
void print_numbers(const Numbers& numbers) {
  for (const int number : numbers) std::printf("%d ", number);
  std::printf("\n");
}

void print(const tabiya_network::Network& network) {
  std::printf("%s,%s,%u,%u\n", network.name.c_str(), network.provenance.c_str(), network.features,
              network.width);
  print_numbers(network.transformer);
  print_numbers(network.transformer_bias);
  print_numbers(network.w0);
  print_numbers(network.b0);
  print_numbers(network.w1);
  print_numbers(network.b1);
  print_numbers(network.w2);
  print_numbers(std::vector<int>{network.b2});
}

}  // namespace

int main(int argc, char** argv) try {
  const bool is_book = std::string_view(argv[1]) == "book";
  if (argc > 2) {
    std::ifstream file(argv[2], std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const char* const pieces[] = {text.c_str()};
    is_book ? print(tabiya_book::decode(pieces)) : print(tabiya_network::decode(pieces));
  } else {
    is_book ? print(tabiya_book::decode(tabiya_book::kTabiyaAsset))
            : print(tabiya_network::decode(tabiya_network::kTabiyaAsset));
  }
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
