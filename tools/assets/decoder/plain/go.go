package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/bits"
)

const tabiya@NAME@Text = "" +
	@TEXT@

var errTabiya@NAME@ = errors.New("tabiya@NAME@Text is damaged")

func tabiya@NAME@Size(code rune) int {
	if code < 0x80 {
		return 1
	} else if code < 0x800 {
		return 2
	}
	return 3
}

// Each block of @BLOCK@ bytes of UTF-8 stands for 61 bits: its place among all such blocks in their order.
func tabiya@NAME@Bytes(text string) []byte {
	ranges := []rune{@RANGES@}
	const block = @BLOCK@
	indices := make([]uint64, 1<<16)
	var counts [4]uint64
	for i := 0; i < len(ranges); i += 2 {
		for code := ranges[i]; code <= ranges[i+1]; code++ {
			counts[tabiya@NAME@Size(code)]++
			indices[code] = counts[tabiya@NAME@Size(code)]
		}
	}
	var texts [block + 1]uint64
	var before [block + 1][5]uint64
	texts[0] = 1
	for left := 1; left <= block; left++ {
		for size := 1; size <= 3 && size <= left; size++ {
			texts[left] += counts[size] * texts[left-size]
			before[left][size+1] = texts[left]
		}
	}
	var data []byte
	var number, place uint64
	rest, left, filled := len(text), 0, 0
	for _, code := range text {
		if left == 0 {
			left = block
			if rest < block {
				left = rest
			}
		}
		if code > 0xFFFF || indices[code] == 0 || tabiya@NAME@Size(code) > left {
			panic(errTabiya@NAME@)
		}
		size := tabiya@NAME@Size(code)
		place += (indices[code]-1)*texts[left-size] + before[left][size]
		left -= size
		rest -= size
		if left > 0 {
			continue
		}
		width := 61
		if rest == 0 {
			width = bits.Len64(place) - 1
		}
		if place>>61 != 0 || width < 0 {
			panic(errTabiya@NAME@)
		}
		for bit := 0; bit < width; bit++ {
			number |= (place >> bit & 1) << filled
			if filled++; filled == 8 {
				data = append(data, byte(number))
				number, filled = 0, 0
			}
		}
		place = 0
	}
	if filled != 0 {
		panic(errTabiya@NAME@)
	}
	return data
}

type tabiya@NAME@Reader struct {
	data []byte
	at   int
}

func newTabiya@NAME@Reader(kind byte) *tabiya@NAME@Reader {
	packed := tabiya@NAME@Bytes(tabiya@NAME@Text)
	if len(packed) == 0 || packed[0] != kind {
		panic(errTabiya@NAME@)
	}
	inflate, err := gzip.NewReader(bytes.NewReader(packed[1:]))
	if err != nil {
		panic(err)
	}
	data, err := io.ReadAll(inflate)
	if err != nil {
		panic(err)
	}
	return &tabiya@NAME@Reader{data, 0}
}

// Their low bytes stand first, then the rest of each in groups of seven bits.
func (r *tabiya@NAME@Reader) numbers(count int) []int {
	numbers := make([]int, count)
	for i := range numbers {
		numbers[i] = int(r.data[r.at])
		r.at++
	}
	for i := range numbers {
		numbers[i] |= r.number() << 8
	}
	return numbers
}

func (r *tabiya@NAME@Reader) number() int {
	number := 0
	for shift := 0; ; shift += 7 {
		b := r.data[r.at]
		r.at++
		number |= int(b&127) << shift
		if b < 128 {
			return number
		}
	}
}

func (r *tabiya@NAME@Reader) signed(count int) []int {
	numbers := r.numbers(count)
	for i, n := range numbers {
		numbers[i] = n>>1 ^ -(n & 1)
	}
	return numbers
}

func (r *tabiya@NAME@Reader) str() string {
	size := r.number()
	r.at += size
	return string(r.data[r.at-size : r.at])
}

@BOOK@
// TabiyaEntry has the setups of both sides, each as its owner sees it. The value is that of the pair from the first side's
// view, in logit / 10,000.
type TabiyaEntry struct {
	First, Reply string
	Value, Depth int
}

// TabiyaBook has its best entries first if it is ordered. Without Valued, the entries have neither value nor depth.
type TabiyaBook struct {
	Game, Maker     string
	Ordered, Valued bool
	Entries         []TabiyaEntry
}

