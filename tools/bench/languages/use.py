# Prints what the book or the network beside it holds, or the seconds that it takes to know: book|network [time].
import sys
import time


def row(numbers):
    print("".join(f"{n} " for n in numbers))


try:
    start = time.perf_counter()
    if sys.argv[2:]:
        __import__(sys.argv[1]).decode()
        print(time.perf_counter() - start)
    elif sys.argv[1] == "book":
        import book

        whole = book.decode()
        print(f"{whole.game},{whole.maker},{int(whole.ordered)}")
        for entry in whole.entries:
            known = entry.value is not None
            print(f"{entry.first},{entry.reply},{entry.value if known else ''},{entry.depth if known else 0}")
    else:
        import network

        net = network.decode()
        print(f"{net.name},{net.provenance},{net.features},{net.width}")
        row([n for weights in net.transformer for n in weights])
        row(net.transformer_bias)
        row([n for weights in net.w0 for n in weights])
        row(net.b0)
        row([n for weights in net.w1 for n in weights])
        row(net.b1)
        row(net.w2)
        row([net.b2])
except ValueError as error:
    sys.exit(str(error))
