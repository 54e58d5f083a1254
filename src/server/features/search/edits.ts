/**
 * How many letters have to be added, left out, changed, or swapped with their neighbour to get from one word to the other.
 * @param most where more are needed, nobody wants to know how many: the answer is then Infinity
 */
export const editsBetween = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY
  // Rows of the usual table: for the first i letters of `a` and each beginning of `b`; a swap looks two rows back.
  let [before, above] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const least = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + Number(!same))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(swapped ? Math.min(least, before[j - 2]! + 1) : least)
    }
    if (Math.min(...row) > most) return Number.POSITIVE_INFINITY
    ;[before, above] = [above, row]
  }
  return above[b.length]! <= most ? above[b.length]! : Number.POSITIVE_INFINITY
}