// DecodeTabiyaBook gives the book, or an error where the text is damaged.
func DecodeTabiyaBook() (book *TabiyaBook, err error) {
	defer func() {
		if damage := recover(); damage != nil {
			book, err = nil, fmt.Errorf("tabiyaBookText: %v", damage)
		}
	}()
	r := newTabiyaBookReader('b')
	book = &TabiyaBook{Game: r.str(), Maker: r.str(), Ordered: r.number() != 0, Valued: r.number() != 0}
	firsts, recent := r.words(), r.words()
	entries := make([]TabiyaEntry, len(firsts))
	for i, at := range r.numbers(len(firsts)) {
		reply := recent[at]
		copy(recent[1:at+1], recent[:at])
		recent[0] = reply
		entries[i] = TabiyaEntry{First: firsts[i], Reply: reply}
	}
	book.Entries = entries
	if book.Ordered {
		book.Entries = nil
		left := make([]int, len(entries))
		for i := range left {
			left[i] = i
		}
		for _, at := range r.numbers(len(entries)) {
			book.Entries = append(book.Entries, entries[left[at]])
			left = append(left[:at], left[at+1:]...)
		}
	}
	if book.Valued {
		value, changes := 0, r.signed(len(firsts))
		for i, depth := range r.numbers(len(firsts)) {
			value += changes[i]
			book.Entries[i].Value, book.Entries[i].Depth = value, depth
		}
	}
	return book, nil
}

func (r *tabiyaBookReader) words() []string {
	words := make([]string, r.number())
	letters, rank := r.str(), 0
	if letters == "" {
		for i := range words {
			words[i] = r.str()
		}
		return words
	}
	for i, gap := range r.numbers(len(words)) {
		rank += gap
		words[i] = tabiyaWord(letters, rank)
	}
	return words
}

// The arrangement of sorted letters that has this rank in the alphabet's order.
func tabiyaWord(letters string, rank int) string {
	var word []byte
	left, all := []byte(letters), tabiyaArrangements(letters)
	for i := 0; len(left) > 0; {
		end := bytes.LastIndexByte(left, left[i]) + 1
		n := all * (end - i) / len(left) // that go on with this letter
		if rank < n {
			word = append(word, left[i])
			left = append(left[:i], left[i+1:]...)
			all, i = n, 0
		} else {
			rank -= n
			i = end
		}
	}
	return string(word)
}

func tabiyaArrangements(letters string) int {
	n, same := 1, 0
	for i := range letters {
		if same++; i > 0 && letters[i] != letters[i-1] {
			same = 1
		}
		n = n * (i + 1) / same
	}
	return n
}
@NETWORK@
// TabiyaNetwork has its arrays by rows. How they are used: accumulator = TransformerBias + the rows of the features that a
// side sees; x = clamp(accumulator, 0, 127), the mover's before the other's; h0 = clamp((W0 x + B0) >> 8, 0, 127);
// h1 = clamp((W1 h0 + B1) >> 6, 0, 127); evaluation = W2 h1 + B2, in logit / 10,000 from the mover's view.
type TabiyaNetwork struct {
	Name, Provenance string
	Features, Width  int
	Transformer      [][]int16 // [Features][Width]
	TransformerBias  []int16   // [Width]
	W0               [][]int16 // [16][2 * Width]
	B0               []int     // [16]
	W1               [][]int16 // [32][16]
	B1               []int     // [32]
	W2               []int16   // [32]
	B2               int
}

// DecodeTabiyaNetwork gives the network, or an error where the text is damaged.
func DecodeTabiyaNetwork() (network *TabiyaNetwork, err error) {
	defer func() {
		if damage := recover(); damage != nil {
			network, err = nil, fmt.Errorf("tabiyaNetworkText: %v", damage)
		}
	}()
	r := newTabiyaNetworkReader('n')
	n := &TabiyaNetwork{Name: r.str(), Provenance: r.str(), Features: r.number(), Width: r.number()}
	steps := r.numbers(n.Features)
	n.Transformer = tabiyaRows(r.signed(n.Features*n.Width), n.Width)
	for i, row := range n.Transformer {
		for c := range row {
			row[c] *= int16(steps[i])
		}
	}
	n.TransformerBias = r.matrix(1, n.Width)[0]
	n.W0, n.B0 = r.matrix(16, 2*n.Width), r.signed(16)
	n.W1, n.B1 = r.matrix(32, 16), r.signed(32)
	n.W2, n.B2 = r.matrix(1, 32)[0], r.signed(1)[0]
	return n, nil
}

func (r *tabiyaNetworkReader) matrix(count, size int) [][]int16 {
	matrix := make([][]int16, count)
	for i := range matrix {
		matrix[i] = tabiyaRows(r.signed(size), size)[0]
	}
	return matrix
}

func tabiyaRows(numbers []int, size int) [][]int16 {
	rows := make([][]int16, len(numbers)/size)
	for i := range rows {
		rows[i] = make([]int16, size)
		for c := range rows[i] {
			rows[i][c] = int16(numbers[i*size+c])
		}
	}
	return rows
}
