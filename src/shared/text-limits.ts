/** A number of characters for one line of text; several lines also have a number of line breaks. */
export type TextLimit = number | { characters: number; lineBreaks: number }

/** How long each text may be that a person or a program sends; a character is a Unicode code point. */
export const textLimits = {
  /** Of a customer, an item, a business, a vendor; the name of who answers an estimate. */
  name: 200,
  /** First and last name of an account. */
  personName: 100,
  tokenName: 100,
  email: 254,
  phone: 50,
  address: { characters: 500, lineBreaks: 10 },
  /** A city, a state, a country. */
  place: 100,
  zipCode: 20,
  taxNumber: 50,
  webAddress: 2000,
  timeZone: 100,
  logoPath: 200,
  documentNumber: 50,
  numberPrefix: 20,
  /** Of a line, and of an item, so that an item's always fits into a line. */
  description: { characters: 2000, lineBreaks: 40 },
  /** Notes, and terms. */
  notes: { characters: 10_000, lineBreaks: 200 },
  category: 100,
  expenseDescription: 500,
  paymentNote: 500,
  refundReason: 200,
  declineReason: { characters: 1000, lineBreaks: 40 },
  emailSubject: 200,
  emailMessage: { characters: 5000, lineBreaks: 200 },
  statementMessage: { characters: 2000, lineBreaks: 40 },
  /** Of notes and terms, in the preview of the business profile. */
  previewNotes: { characters: 2000, lineBreaks: 200 },
  search: 200,
  fileName: 1000,
  uploadAddress: 4000,
  paymentSession: 200,
  providerKey: 255,
} as const satisfies Record<string, TextLimit>

/** The most lines that an invoice or an estimate can have. */
export const maxLines = 1000
/** The most that its descriptions, notes and terms can have together, in bytes of UTF-8. */
export const maxTextBytes = 300_000
/**
 * The most that its request may weigh: all of that text with each byte written as `\u00XX`, as no JSON gets longer, and 250 bytes for the rest of
 * each line.
 */
export const documentMaxBytes = 2 * 1_048_576

/** What ends a line; \r\n is one. */
export const lineBreak = /\r\n|[\n\r\u0085\u2028\u2029]/
const lineBreaks = new RegExp(lineBreak, 'g')
export const countLineBreaks = (text: string): number => text.match(lineBreaks)?.length ?? 0

/** What a text weighs in UTF-8. */
const utf8Bytes = (text: string): number => {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    // Two halves of a character beyond the basic plane make four bytes.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1
  }
  return bytes
}

type DocumentTexts = {
  lineItems: readonly { description: string }[]
  notes?: string | null | undefined
  terms?: string | null | undefined
}

/** Why the texts of an invoice or an estimate are too much together, in a sentence; undefined when they aren't. */
export const findDocumentTextProblem = ({ lineItems, notes, terms }: DocumentTexts): string | undefined => {
  const texts = [...lineItems.map(({ description }) => description), notes ?? '', terms ?? '']
  const bytes = texts.reduce((sum, text) => sum + utf8Bytes(text), 0)
  if (bytes <= maxTextBytes) return undefined
  const limit = maxTextBytes / 1000
  const over = Math.ceil((bytes - maxTextBytes) / 100) / 10
  return `Descriptions, notes and terms can have at most ${limit} kB of text together. They have ${(limit + over).toFixed(1)} kB: shorten them by ${over.toFixed(1)} kB`
}
