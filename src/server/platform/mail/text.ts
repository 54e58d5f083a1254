/** Control characters and line separators: in a header they would begin another header. */
const breaks = /[\p{Cc}\u2028\u2029]+/gu
/** Marks that turn the order of the letters around: with them 'gpj.exe' reads 'exe.jpg'. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g

/** A text made fit for one line (a name, a subject, a header): no line breaks or controls, at most `maxCharacters` long. */
export const toSingleLine = (text: string, maxCharacters = 250): string => {
  const line = text.toWellFormed().replace(turns, '').replace(breaks, ' ').replace(/ {2,}/g, ' ').trim()
  const characters = [...line]
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters - 1).join('')}…` : line
}

/** All fields of a mail made fit for one line, so that none can forge lines of the text version. */
export const toSingleLineFields = <Fields extends Record<string, string | null | undefined>>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, typeof text === 'string' ? toSingleLine(text) : text])) as Fields

/**
 * A link for a mail, written out in full.
 * @throws TypeError for anything but http and https
 */
export const formatWebLink = (url: string): string => {
  const parsed = new URL(url)
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')
    throw new TypeError(`A link in a mail must be http or https, not ${parsed.protocol}`)
  return parsed.href
}

/** The text version of a mail: blocks with an empty line between them; false and null are left out. */
export const joinTextBlocks = (...blocks: (string | false | null | undefined)[]): string => `${blocks.filter(Boolean).join('\n\n')}\n`

/** A text of several lines made fit for a mail: line breaks and tabs stay, other controls and turned letters go. */
export const toMultiline = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(turns, '')
    .replace(/[^\P{Cc}\n\t]+/gu, ' ')
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .trim()
