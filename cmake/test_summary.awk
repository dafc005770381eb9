# Says in one line how many tests ran, and which were skipped for what, from the log of ctest (Testing/Temporary/LastTest.log).
# A program of GoogleTest counts with each of its tests, any other as one. Games that lack a capability have one reason.
function skip(reason) {
  sub(/^[a-z0-9_]+ has no /, "a game has no ", reason)
  if (!(reason in counts)) order[++reasons] = reason
  counts[reason]++
  skipped++
}
/^[0-9]+\/[0-9]+ Test: / { ran++ }
/^\[==========\] [0-9]+ tests? from [0-9]+ test suites? ran\./ { ran += $2 - 1 }
/: Skipped$/ { getline reason; skip(reason) }
/^skipped: / { skip(substr($0, 10)) }
END {
  printf "%d tests ran, %d were skipped", ran - skipped, skipped
  for (i = 1; i <= reasons; i++) printf "%s%d (%s)", i == 1 ? ": " : ", ", counts[order[i]], order[i]
  print ""
}
