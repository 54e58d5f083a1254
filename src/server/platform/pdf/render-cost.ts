/**
 * In microseconds of processor time per UTF-16 code unit, by Unicode block: measured with 300 kB of each block in 1,000 lines. Other blocks
 * are in none of the bundled fonts; such documents are laid out a second time, with system fonts.
 */
const blocks: readonly [from: number, to: number, microseconds: number][] = [
  [0x0000, 0x007f, 2.5],
  [0x0080, 0x052f, 6],
  [0x0590, 0x06ff, 8],
  [0x0750, 0x077f, 8],
  [0x0900, 0x097f, 10],
  // Thai: line breaks need a dictionary.
  [0x0e00, 0x0e7f, 17],
  [0x1e00, 0x2bff, 6],
  [0x2e80, 0x9fff, 13],
  [0xac00, 0xd7a3, 13],
  // Emoji, as surrogate pairs.
  [0xd83c, 0xd83e, 8],
  [0xdc00, 0xdfff, 8],
  [0xf900, 0xfaff, 13],
  [0xfb00, 0xfeff, 8],
  [0xff00, 0xffef, 13],
]
const missingFontCost = 100
const lineBreakCost = 12
/** Of each text (a table cell, an address line), in microseconds. */
const textCost = 150

const costs = new Float32Array(0x1_0000).fill(missingFontCost)
for (const [from, to, microseconds] of blocks) costs.fill(microseconds, from, to + 1)
// Tab, line feed, vertical tab, form feed, carriage return; a tab becomes four spaces.
costs.fill(lineBreakCost, 0x09, 0x0e)
for (const code of [0x85, 0x2028, 0x2029]) costs[code] = lineBreakCost

const estimateTextMs = (text: string) => {
  let microseconds = textCost
  for (let index = 0; index < text.length; index += 1) microseconds += costs[text.charCodeAt(index)]!
  return microseconds / 1000
}

/** On an idle core. The actual time is between half of the estimate and all of it; a page of short lines takes 20 ms. */
export const estimateRenderMs = (document: unknown): number => {
  if (typeof document === 'string') return estimateTextMs(document)
  if (typeof document !== 'object' || document === null || ArrayBuffer.isView(document)) return 0
  let sum = 0
  for (const value of Object.values(document)) sum += estimateRenderMs(value)
  return sum
}

/** Every invoice within the limits of the contract is below it. */
export const maxRenderMs = 3_500

/** About ten pages. Longer documents are rendered in a separate process, so that others do not wait for them. */
export const maxShortRenderMs = 300
