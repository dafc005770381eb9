// The rules of chess a second time, on a board of letters: written for the reader, nothing for speed, and
// sharing nothing with the program but the text of positions (Shredder-FEN or KQkq with outermost rooks).
#pragma once

#include <array>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace tabiya::chess::test {

struct NaiveGame {
  std::array<std::string, 8> ranks;  // ranks[0] is rank 1; '.' is an empty square
  bool white = true;                 // to move
  std::string rights;                // letters of the rooks' files, in the case of their side
  std::string passed = "-";

  explicit NaiveGame(const std::string& text) {
    std::istringstream fields(text);
    std::string board, side, castling;
    fields >> board >> side >> castling >> passed;
    white = side == "w";
    int rank = 7;
    for (const char c : board) {
      if (c == '/') {
        --rank;
      } else if (std::isdigit(static_cast<unsigned char>(c))) {
        ranks[rank] += std::string(static_cast<std::size_t>(c - '0'), '.');
      } else {
        ranks[rank] += c;
      }
    }
    if (castling == "-") castling.clear();
    for (const char c : castling) rights += file_of_right(c);
  }

  static bool is_white(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
  static char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }
  static char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
  static std::string square(int file, int rank) {
    return {static_cast<char>('a' + file), static_cast<char>('1' + rank)};
  }
  static bool on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }
  char at(int file, int rank) const { return on_board(file, rank) ? ranks[rank][file] : '#'; }
  char own(char kind) const { return white ? kind : lower(kind); }
  bool is_own(char c) const { return std::isalpha(static_cast<unsigned char>(c)) && is_white(c) == white; }
  bool is_enemy(char c) const { return std::isalpha(static_cast<unsigned char>(c)) && is_white(c) != white; }
  int home() const { return white ? 0 : 7; }

  char file_of_right(char c) const {
    const bool of_white = is_white(c);
    const std::string& row = ranks[of_white ? 0 : 7];
    const char rook = of_white ? 'R' : 'r';
    if (upper(c) == 'K') return static_cast<char>((of_white ? 'A' : 'a') + static_cast<int>(row.rfind(rook)));
    if (upper(c) == 'Q') return static_cast<char>((of_white ? 'A' : 'a') + static_cast<int>(row.find(rook)));
    return c;
  }

  // Whether a square is attacked by the side that is not to move: looked for from the square outwards.
  bool is_attacked(int file, int rank) const {
    const auto enemy = [&](char kind) { return white ? lower(kind) : kind; };
    const int pawn_rank = rank + (white ? 1 : -1);
    if (at(file - 1, pawn_rank) == enemy('P') || at(file + 1, pawn_rank) == enemy('P')) return true;
    for (int df = -2; df <= 2; ++df)
      for (int dr = -2; dr <= 2; ++dr)
        if (std::abs(df * dr) == 2 && at(file + df, rank + dr) == enemy('N')) return true;
    for (int df = -1; df <= 1; ++df) {
      for (int dr = -1; dr <= 1; ++dr) {
        if (df == 0 && dr == 0) continue;
        for (int step = 1;; ++step) {
          const char c = at(file + df * step, rank + dr * step);
          if (c == '.') continue;
          if (c == enemy('Q') || c == enemy(df * dr == 0 ? 'R' : 'B')) return true;
          if (step == 1 && c == enemy('K')) return true;
          break;
        }
      }
    }
    return false;
  }

  bool is_in_check() const {
    for (int rank = 0; rank < 8; ++rank)
      for (int file = 0; file < 8; ++file)
        if (at(file, rank) == own('K')) return is_attacked(file, rank);
    return false;
  }

  // In coordinates; castling is the king that takes its rook.
  std::vector<std::string> moves() const {
    std::vector<std::string> legal;
    for (const std::string& move : reaching_moves()) {
      NaiveGame next = *this;
      next.play(move);
      next.white = white;
      if (!next.is_in_check()) legal.push_back(move);
    }
    add_castling(legal);
    return legal;
  }

  std::vector<std::string> reaching_moves() const {
    std::vector<std::string> found;
    for (int rank = 0; rank < 8; ++rank) {
      for (int file = 0; file < 8; ++file) {
        const char c = at(file, rank);
        if (!is_own(c)) continue;
        if (upper(c) == 'P') {
          add_pawn_moves(file, rank, found);
        } else {
          add_piece_moves(upper(c), file, rank, found);
        }
      }
    }
    return found;
  }

  void add_piece_moves(char kind, int file, int rank, std::vector<std::string>& found) const {
    for (int df = -2; df <= 2; ++df) {
      for (int dr = -2; dr <= 2; ++dr) {
        const bool is_leap = std::abs(df * dr) == 2;
        const bool is_step = std::abs(df) <= 1 && std::abs(dr) <= 1 && (df != 0 || dr != 0);
        if (kind == 'N' ? !is_leap : !is_step) continue;
        if (kind == 'B' && df * dr == 0) continue;
        if (kind == 'R' && df * dr != 0) continue;
        const int farthest = kind == 'N' || kind == 'K' ? 1 : 7;
        for (int step = 1; step <= farthest; ++step) {
          const char c = at(file + df * step, rank + dr * step);
          if (c != '.' && !is_enemy(c)) break;
          found.push_back(square(file, rank) + square(file + df * step, rank + dr * step));
          if (c != '.') break;
        }
      }
    }
  }

  void add_pawn_moves(int file, int rank, std::vector<std::string>& found) const {
    const int up = white ? 1 : -1;
    std::vector<std::string> targets;
    if (at(file, rank + up) == '.') {
      targets.push_back(square(file, rank + up));
      if (rank == (white ? 1 : 6) && at(file, rank + 2 * up) == '.')
        targets.push_back(square(file, rank + 2 * up));
    }
    for (const int beside : {file - 1, file + 1}) {
      const char c = at(beside, rank + up);
      if (is_enemy(c) || (c == '.' && square(beside, rank + up) == passed))
        targets.push_back(square(beside, rank + up));
    }
    for (const std::string& to : targets) {
      const std::string move = square(file, rank) + to;
      if (to[1] != '1' && to[1] != '8') {
        found.push_back(move);
        continue;
      }
      for (const char kind : {'q', 'r', 'b', 'n'}) found.push_back(move + kind);
    }
  }

  void add_castling(std::vector<std::string>& found) const {
    const int king = static_cast<int>(ranks[home()].find(own('K')));
    for (const char right : rights) {
      if (is_white(right) != white || is_in_check()) continue;
      const int rook = upper(right) - 'A';
      const int king_to = rook < king ? 2 : 6, rook_to = rook < king ? 3 : 5;
      bool is_free = true;
      NaiveGame without = *this;  // the king
      without.ranks[home()][king] = '.';
      for (int file = std::min({king, rook, king_to, rook_to});
           file <= std::max({king, rook, king_to, rook_to}); ++file) {
        const bool on_kings_way = file >= std::min(king, king_to) && file <= std::max(king, king_to);
        const bool on_rooks_way = file >= std::min(rook, rook_to) && file <= std::max(rook, rook_to);
        if ((on_kings_way || on_rooks_way) && file != king && file != rook && at(file, home()) != '.')
          is_free = false;
        if (on_kings_way && without.is_attacked(file, home())) is_free = false;
      }
      NaiveGame after = *this;
      after.castle(king, rook);
      if (is_free && !after.is_in_check()) found.push_back(square(king, home()) + square(rook, home()));
    }
  }

  void castle(int king, int rook) {
    std::string& row = ranks[home()];
    row[king] = row[rook] = '.';
    row[rook < king ? 2 : 6] = own('K');
    row[rook < king ? 3 : 5] = own('R');
  }

  void play(const std::string& move) {
    const int from = move[0] - 'a', from_rank = move[1] - '1';
    const int to = move[2] - 'a', to_rank = move[3] - '1';
    const char man = at(from, from_rank);
    const bool castles = upper(man) == 'K' && at(to, to_rank) == own('R');
    const auto lose = [&](bool of_white, int file, int rank) {
      const char right = static_cast<char>((of_white ? 'A' : 'a') + file);
      if (rank == (of_white ? 0 : 7)) std::erase(rights, right);
    };
    for (const bool of_white : {true, false}) lose(of_white, from, from_rank), lose(of_white, to, to_rank);
    if (upper(man) == 'K') std::erase_if(rights, [&](char right) { return is_white(right) == white; });
    if (castles) {
      castle(from, to);
    } else {
      if (upper(man) == 'P' && from != to && at(to, to_rank) == '.') ranks[from_rank][to] = '.';
      ranks[to_rank][to] = move.size() > 4 ? own(upper(move[4])) : man;
      ranks[from_rank][from] = '.';
    }
    const bool is_double_step = upper(man) == 'P' && std::abs(to_rank - from_rank) == 2;
    passed = is_double_step ? square(from, (from_rank + to_rank) / 2) : "-";
    white = !white;
  }
};

}  // namespace tabiya::chess::test
