import { isDeepStrictEqual } from 'node:util'
import { computeDocumentTotals, type DocumentTotals, type TotalsInput } from '#shared/document-totals.ts'
import { findEn16931Violations } from '#shared/testing/en16931.ts'
import { createRandom } from '#shared/testing/random.ts'
import { createRandomDocument, takeAsInclusive } from '#shared/testing/random-document.ts'
import { readSizes } from './support/args.ts'
import { hasPython, startOracle } from './totals/oracle.ts'

// Compares the totals of random documents with a second calculation, in Python and in exact fractions (totals/oracle.py): every field of every line, group and
// document. Counts the violations of EN 16931's calculation rules (tolerance 0), the inclusive documents that don't cost what their prices say, and those that
// need a rounding. The total of an exclusive document of one group without discount, taken as an inclusive price, must lead back to the same net.
//   node bench/totals.ts [documents, default 1000000] [first seed, default 1] [--smoke]
// A document has its own seed: `node bench/totals.ts 1 123` repeats the one with seed 123.

const [documents, firstSeed] = readSizes([1_000_000, 1], [4000, 1])
if (!hasPython) {
  console.error('Python 3 is needed: apt-get install python3')
  process.exit(2)
}
const processes = 2
const batchSize = 500

const modes = ['exclusive', 'inclusive'].flatMap((prices) => [0, 2, 3].map((decimals) => `${prices}, ${decimals}`))
type Counts = Record<string, number>
const newCounts = (names: readonly string[]): Counts => Object.fromEntries(names.map((name) => [name, 0]))

/** The rows that must stay 0. */
const faults = {
  differ: newCounts(modes),
  'violate EN 16931': newCounts(modes),
  'another price than promised': newCounts(modes),
  'another net from the total': newCounts(modes),
  'a rounding above 1 where 1 is the most': newCounts(modes),
}
const figures = {
  documents: newCounts(modes),
  ...faults,
  'totals taken as inclusive prices': newCounts(modes),
  'with a rounding': newCounts(modes),
  'largest rounding, 1 or 2 taxes up to 30%': newCounts(modes),
  'largest rounding, other groups': newCounts(modes),
}

/** What random documents have, to see that every rule is met. */
const features: Record<string, (document: TotalsInput, totals: DocumentTotals) => boolean> = {
  'compound components': ({ groups }) => groups.some((components) => components.some(({ isCompound }, at) => isCompound && at > 0)),
  'several groups': ({ groups }) => groups.length > 1,
  'a group without tax': ({ groups }) => groups.some((components) => components.length === 0),
  'typed taxes': ({ typedTaxes = [] }) => typedTaxes.length > 0,
  'a line discount': (_, { lines }) => lines.some(({ discount }) => discount !== 0),
  'a document discount': (_, { discount }) => discount !== 0,
  'charges beside a document discount': ({ lines }, { discount }) => discount !== 0 && lines.some(({ kind }) => kind === 'charge'),
  'deducted deposits': ({ lines }) => lines.some(({ kind }) => kind === 'deposit'),
  'a negative quantity': ({ lines }) => lines.some(({ kind, quantity }) => kind === 'item' && quantity.startsWith('-')),
  'a negative group': (_, { groups }) => groups.some(({ net }) => net < 0),
  '100 lines or more': ({ lines }) => lines.length >= 100,
  'a total of 0': (_, { total }) => total === 0,
}
const documentsWith = newCounts(Object.keys(features))

const count = (document: TotalsInput, totals: DocumentTotals, expected: DocumentTotals) => {
  const mode = `${document.pricesIncludeTax ? 'inclusive' : 'exclusive'}, ${document.decimals}`
  const add = (figure: keyof typeof figures, when: boolean) => {
    if (when) figures[figure][mode]!++
  }
  add('documents', true)
  add('differ', !isDeepStrictEqual(totals, expected))
  add('violate EN 16931', findEn16931Violations(document, totals).length > 0)
  for (const [feature, has] of Object.entries(features)) if (has(document, totals)) documentsWith[feature]!++
  if (document.pricesIncludeTax) {
    add('another price than promised', totals.total !== totals.subtotal - totals.discount + totals.charges)
    add('with a rounding', totals.rounding !== 0)
    for (const [at, { rounding }] of totals.groups.entries()) {
      const components = document.groups[at]!
      // The first net is at most half a unit away from the exact one, which is F / 2 in gross. Each tax adds half a unit, which a compound one multiplies.
      // So two taxes of at most 30% leave less than 2 units.
      const isUsual = components.length <= 2 && components.every(({ percent }) => Number(percent) <= 30)
      const largest = figures[isUsual ? 'largest rounding, 1 or 2 taxes up to 30%' : 'largest rounding, other groups']
      largest[mode] = Math.max(largest[mode]!, Math.abs(rounding))
      add('a rounding above 1 where 1 is the most', isUsual && Math.abs(rounding) > 1)
    }
  } else if (totals.groups.length === 1 && totals.discount === 0 && totals.total >= 0 && !document.typedTaxes?.length) {
    const { groups } = computeDocumentTotals(takeAsInclusive(document, totals))
    add('totals taken as inclusive prices', true)
    add('another net from the total', !isDeepStrictEqual(groups, totals.groups))
  }
}

let next = firstSeed
let isFirstDifference = true
const compareBatches = async () => {
  const oracle = startOracle()
  while (next < firstSeed + documents) {
    const seeds = Array.from({ length: Math.min(batchSize, firstSeed + documents - next) }, (_, i) => next + i)
    next += seeds.length
    const batch = seeds.map((seed) => createRandomDocument(createRandom(seed)))
    const replies = await oracle.compute(batch)
    for (const [at, document] of batch.entries()) {
      const [totals, expected] = [computeDocumentTotals(document), replies[at]!]
      count(document, totals, expected)
      if (isFirstDifference && !isDeepStrictEqual(totals, expected)) {
        console.dir({ seed: seeds[at], document, totals, expected }, { depth: null, maxArrayLength: null })
        isFirstDifference = false
      }
    }
  }
  oracle.stop()
}
const startedAt = performance.now()
await Promise.all(Array.from({ length: processes }, compareBatches))

const sum = (counts: Counts) => Object.values(counts).reduce((a, b) => a + b, 0)
console.table(figures)
console.table(Object.fromEntries(Object.entries(documentsWith).map(([feature, of]) => [`documents with ${feature}`, { documents: of }])))
const seconds = Math.round((performance.now() - startedAt) / 1000)
console.log(
  `${sum(figures.documents)} documents, ${sum(faults.differ)} differ, ${sum(faults['violate EN 16931'])} violate EN 16931, ${seconds} s`,
)
process.exitCode = Object.values(faults).some((counts) => sum(counts) > 0) ? 1 : 0
