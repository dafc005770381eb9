// The first steps of the decoders of books and networks.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "codec/dense_text.h"
#include "codec/framing.h"
#include "codec/result.h"

template <class T>
T checked(tabiya::Result<T> result) {
  if (result) return std::move(result).value();
  const tabiya::Error& error = result.error();
  throw std::runtime_error(error.message +
                           (error.offset ? ", at byte " + std::to_string(*error.offset) : std::string()));
}

// The content of a frame of that kind.
std::vector<std::byte> opened(std::span<const char* const> pieces, char kind) {
  std::string text;
  for (const char* piece : pieces) text += piece;
  tabiya::codec::Framed framed =
      checked(tabiya::codec::open_frame(checked(tabiya::codec::decode_printable(text))));
  if (framed.kind != kind) throw std::runtime_error("packed, but not what this decoder is for");
  return std::move(framed.content);
}
