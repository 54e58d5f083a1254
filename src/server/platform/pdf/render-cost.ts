/**
 * What a UTF-16 code unit costs the engine, in microseconds of processor time, by the block that it is in: measured with 300 kB of each in 1,000 lines.
 * A block that is not listed is in none of our fonts: the document is laid out a second time, with fonts of the system looked through for it.
 */
const blocks: readonly [from: number, to: number, microseconds: number][] = [
  [0x0000, 0x007f, 2.5],
  [0x0080, 0x052f, 6],
  [0x0590, 0x06ff, 8],
  [0x0750, 0x077f, 8],
  [0x0900, 0x097f, 10],
  // Thai: words end where a dictionary says so.
  [0x0e00, 0x0e7f, 17],
  [0x1e00, 0x2bff, 6],
  [0x2e80, 0x9fff, 13],
  [0xac00, 0xd7a3, 13],
  // Emoji, by their two halves.
  [0xd83c, 0xd83e, 8],
  [0xdc00, 0xdfff, 8],
  [0xf900, 0xfaff, 13],
  [0xfb00, 0xfeff, 8],
  [0xff00, 0xffef, 13],
]
const inNoFont = 100
const lineBreak = 12
/** Each text is laid out by itself: a cell of a table, a line of an address. */
const text = 150

const costs = new Float32Array(0x1_0000).fill(inNoFont)
for (const [from, to, microseconds] of blocks) costs.fill(microseconds, from, to + 1)
// Tab, line feed, vertical tab, form feed, carriage return; a tab becomes four spaces.
costs.fill(lineBreak, 0x09, 0x0e)
for (const code of [0x85, 0x2028, 0x2029]) costs[code] = lineBreak

const textCost = (words: string) => {
  let microseconds = text
  for (let index = 0; index < words.length; index += 1) microseconds += costs[words.charCodeAt(index)]!
  return microseconds / 1000
}

/**
 * About how long the engine takes for a document on an idle core, in milliseconds: the sum over all texts in it, however deep. Linear in their length, and
 * a thousand times faster than drawing them. The actual time is between half of it and all of it; a page of short lines takes about 20 ms.
 */
export const estimateRenderMs = (document: unknown): number => {
  if (typeof document === 'string') return textCost(document)
  if (typeof document !== 'object' || document === null || ArrayBuffer.isView(document)) return 0
  let sum = 0
  for (const value of Object.values(document)) sum += estimateRenderMs(value)
  return sum
}

/** A document that takes longer by this estimate is refused. Every invoice within the limits of the contract stays below it. */
export const maxRenderMs = 3_500

/** A document that takes longer by this estimate is drawn apart from the others, so that they need not wait for it. About ten pages. */
export const maxShortRenderMs = 300
