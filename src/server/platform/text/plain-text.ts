/** In a mail header they would start another header. */
const lineBreaks = /[\p{Cc}\u2028\u2029]+/gu
/** With them 'gpj.exe' is shown as 'exe.jpg'. */
const directionOverrides = /[\u202a-\u202e\u2066-\u2069]/g

export const toSingleLine = (text: string, maxCharacters = 250): string => {
  const line = text.toWellFormed().replace(directionOverrides, '').replace(lineBreaks, ' ').replace(/ {2,}/g, ' ').trim()
  const characters = [...line]
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters - 1).join('')}…` : line
}

/** No field of a mail can forge lines of its text version. */
export const toSingleLineFields = <Fields extends Record<string, string | null | undefined>>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, typeof text === 'string' ? toSingleLine(text) : text])) as Fields

/** 'Ada L.' ends a sentence without another period. */
/** After a name that ends with a dot: 'Please contact Acme Inc..' */
export const endSentence = (text: string): string => text.replace(/\.\.$/, '.')

export const toMultiline = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(directionOverrides, '')
    .replace(/[^\P{Cc}\n\t]+/gu, ' ')
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .trim()

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign]!)
