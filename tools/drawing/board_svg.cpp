#include "tools/drawing/board_drawing.h"

#include <algorithm>

#include <fmt/format.h>

namespace tabiya::tools {
namespace {

constexpr std::string_view kLightSquare = "#f4ecdc", kDarkSquare = "#d8c8a8", kClosedSquare = "#b3a284",
                           kInk = "#40382c";
constexpr std::string_view kLastMove = "#e8cc66";
constexpr double kGlyphBox = 100;     // of Glyph::svg
constexpr double kPieceShare = 0.88;  // of a square, or of a place in a hand

class BoardSvg {
 public:
  BoardSvg(const BoardPicture& picture, const SvgView& view)
      : picture_(picture),
        below_(view.below),
        square_(view.square_pixels),
        rows_(static_cast<double>(picture.row_names.size())),
        columns_(static_cast<double>(picture.column_names.size())),
        text_(std::max(10.0, square_ * 0.28)),  // smaller letters cannot be read
        left_(text_ * 1.6),
        top_(text_ * 0.5),
        right_(left_ + columns_ * square_),
        bottom_(top_ + rows_ * square_) {}

  std::string draw() {
    const double width = right_ + (picture_.hands ? square_ * 2 + text_ * 2 : text_ * 0.5);
    const double height = bottom_ + text_ * 3.6;
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 {0:g} "
        "{1:g}\" "
        "font-family=\"sans-serif\" font-size=\"{2:g}\" fill=\"{3}\">\n<title>{4}</title>\n<defs>\n",
        width, height, text_, kInk, picture_.caption);
    for (const Glyph& glyph : picture_.pieces->glyphs) add("<g id=\"{}\">{}</g>\n", glyph.name, glyph.svg);
    add("</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    draw_squares();
    draw_last_move();
    draw_names();
    for (const std::size_t side : {0, 1}) draw_pieces(side);
    add("<text x=\"{:g}\" y=\"{:g}\">{}</text>\n</svg>\n", left_, bottom_ + text_ * 3.1, picture_.caption);
    return std::move(svg_);
  }

 private:
  struct Point {
    double x, y;
  };

  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    svg_ += fmt::format(format, std::forward<Args>(args)...);
  }

  // The top left corner.
  Point corner(std::size_t square) const {
    const auto row = static_cast<double>(square / picture_.column_names.size());
    const auto column = static_cast<double>(square % picture_.column_names.size());
    return {left_ + square_ * (below_ == 0 ? column : columns_ - 1 - column),
            top_ + square_ * (below_ == 0 ? rows_ - 1 - row : row)};
  }

  void draw_squares() {
    const auto board = fmt::format("x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\"", left_, top_,
                                   columns_ * square_, rows_ * square_);
    add("<rect {} fill=\"{}\"/>\n<path fill=\"{}\" d=\"", board, kLightSquare, kDarkSquare);
    for (std::size_t square = 0; square < picture_.squares.size(); ++square) {
      const std::size_t columns = picture_.column_names.size();
      if ((square / columns + square % columns) % 2 != 0) continue;
      const auto [x, y] = corner(square);
      add("M{:g} {:g}h{:g}v{:g}h-{:g}z", x, y, square_, square_, square_);
    }
    add("\"/>\n");
    draw_closed_squares();
    add("<rect {} fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", board, kInk);
  }

  // Closed squares are shaded, and crossed so that they show without colour.
  void draw_closed_squares() {
    for (const std::size_t square : picture_.pieces->closed) {
      const auto [x, y] = corner(square);
      add("<path fill=\"{}\" stroke=\"{}\" d=\"M{:g} {:g}h{:g}v{:g}h-{:g}zl{:g} {:g}m0 -{:g}l-{:g} {:g}\"/>\n",
          kClosedSquare, kInk, x, y, square_, square_, square_, square_, square_, square_, square_, square_);
    }
  }

