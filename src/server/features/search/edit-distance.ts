/**
 * How many letters have to be added, left out, changed, or swapped with their neighbour to get from `typed` to each beginning of `word`: the answer at
 * `n` is for its first `n` letters. Only what may be near is computed, so that thousands of long words are no burden.
 * @param most where more are needed, nobody wants to know how many: the answer is then more than `most`, or Infinity
 */
export const getPrefixEditDistances = (typed: string, word: string, most: number): number[] => {
  const far = () => new Array<number>(word.length + 2).fill(Number.POSITIVE_INFINITY)
  // Rows of the usual table: for the first i letters of `typed`; a swap looks two rows back. More than `most` beside the diagonal nothing is near.
  let [before, above, row] = [far(), far(), far()]
  for (let j = 0; j <= Math.min(most, word.length); j++) above[j] = j
  for (let i = 1; i <= typed.length; i++) {
    const [first, last] = [Math.max(i - most, 0), Math.min(i + most, word.length)]
    if (first > word.length) return far()
    let nearest = Number.POSITIVE_INFINITY
    if (first > 0) row[first - 1] = Number.POSITIVE_INFINITY
    for (let j = first; j <= last; j++) {
      let least = above[j]! + 1
      if (j > 0) {
        const same = typed[i - 1] === word[j - 1]
        least = Math.min(least, row[j - 1]! + 1, above[j - 1]! + Number(!same))
        if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]) least = Math.min(least, before[j - 2]! + 1)
      }
      row[j] = least
      nearest = Math.min(nearest, least)
    }
    row[last + 1] = Number.POSITIVE_INFINITY
    if (nearest > most) return far()
    ;[before, above, row] = [above, row, before]
  }
  // What lies before the band is left from earlier rows.
  return above.map((edits, n) => (n < typed.length - most ? Number.POSITIVE_INFINITY : edits))
}
