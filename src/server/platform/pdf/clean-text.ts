const lineEnds = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/g
/** Never visible: control characters, direction overrides and isolates, byte order marks, noncharacters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
const unprintable = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff\u{fdd0}-\u{fdef}]/gu
const longRun = /[^\s\u200b]{30,}/gu
/** Scripts in which lines break between any two characters, or by a dictionary. */
const breaksAnywhere =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const breakAfter = /[/?&=.,;:_@#+|\\-]$/
const breakEvery = 8
/** No real grapheme is longer. The engine's text shaper crashes at 256 code units in one syllable. */
const longGrapheme = /.{64}(?=.)/gsu
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const insertBreaks = (run: string) => {
  let sinceBreak = 0
  let out = ''
  for (const { segment } of graphemes.segment(run)) {
    out += segment.length > 64 ? segment.replace(longGrapheme, '$&\u200b') : segment
    sinceBreak += 1
    if (breaksAnywhere.test(segment)) sinceBreak = 0
    else if (sinceBreak >= breakEvery || breakAfter.test(segment)) {
      out += '\u200b'
      sinceBreak = 0
    }
  }
  return out
}

/**
 * '
 * ' is the only control character, and nothing invisible reorders text.
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(lineEnds, '\n')
    .replaceAll('\t', '    ')
    .replace(unprintable, '')
    .replaceAll('\ufffd', '?')
    // The lookbehind prevents quadratic backtracking on long runs of spaces within a line.
    .replace(/(?<! ) +$/gm, '')
    .trimEnd()

/** With zero-width spaces in runs of 30 and more characters, so that long words and URLs wrap within their column. */
export const toWrappableText = (text: string): string => cleanText(text).replace(longRun, insertBreaks)

/** In graphemes, with an ellipsis if the text was cut. */
export const truncateText = (text: string, length: number): string => {
  const line = cleanText(text).replaceAll('\n', ' ')
  const start = line.slice(0, length * 4)
  const segments = Array.from(graphemes.segment(start), ({ segment }) => segment)
  if (start === line && segments.length <= length) return line
  return `${segments
    .slice(0, length - 1)
    .join('')
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .trimEnd()}…`
}

export const cleanParty = (party: { name: string; lines: string[] }) => ({
  name: toWrappableText(party.name),
  lines: party.lines.map(toWrappableText),
})

/** Templates keep such table rows unbroken; longer ones would be cut off. */
export const fitsOnPage = (texts: readonly string[]): boolean => {
  const text = texts.join('')
  return text.length <= 400 && text.split('\n').length <= 8
}
