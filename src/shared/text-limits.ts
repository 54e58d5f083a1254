/** Maximum number of characters of a single-line text; multi-line text also has a maximum number of line breaks. */
export type TextLimit = number | { characters: number; lineBreaks: number }

/** Length limits of all submitted texts; a character is a Unicode code point. */
export const textLimits = {
  /** Name of a customer, item, business or vendor, or of the person who answers an estimate. */
  name: 200,
  /** First or last name of a user. */
  personName: 100,
  tokenName: 100,
  email: 254,
  phone: 50,
  address: { characters: 500, lineBreaks: 10 },
  /** City, state or country. */
  place: 100,
  zipCode: 20,
  taxNumber: 50,
  /** Name of a tax rate, or of one of its taxes. */
  taxName: 100,
  exemptionCode: 50,
  exemptionReason: 500,
  webAddress: 2000,
  timeZone: 100,
  logoPath: 200,
  documentNumber: 50,
  /** The customer's order number, the buyer's reference, a project. */
  reference: 100,
  numberPrefix: 20,
  /** Of lines and items alike, so that an item's description always fits into a line. */
  description: { characters: 2000, lineBreaks: 40 },
  /** Notes and terms. */
  notes: { characters: 10_000, lineBreaks: 200 },
  category: 100,
  expenseDescription: 500,
  paymentNote: 500,
  cardConsent: 1000,
  refundReason: 200,
  writeOffReason: 500,
  closingReason: 500,
  manualEntryNote: 500,
  declineReason: { characters: 1000, lineBreaks: 40 },
  emailSubject: 200,
  emailMessage: { characters: 5000, lineBreaks: 200 },
  thankYou: { characters: 1000, lineBreaks: 20 },
  /** What a customer writes about an invoice that they do not want to be reminded of. */
  reminderReply: { characters: 1000, lineBreaks: 40 },
  statementMessage: { characters: 2000, lineBreaks: 40 },
  /** Notes and terms in the preview of the business profile. */
  previewNotes: { characters: 2000, lineBreaks: 200 },
  search: 200,
  fileName: 1000,
  uploadAddress: 4000,
  paymentSession: 200,
  providerKey: 255,
  /** The code of a transfer holds as many. */
  accountHolder: 70,
} as const satisfies Record<string, TextLimit>

/** Maximum number of lines of an invoice or an estimate. */
export const maxLines = 1000
/** Maximum size of a document's descriptions, notes and terms together, in bytes of UTF-8. */
export const maxTextBytes = 300_000
/**
 * Maximum size of a document's request body in bytes: the text with each byte escaped as `\u00XX` (the longest JSON), and 250 bytes for the rest of
 * each line.
 */
export const documentMaxBytes = 2 * 1_048_576

/** A line break; \r\n counts as one. */
export const lineBreak = /\r\n|[\n\r\u0085\u2028\u2029]/
const lineBreaks = new RegExp(lineBreak, 'g')
/** The number of line breaks in a text. */
export const countLineBreaks = (text: string): number => text.match(lineBreaks)?.length ?? 0

/** The size of a text in UTF-8. */
const utf8Bytes = (text: string): number => {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    // The two surrogates of a character outside the basic plane make four bytes.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1
  }
  return bytes
}

type DocumentTexts = {
  lineItems: readonly { description: string }[]
  notes?: string | null | undefined
  terms?: string | null | undefined
}

/** @returns the message when a document's texts exceed `maxTextBytes` together, else undefined */
export const findDocumentTextProblem = ({ lineItems, notes, terms }: DocumentTexts): string | undefined => {
  const texts = [...lineItems.map(({ description }) => description), notes ?? '', terms ?? '']
  const bytes = texts.reduce((sum, text) => sum + utf8Bytes(text), 0)
  if (bytes <= maxTextBytes) return undefined
  const limit = maxTextBytes / 1000
  const over = Math.ceil((bytes - maxTextBytes) / 100) / 10
  return `Descriptions, notes and terms can have at most ${limit} kB of text together. They have ${(limit + over).toFixed(1)} kB: shorten them by ${over.toFixed(1)} kB`
}
