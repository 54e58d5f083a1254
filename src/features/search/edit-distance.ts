/**
 * Damerau-Levenshtein distances (insertions, deletions, substitutions and swaps of neighbors): element `n` is for the first `n` letters of
 * `word`. Only a band around the diagonal is computed, so that thousands of long words are cheap.
 * @param maxDistance larger distances are not computed exactly: the result is then more than it, or Infinity
 */
export const getPrefixEditDistances = (typed: string, word: string, maxDistance: number): number[] => {
  const createInfiniteRow = () => new Array<number>(word.length + 2).fill(Number.POSITIVE_INFINITY)
  // Rows of the usual matrix: for the first i letters of `typed`. A swap needs the row before the previous one. Cells further than
  // `maxDistance` from the diagonal stay infinite.
  let [twoAbove, above, row] = [createInfiniteRow(), createInfiniteRow(), createInfiniteRow()]
  for (let j = 0; j <= Math.min(maxDistance, word.length); j++) above[j] = j
  for (let i = 1; i <= typed.length; i++) {
    const [first, last] = [Math.max(i - maxDistance, 0), Math.min(i + maxDistance, word.length)]
    if (first > word.length) return createInfiniteRow()
    let smallest = Number.POSITIVE_INFINITY
    if (first > 0) row[first - 1] = Number.POSITIVE_INFINITY
    for (let j = first; j <= last; j++) {
      let least = above[j]! + 1
      if (j > 0) {
        const same = typed[i - 1] === word[j - 1]
        least = Math.min(least, row[j - 1]! + 1, above[j - 1]! + Number(!same))
        if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]) least = Math.min(least, twoAbove[j - 2]! + 1)
      }
      row[j] = least
      smallest = Math.min(smallest, least)
    }
    row[last + 1] = Number.POSITIVE_INFINITY
    if (smallest > maxDistance) return createInfiniteRow()
    ;[twoAbove, above, row] = [above, row, twoAbove]
  }
  // Cells before the band are left over from earlier rows.
  return above.map((edits, n) => (n < typed.length - maxDistance ? Number.POSITIVE_INFINITY : edits))
}
