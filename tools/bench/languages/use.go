// Prints what the book or the network beside it holds, or the seconds that it takes to know: book|network [time].
package main

import (
	"bufio"
	"fmt"
	"os"
	"time"
)

func row[T int | int16](out *bufio.Writer, rows ...[]T) {
	for _, row := range rows {
		for _, n := range row {
			fmt.Fprint(out, n, " ")
		}
	}
	fmt.Fprintln(out)
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	start := time.Now()
	if len(os.Args) > 2 {
		if os.Args[1] == "book" {
			_, err := DecodeTabiyaBook()
			fail(err)
		} else {
			_, err := DecodeTabiyaNetwork()
			fail(err)
		}
		fmt.Fprintln(out, time.Since(start).Seconds())
		return
	}
	if os.Args[1] == "book" {
		book, err := DecodeTabiyaBook()
		fail(err)
		ordered := 0
		if book.Ordered {
			ordered = 1
		}
		fmt.Fprintf(out, "%s,%s,%d\n", book.Game, book.Maker, ordered)
		for _, entry := range book.Entries {
			value := ""
			if book.Valued {
				value = fmt.Sprint(entry.Value)
			}
			fmt.Fprintf(out, "%s,%s,%s,%d\n", entry.First, entry.Reply, value, entry.Depth)
		}
		return
	}
	net, err := DecodeTabiyaNetwork()
	fail(err)
	fmt.Fprintf(out, "%s,%s,%d,%d\n", net.Name, net.Provenance, net.Features, net.Width)
	row(out, net.Transformer...)
	row(out, net.TransformerBias)
	row(out, net.W0...)
	row(out, net.B0)
	row(out, net.W1...)
	row(out, net.B1)
	row(out, net.W2)
	row(out, []int{net.B2})
}
