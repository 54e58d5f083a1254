const lineEnds = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/g
/** Controls, overrides and isolates of direction, byte order marks, noncharacters: nothing that a paper can show. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
const unprintable = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff\u{fdd0}-\u{fdef}]/gu
const longRun = /[^\s\u200b]{30,}/gu
/** Scripts that need no help: they break between any two characters, or by a dictionary. */
const breaksByItself =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const goodBreak = /[/?&=.,;:_@#+|\\-]$/
const breakEvery = 8
/** Nothing that is written looks like one character of more code units; the engine's shaper ends its process at 256 in one syllable. */
const longestCharacter = /.{64}(?=.)/gsu
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

const breakable = (run: string) => {
  let since = 0
  let out = ''
  for (const { segment } of characters.segment(run)) {
    out += segment.length > 64 ? segment.replace(longestCharacter, '$&\u200b') : segment
    since += 1
    if (breaksByItself.test(segment)) since = 0
    else if (since >= breakEvery || goodBreak.test(segment)) {
      out += '\u200b'
      since = 0
    }
  }
  return out
}

/** Text as a paper can print it: whole characters only, '\n' the only control, and nothing invisible that reorders words. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(lineEnds, '\n')
    .replaceAll('\t', '    ')
    .replace(unprintable, '')
    .replaceAll('\ufffd', '?')
    // Looked for from their first blank on: a long row of blanks within a line would otherwise be gone over for each of them.
    .replace(/(?<! ) +$/gm, '')
    .trimEnd()

/** `cleanText` with zero-width spaces in runs of 30 and more characters, so that a long word or address wraps within its column. */
export const toWrappableText = (text: string): string => cleanText(text).replace(longRun, breakable)

/** One line of at most `length` characters, ended by an ellipsis where something is left out. */
export const truncateText = (text: string, length: number): string => {
  const line = cleanText(text).replaceAll('\n', ' ')
  const start = line.slice(0, length * 4)
  const seen = Array.from(characters.segment(start), ({ segment }) => segment)
  if (start === line && seen.length <= length) return line
  return `${seen
    .slice(0, length - 1)
    .join('')
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .trimEnd()}…`
}
