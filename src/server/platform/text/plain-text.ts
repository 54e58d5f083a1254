/** Control characters and line separators. In a mail header they would start another header. */
const lineBreaks = /[\p{Cc}\u2028\u2029]+/gu
/** Marks that override the direction of text: with them 'gpj.exe' is shown as 'exe.jpg'. */
const directionOverrides = /[\u202a-\u202e\u2066-\u2069]/g

/** Makes a text fit for one line (a name, a subject, a header): no line breaks or control characters, at most `maxCharacters` characters. */
export const toSingleLine = (text: string, maxCharacters = 250): string => {
  const line = text.toWellFormed().replace(directionOverrides, '').replace(lineBreaks, ' ').replace(/ {2,}/g, ' ').trim()
  const characters = [...line]
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters - 1).join('')}…` : line
}

/** `toSingleLine` for all texts of an object, so that no field of a mail can forge lines of its text version. */
export const toSingleLineFields = <Fields extends Record<string, string | null | undefined>>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, typeof text === 'string' ? toSingleLine(text) : text])) as Fields

/** Makes a text of several lines fit for a mail: keeps line breaks and tabs, removes other control characters and direction overrides. */
export const toMultiline = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(directionOverrides, '')
    .replace(/[^\P{Cc}\n\t]+/gu, ' ')
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .trim()