  // The squares are filled, and framed so that they show without colour: the target by a full line, the
  // origin by a dotted one.
  void draw_last_move() {
    const double line = std::max(1.0, square_ / 20);
    for (const std::size_t square : picture_.last_move) {
      const auto [x, y] = corner(square);
      add("<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" fill=\"{}\" stroke=\"{}\" "
          "stroke-width=\"{:g}\"{}/>\n",
          x + line / 2, y + line / 2, square_ - line, square_ - line, kLastMove, kInk, line,
          square == picture_.last_move.back() ? "" : fmt::format(" stroke-dasharray=\"{:g}\"", line * 2));
    }
  }

  void draw_names() {
    add("<g text-anchor=\"middle\">\n");
    for (std::size_t row = 0; row < picture_.row_names.size(); ++row) {
      add("<text x=\"{:g}\" y=\"{:g}\">{}</text>\n", left_ / 2,
          corner(row * picture_.column_names.size()).y + square_ / 2 + text_ * 0.35, picture_.row_names[row]);
    }
    for (std::size_t column = 0; column < picture_.column_names.size(); ++column) {
      add("<text x=\"{:g}\" y=\"{:g}\">{}</text>\n", corner(column).x + square_ / 2, bottom_ + text_ * 1.3,
          picture_.column_names[column]);
    }
    add("</g>\n");
  }

  // Draws all pieces of a side: on the board and in its hand.
  void draw_pieces(std::size_t side) {
    if (picture_.hands) draw_hand_texts(side);
    const SidePaint& paint = picture_.pieces->sides[side];
    add("<g fill=\"{}\" stroke=\"{}\" color=\"{}\" stroke-width=\"5\" stroke-linejoin=\"round\" "
        "stroke-linecap=\"round\">\n",
        paint.fill, paint.outline, paint.detail);
    for (std::size_t square = 0; square < picture_.squares.size(); ++square) {
      const auto& piece = picture_.squares[square];
      if (piece && piece->side == side) draw_piece(piece->glyph, corner(square), square_);
    }
    if (picture_.hands) {
      const auto& held = (*picture_.hands)[side];
      for (std::size_t i = 0; i < held.size(); ++i)
        draw_piece(held[i].glyph, place_in_hand(side, i), hand_size(side));
    }
    add("</g>\n");
  }

  void draw_piece(std::size_t glyph, Point corner, double size) {
    const double margin = size * (1 - kPieceShare) / 2;
    add("<use href=\"#{}\" transform=\"translate({:g} {:g}) scale({:.4g})\"/>\n",
        picture_.pieces->glyphs[glyph].name, corner.x + margin, corner.y + margin,
        size * kPieceShare / kGlyphBox);
  }

  // A hand takes half of the board's height, its title included.
  double hand_size(std::size_t side) const {
    const double places = std::max<double>(1, static_cast<double>((*picture_.hands)[side].size()));
    return std::min(square_, (rows_ * square_ / 2 - text_ * 2) / places);
  }

  Point place_in_hand(std::size_t side, std::size_t i) const {
    const double down = text_ * 1.8 + hand_size(side) * static_cast<double>(i);
    return {right_ + text_, side == below_ ? bottom_ - down - hand_size(side) : top_ + down};
  }

  void draw_hand_texts(std::size_t side) {
    const auto& held = (*picture_.hands)[side];
    add("<text x=\"{:g}\" y=\"{:g}\">{}{}</text>\n", right_ + text_,
        side == below_ ? bottom_ - text_ * 0.5 : top_ + text_ * 1.2, picture_.pieces->sides[side].name,
        held.empty() ? ": –" : "");
    for (std::size_t i = 0; i < held.size(); ++i) {
      const auto [x, y] = place_in_hand(side, i);
      add("<text x=\"{:g}\" y=\"{:g}\">× {}</text>\n", x + hand_size(side) + text_ * 0.3,
          y + hand_size(side) / 2 + text_ * 0.35, held[i].count);
    }
  }

  const BoardPicture& picture_;
  const std::size_t below_;
  const double square_;  // pixels, as all that follow
  const double rows_, columns_;
  const double text_;
  const double left_, top_, right_, bottom_;  // of the squares
  std::string svg_;
};

}  // namespace

std::string board_svg(const BoardPicture& picture, const SvgView& view) {
  return BoardSvg(picture, view).draw();
}

}  // namespace tabiya::tools
