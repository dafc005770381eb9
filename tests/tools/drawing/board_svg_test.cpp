#include "tools/drawing/board_drawing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tools/drawing/dots_and_crosses.h"

namespace tabiya::tools::board_svg_test {

using ::testing::HasSubstr;

constexpr const char* kImage =
    R"svg(<svg xmlns="http://www.w3.org/2000/svg" width="81" height="81" viewBox="0 0 81 81" font-family="sans-serif" font-size="10" fill="#40382c">
<title>White to move</title>
<defs>
<g id="dot"><circle cx="50" cy="50" r="9"/></g>
<g id="cross"><path d="M9 9L91 91M91 9L9 91"/></g>
</defs>
<rect width="100%" height="100%" fill="#fff"/>
<rect x="16" y="5" width="60" height="40" fill="#f4ecdc"/>
<path fill="#d8c8a8" d="M16 25h20v20h-20zM56 25h20v20h-20zM36 5h20v20h-20z"/>
<rect x="16" y="5" width="60" height="40" fill="none" stroke="#40382c" stroke-width="2"/>
<rect x="56.5" y="5.5" width="19" height="19" fill="#e8cc66" stroke="#40382c" stroke-width="1" stroke-dasharray="2"/>
<rect x="56.5" y="25.5" width="19" height="19" fill="#e8cc66" stroke="#40382c" stroke-width="1"/>
<g text-anchor="middle">
<text x="8" y="38.5">1</text>
<text x="8" y="18.5">2</text>
<text x="26" y="58">a</text>
<text x="46" y="58">b</text>
<text x="66" y="58">c</text>
</g>
<g fill="#fff" stroke="#111" color="#222" stroke-width="5" stroke-linejoin="round" stroke-linecap="round">
<use href="#cross" transform="translate(17.2 26.2) scale(0.176)"/>
</g>
<g fill="#000" stroke="#333" color="#eee" stroke-width="5" stroke-linejoin="round" stroke-linecap="round">
<use href="#dot" transform="translate(57.2 26.2) scale(0.176)"/>
</g>
<text x="16" y="76">White to move</text>
</svg>
)svg";

TEST(BoardSvg, DrawsSquaresLastMoveNamesAndPieces) {
  EXPECT_EQ(board_svg(dots_and_crosses(), {.square_pixels = 20}), kImage);
}

TEST(BoardSvg, TurnsTheBoardForTheOtherSide) {
  const std::string turned = board_svg(dots_and_crosses(), {.below = 1, .square_pixels = 20});
  EXPECT_THAT(turned, HasSubstr("<use href=\"#cross\" transform=\"translate(57.2 6.2) scale(0.176)\"/>"));
  EXPECT_THAT(turned, HasSubstr("<use href=\"#dot\" transform=\"translate(17.2 6.2) scale(0.176)\"/>"));
}

TEST(BoardSvg, KeepsHandsWithinTheBoard) {
  BoardPicture picture = dots_and_crosses();
  picture.hands.emplace();
  const std::string empty = board_svg(picture);
  EXPECT_THAT(empty, HasSubstr(">White: –</text>"));
  EXPECT_THAT(empty, HasSubstr(">Black: –</text>"));
  (*picture.hands)[0] = {{0, 2}, {1, 1}};
  const std::string held = board_svg(picture);
  EXPECT_THAT(held, HasSubstr(">White</text>"));
  EXPECT_THAT(held, HasSubstr(">× 2</text>"));
  EXPECT_THAT(held, HasSubstr("<use href=\"#dot\" transform=\"translate(224.472 "));
}

}  // namespace tabiya::tools::board_svg_test
