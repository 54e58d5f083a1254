import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getPrefixEditDistances } from './spelling.ts'

/** The textbook algorithm with the whole table. */
const edits = (a: string, b: string): number => {
  const table = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    table.push(row)
    for (let j = 1; j <= b.length; j++) {
      const least = Math.min(table[i - 1]![j]! + 1, row[j - 1]! + 1, table[i - 1]![j - 1]! + Number(a[i - 1] !== b[j - 1]))
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(isSwap ? Math.min(least, table[i - 2]![j - 2]! + 1) : least)
    }
  }
  return table[a.length]![b.length]!
}

test('the distances to all prefixes of a word equal the whole table’s, up to the limit', () => {
  const word = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 9 }).map((letters) => letters.join(''))
  fc.assert(
    fc.property(word, word, fc.integer({ min: 1, max: 2 }), (typed, known, most) => {
      const found = getPrefixEditDistances(typed, known, most)
      const within = (n: number) => (n <= most ? n : 'far')
      for (let n = 0; n <= known.length; n++) expect([n, within(found[n]!)]).toEqual([n, within(edits(typed, known.slice(0, n)))])
    }),
    { numRuns: 2000 },
  )
})
